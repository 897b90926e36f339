import GeofenceCore

/// The state of the simulated device behind a lock, which never waits: the location system, and the
/// part of it that app code sees.
struct SimulatedSystem: @unchecked Sendable {
  let configuration: SimulatedDeviceConfiguration
  let settings: Settings
  var core: LocationSystem
  var news: [News] = []

  // MARK: what the app has registered, and holds

  var monitors: [String: [RegionIdentifier: CLMonitor.Record]] = [:]
  /// The open monitors, by their names.
  var channels: [String: EventChannel] = [:]
  /// The names of the monitors that the running app has let go of.
  var released: Set<String> = []
  var regions: [RegionIdentifier: CLRegion] = [:]
  var clients: [ManagerClient] = []
  var sessions: AppSessions
  /// The sequences that the app iterates, in the order of their numbers.
  var readers: [Int: Reader] = [:]
  private var lastNumber = 0

  // MARK: the track

  private var owesLocation = false
  var served: Set<ObjectIdentifier> = []
  /// The managers whose delegates handle a location, or a failure, now.
  var answering: Set<ObjectIdentifier> = []
  var monitorsVisits = false
  private var visits = VisitDetector()
  var record = RunRecord()
  let positioning: Positioning?
  private var positioner: Positioner?
  private var odometer = Odometer()
  /// The time of the last fix of the track, whether or not it was a location update.
  private(set) var lastFixTime: Timestamp?
  /// The device's clock, which stands until the first fix; sleeps move it on between two fixes.
  var clock = Timestamp(milliseconds: 0)
  /// The interval by which the recorded times of tracks are moved, so that the first of them begins
  /// where the test wants the device's clock to begin; `nil` before the first track.
  var trackShift: Interval?

  // MARK: the app's run

  var launches: [AppStart] = []
  /// The tasks of the app that runs; none if it does not.
  var tasks: [Task<Void, Never>] = []
  var hasMoved = false
  /// The number of calls of the test under way that let time pass by fixes.
  var operations = 0
  var sleepers = Sleepers()
  var hasReadEarly = false
  /// True if the app has waited for a time since it was started.
  var hasSlept = false
  var isRestless = false
  var rest: Rest?
  var occasion = "the app has not come to rest"
  var isListening: Bool { launches.isEmpty || !tasks.isEmpty }
  var service: (any DeviceService)?

  // MARK: what is reported

  var hearing = RegionHearing()
  var lacksDelegate = false
  var onMisuse: (@Sendable (String) -> Void)?
  /// The issues that no test has received yet.
  var unreported: [SimulationIssue] = []
  var warnings: Set<String> = []
  var timeline: [TimelineEntry] = []
  var loggedFix: Timestamp?

  var hasTime: Bool { configuration.start != nil || lastFixTime != nil }

  static let managers = ConditionOwner(.clLocationManager)

  static func owner(_ monitor: String) -> ConditionOwner {
    ConditionOwner(.clMonitor, named: monitor)
  }

  init(_ configuration: SimulatedDeviceConfiguration) {
    self.configuration = configuration
    settings = configuration.settings
    positioning = configuration.positioning.model.map { Positioning($0, seed: configuration.seed) }
    sessions = AppSessions(isRequired: configuration.requiresServiceSession)
    if let start = configuration.start { clock = Timestamp(start) }
    var state = DeviceState(platform: settings.platform)
    // A test launches the app as its user does.
    state.app = .foreground
    record.append(.foreground, at: clock)
    state.authorization = .init(configuration.authorization)
    if configuration.authorization != .authorizedAlways {
      record.append(.authorize(state.authorization), at: clock)
    }
    state.isLocationOn = configuration.locationServicesEnabled
    if !state.isLocationOn { record.append(.location(isOn: false), at: clock) }
    core = LocationSystem(
      state, rules: settings.crossing, limit: settings.limit,
      of: RegionCatalog(.empty, maximumRadius: settings.maximumRadius), owner: Self.managers)
    core.receivers = []
    core.canRelaunch = false
  }

  /// Returns the number of a session or a reader.
  mutating func newNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  // MARK: events and deliveries

  /// Returns `true` if the fix is a location update.
  mutating func move(to fix: Fix, of device: String? = nil) -> Bool {
    clock = lastFixTime == nil ? fix.time : max(clock, fix.time)
    lastFixTime = fix.time
    record.fixes.append(fix)
    guard let seen = see(fix, of: device) else { return false }
    core.move(to: seen)
    return true
  }

