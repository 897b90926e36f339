public import Foundation
import GeofenceCore

/// Watches regions for an app and tells its delegate.
///
/// The regions are the app's: every manager shows the same ones, and the system keeps them when the
/// app is gone. Calls to the delegate are made by the task that plays the track.
open class CLLocationManager: NSObject, @unchecked Sendable {
  private let device: SimulatedDevice
  public weak var delegate: (any CLLocationManagerDelegate)?

  /// Stored and without effect.
  public var desiredAccuracy: CLLocationAccuracy = kCLLocationAccuracyBest
  /// Stored and without effect.
  public var distanceFilter: CLLocationDistance = kCLDistanceFilterNone
  /// Stored and without effect.
  public var allowsBackgroundLocationUpdates = false
  /// Stored and without effect.
  public var pausesLocationUpdatesAutomatically = true

  public override init() {
    device = SimulatedDevice.required("CLLocationManager()")
    super.init()
    device.register(self)
  }

  // MARK: what the device can do

  open class func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
    regionClass is CLCircularRegion.Type
  }

  open class func significantLocationChangeMonitoringAvailable() -> Bool { true }

  open class func locationServicesEnabled() -> Bool { true }

  /// Metres.
  open var maximumRegionMonitoringDistance: CLLocationDistance {
    device.system.withLock { $0.settings.maximumRadius }
  }

  open var authorizationStatus: CLAuthorizationStatus {
    switch device.system.withLock({ $0.core.device.authorization }) {
    case .always: .authorizedAlways
    case .whenInUse: .authorizedWhenInUse
    case .denied: .denied
    case .restricted: .restricted
    case .notDetermined: .notDetermined
    }
  }

  open var accuracyAuthorization: CLAccuracyAuthorization {
    device.system.withLock { $0.core.device.hasFullAccuracy } ? .fullAccuracy : .reducedAccuracy
  }

  /// Does nothing: the test grants with `SimulatedDevice.authorize(_:)`.
  open func requestAlwaysAuthorization() {}
  /// Does nothing: the test grants with `SimulatedDevice.authorize(_:)`.
  open func requestWhenInUseAuthorization() {}

  // MARK: regions

  open var monitoredRegions: Set<CLRegion> {
    Set(device.system.withLock { Array($0.regions.values) })
  }

  /// Watches `region` in place of one of the same identifier.
  ///
  /// The delegate is told whether it worked when the device goes on: `didStartMonitoringFor`, or
  /// `monitoringDidFailFor` when the region is no circle or too large, the app watches as many
  /// conditions as it may, or may not use locations.
  open func startMonitoring(for region: CLRegion) {
    device.system.withLock { $0.startMonitoring(region) }
  }

  open func stopMonitoring(for region: CLRegion) {
    device.system.withLock { $0.stopMonitoring(RegionIdentifier(region.identifier)) }
  }

  /// Has the delegate told the state that is known, when the device goes on.
  open func requestState(for region: CLRegion) {
    device.system.withLock { $0.requestState(region) }
  }

  // MARK: locations

  /// The last fix that reached the device.
  open var location: CLLocation? {
    device.system.withLock { $0.core.lastFix }.map(CLLocation.init)
  }

  /// Has the delegate told of the next fix, then of each at least 500 m and five minutes from the
  /// last one told.
  open func startMonitoringSignificantLocationChanges() {
    device.system.withLock { $0.startSignificantChanges() }
  }

  open func stopMonitoringSignificantLocationChanges() {
    device.system.withLock { $0.core.stopSignificantChanges() }
  }

  /// Has the delegate told of every fix.
  open func startUpdatingLocation() { device.system.withLock { $0.wantsLocations = true } }

  open func stopUpdatingLocation() { device.system.withLock { $0.wantsLocations = false } }

  /// Tells the delegate.
  func hear(_ news: SimulatedSystem.News) {
    guard let delegate else { return }
    switch news {
    case .region(let region, let state):
      if state == .satisfied {
        delegate.locationManager(self, didEnterRegion: region)
      } else {
        delegate.locationManager(self, didExitRegion: region)
      }
      delegate.locationManager(self, didDetermineState: CLRegionState(state), for: region)
    case .state(let region, let state):
      delegate.locationManager(self, didDetermineState: CLRegionState(state), for: region)
    case .started(let region): delegate.locationManager(self, didStartMonitoringFor: region)
    case .failed(let region, let code):
      delegate.locationManager(self, monitoringDidFailFor: region, withError: CLError(code))
    case .location(let fix):
      delegate.locationManager(self, didUpdateLocations: [CLLocation(fix)])
    case .authorization: delegate.locationManagerDidChangeAuthorization(self)
    case .event, .diagnosis, .relaunch: break
    }
  }
}
