import GeofenceCore

enum DelegateCall: @unchecked Sendable, CustomStringConvertible {
  case authorization
  case region(CLRegion, RegionState)
  case state(CLRegion, CLRegionState)
  case started(CLRegion)
  case monitoringFailed(CLRegion, CLError.Code)
  case locations([CLLocation])
  case failed(CLError.Code)
  case visit(CLVisit)
  case paused(Bool)
  case rangingFailed(CLBeaconIdentityConstraint)

  /// True if the call answers a manager that has asked for locations.
  var isLocations: Bool {
    switch self {
    case .locations, .failed: true
    default: false
    }
  }

  func perform(_ manager: CLLocationManager, _ delegate: any CLLocationManagerDelegate) {
    switch self {
    case .authorization: delegate.locationManagerDidChangeAuthorization(manager)
    case .region(let region, let state):
      if state == .satisfied {
        delegate.locationManager(manager, didEnterRegion: region)
      } else {
        delegate.locationManager(manager, didExitRegion: region)
      }
      delegate.locationManager(manager, didDetermineState: CLRegionState(state), for: region)
    case .state(let region, let state):
      delegate.locationManager(manager, didDetermineState: state, for: region)
    case .started(let region): delegate.locationManager(manager, didStartMonitoringFor: region)
    case .monitoringFailed(let region, let code):
      delegate.locationManager(manager, monitoringDidFailFor: region, withError: CLError(code))
    case .locations(let locations):
      delegate.locationManager(manager, didUpdateLocations: locations)
    case .failed(let code): delegate.locationManager(manager, didFailWithError: CLError(code))
    case .visit(let visit): delegate.locationManager(manager, didVisit: visit)
    case .paused(true): delegate.locationManagerDidPauseLocationUpdates(manager)
    case .paused(false): delegate.locationManagerDidResumeLocationUpdates(manager)
    case .rangingFailed(let constraint):
      delegate.locationManager(
        manager, didFailRangingFor: constraint, error: CLError(.rangingUnavailable))
    }
  }

  var description: String {
    switch self {
    case .authorization: "locationManagerDidChangeAuthorization"
    case .region(let region, let state):
      "\(state == .satisfied ? "didEnterRegion" : "didExitRegion") \(region.identifier)"
    case .state(let region, let state): "didDetermineState \(state) for \(region.identifier)"
    case .started(let region): "didStartMonitoringFor \(region.identifier)"
    case .monitoringFailed(let region, let code):
      "monitoringDidFailFor \(region.identifier), \(code)"
    case .locations(let locations):
      "didUpdateLocations \(locations.map { "\($0.coordinate.core)" }.joined(separator: ", "))"
    case .failed(let code): "didFailWithError \(code)"
    case .visit(let visit):
      visit.departureDate == .distantFuture ? "didVisit, arrival" : "didVisit, departure"
    case .paused(true): "locationManagerDidPauseLocationUpdates"
    case .paused(false): "locationManagerDidResumeLocationUpdates"
    case .rangingFailed: "didFailRangingFor"
    }
  }
}
