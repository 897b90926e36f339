/// One device's path past one set of circles: how they are crossed, and what each strategy that
/// watches them makes of it.
struct CircleAudit: Sendable {
  let plan: CirclePlan
  private var geometry: Monitor
  /// A Boolean value that indicates whether the geometry is watched here; circles that are no larger
  /// than the regions leave that to the regions'.
  private var hasLooked = false
  private var watches: Numbered<CrossingRules, UnlimitedWatch>
  private let isPositioned: Bool
  /// The zones in which fixes change nothing under the runs, close together as they are asked at
  /// every fix.
  private var quietZones: Numbered<AuditedRun, UnpackedZone>
  /// A Boolean value that indicates whether no run needed the last fix, and no stay was measured.
  private(set) var isIdle = true
  /// A Boolean value that indicates whether the first run needed the last fix.
  private(set) var hasFirstMoved = false
  /// A Boolean value that indicates whether the app of some run has chosen at the last fix.
  private var hasChosen = false
  /// The wait until which no run, and none of the rules, needs a fix, where the phone does not see
  /// every fix.
  private var wait = Positioner.Wait.none
  /// The device's number.
  let device: Int32
  var runs: Numbered<AuditedRun, AuditedRun>
  var log = CrossingLog()
  /// The crossings that have been settled and not been taken yet.
  var settled: [Settlement] = []
  /// The losses that are settled when the app has chosen again.
  var pending: [PendingLoss] = []
  /// The regions of which a crossing may be settled at this fix.
  private var touched: [Number<RegionRecord>] = []
  /// The crossings that were confirmed at this fix, each with the rules that did.
  private var confirmed: [(id: CrossingLog.ID, rules: Number<CrossingRules>)] = []
  private var findings = Monitor.Findings()

  /// A device's coming to a side of a circle.
  struct Step: Sendable {
    let region: RegionNumber
    /// The position of the circle among those asked about.
    let circle: Int32
    let isInside: Bool
    /// A Boolean value that indicates whether it was on the other side before; otherwise the circle
    /// was evaluated first.
    let isCrossing: Bool
  }

  /// The result of a crossing under a strategy.
  struct Settlement: Sendable {
    let crossing: AuditedCrossing
    let strategy: StrategyNumber
  }

  /// All circles under rules with unlimited registrations.
  private struct UnlimitedWatch: Sendable {
    var monitor: Monitor
    /// A value only where the phone does not see every fix.
    var positioner: Positioner?
    /// The new states that no crossing has come before.
    var early = EarlyEvents()

    /// Returns the location update at a fix; `nil` where there is none, or it finds nothing.
    mutating func see(_ reading: Odometer.Reading) -> Fix? { positioner?.see(reading) }

    mutating func settle() {
      positioner?.settle { place, metres in monitor.isBoundary(within: metres, of: place) }
    }
  }

  init(
    _ plan: CirclePlan, startingAt start: Timestamp, device: Int32, named name: String?,
    trial: UInt64
  ) {
    self.plan = plan
    self.device = device
    geometry = plan.geometry
    isPositioned = plan.positioning != nil
    watches = Numbered(
      plan.unlimited.map { monitor in
        let positioner = plan.positioning.map {
          Positioner(
            $0.model, Draws(seed: $0.seed, trial: trial, device: name),
            pause: monitor.rules.responsiveness)
        }
        return UnlimitedWatch(monitor: monitor, positioner: positioner)
      })
    runs = Numbered(
      plan.runs.indices.map {
        AuditedRun($0, of: plan, startingAt: start, device: name, trial: trial)
      })
    quietZones = Numbered(repeating: UnpackedZone(QuietZone()), count: runs.count)
  }

  // MARK: steps

