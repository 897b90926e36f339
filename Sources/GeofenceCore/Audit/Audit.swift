/// What the limit and the rules cost one device on its way.
///
/// Over the same fixes it watches every region by plain geometry, every region under the crossing
/// rules as if registrations were unlimited, and each strategy as it would run; then it accounts for
/// every crossing of the first kind.
///
///     var audit = Audit(plan, startingAt: track.start)
///     for fix in track { audit.advance(to: fix, into: &totals) }
///     audit.finish(into: &totals)
///
/// - Complexity: a fix costs what it costs the strategies' simulations and the unlimited monitors,
///   and O(1) for each crossing that is under way. Memory grows with the regions that are crossed, not
///   with the crossings; what a sink keeps is the sink's.
package struct Audit: Sendable {
  /// What a device did with regard to a region, by plain geometry.
  package struct Change: Hashable, Sendable {
    package enum Side: Hashable, Sendable {
      /// It came in, or was in when the region was looked at first.
      case inside
      case outside
      /// The region has left the app's set, or is another circle now.
      case gone
    }

    /// The region's number in the plan.
    package let region: Int32
    package let side: Side
  }

  private let plan: AuditPlan
  private let isPositioned: Bool
  /// The first is of the regions as they are given.
  private var circles: [CircleAudit]
  private let setChanges: [Schedule]
  private var changesTaken = 0
  private var lastTime: Timestamp
  private var odometer = Odometer()
  /// What the device came to at the last fix.
  package private(set) var changes: [Change] = []

  /// - Parameters:
  ///   - start: the time of the track's first fix.
  ///   - device: the number that its crossings bear.
  ///   - name: the device's, where it has one; what is random is another for each.
  ///   - trial: what is random is another in each, counted from 0.
  package init(
    _ plan: AuditPlan, startingAt start: Timestamp, device: Int32 = 0, named name: String? = nil,
    trial: UInt64 = 0
  ) {
    self.plan = plan
    isPositioned = plan.positioning != nil
    lastTime = start
    circles = plan.circles.map { circles in
      CircleAudit(
        circles, isDetailed: { $0 < plan.detailed }, startingAt: start, device: device, named: name,
        trial: trial)
    }
    setChanges = plan.circles.map { Schedule($0.setChanges, from: start) }
  }

  /// Moves the device to `fix`.
  ///
  /// - Precondition: `fix` is not earlier than the one before, and its coordinate is valid.
  package mutating func advance(to fix: Fix, into sink: inout some AuditSink) {
    let vector = EarthVector(fix.coordinate)
    let reading = isPositioned ? odometer.read(fix) : nil
    if !changes.isEmpty { changes.removeAll(keepingCapacity: true) }
    takeSetChanges(at: fix.time)
    let steps = circles[0].look(fix, vector)
    for step in steps {
      changes.append(Change(region: step.region, side: step.isInside ? .inside : .outside))
    }
    for index in circles.indices where !circles[index].runs.isEmpty {
      circles[index].advance(to: fix, vector, reading, steps, after: lastTime)
    }
    if plan.hasAlarms { removeFinished() }
    for index in circles.indices {
      circles[index].settle()
      drain(index, into: &sink)
    }
    for change in changes { sink.note(change) }
    lastTime = fix.time
  }

  /// Settles what is left at the end of the track.
  package mutating func finish(into sink: inout some AuditSink) {
    for index in circles.indices {
      circles[index].finish(at: lastTime)
      drain(index, into: &sink)
      for (number, run) in zip(plan.circles[index].runs, circles[index].runs) {
        sink.finish(run.efforts, underStrategy: number.strategy)
      }
    }
  }

  private mutating func takeSetChanges(at time: Timestamp) {
    while changesTaken < setChanges[0].entries.count,
      setChanges[0].entries[changesTaken].time <= time
    {
      for index in circles.indices {
        change(index, setChanges[index].entries[changesTaken].action)
      }
      changesTaken += 1
    }
  }

  /// Removes the regions that left the first strategy's set because their alarms were finished.
  private mutating func removeFinished() {
    for case .crossing(let report) in events.map(\.kind) {
      for region in report.finished {
        for index in circles.indices { change(index, .remove(region)) }
      }
    }
  }

  private mutating func change(_ index: Int, _ action: DeviceAction) {
    let gone = circles[index].change(action, after: lastTime)
    if index == 0 { changes += gone.map { Change(region: $0, side: .gone) } }
  }

  private mutating func drain(_ index: Int, into sink: inout some AuditSink) {
    if circles[index].settled.isEmpty { return }
    for settled in circles[index].settled {
      sink.settle(settled.crossing, underStrategy: settled.strategy)
    }
    circles[index].settled.removeAll(keepingCapacity: true)
  }

  /// What the simulation of the first strategy reported at the last fix.
  package var events: [Event] { firstRun.events }

  /// The positions, among the events of the last fix under the first strategy, of those that tell
  /// of no crossing; empty where the system sees every fix.
  package var falseEvents: [Int] { firstRun.falseEvents }

  /// Where the phone saw the device at `fix`, which was the last, under the first strategy; `nil` where
  /// it did not look, or found nothing, or sees every fix.
  package func sighting(at fix: Fix) -> Positioner.Sighting? { firstRun.sighting(at: fix) }

  /// The regions registered under the first strategy, in the order of their identifiers.
  ///
  /// - Complexity: O(k) for k of them.
  package var registered: RegionList { firstRun.simulation.registered }

  private var firstRun: AuditedRun {
    let index = plan.circles.firstIndex { $0.runs.first?.strategy == 0 } ?? 0
    return circles[index].runs[0]
  }
}
