import GeofenceCore

/// What the simulated device knows of its app, behind a lock and without any waiting: the location
/// system, and what app code sees of it.
struct SimulatedSystem: @unchecked Sendable {
  let settings: Settings
  var core: LocationSystem
  /// What is to be told beside the core's notices, in order.
  var news: [News] = []

  /// By name; kept whether or not the app runs.
  var monitors: [String: [RegionIdentifier: CLMonitor.Record]] = [:]
  /// The location managers' regions, shared by all of them.
  var regions: [RegionIdentifier: CLCircularRegion] = [:]
  /// The managers that the app has used since it was started, in that order.
  var clients: [ManagerClient] = []
  /// What the user answers when the app asks for authorization.
  let answer: CLAuthorizationStatus
  /// How many readers of live updates there are.
  var liveReaders = 0
  /// Whether the current fix has not been offered to the app as a location.
  private var owesLocation = false
  /// Who has been told of the current fix as a significant change.
  var served: Set<ObjectIdentifier> = []
  private var visits = VisitDetector()
  var record = RunRecord()
  private var service: SimulatedLocationService?
  /// The time of the last fix, seen or not.
  private(set) var lastFixTime: Timestamp?
  /// The device's clock, which sleeps move on between two fixes; since 1970.
  var clock = Timestamp(milliseconds: 0)

  static let managers = ConditionOwner(.clLocationManager)

  static func owner(_ monitor: String) -> ConditionOwner {
    ConditionOwner(.clMonitor, named: monitor)
  }

  init(_ configuration: SimulatedDeviceConfiguration) {
    settings = configuration.settings
    answer = configuration.answer
    var state = DeviceState(platform: settings.platform)
    state.authorization = .init(configuration.authorization)
    if configuration.authorization != .authorizedAlways {
      record.append(.authorize(state.authorization), at: clock)
    }
    core = LocationSystem(
      state, rules: settings.crossing, limit: settings.limit,
      of: RegionCatalog(.empty, maximumRadius: settings.maximumRadius), owner: Self.managers)
    core.receivers = .only([])
    core.canRelaunch = false
    service = configuration.positioning.model.map {
      SimulatedLocationService(Positioning($0, seed: configuration.seed))
    }
  }

  // MARK: what happens

  /// - Parameter device: the name of the track's device, where it has one.
  /// - Returns: whether the phone sees it.
  mutating func move(to fix: Fix, of device: String? = nil) -> Bool {
    clock = max(clock, fix.time)
    lastFixTime = fix.time
    record.append(fix)
    guard let seen = service == nil ? fix : service?.see(fix, of: device, beside: core.monitor)
    else { return false }
    core.move(to: seen)
    return true
  }

  /// Looks at what follows from the last fix.
  mutating func watch() {
    core.watch()
    owesLocation = true
    served = []
    guard let fix = core.lastFix, core.device.isLocated, hears else { return }
    let visitors = recipients { $0.visits }
    for visit in visits.take(fix) where !visitors.isEmpty {
      news.append(.call(.visit(visit), to: .only(visitors)))
    }
  }

  mutating func apply(_ action: DeviceAction) {
    record.append(action, at: clock)
    core.apply(action)
    switch action {
    case .authorize, .accuracy:
      news.append(.call(.authorization, to: .all))
      if liveReaders > 0 { news.append(.update(liveUpdate(nil))) }
    case .terminate, .reboot:
      clients = []
      liveReaders = 0
      news = []
    default: break
    }
  }

  /// Whether what is said now reaches the app.
  var hears: Bool { core.device.reach == .delivered }

  /// What the app is to hear next: what it asked for, then what the system has to say, then a
  /// location.
  mutating func next() -> News? {
    while true {
      if !news.isEmpty { return news.removeFirst() }
      guard let notice = core.next() else { break }
      if let news = news(of: notice) { return news }
    }
    guard owesLocation, let fix = core.lastFix else { return nil }
    owesLocation = false
    guard core.device.isLocated, hears else { return nil }
    offer(fix)
    return news.isEmpty ? nil : news.removeFirst()
  }

  private mutating func news(of notice: Notice) -> News? {
    switch notice {
    case .told(let told):
      guard told.id.owner != Self.managers else {
        return regions[told.id.identifier].map { .call(.region($0, told.state), to: .all) }
      }
      let event = CLMonitor.Event(
        identifier: told.id.identifier.rawValue, state: .init(told.state), date: told.since.date,
        diagnostic: nil)
      return .event(event, told, monitor: told.id.owner.name)
    case .relaunch(let cause): return .relaunch(cause)
    case .significantChange: return core.lastFix.flatMap { significantChange(at: $0) }
    case .unmonitored(let id, let diagnostic):
      guard id.owner == Self.managers else {
        return .event(
          event(id.identifier, .unmonitored, .device(diagnostic)), nil, monitor: id.owner.name)
      }
      guard diagnostic == .authorizationDenied || diagnostic == .authorizationRestricted else {
        return nil
      }
      return regions[id.identifier].map {
        .call(.monitoringFailed($0, .regionMonitoringDenied), to: .all)
      }
    case .toldOutside, .unheard: return nil
    }
  }

  func event(
    _ identifier: RegionIdentifier, _ state: CLMonitor.Event.State,
    _ diagnostic: CLMonitor.Event.Diagnostic? = nil
  ) -> CLMonitor.Event {
    CLMonitor.Event(
      identifier: identifier.rawValue, state: state, date: clock.date, diagnostic: diagnostic)
  }
}
