import GeofenceCore
import SimulatedCoreLocationStartup

/// A manager that monitors regions and locations for an app and calls its delegate.
///
/// A manager belongs to the device that is simulated when it is used, so that a `static let` serves
/// run after run. The regions are the app's: every manager shows the same ones, and the system
/// keeps them when the app is terminated. Delegates are called on the main actor, and not at all by a
/// manager that was made on another thread, which has no run loop.
open class CLLocationManager: NSObject {
  /// The delegate, which receives the authorization as soon as it is set and the device goes on.
  open weak var delegate: (any CLLocationManagerDelegate)? {
    didSet {
      guard delegate != nil, let device = SimulatedDevice.callee else { return }
      if !device.register(self) { device.system.withLock { $0.greet(self) } }
      if lacksRunLoop {
        device.reportMadeOffMainThread(
          "the app has made the location manager of \(delegate.map { "\(type(of: $0))" } ?? "")",
          "it never calls its delegate")
      }
    }
  }

  /// True if the manager was made on a thread without a run loop, by which the system would call the
  /// delegate.
  private let lacksRunLoop = AppExecutor.lacksRunLoop

  var canCall: Bool { delegate != nil && !lacksRunLoop }

  /// The accuracy that the app wants, in metres; it has no effect, because locations are as exact
  /// as the track and the positioning have them.
  open var desiredAccuracy: CLLocationAccuracy = kCLLocationAccuracyBest
  /// The metres that the device has to move before the next update; `kCLDistanceFilterNone` for
  /// all.
  open var distanceFilter: CLLocationDistance = kCLDistanceFilterNone {
    didSet {
      guard let device = SimulatedDevice.callee else { return }
      device.system.withLock { $0.update(self) { $0.distanceFilter = distanceFilter } }
    }
  }
  /// The purpose of the updates; it has no effect.
  open var activityType = CLActivityType.other
  /// A Boolean value without effect: a running app receives updates in the background.
  open var allowsBackgroundLocationUpdates = false
  /// A Boolean value without effect: there is no screen.
  open var showsBackgroundLocationIndicator = false
  /// True if `SimulatedDevice.pauseLocationUpdates` concerns this manager.
  open var pausesLocationUpdatesAutomatically = true
  /// The filter of headings in degrees; it has no effect, because there is no compass.
  open var headingFilter: CLLocationDegrees = 1
  /// The orientation of headings; it has no effect, because there is no compass.
  open var headingOrientation = CLDeviceOrientation.portrait

  public override init() {
    scl_concerns_runs()
    super.init()
  }

  /// Returns the device that is simulated now, which delivers to this manager from now on.
  ///
  /// `nil` if the call has no effect.
  func device(_ call: @autoclosure () -> String) -> SimulatedDevice? {
    let device = SimulatedDevice.called("CLLocationManager.\(call())")
    device?.register(self)
    return device
  }

  func ask(_ call: @autoclosure () -> String, _ body: (inout SimulatedSystem) -> Void) {
    guard let device = device(call()) else { return }
    device.log(.registration, call())
    device.system.withLock { body(&$0) }
  }

  /// Stops something that the current device does for this manager.
  ///
  /// Outside of a run, as in a `deinit`, nothing is left to stop.
  private func stop(_ call: @autoclosure () -> String, _ body: (inout SimulatedSystem) -> Void) {
    guard let device = SimulatedDevice.callee else { return }
    device.log(.registration, call())
    device.system.withLock { body(&$0) }
  }

  private static let noBeacons = "the simulated device detects no beacons"
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

  /// True if widgets may use locations; always false, as there are none.
  open var isAuthorizedForWidgetUpdates: Bool { false }

  /// Requests the authorization "always"; the user gives the answer that the test sets when the
  /// device goes on.
  open func requestAlwaysAuthorization() {
    ask("requestAlwaysAuthorization()") { $0.request(.authorizedAlways) }
  }

  /// Requests the authorization "when in use"; the user gives the answer that the test sets when
  /// the device goes on.
  open func requestWhenInUseAuthorization() {
    ask("requestWhenInUseAuthorization()") { $0.request(.authorizedWhenInUse) }
  }

