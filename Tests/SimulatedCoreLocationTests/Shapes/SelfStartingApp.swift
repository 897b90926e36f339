import SimulatedCoreLocation

/// Starts itself when it is made, as a view model does.
@MainActor final class SelfStartingApp {
  private let log: @Sendable (String) -> Void

  init(log: @escaping @Sendable (String) -> Void) {
    self.log = log
    Task { await self.watch() }
  }

  private func watch() async {
    let monitor = await CLMonitor("SelfStarting")
    await monitor.add(
      CLMonitor.CircularGeographicCondition(center: .home, radius: 100), identifier: "home")
    do {
      for try await event in await monitor.events { log("\(event.identifier) \(event.state)") }
    } catch {}
  }
}
