/// The app's side: which of its regions are registered, and when it chooses anew.
struct Selection: Sendable {
  private(set) var catalog: RegionCatalog
  let settings: Settings
  /// Whether there are more regions than slots; without a choice nothing is ever reselected.
  private var hasChoice = false
  /// Positions in the catalog's eligible regions, ascending.
  private var registered: [Int] = []
  private var nearest = Nearest(capacity: 0)
  private(set) var significantChange: SignificantChange
  private(set) var sentinel: Condition?
  /// Whether the device left the sentinel and the app has not acted on it.
  private(set) var isSentinelCrossed = false
  /// What the app was last told of each region. Only `CLMonitor` takes an assumption.
  private(set) var told: [RegionIdentifier: RegionState] = [:]
  private(set) var hasSelected = false
  /// Whether a region joined or left since the last choice.
  private(set) var isSetChanged = false
  private var hasOwnSet = false
  private(set) var tally = SelectionTally()

  /// Why the app reselects at a fix.
  struct Causes {
    var triggers: Triggers
    var movement: SignificantChange.Movement?
    var didChangeSet = false
  }

  init(of catalog: RegionCatalog, _ settings: Settings) {
    self.catalog = catalog
    self.settings = settings
    significantChange = SignificantChange(
      distance: settings.significantDistance, interval: settings.significantInterval)
    countSlots()
  }

  private mutating func countSlots() {
    hasChoice = catalog.count > settings.limit
    let reserved = hasChoice && settings.triggers.contains(.sentinel) ? 1 : 0
    nearest = Nearest(capacity: settings.limit - reserved)
  }

  /// Takes over another set of regions, with what was registered and told of those that stay.
  ///
  /// - Parameter stale: the region whose registration and record end.
  mutating func adopt(_ other: RegionCatalog, without stale: RegionIdentifier?) {
    registered = registered.compactMap { position in
      let identifier = catalog.eligible[position].identifier
      return identifier == stale ? nil : other.position(of: identifier)
    }
    catalog = other
    noteChange(ending: stale)
  }

  /// Takes a region out of the set, with what was registered and told of it.
  ///
  /// - Returns: whether there was one.
  mutating func cross(out identifier: RegionIdentifier) -> Bool {
    let position = catalog.position(of: identifier)
    guard catalog.remove(identifier) else { return false }
    registered.removeAll { $0 == position }
    noteChange(ending: identifier)
    return true
  }

  /// - Parameter stale: the region whose registration and record end.
  private mutating func noteChange(ending stale: RegionIdentifier?) {
    if let stale { told[stale] = nil }
    isSetChanged = true
    hasOwnSet = true
    countSlots()
  }

  /// The app's set where a scenario has changed it.
  var changedRegions: RegionSet? { hasOwnSet ? catalog.regions : nil }

  /// Takes over what another selection of the same regions remembered.
  mutating func restore(
    registered: [Int], told: [RegionIdentifier: RegionState], sentinel: Condition?,
    lastChange: SignificantChange.Change?, _ snapshot: SimulationSnapshot
  ) {
    self.registered = registered
    self.told = told
    self.sentinel = sentinel
    significantChange.resume(after: lastChange)
    isSentinelCrossed = snapshot.isSentinelCrossed
    isSetChanged = snapshot.isSetChanged
    hasSelected = snapshot.hasSelected
    tally = snapshot.tally
  }

  mutating func appWasTold(_ state: RegionState, of identifier: RegionIdentifier) {
    guard settings.api == .clMonitor else { return }
    told[identifier] = state
  }

  /// Whether anything at all could ask for a reselection now.
  var mayReselect: Bool { hasChoice || !hasSelected || isSetChanged }

  /// Whether the system would start the app for one of its triggers at `fix`.
  func wantsToRun(at fix: Fix, _ vector: EarthVector) -> Bool {
    isSentinelCrossed
      || settings.triggers.contains(.significant) && significantChange.isDue(fix, vector)
  }

  /// Shows `fix` to the sentinel; called once for every fix.
  mutating func watchSentinel(_ fix: Fix, _ vector: EarthVector, isMonitored: Bool) {
    guard isMonitored else { return }
    switch sentinel?.observe(fix, vector, settings.crossing) {
    case .confirmed: isSentinelCrossed = sentinel?.crossing.state == .unsatisfied
    case .determined:
      // After a restart the monitor tells the app of the first state; a location manager does not.
      isSentinelCrossed =
        settings.api == .clMonitor && sentinel?.crossing.state == .unsatisfied
    case .nothing, nil: break
    }
  }

  /// The exit could not be delivered and does not wait.
  mutating func loseSentinelExit() { isSentinelCrossed = false }

  mutating func forgetSentinelState() {
    if let region = sentinel?.region { sentinel = Condition(region) }
  }

