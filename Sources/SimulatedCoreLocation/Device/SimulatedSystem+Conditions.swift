import GeofenceCore

extension SimulatedSystem {
  mutating func add(
    _ condition: any CLCondition, _ identifier: RegionIdentifier, to name: String,
    assuming state: RegionState
  ) {
    let id = ConditionID(identifier, of: Self.owner(name))
    let region =
      switch condition {
      case let circle as CLMonitor.CircularGeographicCondition where circle.center.core.isValid:
        CircularRegion(identifier: identifier, center: circle.center.core, radius: circle.radius)
      case is CLMonitor.BeaconIdentityCondition: Self.beacon(identifier)
      default: nil as CircularRegion?
      }
    if region == nil { core.remove(id) }
    let admission = region.map { core.add(id, $0, assuming: state) } ?? .radiusAboveMaximum
    guard admission != .unchanged else { return }
    if let region, admission != .radiusAboveMaximum {
      record.register(id, region, isBeyondLimit: admission == .limitExceeded)
    }
    monitors[name, default: [:]][identifier] = CLMonitor.Record(
      condition: condition, lastEvent: event(identifier, .init(state)), number: newNumber())
    let diagnostic: CLMonitor.Event.Diagnostic? =
      switch admission {
      case .unchanged: nil
      case .registered:
        core.device.diagnostic.map { .device($0) } ?? (sessions.areMissing ? .sessionRequired : nil)
      case .limitExceeded: .limit
      case .radiusAboveMaximum: .unsupported
      }
    if let diagnostic { diagnose(identifier, diagnostic, name) }
  }

  /// Returns a circle that takes a beacon's slot and that no device enters: a millimetre around the
  /// South Pole.
  static func beacon(_ identifier: RegionIdentifier) -> CircularRegion {
    CircularRegion(
      identifier: identifier, center: Coordinate(latitude: -90, longitude: 0), radius: 0.001)
  }

  mutating func remove(_ identifier: RegionIdentifier, from name: String) {
    guard monitors[name]?.removeValue(forKey: identifier) != nil else { return }
    remove(ConditionID(identifier, of: Self.owner(name)))
    news.removeAll { news in
      guard case .event(let event, nil, name) = news else { return false }
      return RegionIdentifier(event.identifier) == identifier
    }
  }

  private mutating func remove(_ id: ConditionID) {
    core.remove(id)
    record.end(id)
  }

  mutating func diagnose(
    _ identifier: RegionIdentifier, _ diagnostic: CLMonitor.Event.Diagnostic, _ name: String
  ) {
    news.append(.event(event(identifier, .unmonitored, diagnostic), nil, monitor: name))
  }

  mutating func startMonitoring(_ region: CLRegion) {
    let identifier = RegionIdentifier(region.identifier)
    let circle = (region as? CLCircularRegion)?.core
    guard circle?.center.isValid ?? (region is CLBeaconRegion),
      let region = region.copy() as? CLRegion
    else { return fail(region, .regionMonitoringFailure) }
    let core = circle ?? Self.beacon(identifier)
    let id = ConditionID(identifier, of: Self.managers)
    let admission = self.core.add(id, core)
    guard admission == .registered else {
      regions[identifier] = nil
      record.end(id)
      if admission == .limitExceeded { record.register(id, core, isBeyondLimit: true) }
      return fail(region, .regionMonitoringFailure)
    }
    regions[identifier] = region
    record.register(id, core, isBeyondLimit: false)
    switch authorization {
    case .denied, .restricted: fail(region, .regionMonitoringDenied)
    case .authorizedAlways, .authorizedWhenInUse, .notDetermined:
      news.append(.call(.started(region)))
    }
  }

  private mutating func fail(_ region: CLRegion, _ code: CLError.Code) {
    news.append(.call(.monitoringFailed(region, code)))
  }

  mutating func stopMonitoring(_ identifier: RegionIdentifier) {
    guard regions.removeValue(forKey: identifier) != nil else { return }
    remove(ConditionID(identifier, of: Self.managers))
  }

  /// Returns the call that answers a request for the state of a region.
  func answer(about region: CLRegion) -> News {
    let id = ConditionID(RegionIdentifier(region.identifier), of: Self.managers)
    let state = core.state(of: id).map(CLRegionState.init) ?? .unknown
    return .call(.state(regions[id.identifier] ?? region, state))
  }

  var monitored: [MonitoredCondition] {
    core.monitor.individuals.sorted { $0.id < $1.id }.map { individual in
      MonitoredCondition(
        identifier: individual.id.identifier.rawValue,
        monitor: individual.id.owner == Self.managers ? nil : individual.id.owner.name,
        latitude: individual.region.center.latitude,
        longitude: individual.region.center.longitude, radius: individual.region.radius,
        state: CLRegionState(core.state(of: individual.id) ?? .unknown))
    }
  }
}

/// A circle that an app has registered and that has a slot.
public struct MonitoredCondition: Hashable, Sendable, CustomStringConvertible {
  public let identifier: String
  /// The name of the `CLMonitor` that watches it; `nil` for a region of the location managers.
  public let monitor: String?
  /// The latitude of the centre in degrees.
  public let latitude: CLLocationDegrees
  /// The longitude of the centre in degrees.
  public let longitude: CLLocationDegrees
  /// The radius in metres.
  public let radius: CLLocationDistance
  /// The state that the system knows.
  public let state: CLRegionState

  public var description: String {
    "\(identifier) \(state)" + (monitor.map { " in monitor \($0)" } ?? "")
  }
}