  /// Evaluates a fix for the circles, and returns which of them the device has entered or left, in
  /// the order of the regions.
  mutating func look(_ fix: Fix, _ vector: EarthVector) -> [Step] {
    hasLooked = true
    findings.removeAll()
    geometry.observe(fix, vector, into: &findings)
    if findings.changes.isEmpty { return [] }
    var steps: [Step] = []
    for change in findings.changes {
      guard case .region(let circle) = change.condition else { continue }
      let isInside = change.state == .satisfied
      // That it is outside of what it was never inside of is no step.
      guard isInside || change.crossedAt != nil else { continue }
      steps.append(
        Step(
          region: plan.numbers[Int(circle)], circle: circle, isInside: isInside,
          isCrossing: change.crossedAt != nil))
    }
    return steps.sorted { $0.circle < $1.circle }
  }

  /// Takes in that a circle was crossed, or that the device was inside when it was evaluated first.
  ///
  /// - Parameter lastTime: the time of the fix before.
  private mutating func note(
    _ step: Step, at fix: Fix, _ vector: EarthVector, after lastTime: Timestamp
  ) -> CrossingLog.ID {
    var crossing = OpenCrossing(step, at: fix, vector, plan)
    let circle = plan.positions[Int(step.circle)]
    if plan.depth > .deliveries {
      let enter = step.isInside ? nil : log.newest(of: step.region)
      for run in runs.indices {
        crossing.traces[run] = runs.lend(run) { $0.trace(ofCrossing: step.isInside, circle) }
        if let enter { crossing.traces[run].follow(log[enter].traces[run]) }
      }
    }
    if plan.depth == .causes, let circle, step.isCrossing, !isPositioned {
      expect(&crossing, circle)
    }
    if isPositioned, step.isCrossing { creditEarly(&crossing, of: step.region, at: fix.time) }
    if let last = log.newest(of: step.region) { noteHindrances(last) }
    let id = log.append(
      crossing, of: step.region, after: lastTime, measures: plan.depth == .causes)
    touched.append(id.record)
    return id
  }

  /// Notes what stood in the way of a crossing by the end of its stay, where no rules confirmed it.
  private mutating func noteHindrances(_ id: CrossingLog.ID) {
    guard plan.isDisturbed else { return }
    for run in runs.indices where log[id].traces[run].hindrance == nil {
      runs[run].noteHindrance(&log[id].traces[run])
    }
  }

  /// Takes in the events that were ahead of a crossing.
  private mutating func creditEarly(
    _ crossing: inout OpenCrossing, of region: RegionNumber, at time: Timestamp
  ) {
    for rules in watches.indices {
      let early = watches[rules].early.take(of: region, entering: crossing.isEnter, at: time)
      crossing.tests[rules].confirmedAt = early?.time
    }
    for run in runs.indices {
      crossing.traces[run].delivery = runs[run].takeEarly(
        of: region, entering: crossing.isEnter, at: time)
    }
  }

  /// Takes in which of the rules would confirm a stay that meets them.
  private func expect(_ crossing: inout OpenCrossing, _ circle: Int32) {
    let oldSide: RegionState = crossing.isEnter ? .unsatisfied : .satisfied
    for rules in watches.indices {
      let held = watches[rules].monitor.crossing(of: .region(circle))
      // A monitor that held the old side from its beginning would have confirmed the crossing itself.
      if held?.state == oldSide, held?.pending == nil {
        crossing.tests[rules].isExpected = true
      } else if plan.runs.indices.contains(where: {
        plan.runs[$0].rules == rules
          && [.oldSide, .unknown].contains(crossing.traces[$0].held)
      }) {
        crossing.tests[rules].isExpected = true
        crossing.tests[rules].witness = Crossing(assuming: oldSide)
      }
    }
  }

  /// Takes in crossings of the regions themselves, and those of circles that are larger.
  private mutating func noteLarger(
    _ steps: [Step], at fix: Fix, _ vector: EarthVector, after lastTime: Timestamp
  ) {
    let ownSteps = look(fix, vector)
    for step in ownSteps where step.isInside { _ = note(step, at: fix, vector, after: lastTime) }
    for step in steps { noteTruth(step, at: fix.time) }
    for step in ownSteps where !step.isInside {
      showExit(note(step, at: fix, vector, after: lastTime))
    }
  }

