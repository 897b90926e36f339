/// The location services of one device as an app meets them: a pure state machine.
///
/// It watches conditions, knows what the app can hear of, keeps what it cannot, and starts the app
/// where Core Location would. Whoever drives it shows it fixes and actions, then takes one notice
/// after the other and does what it says; what an app does in answer goes in between.
///
///     system.move(to: fix)
///     system.watch()
///     while let notice = system.next() { app.hear(notice, &system) }
///
/// Monitoring is the system's: states move on whether or not the app runs. Delivery is the app's: what
/// cannot be told waits under `CLMonitor` and is lost under `CLLocationManager`. Our assumption.
public struct LocationSystem: Sendable {
  public internal(set) var device: DeviceState
  package internal(set) var monitor: Monitor
  /// Whose the catalog's regions are.
  let owner: ConditionOwner
  /// How many conditions the system takes from the app. Apple documents 20.
  public let limit: Int
  /// Who has an open monitor, or a manager with a delegate, while the app runs.
  public var receivers = Receivers.all
  /// Whether there is an app that can be started.
  public var canRelaunch = true
  /// The service, where the app has started it; the system keeps it when the app is gone.
  public internal(set) var significantChange: SignificantChange?

  var fix = Fix(time: Timestamp(milliseconds: 0), coordinate: Coordinate(latitude: 0, longitude: 0))
  var vector = EarthVector(x: 0, y: 0, z: 0)
  /// Whether there has been a fix.
  var isPlaced = false
  /// Whether the fix has been shown to the conditions.
  var hasWatched = false
  /// Whether the fix may still be a significant change.
  var owesPlace = false
  /// Whether conditions came that have not been shown the fix.
  var hasNewConditions = false
  var findings = Monitor.Findings()

  /// What is to be said, first things last.
  var outbox: [Unsaid] = []
  /// What the app could not hear, the last of each condition.
  var waiting: [ConditionRef: Told] = [:]
  /// The last state that the app was told of a region, where that is not the region's state.
  var lastTold: [Int32: RegionState] = [:]
  /// Whether what is told now belongs to the fix that comes next, as after an action between two.
  var tellsForNext = false
  /// Conditions that are watched again, and after how many more fixes.
  var resuming: [(condition: ConditionRef, fixes: Int)] = []
  /// Conditions that a monitor lists although there was no slot for them.
  var unregistered: [ConditionID: (region: CircularRegion, assumed: RegionState)] = [:]
  /// The catalog's regions for which there was no slot: a monitor lists them, a manager has failed.
  var refused: PositionSet

  enum Unsaid: Sendable {
    case state(Told, hasWaited: Bool)
    case outside(PositionSet)
    case unmonitored(ConditionID, DeviceState.Diagnostic)
  }

  /// Whose conditions reach the app while it runs.
  public enum Receivers: Hashable, Sendable {
    case all
    case only(Set<ConditionOwner>)

    func contains(_ owner: ConditionOwner) -> Bool {
      switch self {
      case .all: true
      case .only(let owners): owners.contains(owner)
      }
    }
  }

  /// - Parameters:
  ///   - owner: whose the catalog's regions are.
  ///   - limit: how many conditions the system takes from the app.
  public init(
    _ device: DeviceState, rules: CrossingRules, limit: Int, of catalog: RegionCatalog,
    owner: ConditionOwner
  ) {
    self.device = device
    self.owner = owner
    self.limit = limit
    monitor = Monitor(rules: rules, catalog)
    refused = PositionSet(of: catalog.regions.count)
  }

  /// Starts the significant-change service, unless it runs; the next place that the app hears of is
  /// the first change.
  ///
  /// - Parameter phase: how long the clock has run by then.
  public mutating func startSignificantChanges(
    distance: Double, interval: Interval, phase: Interval = Interval(milliseconds: 0)
  ) {
    significantChange =
      significantChange ?? SignificantChange(distance: distance, interval: interval, phase: phase)
  }

  public mutating func stopSignificantChanges() { significantChange = nil }

