/// What the limit and the rules cost one device on its way.
///
/// Over the same fixes it watches every region by plain geometry, every region under the crossing
/// rules as if registrations were unlimited, and each strategy as it would run; then it accounts for
/// every crossing of the first kind.
///
///     var audit = Audit(plan)
///     for fix in track { audit.advance(to: fix) }
///     let outcomes = audit.outcomes
///
/// - Complexity: a fix costs what it costs the strategies' simulations and the unlimited monitors,
///   and O(1) for each crossing that is under way. Memory grows with the crossings.
public struct Audit: Sendable {
  private let plan: AuditPlan
  private var geometry: Monitor
  private var unlimited: [Monitor]
  private var setChanges: Timeline
  private var log: CrossingLog
  private var runs: [AuditedRun]
  private var transitions: [Monitor.Transition] = []
  /// Every stay in a region by plain geometry, in the order of their beginnings.
  public private(set) var stays: [Stay] = []
  private var openStays: [RegionIdentifier: Int] = [:]

  public init(_ plan: AuditPlan) {
    self.plan = plan
    geometry = plan.geometry
    unlimited = plan.unlimited
    setChanges = plan.setChanges
    log = CrossingLog(rules: plan.rules)
    runs = plan.strategies.map { AuditedRun($0, plan) }
  }

  /// Moves the device to `fix`.
  ///
  /// - Precondition: `fix` is not earlier than the one before, and its coordinate is valid.
  public mutating func advance(to fix: Fix) {
    let vector = EarthVector(fix.coordinate)
    while let action = setChanges.next(at: fix.time) { changeSet(action, at: fix.time) }
    transitions.removeAll(keepingCapacity: true)
    geometry.observe(fix, vector, into: &transitions)
    for transition in transitions {
      let condition = geometry.conditions[transition.position]
      let identifier = condition.region.identifier
      noteStay(in: identifier, condition.crossing.state, at: fix.time)
      guard transition.crossedAt != nil else { continue }
      for run in runs.indices { runs[run].noteCrossing(of: identifier) }
      log.append(
        condition.region, to: condition.crossing.state, at: fix.time,
        held: unlimited.map { $0.condition(named: identifier)?.crossing.state })
    }
    log.measure(fix)
    for number in unlimited.indices { confirm(number, fix, vector) }
    for run in runs.indices { runs[run].advance(to: fix, log) }
  }

  private mutating func noteStay(
    in region: RegionIdentifier, _ state: RegionState, at time: Timestamp
  ) {
    if let open = openStays.removeValue(forKey: region) { stays[open].end = time }
    guard state == .satisfied else { return }
    openStays[region] = stays.count
    stays.append(Stay(region: region, start: time))
  }

  private mutating func confirm(_ number: Int, _ fix: Fix, _ vector: EarthVector) {
    transitions.removeAll(keepingCapacity: true)
    unlimited[number].observe(fix, vector, into: &transitions)
    for transition in transitions {
      guard let crossedAt = transition.crossedAt else { continue }
      let condition = unlimited[number].conditions[transition.position]
      log.confirm(
        condition.region.identifier, to: condition.crossing.state, crossedAt: crossedAt,
        at: fix.time, byRules: number)
    }
  }

  /// Takes regions out of the app's set at once: alarms that have fired, for instance.
  ///
  /// - Precondition: `time` is that of the last fix.
  /// - Complexity: O(n) for n regions, for each that leaves.
  public mutating func removeFromSet(_ regions: [RegionIdentifier], at time: Timestamp) {
    for region in regions { changeSet(.remove(region), at: time) }
    for run in runs.indices { runs[run].removeFromSet(regions) }
  }

  private mutating func changeSet(_ action: DeviceAction, at time: Timestamp) {
    switch action {
    case .add(let region):
      if geometry.replace(with: region) {
        log.forget(region.identifier)
        noteStay(in: region.identifier, .unknown, at: time)
      }
      for number in unlimited.indices {
        if region.radius <= plan.maximumRadius {
          _ = unlimited[number].replace(with: region)
        } else {
          unlimited[number].remove(region.identifier)
        }
      }
    case .remove(let identifier):
      log.forget(identifier)
      noteStay(in: identifier, .unknown, at: time)
      geometry.remove(identifier)
      for number in unlimited.indices { unlimited[number].remove(identifier) }
    case .complete(_, let regions):
      for region in regions { changeSet(.remove(region), at: time) }
    default: break
    }
  }

  /// What the simulation of the first strategy reported at the last fix, as a verbose run has it.
  public var events: [Event] { runs[0].events }

  /// The regions registered under the first strategy, in the order of their identifiers.
  ///
  /// - Complexity: O(k) for k of them.
  public var registered: [RegionIdentifier] { runs[0].registered }

  /// What became of every crossing so far under each strategy, in the order of the plan's.
  public var outcomes: [AuditOutcome] {
    zip(runs, plan.rulesOfStrategy).map { run, rules in run.outcome(log, rules: rules) }
  }
}
