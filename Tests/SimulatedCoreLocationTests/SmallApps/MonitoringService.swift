import SimulatedCoreLocation

/// Listens to a monitor in one task for as long as the process lives.
actor MonitoringService {
  private let name: String
  private var monitor: CLMonitor?
  private var eventsTask: Task<Void, Never>?

  init(_ name: String) { self.name = name }

  /// Listens, if it does not yet.
  func start() async {
    guard eventsTask == nil else { return }
    let monitor = await CLMonitor(name)
    self.monitor = monitor
    eventsTask = Task {
      do {
        for try await event in await monitor.events { await handle(event) }
      } catch {}
    }
  }

  func watch() async {
    await monitor?.add(
      CLMonitor.CircularGeographicCondition(center: .home, radius: 100), identifier: name)
  }

  /// Asks its monitor again, as of the run that it hears in.
  private func handle(_ event: CLMonitor.Event) async {
    guard event.state == .unsatisfied else { return }
    let identifiers = await monitor?.identifiers ?? []
    Journal.write("\(name) exits \(identifiers.joined(separator: ", "))")
  }
}

/// Starts itself when it is made.
final class SelfStartingService: Sendable {
  static let shared = SelfStartingService()
  private let service = MonitoringService("startsItself")

  private init() {
    Task { [service] in
      await service.start()
      await service.watch()
    }
  }
}