  /// Returns the location update of a fix; `nil` if there is none.
  ///
  /// - Parameter device: The name of the device, which the first fix gives; each name has random
  ///   numbers of its own.
  private mutating func see(_ fix: Fix, of device: String?) -> Fix? {
    guard let positioning else { return fix }
    var positioner =
      self.positioner
      ?? Positioner(positioning.model, Draws(seed: positioning.seed, device: device))
    defer { self.positioner = positioner }
    positioner.settle(isCrossing: core.monitor.isCrossing) { place, metres in
      core.monitor.isBoundary(within: metres, of: place)
    }
    let reading = odometer.read(fix)
    guard let seen = positioner.see(reading) else { return nil }
    core.drawRules(positioner, atFix: reading.number)
    return seen
  }

  mutating func evaluate() {
    core.evaluate()
    owesLocation = true
    served = []
    guard let fix = core.lastFix, core.device.isLocated else { return }
    let found = visits.take(fix)
    if monitorsVisits, !found.isEmpty { deliver(found) }
  }

  private mutating func deliver(_ visits: [CLVisit]) {
    if core.device.reach == .relaunches, core.canRelaunch {
      core.apply(.launch)
      core.apply(.background)
      news.append(.relaunch("in the background, for a visit"))
    }
    guard hears else { return }
    let visitors = recipients { $0.visits }
    for visit in visits { news.append(.call(.visit(visit), to: visitors.isEmpty ? nil : visitors)) }
  }

  mutating func apply(_ action: DeviceAction) {
    guard sessions.letsThrough(action) else { return }
    record.append(action, at: clock)
    let (wasDenied, before) = (isDenied, core.device)
    core.apply(action)
    switch action {
    case .authorize, .accuracy, .location:
      news.append(.call(.authorization))
      if isDenied, !wasDenied { failDenied() }
      showLive(nil)
    case .background, .foreground, .launch: showUse(since: before)
    case .terminate, .forceQuit, .reboot: (clients, news) = ([], [])
    default: break
    }
  }

  var hears: Bool { core.device.reach == .delivered }

  /// Returns the next delivery to the app: first what it asked for, then the system's notices, then
  /// the states that it asked for, which are known by then, then a location.
  mutating func next() -> News? {
    while true {
      if let index = news.firstIndex(where: { !$0.isStateRequest }) {
        return news.remove(at: index)
      }
      guard let notice = core.next() else { break }
      if let news = news(of: notice) { return news }
    }
    if case .stateRequest(let region) = news.first {
      news.removeFirst()
      return answer(about: region)
    }
    guard owesLocation, let fix = core.lastFix else { return nil }
    owesLocation = false
    guard core.device.isLocated, hears else { return nil }
    offer(fix)
    return news.isEmpty ? nil : news.removeFirst()
  }

  private mutating func news(of notice: Notice) -> News? {
    switch notice {
    case .state(let report):
      guard report.id.owner != Self.managers else {
        return regions[report.id.identifier].map { .call(.region($0, report.state)) }
      }
      if sessions.areMissing {
        core.putBack(report)
        return nil
      }
      let event = CLMonitor.Event(
        identifier: report.id.identifier.rawValue, state: .init(report.state),
        date: report.since.date, diagnostic: nil)
      return .event(event, report, monitor: report.id.owner.name)
    case .relaunch(let cause):
      return .relaunch(
        cause == .event ? "in the background, for an event" : "for a significant change")
    case .significantChange: return core.lastFix.flatMap { significantChange(at: $0) }
    case .unmonitored(let id, let diagnostic):
      guard id.owner == Self.managers else {
        return .event(
          event(id.identifier, .unmonitored, .device(diagnostic)), nil, monitor: id.owner.name)
      }
      switch diagnostic {
      case .authorizationDenied, .authorizationRestricted, .locationOff: break
      default: return nil
      }
      return regions[id.identifier].map {
        .call(.monitoringFailed($0, .regionMonitoringDenied))
      }
    case .outside: return nil
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

/// A delivery to the app, in the order of the queue.
enum News: @unchecked Sendable {
  /// A start of the app, with its reason, which has to precede every later delivery.
  case relaunch(String)
  /// An event of a monitor, with the state that it delivers; a diagnosis delivers none.
  case event(CLMonitor.Event, CrossingReport?, monitor: String)
  /// A call to the delegates of these managers; `nil` for all of them.
  case call(DelegateCall, to: Set<ObjectIdentifier>? = nil)
  case update(CLLocationUpdate)
  /// A prompt that asks the user for an authorization; the app receives what follows from the
  /// answer.
  case prompt(CLAuthorizationStatus)
  case service(ServiceDelivery)
  /// A request for the state of a region, which is answered when the system knows it.
  case stateRequest(CLRegion)

  var isStateRequest: Bool { if case .stateRequest = self { true } else { false } }

  /// True if it may be what the app's code waits for after it has asked for something.
  var isAnswer: Bool {
    switch self {
    case .event, .update, .relaunch, .call(.region, to: _), .call(.visit, to: _): false
    case .call, .prompt, .service, .stateRequest: true
    }
  }
}
