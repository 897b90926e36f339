import SimulatedCoreLocation

/// Turns the calls of its delegate into a stream.
final class StreamingApp: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
  let crossings: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation
  private let manager = CLLocationManager()

  override init() {
    (crossings, continuation) = AsyncStream.makeStream()
    super.init()
    manager.delegate = self
    manager.startMonitoring(
      for: CLCircularRegion(center: .home, radius: 100, identifier: "home"))
  }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    continuation.yield("enter \(region.identifier)")
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    continuation.yield("exit \(region.identifier)")
  }
}
