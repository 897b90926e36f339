/// The app's side: which of its regions are registered, and when it chooses anew.
struct Selection: Sendable {
  private let catalog: RegionCatalog
  private let settings: Settings
  /// Whether there are more regions than slots; without a choice nothing is ever reselected.
  private let hasChoice: Bool
  /// Positions in the catalog's eligible regions, ascending.
  private var registered: [Int] = []
  private var nearest: Nearest
  private var significantChange: SignificantChange
  private var sentinel: Condition?
  /// What the app was last told of each region. Only `CLMonitor` takes an assumption.
  private var told: [RegionIdentifier: RegionState] = [:]
  private(set) var hasSelected = false
  private(set) var tally = SelectionTally()

  /// Why the app reselects at a fix.
  struct Causes {
    var triggers: Triggers
    var movement: SignificantChange.Movement?
  }

  init(of catalog: RegionCatalog, _ settings: Settings) {
    self.catalog = catalog
    self.settings = settings
    hasChoice = catalog.eligible.count > settings.limit
    let reserved = hasChoice && settings.triggers.contains(.sentinel) ? 1 : 0
    nearest = Nearest(capacity: settings.limit - reserved)
    significantChange = SignificantChange(
      distance: settings.significantDistance, interval: settings.significantInterval)
  }

  mutating func appWasTold(_ state: RegionState, of identifier: RegionIdentifier) {
    guard hasChoice, settings.api == .clMonitor else { return }
    told[identifier] = state
  }

  /// What asks for a reselection at `fix`; `nil` when nothing does.
  ///
  /// Called once for every fix, since the triggers keep count of them.
  ///
  /// - Parameter wasDelivered: whether an `enter` or `exit` was delivered at this fix.
  mutating func causes(at fix: Fix, _ vector: EarthVector, wasDelivered: Bool) -> Causes? {
    guard hasChoice || !hasSelected else { return nil }
    var causes = Causes(triggers: [])
    let wanted = settings.triggers
    if wanted.contains(.significant),
      let movement = significantChange.observe(fix, vector)
    {
      causes.triggers.insert(.significant)
      causes.movement = movement
    }
    if wanted.contains(.event), wasDelivered { causes.triggers.insert(.event) }
    if case .confirmed? = sentinel?.observe(fix, vector, settings.crossing) {
      causes.triggers.insert(.sentinel)
    }
    if wanted.contains(.fix) { causes.triggers.insert(.fix) }
    // The first fix always selects, for no other cause.
    guard hasSelected else { return Causes(triggers: []) }
    return causes.triggers.isEmpty ? nil : causes
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
      catalog.index.search(from: vector, by: settings.ranking, into: &nearest)
      registered = nearest.regions.sorted()
    } else {
      registered = Array(catalog.eligible.indices)
    }
    if hasChoice, settings.triggers.contains(.sentinel) { moveSentinel(to: fix) }

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

  private mutating func moveSentinel(to fix: Fix) {
    let region = CircularRegion(
      identifier: "sentinel", center: fix.coordinate, radius: settings.sentinelRadius,
      notifyOnEntry: false)
    sentinel = Condition(region, assuming: .satisfied)
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
            registered: registered.count, candidates: catalog.eligible.count,
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
public struct SelectionTally: Hashable, Sendable {
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
