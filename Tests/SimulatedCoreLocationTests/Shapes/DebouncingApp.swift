import SimulatedCoreLocation

/// Acts on a crossing when nothing else has come for five seconds.
@MainActor final class DebouncingApp: NSObject, CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  private let log: @Sendable (String) -> Void
  private var pending: Task<Void, Never>?

  init(log: @escaping @Sendable (String) -> Void) {
    self.log = log
    super.init()
    manager.delegate = self
    manager.startMonitoring(
      for: CLCircularRegion(center: .home, radius: 100, identifier: "home"))
  }

  nonisolated func locationManager(
    _ manager: CLLocationManager, didEnterRegion region: CLRegion
  ) { MainActor.assumeIsolated { act("enter") } }

  nonisolated func locationManager(
    _ manager: CLLocationManager, didExitRegion region: CLRegion
  ) { MainActor.assumeIsolated { act("exit") } }

  private func act(_ crossing: String) {
    pending?.cancel()
    pending = Task {
      do { try await Task.sleep(for: .seconds(5)) } catch { return log("\(crossing) put off") }
      log("\(crossing) acted on")
    }
  }
}