  /// What asks for a reselection at `fix`; `nil` when nothing does.
  ///
  /// Called for every fix while the app runs.
  ///
  /// - Parameters:
  ///   - hears: whether the app hears of locations and events now.
  ///   - wasDelivered: whether an `enter` or `exit` was delivered at this fix.
  mutating func causes(at fix: Fix, _ vector: EarthVector, hears: Bool, wasDelivered: Bool)
    -> Causes?
  {
    var causes = Causes(triggers: [], didChangeSet: isSetChanged && hasSelected)
    let wanted = settings.triggers
    if hears || !hasSelected, wanted.contains(.significant),
      let movement = significantChange.observe(fix, vector)
    {
      causes.triggers.insert(.significant)
      causes.movement = movement
    }
    // The first fix always selects, for no other cause.
    guard hasSelected else { return causes }
    if hears, wanted.contains(.event), wasDelivered { causes.triggers.insert(.event) }
    if hears, isSentinelCrossed { causes.triggers.insert(.sentinel) }
    if hears, wanted.contains(.fix) { causes.triggers.insert(.fix) }
    if !hasChoice { causes.triggers = [] }
    return causes.triggers.isEmpty && !causes.didChangeSet ? nil : causes
  }

  /// Registers the regions nearest to `fix` with `monitor`.
  mutating func reselect(
    at fix: Fix, _ vector: EarthVector, because causes: Causes, _ monitor: inout Monitor,
    _ events: inout [Event]
  ) {
    if hasSelected { tally.reselections += 1 }
    hasSelected = true
    let before = registered
    if hasChoice {
      catalog.search(from: vector, by: settings.ranking, into: &nearest)
      registered = nearest.regions.sorted()
    } else {
      registered = catalog.positions
    }
    isSetChanged = false
    isSentinelCrossed = false
    sentinel =
      hasChoice && settings.triggers.contains(.sentinel) ? sentinel(around: fix.coordinate) : nil

    let isRenewed = settings.renewal == .all
    let stopped = isRenewed ? before : before.missing(from: registered)
    let started = isRenewed ? registered : registered.missing(from: before)
    tally.started += started.count
    tally.stopped += stopped.count
    if settings.isVerbose {
      report(causes, at: fix, stopped: stopped, started: started, &events)
    }
    if isRenewed {
      monitor.removeAll()
    } else {
      for region in stopped { monitor.remove(catalog.eligible[region].identifier) }
    }
    for region in started {
      monitor.add(catalog.eligible[region], assuming: assumption(for: region))
    }
  }

  func sentinel(
    around place: Coordinate, _ crossing: Crossing = Crossing(assuming: .satisfied)
  ) -> Condition {
    let region = CircularRegion(
      identifier: "sentinel", center: place, radius: settings.sentinelRadius, notifyOnEntry: false)
    return Condition(region, crossing: crossing)
  }

  /// The state the app passes when it adds a region; the naive recipe passes none.
  private func assumption(for region: Int) -> RegionState {
    settings.renewal == .all
      ? .unknown : told[catalog.eligible[region].identifier] ?? .unknown
  }

  private func report(
    _ causes: Causes, at fix: Fix, stopped: [Int], started: [Int], _ events: inout [Event]
  ) {
    func event(_ kind: Event.Kind) -> Event {
      Event(time: fix.time, coordinate: fix.coordinate, kind: kind)
    }
    events.append(
      event(
        .reselect(
          Reselection(
            causes: causes.triggers, significantMovement: causes.movement,
            didChangeSet: causes.didChangeSet,
            registered: registered.count, candidates: catalog.count,
            started: started.count, stopped: stopped.count))))
    for region in stopped {
      events.append(event(.unmonitor(registration(of: region, at: fix, assuming: .unknown))))
    }
    for region in started {
      events.append(
        event(.monitor(registration(of: region, at: fix, assuming: assumption(for: region)))))
    }
  }

  private func registration(of region: Int, at fix: Fix, assuming state: RegionState)
    -> Registration
  {
    let region = catalog.eligible[region]
    let distance = Geodesic(from: fix.coordinate, to: region.center).distance
    return Registration(
      region: region.identifier, distance: distance - region.radius,
      distanceFromCenter: distance, assumed: state)
  }
}

/// What the selection cost so far.
public struct SelectionTally: Hashable, Codable, Sendable {
  /// Choices after the one at the first fix.
  public var reselections = 0
  /// Registrations, those at the first fix included.
  public var started = 0
  public var stopped = 0

  public init() {}

  public static func += (lhs: inout Self, rhs: Self) {
    lhs.reselections += rhs.reselections
    lhs.started += rhs.started
    lhs.stopped += rhs.stopped
  }
}

extension [Int] {
  /// The elements that `other` lacks; both ascend.
  fileprivate func missing(from other: [Int]) -> [Int] {
    var rest = other[...]
    return filter { element in
      rest = rest.drop { $0 < element }
      return rest.first != element
    }
  }
}
