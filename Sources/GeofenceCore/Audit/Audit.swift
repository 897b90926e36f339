/// The audit of one device: the crossings that the limit and the rules cost it along its path.
///
/// It is of its app's regions, and beside it of those of the alarms, which the system's Reminders
/// watches in slots of its own.
///
/// Over the same fixes it watches every region by plain geometry, every region under the crossing
/// rules as if registrations were unlimited, and each strategy as it would run. Each event joins the
/// stay that it is about as it arrives; what was held at each crossing is noted on the way, and what
/// became of it is asked when nothing more can be delivered.
///
///     var audit = Audit(plan, startingAt: track.start)
///     for fix in track { audit.advance(to: fix, into: &totals) }
///     audit.finish(into: &totals)
///
/// - Complexity: a fix costs what it costs the strategies' simulations and the unlimited monitors.
///   Memory grows with the regions that are crossed, not with the crossings, and with the fixes of
///   the stays under way that nothing has confirmed; what a sink keeps is the sink's.
package struct Audit: Sendable {
  /// A change of a device's side of a boundary, by plain geometry.
  package struct Change: Hashable, Sendable {
    package enum Side: Hashable, Sendable {
      /// The device entered, or was inside when the region was evaluated first.
      case inside
      case outside
      /// The region has left the app's set, or is another circle now.
      case gone
    }

    package let region: RegionNumber
    package let side: Side
  }

  private let plan: AuditPlan
  private let isPositioned: Bool
  /// True if it finds what is passed between two fixes, which is the same in all trials.
  private let findsPassages: Bool
  /// The audit of the alarms' regions; empty where there are no alarms.
  private var others: [Audit]
  /// The first is of the regions as they are given.
  private var circles: [CircleWatch]
  /// The position of the circles that the first strategy watches.
  private let first: Int
  private let setChanges: [Schedule]
  private var changesTaken = 0
  /// The regions whose alarm has fired before the device was in them, by a larger circle.
  private var ahead: [RegionIdentifier] = []
  private var lastTime: Timestamp
  private var quietZone = QuietZone()
  private var isQuiet = false
  /// The greatest accuracy, in metres, of a fix that the quiet zone covers.
  private var quietAccuracy = Double.infinity
  /// The longest time before a fix that the quiet zone covers.
  private var quietStep = Interval(milliseconds: .max)
  private var odometer = Odometer()
  private var steps = LongSteps()
  /// The last fix; `nil` before the first, and where nobody asks what is passed between two.
  private var lastFix: Fix?
  private var passages: [Passage] = []
  private var ownChanges: [Change] = []

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
    isPositioned = plan.circles.contains { $0.kind.positioning != nil }
    findsPassages = plan.findsPassages && trial == 0
    lastTime = start
    others = plan.others.map {
      Audit($0, startingAt: start, device: device, named: name, trial: trial)
    }
    circles = plan.circles.map { circles in
      CircleWatch(circles, startingAt: start, device: device, named: name, trial: trial)
    }
    first = plan.circles.firstIndex { $0.runs.first?.strategy == 0 } ?? 0
    setChanges = plan.circles.map { Schedule($0.setChanges, from: start) }
  }

  /// Moves the device to `fix`.
  ///
  /// - Precondition: `fix` is not earlier than the one before, and its coordinate is valid.
  package mutating func advance(to fix: Fix, into sink: inout some AuditSink) {
    advance(to: fix)
    if !isQuiet {
      for index in circles.indices {
        for row in circles[index].rows.indices { circles[index].rows[row].drain(into: &sink) }
      }
      for change in ownChanges {
        sink.note(change)
        circles[first].rows[0].records?.take(change, at: fix.time)
      }
      for passage in passages { sink.note(passage) }
    }
    for index in others.indices { others[index].advance(to: fix, into: &sink) }
  }

  private mutating func advance(to fix: Fix) {
    if !ownChanges.isEmpty { ownChanges.removeAll(keepingCapacity: true) }
    steps.note(from: lastTime, to: fix.time)
    defer { if findsPassages { lastFix = fix } }
    isQuiet =
      quietZone.covers(fix) && (fix.horizontalAccuracy ?? 0) <= quietAccuracy
      && fix.time - lastTime <= quietStep
    if isQuiet {
      lastTime = fix.time
      return
    }
    let vector = EarthVector(fix.coordinate)
    let reading = isPositioned ? odometer.read(fix, vector) : nil
    for index in circles.indices { circles[index].begin(at: fix.time, after: lastTime, self.steps) }
    takeSetChanges(at: fix.time)
    if !ahead.isEmpty { removeReached() }
    let steps = circles[0].look(fix, vector)
    passages.removeAll(keepingCapacity: true)
    if let lastFix { circles[0].addPassages(from: lastFix, to: fix, vector, to: &passages) }
    for step in steps {
      ownChanges.append(Change(region: step.region, side: step.isInside ? .inside : .outside))
    }
    for index in circles.indices where !circles[index].rows.isEmpty {
      circles[index].advance(to: fix, vector, reading, steps, passages, after: lastTime)
    }
    if plan.hasAlarms { removeFinished() }
    for index in circles.indices { circles[index].settle() }
    lastTime = fix.time
    quietZone = QuietZone()
    // While a row or a stay needs fixes, the next one is evaluated, and no zone is computed.
    guard !isPositioned, isIdle else { return }
    var allowance = allowance(fix, vector)
    if plan.judgesOverlap { allowance.leaveRoom(forAccuracyOf: fix) }
    (quietAccuracy, quietStep) = (allowance.accuracy, allowance.step)
    quietZone = QuietZone(from: fix.coordinate, vector, allowance)
  }

  /// True if no row needed the last fix, and no stay is measured.
  private var isIdle: Bool {
    for index in circles.indices where !circles[index].isIdle { return false }
    return true
  }

  /// The metres and the time that the device may move on before a fix changes anything.
  private mutating func allowance(_ fix: Fix, _ vector: EarthVector) -> QuietZone.Allowance {
    let changes = setChanges[0].entries
    var allowance = QuietZone.Allowance(
      end: changesTaken < changes.count ? changes[changesTaken].time : .distantFuture)
    for index in circles.indices where allowance.distance > 0 {
      allowance = allowance.joined(with: circles[index].allowance(after: fix, vector))
    }
    return allowance
  }

  package mutating func finish(into sink: inout some AuditSink) {
    for index in circles.indices {
      circles[index].begin(at: lastTime, after: lastTime, steps)
      circles[index].finish(at: lastTime)
      for row in circles[index].rows.indices {
        circles[index].rows[row].drain(into: &sink)
        sink.finish(
          circles[index].rows[row].result, underStrategy: circles[index].rows[row].run.strategy)
      }
    }
    let device = circles[first].rows[0].number
    for (region, record) in circles[first].rows[0].records?.entries ?? [:] {
      sink.take(record, of: .init(device: device, region: region))
    }
    for index in others.indices { others[index].finish(into: &sink) }
  }

  private mutating func takeSetChanges(at time: Timestamp) {
    while changesTaken < setChanges[0].entries.count,
      setChanges[0].entries[changesTaken].time <= time
    {
      let (changes, taken) = (setChanges, changesTaken)
      change { changes[$0].entries[taken].action }
      // The alarm of a region that the scenario adds again has not fired.
      if case .add(let region) = changes[0].entries[taken].action {
        ahead.removeAll { $0 == region.identifier }
      }
      changesTaken += 1
    }
  }

  private mutating func removeFinished() {
    for case .crossing(let report) in ownEvents.map({ $0.kind }) {
      for region in report.finished {
        if isAhead(of: region) { ahead.append(region) } else { change { _ in .remove(region) } }
      }
    }
  }

  /// Returns true if the device is in the larger circle of a region, and not in the region.
  private func isAhead(of region: RegionIdentifier) -> Bool {
    circles[first].isInside(region) && !circles[0].isInside(region)
  }

  /// Removes the regions of `ahead` that the device has entered, or whose larger circle it has left.
  private mutating func removeReached() {
    for region in ahead where !isAhead(of: region) { change { _ in .remove(region) } }
    ahead = ahead.filter { isAhead(of: $0) }
  }

  /// - Parameter action: returns the action, with the circles of one of the watches.
  private mutating func change(_ action: (Int) -> DeviceAction) {
    let gone = circles[0].change(action(0), after: lastTime)
    ownChanges += gone.map { Change(region: $0, side: .gone) }
    for index in circles.indices.dropFirst() {
      // Of another region the larger circle may be the same.
      let others = circles[index].change(action(index), after: lastTime)
      for region in gone where !others.contains(region) {
        for row in circles[index].rows.indices {
          circles[index].rows[row].changeShape(of: region)
        }
      }
    }
  }

  // MARK: the last fix

  private var ownEvents: [Event] { hasMoved ? circles[first].rows[0].events : [] }

  /// The times so far during which no event could reach the app.
  package var outages: [Outage] { circles[first].rows[0].verdicts.outages }

  /// The events of the first strategy's simulation.
  package var events: [Event] {
    if others.isEmpty { return ownEvents }
    return ownEvents.filter { !$0.isEmptySelection }
      + others.flatMap { $0.events }.filter { !$0.isAction }
  }

  /// Returns the location update at `fix`, which was the last, under the first strategy; `nil`
  /// where there was none, or it found nothing, or the phone sees every fix.
  package func sighting(at fix: Fix) -> Positioner.Sighting? {
    circles[first].rows[0].simulation.sighting(at: fix)
  }

  /// The records of the regions that the plan names for it, under the first strategy.
  package var records: [RegionNumber: RegionRecord] {
    others.reduce(into: circles[first].rows[0].records?.entries ?? [:]) {
      $0.merge($1.records) { first, _ in first }
    }
  }

  /// True if the first strategy's simulation needed the last fix.
  private var hasMoved: Bool { !isQuiet && circles[first].hasFirstMoved }
}
