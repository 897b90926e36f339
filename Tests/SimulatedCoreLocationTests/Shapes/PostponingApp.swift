import SimulatedCoreLocation

/// Acts on a crossing after a while on the main queue, unless another one comes.
final class PostponingApp: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
  private let manager = CLLocationManager()
  private let log: @Sendable (String) -> Void
  private let pause: DispatchTimeInterval
  private var pending: DispatchWorkItem?

  init(pause: DispatchTimeInterval, log: @escaping @Sendable (String) -> Void) {
    self.pause = pause
    self.log = log
    super.init()
    manager.delegate = self
    manager.startMonitoring(
      for: CLCircularRegion(center: .home, radius: 100, identifier: "home"))
  }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    act("enter")
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    act("exit")
  }

  private func act(_ crossing: String) {
    pending?.cancel()
    let item = DispatchWorkItem { self.log("\(crossing) acted on") }
    pending = item
    DispatchQueue.main.asyncAfter(deadline: .now() + pause, execute: item)
  }
}
