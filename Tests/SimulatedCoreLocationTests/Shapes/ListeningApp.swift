import SimulatedCoreLocation

/// Listens in a task of its own, and adds what it watches afterwards.
struct ListeningApp: Sendable {
  /// What lies between listening and adding.
  var pause: Duration?
  let log: @Sendable (String) -> Void

  func run() async throws {
    let monitor = await CLMonitor("Listening")
    Task {
      for try await event in await monitor.events { log("\(event.identifier) \(event.state)") }
    }
    if let pause { try await Task.sleep(for: pause) }
    await monitor.add(
      CLMonitor.CircularGeographicCondition(center: .home, radius: 100), identifier: "home")
  }
}
