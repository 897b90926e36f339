import SimulatedCoreLocation

/// Begins a task in every call of its delegate, and stamps there what it has heard.
final class StampingApp: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
  private let manager = CLLocationManager()
  private let log: @Sendable (String) -> Void

  init(log: @escaping @Sendable (String) -> Void) {
    self.log = log
    super.init()
    manager.delegate = self
    manager.startMonitoring(
      for: CLCircularRegion(center: .home, radius: 100, identifier: "home"))
  }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    let name = region.identifier
    Task { stamp("enter \(name)") }
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    let name = region.identifier
    Task { stamp("exit \(name)") }
  }

  private func stamp(_ text: String) {
    guard let time = manager.location?.timestamp else { return }
    log("\(Int(time.timeIntervalSince1970)) \(text)")
  }
}
