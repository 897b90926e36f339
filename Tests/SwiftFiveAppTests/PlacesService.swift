import SimulatedCoreLocation

/// What a service needs of a location manager, so that tests can give it another one.
protocol LocationManaging: AnyObject {
  var delegate: CLLocationManagerDelegate? { get set }
  var location: CLLocation? { get }
  var monitoredRegions: Set<CLRegion> { get }
  func requestAlwaysAuthorization()
  func requestLocation()
  func startMonitoring(for region: CLRegion)
  func stopMonitoring(for region: CLRegion)
}

extension CLLocationManager: LocationManaging {}

/// An app's service in the style of the years before Swift 6, with a member for nearly everything that
/// Core Location has.
final class PlacesService: NSObject {
  static let shared = PlacesService()

  // Named as the methods of the delegate are, as in many apps.
  var locationManager: LocationManaging?
  var onChange: ((String) -> Void)?
  weak var forwarding: CLLocationManagerDelegate?
  private(set) var lastError: CLError?

  init(locationManager: LocationManaging? = nil) {
    super.init()
    self.locationManager = locationManager
  }

  func start() {
    if locationManager == nil {
      let manager = CLLocationManager()
      manager.desiredAccuracy = kCLLocationAccuracyBestForNavigation
      manager.distanceFilter = kCLDistanceFilterNone
      manager.activityType = .automotiveNavigation
      manager.allowsBackgroundLocationUpdates = true
      manager.showsBackgroundLocationIndicator = true
      manager.pausesLocationUpdatesAutomatically = false
      locationManager = manager
    }
    guard let locationManager = locationManager else { return }
    locationManager.delegate = self
    locationManager.requestAlwaysAuthorization()
  }

  func watch(_ name: String, at place: CLLocationCoordinate2D, radius: CLLocationDistance) {
    guard CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self) else { return }
    let radius = min(radius, CLLocationDistanceMax)
    let region = CLCircularRegion(center: place, radius: radius, identifier: name)
    region.notifyOnEntry = true
    region.notifyOnExit = true
    locationManager?.startMonitoring(for: region)
  }

  func unwatchAll() {
    for region in locationManager?.monitoredRegions ?? [] {
      self.locationManager?.stopMonitoring(for: region)
    }
  }

  func describe(_ region: CLRegion) -> String {
    if let circle = region as? CLCircularRegion {
      return "\(circle.identifier) \(Int(circle.radius)) m"
    } else if let beacon = region as? CLBeaconRegion {
      return "\(beacon.uuid) \(beacon.major?.intValue ?? 0)"
    }
    return region.identifier
  }

  func name(_ place: CLLocation, _ completion: @escaping (String?) -> Void) {
    CLGeocoder().reverseGeocodeLocation(place) { placemarks, error in
      if let error = error as? CLError, error.code == .network { return completion(nil) }
      completion(placemarks?.first?.locality)
    }
  }

  /// How often a search ends, counted in a variable as one did before closures had to be `Sendable`.
  func find(_ address: String, _ completion: @escaping (Int) -> Void) {
    var answers = 0
    let handler: CLGeocodeCompletionHandler = { _, _ in
      answers += 1
      completion(answers)
    }
    CLGeocoder().geocodeAddressString(address, completionHandler: handler)
    CLGeocoder().geocodeAddressString(
      address, in: CLRegion(), preferredLocale: nil, completionHandler: handler)
  }

  func askForAccuracy(_ completion: @escaping (Bool) -> Void) {
    (locationManager as? CLLocationManager)?.requestTemporaryFullAccuracyAuthorization(
      withPurposeKey: "Places"
    ) { error in completion(error == nil) }
  }
}

extension PlacesService: CLLocationManagerDelegate {
  func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) {
    switch status {
    case .notDetermined, .restricted, .denied: onChange?("may not")
    case .authorizedAlways, .authorizedWhenInUse:
      onChange?("may")
      locationManager?.requestLocation()
    @unknown default: break
    }
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    guard let last = locations.last, last.horizontalAccuracy >= 0 else { return }
    onChange?("at \(last.coordinate.latitude)")
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
    lastError = error as? CLError
    if let error = error as? CLError, error.code == CLError.locationUnknown { return }
    if (error as NSError).domain == kCLErrorDomain { onChange?("failed") }
  }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    DispatchQueue.main.async { [weak self] in self?.onChange?("in \(region.identifier)") }
    forwarding?.locationManager?(manager, didEnterRegion: region)
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    DispatchQueue.main.async { [weak self] in self?.onChange?("out of \(region.identifier)") }
    forwarding?.locationManager?(manager, didExitRegion: region)
  }

  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: Error
  ) { onChange?("cannot watch \(region?.identifier ?? "")") }

  func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {
    if visit.departureDate == .distantFuture { onChange?("arrived") }
  }

  func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
    onChange?("heading \(newHeading.trueHeading)")
  }

  func locationManager(
    _ manager: CLLocationManager, didRangeBeacons beacons: [CLBeacon], in region: CLBeaconRegion
  ) { for beacon in beacons { onChange?("\(beacon.major) \(beacon.rssi)") } }
}

// As many apps have it, though Apple's type is neither.
extension CLLocationCoordinate2D: Equatable, Codable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.latitude == rhs.latitude && lhs.longitude == rhs.longitude
  }

  public init(from decoder: Decoder) throws {
    var numbers = try decoder.unkeyedContainer()
    self.init(
      latitude: try numbers.decode(Double.self), longitude: try numbers.decode(Double.self))
  }

  public func encode(to encoder: Encoder) throws {
    var numbers = encoder.unkeyedContainer()
    try numbers.encode(latitude)
    try numbers.encode(longitude)
  }
}