  // MARK: fixes

  /// Shows a fix to everything that watches.
  ///
  /// - Parameters:
  ///   - steps: how the device came to the regions themselves.
  ///   - lastTime: the time of the fix before.
  mutating func advance(
    to fix: Fix, _ vector: EarthVector, _ reading: Odometer.Reading?, _ steps: [Step],
    after lastTime: Timestamp
  ) {
    if isPositioned { for run in runs.indices { runs[run].beginFix() } }
    if plan.kind.minimumRadius > 0 {
      noteLarger(steps, at: fix, vector, after: lastTime)
    } else {
      for step in steps {
        let id = note(step, at: fix, vector, after: lastTime)
        if step.isCrossing { log[id].truth = fix.time }
      }
    }
    isIdle = log.measured.isEmpty
    hasFirstMoved = false
    hasChosen = false
    if isIdle, let reading, !wait.isOver(at: reading) { return }
    if !confirmed.isEmpty { confirmed.removeAll(keepingCapacity: true) }
    measure(fix, vector)
    for rules in watches.indices {
      if !isPositioned {
        confirm(rules, fix, vector)
      } else if let reading, let seen = watches[rules].see(reading) {
        confirm(rules, seen, EarthVector(seen.coordinate))
        watches[rules].settle()
      }
    }
    for run in runs.indices where !quietZones[run].covers(fix.time, fix.coordinate) {
      move(run, to: fix, vector, reading)
    }
    if isPositioned {
      noteSights(fix)
      beginWait()
    }
    guard plan.isDisturbed else { return }
    for (id, rules) in confirmed {
      for run in runs.indices where plan.runs[run].rules == rules {
        runs[run].noteHindrance(&log[id].traces[run])
      }
    }
  }

  /// Moves a run to a fix, which it may not need all the same.
  private mutating func move(
    _ run: Number<AuditedRun>, to fix: Fix, _ vector: EarthVector, _ reading: Odometer.Reading?
  ) {
    guard runs[run].advance(to: fix, vector, reading, &log) else { return }
    isIdle = false
    hasFirstMoved = hasFirstMoved || run == 0
    hasChosen = hasChosen || runs.lend(run) { $0.hasChosen }
    quietZones[run] = runs.lend(run) { UnpackedZone($0.quietZone) }
  }

  /// Begins the wait for the next fix that a run, or some of the rules, needs.
  private mutating func beginWait() {
    wait = .endless
    for rules in watches.indices {
      wait = wait.joined(with: watches.lend(rules) { $0.positioner?.wait ?? .none })
    }
    for run in runs.indices { wait = wait.joined(with: runs.lend(run) { $0.wait }) }
  }

  /// Takes the measure of the stays under way.
  private mutating func measure(_ fix: Fix, _ vector: EarthVector) {
    if log.measured.isEmpty { return }
    if isPositioned {
      return log.measureStays { _, crossing in
        crossing.measureDepth(fix, vector, plan)
      }
    }
    log.measureStays { id, crossing in
      crossing.measure(fix, vector, plan) { confirmed.append((id, $0)) }
    }
  }

  /// Notes the location updates during the stays under way under each run.
  private mutating func noteSights(_ fix: Fix) {
    if log.measured.isEmpty { return }
    for run in runs.indices {
      guard let sighting = runs.lend(run, to: { $0.sighting(at: fix) }) else { continue }
      var seen = fix
      (seen.coordinate, seen.horizontalAccuracy) = (sighting.place, sighting.accuracy)
      let vector = EarthVector(seen.coordinate)
      log.measureStays { _, crossing in
        crossing.note(seen, vector, under: run, plan)
        return true
      }
    }
  }

