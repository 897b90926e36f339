public import Foundation
import GeofenceCore
import SimulatedCoreLocationStartup
import Synchronization

/// Watches regions for an app and tells its delegate.
///
/// It belongs to the device that is simulated when it is used, so that a `static let` serves run after
/// run. The regions are the app's: every manager shows the same ones, and the system keeps them when
/// the app is gone. Delegates are called on the main actor.
open class CLLocationManager: NSObject {
  /// Hears of the authorization as soon as it is set and the device goes on.
  open weak var delegate: (any CLLocationManagerDelegate)? {
    didSet {
      guard delegate != nil, case .device(let device) = SimulatedDevice.callee else { return }
      if !device.register(self) { device.system.withLock { $0.greet(self) } }
    }
  }

  /// Stored and without effect: places are as the track has them.
  open var desiredAccuracy: CLLocationAccuracy = kCLLocationAccuracyBest
  /// Metres that the device has to move before the next update; `kCLDistanceFilterNone` for all.
  open var distanceFilter: CLLocationDistance = kCLDistanceFilterNone {
    didSet {
      guard case .device(let device) = SimulatedDevice.callee else { return }
      device.system.withLock { $0.update(self) { $0.distanceFilter = distanceFilter } }
    }
  }
  /// Stored and without effect.
  open var activityType = CLActivityType.other
  /// Stored and without effect: a running app hears of updates in the background.
  open var allowsBackgroundLocationUpdates = false
  /// Stored and without effect: there is no screen.
  open var showsBackgroundLocationIndicator = false
  /// Whether `SimulatedDevice.pauseLocationUpdates` concerns this manager.
  open var pausesLocationUpdatesAutomatically = true
  /// Stored and without effect: there is no compass.
  open var headingFilter: CLLocationDegrees = 1
  /// Stored and without effect: there is no compass.
  open var headingOrientation = CLDeviceOrientation.portrait

  public override init() {
    scl_concerns_runs()
    super.init()
  }

  /// The device of the moment, which from now on tells this manager what it has to tell; `nil` where
  /// the call has no effect.
  func device(_ call: @autoclosure () -> String) -> SimulatedDevice? {
    let device = SimulatedDevice.called("CLLocationManager.\(call())")
    device?.register(self)
    return device
  }

  /// Has the device of the moment do something for this manager.
  func ask(_ call: @autoclosure () -> String, _ body: (inout SimulatedSystem) -> Void) {
    guard let device = device(call()) else { return }
    device.log(.registration, call())
    device.system.withLock { body(&$0) }
  }

  /// Has the device of the moment do less for this manager; outside of a run, as in a `deinit`,
  /// nothing is left to stop.
  private func stop(_ call: @autoclosure () -> String, _ body: (inout SimulatedSystem) -> Void) {
    guard case .device(let device) = SimulatedDevice.callee else { return }
    device.log(.registration, call())
    device.system.withLock { body(&$0) }
  }

  private static let noBeacons = "the simulated device hears no beacons"
  private static let noCompass = "the simulated device has no compass"
  private static let noPushes = "nothing is pushed to the simulated device"

  private func refuse(_ call: String, _ reason: String) {
    device(call)?.warn("\(call) has no effect: \(reason)")
  }

  private func value<Value>(
    _ call: @autoclosure () -> String, otherwise: Value, _ body: (SimulatedSystem) -> Value
  ) -> Value {
    device(call())?.system.withLock { body($0) } ?? otherwise
  }

  // MARK: authorization

  open var authorizationStatus: CLAuthorizationStatus {
    value("authorizationStatus", otherwise: .notDetermined) { $0.authorization }
  }

  @available(*, deprecated, message: "Use the property authorizationStatus")
  open class func authorizationStatus() -> CLAuthorizationStatus {
    SimulatedDevice.called("CLLocationManager.authorizationStatus()")?
      .system.withLock { $0.authorization } ?? .notDetermined
  }

  open var accuracyAuthorization: CLAccuracyAuthorization {
    value("accuracyAuthorization", otherwise: .fullAccuracy) {
      $0.core.device.hasFullAccuracy ? .fullAccuracy : .reducedAccuracy
    }
  }

  /// Whether widgets may use locations; there are none.
  open var isAuthorizedForWidgetUpdates: Bool { false }

  /// Asks for it; the user answers as the test says, when the device goes on.
  open func requestAlwaysAuthorization() {
    ask("requestAlwaysAuthorization()") { $0.request(.authorizedAlways) }
  }

  /// Asks for it; the user answers as the test says, when the device goes on.
  open func requestWhenInUseAuthorization() {
    ask("requestWhenInUseAuthorization()") { $0.request(.authorizedWhenInUse) }
  }

