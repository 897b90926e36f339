import GeofenceCore

/// What the app registers.
extension SimulatedSystem {
  mutating func add(
    _ condition: any CLCondition, _ identifier: RegionIdentifier, to name: String,
    assuming state: RegionState
  ) {
    let id = ConditionID(identifier, of: Self.owner(name))
    let admission: LocationSystem.Admission
    if let circle = condition as? CLMonitor.CircularGeographicCondition {
      let region = CircularRegion(
        identifier: identifier, center: circle.center.core, radius: circle.radius)
      admission = core.add(id, region, assuming: state)
      if admission == .registered || admission == .limitExceeded {
        record.register(id, region, isBeyondLimit: admission == .limitExceeded)
      }
    } else {
      core.remove(id)
      admission = .radiusAboveMaximum
    }
    guard admission != .unchanged else { return }
    monitors[name, default: [:]][identifier] = CLMonitor.Record(
      condition: condition, lastEvent: event(identifier, .init(state)))
    switch admission {
    case .unchanged: break
    case .registered:
      if let diagnostic = core.device.diagnostic { diagnose(identifier, .device(diagnostic), name) }
    case .limitExceeded: diagnose(identifier, .limit, name)
    case .radiusAboveMaximum: diagnose(identifier, .unsupported, name)
    }
  }

  mutating func remove(_ identifier: RegionIdentifier, from name: String) {
    guard monitors[name]?.removeValue(forKey: identifier) != nil else { return }
    core.remove(ConditionID(identifier, of: Self.owner(name)))
    record.end(ConditionID(identifier, of: Self.owner(name)))
    news.removeAll { $0.isDiagnosis(of: identifier, name) }
  }

  private mutating func diagnose(
    _ identifier: RegionIdentifier, _ diagnostic: CLMonitor.Event.Diagnostic, _ name: String
  ) {
    news.append(.event(event(identifier, .unmonitored, diagnostic), nil, monitor: name))
  }

  mutating func startMonitoring(_ region: CLRegion) {
    let identifier = RegionIdentifier(region.identifier)
    guard let region = (region as? CLCircularRegion)?.registered else {
      return fail(region, .regionMonitoringFailure)
    }
    let id = ConditionID(identifier, of: Self.managers)
    let admission = core.add(id, region.core)
    guard admission == .registered else {
      regions[identifier] = nil
      record.end(id)
      if admission == .limitExceeded { record.register(id, region.core, isBeyondLimit: true) }
      return fail(region, .regionMonitoringFailure)
    }
    regions[identifier] = region
    record.register(id, region.core, isBeyondLimit: false)
    switch core.device.authorization {
    case .denied, .restricted: fail(region, .regionMonitoringDenied)
    case .always, .whenInUse, .notDetermined: news.append(.call(.started(region), to: .all))
    }
  }

  private mutating func fail(_ region: CLRegion, _ code: CLError.Code) {
    news.append(.call(.monitoringFailed(region, code), to: .all))
  }

  mutating func stopMonitoring(_ identifier: RegionIdentifier) {
    guard regions.removeValue(forKey: identifier) != nil else { return }
    core.remove(ConditionID(identifier, of: Self.managers))
    record.end(ConditionID(identifier, of: Self.managers))
  }

  mutating func requestState(_ region: CLRegion) {
    let id = ConditionID(RegionIdentifier(region.identifier), of: Self.managers)
    let state = core.state(of: id).map(CLRegionState.init) ?? .unknown
    news.append(.call(.state(regions[id.identifier] ?? region, state), to: .all))
  }
}

extension News {
  fileprivate func isDiagnosis(of identifier: RegionIdentifier, _ name: String) -> Bool {
    guard case .event(let event, nil, name) = self else { return false }
    return RegionIdentifier(event.identifier) == identifier
  }
}

/// A circle that an app has registered.
public struct MonitoredCondition: Hashable, Sendable {
  public let identifier: String
  /// Of the `CLMonitor` that watches it; `nil` for a region of the location managers.
  public let monitor: String?
  public let latitude: CLLocationDegrees
  public let longitude: CLLocationDegrees
  /// Metres.
  public let radius: CLLocationDistance
  /// What the system knows of it.
  public let state: CLRegionState
}

extension MonitoredCondition: CustomStringConvertible {
  public var description: String {
    "\(identifier) \(state)" + (monitor.map { " in monitor \($0)" } ?? "")
  }
}

extension SimulatedSystem {
  /// What has one of the app's slots now, by identifier.
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