  /// Requests exact locations; the user allows them unless the test lets every request be denied.
  open func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String, completion: (((any Error)?) -> Void)? = nil
  ) {
    var isGranted = false
    ask("requestTemporaryFullAccuracyAuthorization(withPurposeKey: \"\(purposeKey)\")") { system in
      isGranted = ![.denied, .restricted].contains(system.configuration.answer)
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
    regionClass is CLCircularRegion.Type || regionClass is CLBeaconRegion.Type
  }

  @available(*, deprecated, message: "Use isMonitoringAvailable(for:)")
  open class func regionMonitoringAvailable() -> Bool { true }

  /// The largest radius, in metres, that a region may have.
  open var maximumRegionMonitoringDistance: CLLocationDistance {
    value("maximumRegionMonitoringDistance", otherwise: -1) { $0.settings.maximumRadius }
  }

  open var monitoredRegions: Set<CLRegion> {
    value("monitoredRegions", otherwise: []) { Set($0.regions.values) }
  }

  /// Monitors `region` in place of one with the same identifier.
  ///
  /// The delegate receives the outcome when the device goes on: `didStartMonitoringFor`, or
  /// `monitoringDidFailFor` if the region is neither circle nor beacon, or too large, the app has as
  /// many conditions as the limit allows, or may not use locations. A centre that is not on the
  /// Earth fails so, too, and is a mistake of the app.
  open func startMonitoring(for region: CLRegion) {
    ask("startMonitoring(for: \(region.identifier))") { $0.startMonitoring(region) }
    if region is CLBeaconRegion { device("startMonitoring(for:)")?.warnOfBeacons() }
    if let circle = region as? CLCircularRegion, !circle.center.core.isValid {
      device("startMonitoring(for:)")?.reportNotOnEarth(circle.center, of: circle.identifier)
    }
  }

  open func stopMonitoring(for region: CLRegion) {
    stop("stopMonitoring(for: \(region.identifier))") {
      $0.stopMonitoring(RegionIdentifier(region.identifier))
    }
  }

  /// Requests the known state of a region, which the delegate receives when the device goes on.
  open func requestState(for region: CLRegion) {
    ask("requestState(for: \(region.identifier))") { $0.news.append(.stateRequest(region)) }
  }

  // MARK: locations

  /// Returns whether Location Services are on, for all apps of the device.
  open class func locationServicesEnabled() -> Bool {
    SimulatedDevice.current?.system.withLock { $0.core.device.isLocationOn } ?? true
  }

  open class func significantLocationChangeMonitoringAvailable() -> Bool { true }

  /// The last location update of the device; `nil` if the app may not know it.
  open var location: CLLocation? {
    value("location", otherwise: nil) { system in
      system.core.device.isLocated ? system.core.lastFix.map(CLLocation.init) : nil
    }
  }

  /// Starts the delivery of the next fix, then of each at least 500 m and five minutes from the
  /// last one delivered.
  open func startMonitoringSignificantLocationChanges() {
    ask("startMonitoringSignificantLocationChanges()") {
      $0.startSignificantChanges(self)
    }
  }

  open func stopMonitoringSignificantLocationChanges() {
    stop("stopMonitoringSignificantLocationChanges()") { $0.stopSignificantChanges(self) }
  }

  /// Starts the delivery of the last known location, and of every location update; a further call
  /// delivers the last known one only after `stopUpdatingLocation`. It cancels `requestLocation`.
  open func startUpdatingLocation() {
    ask("startUpdatingLocation()") { $0.startUpdates(self) }
  }

  /// Ends the delivery of location updates, and cancels `requestLocation`.
  open func stopUpdatingLocation() {
    stop("stopUpdatingLocation()") { $0.stopUpdates(self) }
  }

  /// Requests one location: the last known one, or the next.
  ///
  /// The request fails with `CLError.locationUnknown` if the device knows no location for ten
  /// seconds of its clock. A delegate that asks while it handles a location, or a failure,
  /// receives the next location, or after ten seconds the same again.
  ///
  /// A manager without a delegate, and a delegate that lacks the method for what it receives, are
  /// mistakes of the app, which fail the test.
  open func requestLocation() {
    if delegate == nil { device("requestLocation()")?.reportRequestWithoutDelegate() }
    ask("requestLocation()") { $0.requestLocation(self) }
  }

  /// Starts the delivery of visits, and of their ends, which start a terminated app.
  open func startMonitoringVisits() {
    ask("startMonitoringVisits()") { $0.setMonitoringVisits(true, of: self) }
  }

  open func stopMonitoringVisits() {
    stop("stopMonitoringVisits()") { $0.setMonitoringVisits(false, of: self) }
  }

  // Calls that need hardware that is not simulated answer as on a device without it, and warn once.

  // MARK: beacons

  open class func isRangingAvailable() -> Bool { false }

  open var rangedRegions: Set<CLRegion> { [] }
  open var rangedBeaconConstraints: Set<CLBeaconIdentityConstraint> { [] }

  /// Fails: the delegate receives `didFailRangingFor`.
  open func startRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
    refuse("startRangingBeacons", Self.noBeacons)
    ask("startRangingBeacons(satisfying: \(constraint.uuid))") {
      $0.news.append(.call(.rangingFailed(constraint), to: [ObjectIdentifier(self)]))
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

  private var passedOver = 0

  func passesOver() { passedOver += 1 }

  /// Makes a call to the delegate.
  ///
  /// - Returns: `true` if the delegate implements the method, or at least one of the two that a
  ///   crossing calls.
  @MainActor func perform(_ call: DelegateCall) -> Bool {
    guard let delegate else { return false }
    passedOver = 0
    call.perform(self, delegate)
    if case .region = call { return passedOver < 2 }
    return passedOver < 1
  }
}
