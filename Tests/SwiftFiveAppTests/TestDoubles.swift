import SimulatedCoreLocation

/// A manager as an app's own tests have it: what it was asked for is written down.
final class ManagerDouble: CLLocationManager, @unchecked Sendable {
  var asked: [String] = []
  var place: CLLocation?
  private weak var listener: CLLocationManagerDelegate?

  override var delegate: CLLocationManagerDelegate? {
    get { listener }
    set { listener = newValue }
  }
  override var location: CLLocation? { place }
  override var authorizationStatus: CLAuthorizationStatus { .authorizedAlways }
  override var monitoredRegions: Set<CLRegion> { [] }
  override var heading: CLHeading? { nil }
  override class func locationServicesEnabled() -> Bool { true }
  override class func isMonitoringAvailable(for regionClass: AnyClass) -> Bool { true }
  override func requestLocation() { asked.append("location") }
  override func requestAlwaysAuthorization() { asked.append("always") }
  override func requestState(for region: CLRegion) { asked.append("state") }
  override func startMonitoring(for region: CLRegion) { asked.append(region.identifier) }
  override func startMonitoringVisits() { asked.append("visits") }
  override func startUpdatingHeading() { asked.append("heading") }
  override func startRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
    asked.append("beacons")
  }
}

/// A stay as an app's own tests have it.
final class VisitDouble: CLVisit, @unchecked Sendable {
  override var coordinate: CLLocationCoordinate2D { CLLocationCoordinate2DMake(46.05, 14.5) }
  override var arrivalDate: Date { Date(timeIntervalSince1970: 0) }
  override var departureDate: Date { .distantFuture }
}
