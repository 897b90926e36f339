/// What the limit and the rules cost one device on its way.
///
/// Over the same fixes it watches every region by plain geometry, every region under the crossing
/// rules as if registrations were unlimited, and each strategy as it would run; then it accounts for
/// every crossing of the first kind.
///
///     var audit = Audit(plan, startingAt: track.start)
///     for fix in track { audit.advance(to: fix) }
///     let outcomes = audit.outcomes
///
/// - Complexity: a fix costs what it costs the strategies' simulations and the unlimited monitors,
///   and O(1) for each crossing that is under way. Memory grows with the crossings.
public struct Audit: Sendable {
  private let plan: AuditPlan
  private var geometry: Monitor
  private var unlimited: [Monitor]
  private let setChanges: Schedule
  private var changesTaken = 0
  private var log: CrossingLog
  private var runs: [AuditedRun]
  /// Every stay in a region by plain geometry, in the order of their beginnings.
  public private(set) var stays: [Stay] = []
  private var openStays: [RegionIdentifier: Int] = [:]

  /// - Parameter start: the time of the track's first fix.
  public init(_ plan: AuditPlan, startingAt start: Timestamp) {
    self.plan = plan
    setChanges = Schedule(plan.setChanges, from: start)
    geometry = plan.geometry
    unlimited = plan.unlimited
    log = CrossingLog(rules: plan.rules)
    runs = plan.simulations.map { AuditedRun($0, plan, startingAt: start) }
  }

  /// Moves the device to `fix`.
  ///
  /// - Precondition: `fix` is not earlier than the one before, and its coordinate is valid.
  public mutating func advance(to fix: Fix) {
    let vector = EarthVector(fix.coordinate)
    while changesTaken < setChanges.entries.count,
      setChanges.entries[changesTaken].time <= fix.time
    {
      changeSet(setChanges.entries[changesTaken].action, at: fix.time)
      changesTaken += 1
    }
    for (region, change) in changes(of: &geometry, fix, vector) {
      let identifier = region.identifier
      noteStay(in: identifier, change.state, at: fix.time)
      guard change.crossedAt != nil else { continue }
      for run in runs.indices { runs[run].noteCrossing(of: identifier) }
      log.append(
        region, to: change.state, at: fix.time,
        held: unlimited.map { $0.state(of: identifier) })
    }
    log.measure(fix)
    for number in unlimited.indices { confirm(number, fix, vector) }
    for run in runs.indices { runs[run].advance(to: fix, log) }
    if plan.alarms != nil { removeFired(at: fix.time) }
  }

  /// Takes the regions of alarms that have fired out of the set.
  private mutating func removeFired(at time: Timestamp) {
    for case .crossing(let report) in events.map(\.kind) where report.use == .reported {
      for region in plan.alarms?.regions(doneWith: report.region.identifier) ?? [] {
        changeSet(.remove(region), at: time)
      }
    }
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
    for (region, change) in changes(of: &unlimited[number], fix, vector) {
      guard let crossedAt = change.crossedAt else { continue }
      log.confirm(
        region.identifier, to: change.state, crossedAt: crossedAt, at: fix.time, byRules: number)
    }
  }

  /// What `fix` changes for a monitor, by identifier.
  private func changes(of monitor: inout Monitor, _ fix: Fix, _ vector: EarthVector)
    -> [(CircularRegion, Monitor.Change)]
  {
    var findings = Monitor.Findings()
    monitor.observe(fix, vector, into: &findings)
    return findings.changes.compactMap { change in
      monitor.region(of: change.condition).map { ($0, change) }
    }.sorted { $0.0.identifier < $1.0.identifier }
  }

  private mutating func changeSet(_ action: DeviceAction, at time: Timestamp) {
    switch action {
    case .add(let region):
      if geometry.replace(with: region, takesTooLarge: true) {
        log.forget(region.identifier)
        noteStay(in: region.identifier, .unknown, at: time)
      }
      for number in unlimited.indices {
        _ = unlimited[number].replace(with: region, takesTooLarge: false)
      }
    case .remove(let identifier):
      log.forget(identifier)
      noteStay(in: identifier, .unknown, at: time)
      geometry.reference(named: identifier).map { geometry.remove($0) }
      for number in unlimited.indices {
        unlimited[number].reference(named: identifier).map { unlimited[number].remove($0) }
      }
    case .complete(_, let regions):
      for region in regions { changeSet(.remove(region), at: time) }
    default: break
    }
  }

  /// What the simulation of the first strategy reported at the last fix.
  public var events: [Event] { runs[0].events }

  /// The regions registered under the first strategy, in the order of their identifiers.
  ///
  /// - Complexity: O(k) for k of them.
  public var registered: RegionList { runs[0].registered }

  /// What became of every crossing so far under each strategy, in the order of the plan's.
  public var outcomes: [AuditOutcome] {
    zip(runs, plan.rulesOfStrategy).map { run, rules in run.outcome(log, rules: rules) }
  }
}
