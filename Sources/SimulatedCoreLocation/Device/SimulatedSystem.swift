import GeofenceCore

/// What the simulated device knows of its app, behind a lock and without any waiting: the location
/// system, and what app code sees of it.
struct SimulatedSystem {
  let settings: Settings
  var core: LocationSystem
  /// What is to be told beside the core's notices, in order.
  private var news: [News] = []

  /// By name; kept whether or not the app runs.
  var monitors: [String: [RegionIdentifier: StoredRecord]] = [:]
  /// The location managers' regions, shared by all of them.
  private(set) var regions: [RegionIdentifier: CLCircularRegion] = [:]
  var wantsLocations = false
  /// Whether the current fix has not been offered to the app as a location.
  private var owesLocation = false

  /// Something the app is to hear.
  enum News {
    case event(CLMonitor.Event, Told, monitor: String)
    case diagnosis(CLMonitor.Event, monitor: String)
    case region(CLCircularRegion, RegionState)
    case state(CLCircularRegion, RegionState)
    case started(CLCircularRegion)
    case failed(CLRegion, CLError.Code)
    case location(Fix)
    case authorization
    /// The app has to be started before anything more is told.
    case relaunch
  }

  struct StoredRecord {
    let condition: any CLCondition
    var lastEvent: CLMonitor.Event

    var record: CLMonitor.Record { CLMonitor.Record(condition: condition, lastEvent: lastEvent) }
  }

  private static let managers = ConditionOwner(.clLocationManager)

  static func owner(_ monitor: String) -> ConditionOwner {
    ConditionOwner(.clMonitor, named: monitor)
  }

  init(_ settings: Settings) {
    self.settings = settings
    core = LocationSystem(
      DeviceState(platform: settings.platform), rules: settings.crossing, limit: settings.limit,
      of: RegionCatalog(.empty, maximumRadius: settings.maximumRadius), owner: Self.managers)
    core.receivers = .only([])
    core.canRelaunch = false
  }

  var now: Timestamp { core.lastFix?.time ?? Timestamp(milliseconds: 0) }

  /// The app has a location manager: what its regions cross is heard.
  mutating func noteManager() { core.setReceiving(Self.managers, true) }

  // MARK: conditions

  mutating func add(
    _ condition: any CLCondition, _ identifier: RegionIdentifier, to name: String,
    assuming state: RegionState
  ) {
    let id = ConditionID(identifier, of: Self.owner(name))
    let admission: LocationSystem.Admission
    if let circle = condition as? CLMonitor.CircularGeographicCondition {
      admission = core.add(
        id,
        CircularRegion(identifier: identifier, center: circle.center.core, radius: circle.radius),
        assuming: state)
    } else {
      core.remove(id)
      admission = .radiusAboveMaximum
    }
    guard admission != .unchanged else { return }
    monitors[name, default: [:]][identifier] = StoredRecord(
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
  }

  mutating func startMonitoring(_ region: CLRegion) {
    let identifier = RegionIdentifier(region.identifier)
    guard let region = region as? CLCircularRegion else {
      return news.append(.failed(region, .regionMonitoringFailure))
    }
    let id = ConditionID(identifier, of: Self.managers)
    guard core.add(id, region.core) == .registered else {
      regions[identifier] = nil
      return news.append(.failed(region, .regionMonitoringFailure))
    }
    regions[identifier] = region
    switch core.device.authorization {
    case .denied, .restricted: news.append(.failed(region, .regionMonitoringDenied))
    case .always, .whenInUse, .notDetermined: news.append(.started(region))
    }
  }

  mutating func stopMonitoring(_ identifier: RegionIdentifier) {
    guard regions.removeValue(forKey: identifier) != nil else { return }
    core.remove(ConditionID(identifier, of: Self.managers))
  }

  mutating func requestState(_ region: CLRegion) {
    guard let region = region as? CLCircularRegion else { return }
    let id = ConditionID(RegionIdentifier(region.identifier), of: Self.managers)
    news.append(.state(region, core.state(of: id) ?? .unknown))
  }

  mutating func startSignificantChanges() {
    core.startSignificantChanges(
      distance: settings.significantDistance, interval: settings.significantInterval)
  }

  // MARK: what happens

  mutating func move(to fix: Fix) { core.move(to: fix) }

  mutating func watch() {
    core.watch()
    owesLocation = true
  }

  mutating func apply(_ action: DeviceAction) {
    core.apply(action)
    switch action {
    case .authorize, .accuracy: news.append(.authorization)
    case .terminate, .reboot: wantsLocations = false
    default: break
    }
  }

  /// What the app is to hear next: what it asked for, then what the system has to say, then a
  /// location.
  mutating func next() -> News? {
    while true {
      if !news.isEmpty { return news.removeFirst() }
      guard let notice = core.next() else { break }
      if let news = news(of: notice) { return news }
    }
    defer { owesLocation = false }
    guard owesLocation, wantsLocations, let fix = core.lastFix, core.device.isLocated,
      core.device.reach == .delivered
    else { return nil }
    return .location(fix)
  }

  private mutating func news(of notice: Notice) -> News? {
    switch notice {
    case .told(let told):
      guard told.id.owner != Self.managers else {
        return regions[told.id.identifier].map { .region($0, told.state) }
      }
      let event = CLMonitor.Event(
        identifier: told.id.identifier.rawValue, state: .init(told.state), date: told.since.date,
        diagnostic: nil)
      return .event(event, told, monitor: told.id.owner.name)
    case .relaunch: return .relaunch
    case .significantChange:
      owesLocation = false
      return core.lastFix.map { .location($0) }
    case .unmonitored(let id, let diagnostic):
      guard id.owner == Self.managers else {
        return .diagnosis(
          event(id.identifier, .unmonitored, .device(diagnostic)), monitor: id.owner.name)
      }
      guard diagnostic == .authorizationDenied || diagnostic == .authorizationRestricted else {
        return nil
      }
      return regions[id.identifier].map { .failed($0, .regionMonitoringDenied) }
    case .toldOutside, .unheard: return nil
    }
  }

  private mutating func diagnose(
    _ identifier: RegionIdentifier, _ diagnostic: CLMonitor.Event.Diagnostic, _ name: String
  ) {
    news.append(.diagnosis(event(identifier, .unmonitored, diagnostic), monitor: name))
  }

  private func event(
    _ identifier: RegionIdentifier, _ state: CLMonitor.Event.State,
    _ diagnostic: CLMonitor.Event.Diagnostic? = nil
  ) -> CLMonitor.Event {
    CLMonitor.Event(
      identifier: identifier.rawValue, state: state, date: now.date, diagnostic: diagnostic)
  }
}