  /// Asks for exact places; the user allows them unless the test lets all be denied.
  open func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String, completion: (((any Error)?) -> Void)? = nil
  ) {
    var isGranted = false
    ask("requestTemporaryFullAccuracyAuthorization(withPurposeKey: \"\(purposeKey)\")") { system in
      isGranted = system.answer != .denied && system.answer != .restricted
      if isGranted, !system.core.device.hasFullAccuracy { system.apply(.accuracy(isFull: true)) }
    }
    let error = isGranted ? nil : CLError(.promptDeclined)
    if let completion { answer { completion(error) } }
  }

  open func requestTemporaryFullAccuracyAuthorization(withPurposeKey purposeKey: String)
    async throws
  {
    try await withCheckedThrowingContinuation { continuation in
      requestTemporaryFullAccuracyAuthorization(withPurposeKey: purposeKey) { error in
        continuation.resume(with: error.map { .failure($0) } ?? .success(()))
      }
    }
  }

  // MARK: regions

  open class func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
    regionClass is CLCircularRegion.Type
  }

  @available(*, deprecated, message: "Use isMonitoringAvailable(for:)")
  open class func regionMonitoringAvailable() -> Bool { true }

  /// Metres.
  open var maximumRegionMonitoringDistance: CLLocationDistance {
    value("maximumRegionMonitoringDistance", otherwise: -1) { $0.settings.maximumRadius }
  }

  open var monitoredRegions: Set<CLRegion> {
    value("monitoredRegions", otherwise: []) { Set($0.regions.values) }
  }

  /// Watches `region` in place of one of the same identifier.
  ///
  /// The delegate is told whether it worked when the device goes on: `didStartMonitoringFor`, or
  /// `monitoringDidFailFor` when the region is no circle or too large, the app watches as many
  /// conditions as it may, or may not use locations.
  open func startMonitoring(for region: CLRegion) {
    ask("startMonitoring(for: \(region.identifier))") { $0.startMonitoring(region) }
  }

  open func stopMonitoring(for region: CLRegion) {
    stop("stopMonitoring(for: \(region.identifier))") {
      $0.stopMonitoring(RegionIdentifier(region.identifier))
    }
  }

  /// Has the delegate told the state that is known, when the device goes on.
  open func requestState(for region: CLRegion) {
    ask("requestState(for: \(region.identifier))") { $0.requestState(region) }
  }

  // MARK: locations

  open class func locationServicesEnabled() -> Bool { true }

  open class func significantLocationChangeMonitoringAvailable() -> Bool { true }

  /// The last fix that reached the device, where the app may know.
  open var location: CLLocation? {
    value("location", otherwise: nil) { system in
      system.authorization == .denied || system.authorization == .restricted
        ? nil : system.core.lastFix.map(CLLocation.init)
    }
  }

  /// Has the delegate told of the next fix, then of each at least 500 m and five minutes from the
  /// last one told.
  open func startMonitoringSignificantLocationChanges() {
    ask("startMonitoringSignificantLocationChanges()") {
      $0.startSignificantChanges(self)
    }
  }

  open func stopMonitoringSignificantLocationChanges() {
    stop("stopMonitoringSignificantLocationChanges()") { $0.stopSignificantChanges(self) }
  }

  /// Has the delegate told of the place that is known, and of every fix.
  open func startUpdatingLocation() {
    ask("startUpdatingLocation()") { $0.startUpdates(self) }
  }

  open func stopUpdatingLocation() {
    stop("stopUpdatingLocation()") {
      $0.update(self) { ($0.updates, $0.wantsOne) = (false, false) }
    }
  }

  /// Has the delegate told of one place: the one that is known, or the next.
  open func requestLocation() { ask("requestLocation()") { $0.requestLocation(self) } }

  /// Has the delegate told of stays, and of their ends.
  open func startMonitoringVisits() {
    ask("startMonitoringVisits()") { $0.update(self) { $0.visits = true } }
  }

  open func stopMonitoringVisits() {
    stop("stopMonitoringVisits()") { $0.update(self) { $0.visits = false } }
  }

  // What needs hardware that is not simulated answers as a device without it, and says so once.

  // MARK: beacons

  open class func isRangingAvailable() -> Bool { false }

  open var rangedRegions: Set<CLRegion> { [] }
  open var rangedBeaconConstraints: Set<CLBeaconIdentityConstraint> { [] }

  /// The delegate is told that it failed: `didFailRangingFor`.
  open func startRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
    refuse("startRangingBeacons", Self.noBeacons)
    ask("startRangingBeacons(satisfying: \(constraint.uuid))") {
      $0.news.append(.call(.rangingFailed(constraint), to: .only([ObjectIdentifier(self)])))
    }
  }

  open func stopRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {}

  @available(*, deprecated, message: "Use startRangingBeacons(satisfying:)")
  open func startRangingBeacons(in region: CLBeaconRegion) {
    startRangingBeacons(satisfying: region.beaconIdentityConstraint)
  }

  @available(*, deprecated, message: "Use stopRangingBeacons(satisfying:)")
  open func stopRangingBeacons(in region: CLBeaconRegion) {}

  // MARK: headings

  open class func headingAvailable() -> Bool { false }

  open var heading: CLHeading? { nil }

  open func startUpdatingHeading() { refuse("startUpdatingHeading", Self.noCompass) }

  open func stopUpdatingHeading() {}

  open func dismissHeadingCalibrationDisplay() {}

  // MARK: deferred updates and pushes

  open class func deferredLocationUpdatesAvailable() -> Bool { false }

  open func allowDeferredLocationUpdates(
    untilTraveled distance: CLLocationDistance, timeout: TimeInterval
  ) { refuse("allowDeferredLocationUpdates", "no update is deferred") }

  open func disallowDeferredLocationUpdates() {}

  open func startMonitoringLocationPushes(completion: ((Data?, (any Error)?) -> Void)? = nil) {
    refuse("startMonitoringLocationPushes", Self.noPushes)
    if let completion { answer { completion(nil, CLError(.network)) } }
  }

  open func startMonitoringLocationPushes() async throws -> Data {
    refuse("startMonitoringLocationPushes", Self.noPushes)
    throw CLError(.network)
  }

  open func stopMonitoringLocationPushes() {}

  /// How many methods of the delegate were called that it does not implement.
  private var passedOver = 0

  /// The delegate does not implement what was called.
  func passesOver() { passedOver += 1 }

  /// Calls the delegate.
  ///
  /// - Returns: whether it hears of a region's crossing, which is two calls.
  @MainActor func perform(_ call: DelegateCall) -> Bool {
    guard let delegate else { return false }
    passedOver = 0
    call.perform(self, delegate)
    return passedOver < 2
  }
}
