import GeofenceCore

/// What the simulated system knows: one state machine behind a lock, without any waiting.
///
/// Everything that an app is to hear is put into `news`, in order, for the device to deliver.
struct SimulatedSystem {
  let settings: Settings
  var device: DeviceState
  var monitor: Monitor
  var fix: Fix?
  var news: [News] = []
  /// What a monitor has to say of its conditions whether or not the device moves.
  var diagnoses: [(event: CLMonitor.Event, monitor: String)] = []
  /// Whether conditions came that the current fix has not been shown to.
  var hasNewConditions = false

  /// Whether the current fix has not been offered to the app as a location.
  var owesLocation = false

  /// By name; kept whether or not the app runs.
  var monitors: [String: MonitorStore] = [:]
  /// The location managers' regions, shared by all of them.
  var regions: [RegionIdentifier: CLCircularRegion] = [:]
  var significantChange: SignificantChange?
  var wantsLocations = false

  /// Something the app is to hear.
  enum News {
    case event(CLMonitor.Event, monitor: String)
    case region(CLCircularRegion, RegionState)
    case state(CLCircularRegion, RegionState)
    case started(CLCircularRegion)
    case failed(CLRegion, CLError.Code)
    case location(Fix, isSignificant: Bool)
    case authorization

    /// Whether the system starts an app to tell it.
    var startsApp: Bool {
      switch self {
      case .event(let event, _): event.state != .unmonitored
      case .region: true
      case .location(_, let isSignificant): isSignificant
      case .state, .started, .failed, .authorization: false
      }
    }
  }

  /// The records of one name.
  struct MonitorStore {
    var records: [RegionIdentifier: StoredRecord] = [:]
    /// What the app could not hear, the latest of each condition.
    var waiting: [RegionIdentifier: CLMonitor.Event] = [:]
  }

  struct StoredRecord {
    let condition: any CLCondition
    /// The circle that is watched; `nil` when the condition cannot be.
    let circle: CircularRegion?
    let assumed: RegionState
    var isRegistered: Bool
    var lastEvent: CLMonitor.Event

    var record: CLMonitor.Record { CLMonitor.Record(condition: condition, lastEvent: lastEvent) }
  }

  init(_ settings: Settings) {
    self.settings = settings
    device = DeviceState(platform: settings.platform)
    monitor = Monitor(rules: settings.crossing)
  }

  /// Whether one condition more may be registered.
  private var hasFreeSlot: Bool { monitor.conditions.count < settings.limit }

  // MARK: conditions

  mutating func add(
    _ condition: any CLCondition, _ identifier: RegionIdentifier, to name: String,
    assuming state: RegionState
  ) {
    let key = ConditionID(identifier, .monitor(name))
    let circle = (condition as? CLMonitor.CircularGeographicCondition).map {
      CircularRegion(identifier: key.identifier, center: $0.center.core, radius: $0.radius)
    }
    if let old = monitors[name]?.records[identifier] {
      if let circle, let oldCircle = old.circle, oldCircle.hasSameCircle(as: circle) { return }
      remove(identifier, from: name)
    }
    var record = StoredRecord(
      condition: condition, circle: circle, assumed: state, isRegistered: false,
      lastEvent: event(identifier, .init(state)))
    if let circle, circle.radius > 0, circle.radius <= settings.maximumRadius {
      if hasFreeSlot {
        record.isRegistered = true
        register(circle, assuming: state)
      } else {
        diagnose(identifier, .limit, name)
      }
    } else {
      diagnose(identifier, .unsupported, name)
    }
    monitors[name, default: MonitorStore()].records[identifier] = record
    if let diagnostic = device.diagnostic, record.isRegistered {
      diagnose(identifier, .device(diagnostic), name)
    }
  }

  mutating func remove(_ identifier: RegionIdentifier, from name: String) {
    guard let record = monitors[name]?.records.removeValue(forKey: identifier) else { return }
    monitors[name]?.waiting[identifier] = nil
    if record.isRegistered {
      monitor.remove(ConditionID(identifier, .monitor(name)).identifier)
      reviveConditions()
    }
  }

  private mutating func register(_ region: CircularRegion, assuming state: RegionState) {
    monitor.add(region, assuming: state)
    hasNewConditions = true
  }

  /// Gives slots that became free to the conditions that were one too many, by monitor and
  /// identifier.
  private mutating func reviveConditions() {
    for name in monitors.keys.sorted() {
      for identifier in monitors[name]?.records.keys.sorted() ?? [] {
        guard hasFreeSlot else { return }
        guard let record = monitors[name]?.records[identifier], !record.isRegistered,
          let circle = record.circle, circle.radius > 0, circle.radius <= settings.maximumRadius
        else { continue }
        monitors[name]?.records[identifier]?.isRegistered = true
        register(circle, assuming: record.assumed)
      }
    }
  }

  // MARK: regions of location managers

