import SimulatedCoreLocation

/// Gives way to others while it handles an event.
actor YieldingApp {
  private let log: @Sendable (String) -> Void
  private var handled = 0

  init(log: @escaping @Sendable (String) -> Void) { self.log = log }

  func run() async {
    let monitor = await CLMonitor("Yielding")
    await monitor.add(
      CLMonitor.CircularGeographicCondition(center: .home, radius: 100), identifier: "home")
    do {
      for try await event in await monitor.events { await handle(event) }
    } catch {}
  }

  private func handle(_ event: CLMonitor.Event) async {
    for _ in 0..<3 { await Task.yield() }
    handled += 1
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 { group.addTask { await Task.yield() } }
    }
    log("\(handled) \(event.state)")
  }
}
