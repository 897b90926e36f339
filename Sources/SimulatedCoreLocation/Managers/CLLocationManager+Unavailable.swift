public import Foundation

/// What needs hardware that is not simulated: it is there, answers as a device without it does, and
/// says so once.
extension CLLocationManager {
  private func refuse(_ call: String, _ reason: String) {
    guard let device = device(call) else { return }
    device.warn("\(call) has no effect: \(reason)")
  }

  private static let noBeacons = "the simulated device hears no beacons"
  private static let noCompass = "the simulated device has no compass"

  // MARK: beacons

  public static func isRangingAvailable() -> Bool { false }

  public var rangedRegions: Set<CLRegion> { [] }
  public var rangedBeaconConstraints: Set<CLBeaconIdentityConstraint> { [] }

  /// The delegate is told that it failed: `didFailRangingFor`.
  public func startRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
    refuse("startRangingBeacons", Self.noBeacons)
    ask("startRangingBeacons(satisfying: \(constraint.uuid))") {
      $0.news.append(.call(.rangingFailed(constraint), to: .only([ObjectIdentifier(self)])))
    }
  }

  public func stopRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {}

  @available(*, deprecated, message: "Use startRangingBeacons(satisfying:)")
  public func startRangingBeacons(in region: CLBeaconRegion) {
    startRangingBeacons(satisfying: region.beaconIdentityConstraint)
  }

  @available(*, deprecated, message: "Use stopRangingBeacons(satisfying:)")
  public func stopRangingBeacons(in region: CLBeaconRegion) {}

  // MARK: headings

  public static func headingAvailable() -> Bool { false }

  public var heading: CLHeading? { nil }

  public func startUpdatingHeading() { refuse("startUpdatingHeading", Self.noCompass) }

  public func stopUpdatingHeading() {}

  public func dismissHeadingCalibrationDisplay() {}

  // MARK: deferred updates and pushes

  public static func deferredLocationUpdatesAvailable() -> Bool { false }

  public func allowDeferredLocationUpdates(
    untilTraveled distance: CLLocationDistance, timeout: TimeInterval
  ) { refuse("allowDeferredLocationUpdates", "no update is deferred") }

  public func disallowDeferredLocationUpdates() {}

  public func startMonitoringLocationPushes(
    completion: (@Sendable (Data?, (any Error)?) -> Void)? = nil
  ) {
    refuse("startMonitoringLocationPushes", "nothing is pushed to the simulated device")
    if let completion { Task { @MainActor in completion(nil, CLError(.network)) } }
  }

  public func stopMonitoringLocationPushes() {}
}