  /// Moves the device; nothing is watched before `watch`.
  ///
  /// - Precondition: `fix` is not earlier than the one before, and its coordinate is valid.
  public mutating func move(to fix: Fix) { move(to: fix, EarthVector(fix.coordinate)) }

  mutating func move(to fix: Fix, _ vector: EarthVector) {
    self.fix = fix
    self.vector = vector
    isPlaced = true
    hasWatched = false
    tellsForNext = false
    owesPlace = false
    if !resuming.isEmpty { resume() }
  }

  /// Corrects where the device is, at the same time.
  mutating func relocate(to fix: Fix, _ vector: EarthVector) {
    self.fix = fix
    self.vector = vector
  }

  private mutating func resume() {
    for (condition, fixes) in resuming where fixes == 0 { monitor.pause(condition, false) }
    resuming = resuming.filter { $0.fixes > 0 }.map { ($0.condition, $0.fixes - 1) }
  }

  /// Shows the fix to every condition that is watched, and to the significant-change service.
  public mutating func watch() {
    hasWatched = true
    owesPlace = true
    look()
  }

  mutating func look() {
    hasNewConditions = false
    guard device.monitors, isPlaced else { return }
    findings.removeAll()
    monitor.observe(fix, vector, into: &findings)
    if !findings.changes.isEmpty || findings.outside != nil { takeFindings() }
  }

  /// Puts what was found into the order of telling: exits first, each kind by identifier.
  private mutating func takeFindings() {
    var states: [Told] = []
    var outside = findings.outside ?? PositionSet(of: monitor.catalog.regions.count)
    for change in findings.changes {
      switch change.condition {
      case .region(let position) where change.state == .unsatisfied && change.crossedAt == nil:
        outside.insert(position)
      case let condition:
        let told = found(condition, change.state, crossedAt: change.crossedAt)
        if let told, isNews(told) { states.append(told) }
      }
    }
    let tellsOutside = owner.api == .clMonitor && !outside.isEmpty
    // They are told one by one only where another comes between them.
    let isMixed = tellsOutside && states.contains { $0.state == .unsatisfied }
    if isMixed { states += outside.compactMap { found(.region($0), .unsatisfied) } }
    states.sort { $1.precedes($0) }
    outbox.insert(contentsOf: states.lazy.map { .state($0, hasWaited: false) }, at: 0)
    if tellsOutside, !isMixed { outbox.append(.outside(outside)) }
  }

  /// What there is to tell of a condition that is watched, at the fix.
  func found(_ condition: ConditionRef, _ state: RegionState, crossedAt: Timestamp? = nil) -> Told?
  {
    guard let (id, region) = self.condition(condition) else { return nil }
    return Told(
      condition: condition, id: id, region: region, state: state, crossedAt: crossedAt,
      since: fix.time)
  }

  /// Whether the interface has anything to say to the app.
  ///
  /// `CLMonitor` says everything, and the flags are the app's own filter; `CLLocationManager` takes
  /// the first state silently and knows the flags itself.
  private func isNews(_ told: Told) -> Bool {
    guard told.id.owner.api == .clLocationManager else { return true }
    return told.crossedAt != nil
      && (told.state == .satisfied ? told.region.notifyOnEntry : told.region.notifyOnExit)
  }

  /// The name and the region of a condition; `nil` when it is not watched.
  func condition(_ condition: ConditionRef) -> (ConditionID, CircularRegion)? {
    switch condition {
    case .region(let position):
      guard monitor.members.contains(position) else { return nil }
      let region = monitor.catalog.regions[Int(position)]
      return (ConditionID(region.identifier, of: owner), region)
    case .individual(let id):
      return monitor.individuals.first { $0.id == id }.map { ($0.id, $0.region) }
    }
  }
}

extension Told {
  /// Whether it is told before another one: exits first, each kind by identifier.
  func precedes(_ other: Told) -> Bool {
    if state != other.state { return state == .unsatisfied }
    return id < other.id
  }
}
