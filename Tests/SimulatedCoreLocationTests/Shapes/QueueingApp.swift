import SimulatedCoreLocation

/// Keeps what it knows in a serial queue, and shows it on the main one.
final class QueueingApp: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
  private let manager = CLLocationManager()
  private let log: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "app.places")
  private var count = 0

  init(log: @escaping @Sendable (String) -> Void) {
    self.log = log
    super.init()
    manager.delegate = self
    queue.async {
      self.manager.startMonitoring(
        for: CLCircularRegion(center: .home, radius: 100, identifier: "home"))
    }
  }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    note("enter")
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    note("exit")
  }

  private func note(_ crossing: String) {
    queue.async {
      self.count += 1
      let text = "\(self.count) \(crossing)"
      DispatchQueue.main.async { self.log(text) }
    }
  }
}
