/// A caller that lets `delegate.locationManager?(manager, didEnterRegion: region)` compile.
///
/// In Apple's protocol the methods are optional; here each of them has a default.
public struct OptionalDelegateCalls {
  let delegate: any CLLocationManagerDelegate

  public func callAsFunction(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) { delegate.locationManager(manager, didUpdateLocations: locations) }

  public func callAsFunction(
    _ manager: CLLocationManager, didUpdateTo newLocation: CLLocation, from oldLocation: CLLocation
  ) { delegate.locationManager(manager, didUpdateTo: newLocation, from: oldLocation) }

  public func callAsFunction(_ manager: CLLocationManager, didFailWithError error: any Error) {
    delegate.locationManager(manager, didFailWithError: error)
  }

  public func callAsFunction(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    delegate.locationManager(manager, didEnterRegion: region)
  }

  public func callAsFunction(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    delegate.locationManager(manager, didExitRegion: region)
  }

  public func callAsFunction(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) { delegate.locationManager(manager, didDetermineState: state, for: region) }

  public func callAsFunction(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
    delegate.locationManager(manager, didStartMonitoringFor: region)
  }

  public func callAsFunction(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
  ) { delegate.locationManager(manager, monitoringDidFailFor: region, withError: error) }

  public func callAsFunction(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) { delegate.locationManager(manager, didChangeAuthorization: status) }

  public func callAsFunction(_ manager: CLLocationManager, didVisit visit: CLVisit) {
    delegate.locationManager(manager, didVisit: visit)
  }

  public func callAsFunction(
    _ manager: CLLocationManager, didFinishDeferredUpdatesWithError error: (any Error)?
  ) { delegate.locationManager(manager, didFinishDeferredUpdatesWithError: error) }

  public func callAsFunction(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
    delegate.locationManager(manager, didUpdateHeading: newHeading)
  }

  public func callAsFunction(
    _ manager: CLLocationManager, didRange beacons: [CLBeacon],
    satisfying beaconConstraint: CLBeaconIdentityConstraint
  ) { delegate.locationManager(manager, didRange: beacons, satisfying: beaconConstraint) }

  public func callAsFunction(
    _ manager: CLLocationManager, didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
    error: any Error
  ) { delegate.locationManager(manager, didFailRangingFor: beaconConstraint, error: error) }

  public func callAsFunction(
    _ manager: CLLocationManager, didRangeBeacons beacons: [CLBeacon], in region: CLBeaconRegion
  ) { delegate.locationManager(manager, didRangeBeacons: beacons, in: region) }

  public func callAsFunction(
    _ manager: CLLocationManager, rangingBeaconsDidFailFor region: CLBeaconRegion,
    withError error: any Error
  ) { delegate.locationManager(manager, rangingBeaconsDidFailFor: region, withError: error) }
}

/// The members for calls with `?`; a delegate's own members of these names, as many apps have, take
/// precedence.
extension CLLocationManagerDelegate {
  /// A caller of the delegate's methods, for calls with `?`.
  @_disfavoredOverload
  public var locationManager: OptionalDelegateCalls? { OptionalDelegateCalls(delegate: self) }

  /// The delegate's method as an optional value, for calls with `?`.
  @_disfavoredOverload
  public var locationManagerDidChangeAuthorization: ((CLLocationManager) -> Void)? {
    { self.locationManagerDidChangeAuthorization($0) }
  }

  /// The delegate's method as an optional value, for calls with `?`.
  @_disfavoredOverload
  public var locationManagerDidPauseLocationUpdates: ((CLLocationManager) -> Void)? {
    { self.locationManagerDidPauseLocationUpdates($0) }
  }

  /// The delegate's method as an optional value, for calls with `?`.
  @_disfavoredOverload
  public var locationManagerDidResumeLocationUpdates: ((CLLocationManager) -> Void)? {
    { self.locationManagerDidResumeLocationUpdates($0) }
  }

  /// The delegate's method as an optional value, for calls with `?`.
  @_disfavoredOverload
  public var locationManagerShouldDisplayHeadingCalibration: ((CLLocationManager) -> Bool)? {
    { self.locationManagerShouldDisplayHeadingCalibration($0) }
  }
}
