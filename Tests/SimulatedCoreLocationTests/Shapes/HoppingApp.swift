import SimulatedCoreLocation

/// An actor that goes back and forth between its delegate, itself and the main actor.
actor HoppingApp {
  private let log: @Sendable (String) -> Void
  private let delegate = Delegate()
  private var count = 0
  private let screen = Screen()

  init(log: @escaping @Sendable (String) -> Void) { self.log = log }

  func start() {
    delegate.onCrossing = { crossing in Task { await self.take(crossing) } }
    delegate.watchHome()
  }

  private func take(_ crossing: String) async {
    count += 1
    let shown = await screen.show("\(count) \(crossing)")
    await Task.yield()
    count += 1
    log("\(count) \(shown)")
  }

  @MainActor private final class Screen {
    private var lines = 0

    nonisolated init() {}

    func show(_ text: String) async -> String {
      lines += 1
      await Task.yield()
      lines += 1
      return "\(text) \(lines)"
    }
  }

  private final class Delegate: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
    private let manager = CLLocationManager()
    var onCrossing: (@Sendable (String) -> Void)?

    func watchHome() {
      manager.delegate = self
      manager.startMonitoring(
        for: CLCircularRegion(center: .home, radius: 100, identifier: "home"))
    }

    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
      onCrossing?("enter")
    }

    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
      onCrossing?("exit")
    }
  }
}