  mutating func startMonitoring(_ region: CLRegion) {
    guard let region = region as? CLCircularRegion, region.radius > 0,
      region.radius <= settings.maximumRadius
    else { return news.append(.failed(region, .regionMonitoringFailure)) }
    let identifier = RegionIdentifier(region.identifier)
    stopMonitoring(identifier, revives: false)
    switch device.authorization {
    case .denied, .restricted: return news.append(.failed(region, .regionMonitoringDenied))
    case .always, .whenInUse, .notDetermined: break
    }
    guard hasFreeSlot else { return news.append(.failed(region, .regionMonitoringFailure)) }
    regions[identifier] = region
    register(region.core(named: ConditionID(identifier, .manager).identifier), assuming: .unknown)
    news.append(.started(region))
  }

  mutating func stopMonitoring(_ identifier: RegionIdentifier, revives: Bool = true) {
    guard regions.removeValue(forKey: identifier) != nil else { return }
    monitor.remove(ConditionID(identifier, .manager).identifier)
    if revives { reviveConditions() }
  }

  mutating func requestState(_ region: CLRegion) {
    let key = ConditionID(RegionIdentifier(region.identifier), .manager).identifier
    guard let region = region as? CLCircularRegion else { return }
    let condition = monitor.conditions.first { $0.region.identifier == key }
    news.append(.state(region, condition?.crossing.state ?? .unknown))
  }

  // MARK: fixes

  /// Shows the current fix to every condition and notes what changed: exits first, then enters.
  mutating func watch() {
    hasNewConditions = false
    guard let fix, device.monitors else { return }
    var transitions: [Monitor.Transition] = []
    monitor.observe(fix, EarthVector(fix.coordinate), into: &transitions)
    guard !transitions.isEmpty else { return }
    for side in [RegionState.unsatisfied, .satisfied] {
      for transition in transitions {
        let condition = monitor.conditions[transition.position]
        guard condition.crossing.state == side else { continue }
        note(condition.region, side, isInitial: transition.crossedAt == nil)
      }
    }
  }

  private mutating func note(_ region: CircularRegion, _ state: RegionState, isInitial: Bool) {
    switch ConditionID.owner(of: region.identifier) {
    case (let identifier, .monitor(let name)): tell(event(identifier, .init(state)), name)
    case (let identifier, .manager):
      // The first state is taken silently, and the flags hold back the report alone.
      guard !isInitial, state == .satisfied ? region.notifyOnEntry : region.notifyOnExit,
        let region = regions[identifier]
      else { return }
      news.append(.region(region, state))
    }
  }

  /// Notes a location for the app, when the app has asked for it.
  mutating func locate() {
    owesLocation = false
    guard significantChange != nil || wantsLocations, let fix, device.isLocated else { return }
    let vector = EarthVector(fix.coordinate)
    if device.reach != .waits, significantChange?.isDue(fix, vector) == true {
      _ = significantChange?.observe(fix, vector)
      news.append(.location(fix, isSignificant: true))
    } else if wantsLocations, device.reach == .delivered {
      news.append(.location(fix, isSignificant: false))
    }
  }

  /// What the app is to hear next: what is known, then a location it has asked for, then what the
  /// current fix says of conditions that came meanwhile.
  mutating func nextNews() -> News? {
    if news.isEmpty, owesLocation { locate() }
    while news.isEmpty, hasNewConditions, fix != nil { watch() }
    return news.isEmpty ? nil : news.removeFirst()
  }

  mutating func startSignificantChanges() {
    significantChange =
      significantChange
      ?? SignificantChange(
        distance: settings.significantDistance, interval: settings.significantInterval)
  }

  // MARK: events

  private mutating func tell(_ event: CLMonitor.Event, _ name: String) {
    news.append(.event(event, monitor: name))
  }

  private mutating func diagnose(
    _ identifier: RegionIdentifier, _ diagnostic: CLMonitor.Event.Diagnostic, _ name: String
  ) {
    diagnoses.append((event(identifier, .unmonitored, diagnostic), name))
  }

  /// Tells every monitor why its conditions are not watched, and the managers that it may not.
  mutating func tellDiagnostic(_ diagnostic: DeviceState.Diagnostic) {
    for name in monitors.keys.sorted() {
      for identifier in monitors[name]?.records.keys.sorted() ?? []
      where monitors[name]?.records[identifier]?.isRegistered == true {
        diagnose(identifier, .device(diagnostic), name)
      }
    }
    guard diagnostic == .authorizationDenied || diagnostic == .authorizationRestricted else {
      return
    }
    for (_, region) in regions.sorted(by: { $0.key < $1.key }) {
      news.append(.failed(region, .regionMonitoringDenied))
    }
  }

  private func event(
    _ identifier: RegionIdentifier, _ state: CLMonitor.Event.State,
    _ diagnostic: CLMonitor.Event.Diagnostic? = nil
  ) -> CLMonitor.Event {
    CLMonitor.Event(
      identifier: identifier.rawValue, state: state, date: now.date, diagnostic: diagnostic)
  }

  var now: Timestamp { fix?.time ?? Timestamp(milliseconds: 0) }
}