  /// Evaluates a location update with unlimited registrations.
  private mutating func confirm(
    _ rules: Number<CrossingRules>, _ fix: Fix, _ vector: EarthVector
  ) {
    findings.removeAll()
    watches[rules].monitor.observe(fix, vector, into: &findings)
    for change in findings.changes {
      guard let crossedAt = change.crossedAt, case .region(let circle) = change.condition else {
        continue
      }
      let (region, isEnter) = (plan.numbersOfTaken[Int(circle)], change.state == .satisfied)
      let id = log.crossing(of: region, entering: isEnter, since: crossedAt, until: fix.time)
      if isPositioned {
        watches[rules].early.note(
          .init(isEnter: isEnter, time: fix.time), of: region, isCredited: id != nil)
      }
      guard let id, log[id].tests[rules].confirmedAt == nil else { continue }
      log[id].tests[rules].confirmedAt = fix.time
      confirmed.append((id, rules))
    }
  }

  /// The metres and the time that the device may move on from a fix before another has to be shown.
  mutating func allowance(after fix: Fix, _ vector: EarthVector) -> QuietZone.Allowance {
    var allowance = hasLooked ? geometry.allowance(at: vector) : QuietZone.Allowance()
    if isPositioned || !log.measured.isEmpty { allowance.distance = 0 }
    for rules in watches.indices where allowance.distance > 0 {
      allowance = allowance.joined(with: watches[rules].monitor.allowance(at: vector))
    }
    for run in runs.indices where allowance.distance > 0 {
      allowance = allowance.joined(with: runs.lend(run) { $0.allowance(after: fix, vector) })
    }
    return allowance
  }

  // MARK: the set

  /// Changes the set of regions as the scenario, or an alarm that has fired, does.
  ///
  /// - Parameter lastTime: the time of the fix before.
  /// - Returns: the regions that are gone, or other circles now.
  mutating func change(_ action: DeviceAction, after lastTime: Timestamp)
    -> [RegionNumber]
  {
    if case .complete(_, let regions) = action {
      return regions.flatMap { change(.remove($0), after: lastTime) }
    }
    for rules in watches.indices { _ = watches[rules].monitor.change(action) }
    if let gone = geometry.change(action) {
      let region = plan.numbers[Int(gone)]
      for rules in watches.indices { watches[rules].early.forget(region) }
      for run in runs.indices { runs[run].forgetEarly(of: region) }
      if let record = log.record(of: region) {
        settleHidden(record, isOpen: false)
        release(record, isOpen: false)
        log.forget(record, after: lastTime)
        touched.append(record)
      }
      return [region]
    }
    if case .add(let region) = action, let circle = plan.all.position(of: region) {
      log.move(plan.numbers[Int(circle)], to: circle)
    }
    return []
  }

  /// Settles every crossing of which nothing can be delivered any more.
  mutating func settle() {
    if !pending.isEmpty, hasChosen { completeLosses(isEnd: false) }
    if touched.isEmpty { return }
    for record in touched {
      while isOldestSettled(of: record) { settleOldest(of: record, isOpen: false) }
    }
    touched.removeAll(keepingCapacity: true)
  }

  /// Returns whether nothing can deliver or confirm a region's oldest crossing any more.
  private mutating func isOldestSettled(of record: Number<RegionRecord>) -> Bool {
    let open = log[record].open
    guard !open.isEmpty else { return false }
    if open[0].isForgotten { return true }
    guard open.count > 1 else { return false }
    guard let circle = plan.positions[Int(open[0].circle)] else { return true }
    let isEnter = open[0].isEnter
    // An inexact location update may be ahead of the device.
    let start = isPositioned ? .distantPast : open[0].time
    let times = start..<max(start, open.count > 2 ? open[2].time : .distantFuture)
    return !watches.indices.contains {
      watches.lend($0) { $0.monitor.mayConfirm(circle, entering: isEnter, times) }
    }
      && !runs.indices.contains {
        runs.lend($0) { $0.mayTell(of: circle, entering: isEnter, times) }
      }
  }
}
