/// One device's way past one set of circles: how they are crossed, and what each strategy that watches
/// them makes of it.
struct CircleAudit: Sendable {
  let plan: CirclePlan
  private var geometry: Monitor
  private var unlimited: [Monitor]
  /// What the phone would see for each of these; none where it sees every fix.
  private var positioners: [Positioner] = []
  private let isPositioned: Bool
  /// The device's number.
  let device: Int32
  var runs: [AuditedRun]
  var log: CrossingLog
  /// What has been settled, for whoever takes it.
  var settled: [Settlement] = []
  var unfinished: [Unfinished] = []
  /// The regions of which a crossing may be settled at this fix.
  private var touched: [Int32] = []
  /// What was confirmed at this fix, and by which rules.
  private var confirmed: [(slot: Slot, rules: Int)] = []
  private var findings = Monitor.Findings()
  /// Whether some rules let an uncertain fix decide nothing.
  private let heedsAccuracy: Bool

  /// A device's coming to a side of a circle.
  struct Step: Sendable {
    /// The region's number.
    let region: Int32
    /// The circle's, among those asked about.
    let position: Int32
    let isInside: Bool
    /// Whether it was on the other side before; otherwise the circle was looked at first.
    let isCrossing: Bool
  }

  /// What has become of a crossing under a strategy.
  struct Settlement: Sendable {
    var crossing: AuditedCrossing
    let strategy: Int
  }

  /// What has been settled but for the time of the next choice.
  struct Unfinished: Sendable {
    var settlement: Settlement
    let run: Int
    let choice: Int32
  }

  init(
    _ plan: CirclePlan, isDetailed: (Int) -> Bool, startingAt start: Timestamp, device: Int32,
    named name: String?, trial: UInt64
  ) {
    self.plan = plan
    self.device = device
    geometry = plan.geometry
    unlimited = plan.unlimited
    isPositioned = plan.positioning != nil
    if let positioning = plan.positioning {
      let draws = Draws(seed: positioning.seed, trial: trial, device: name)
      positioners = unlimited.map { _ in Positioner(positioning.model, draws) }
    }
    log = CrossingLog(
      runs: plan.runs.count, rules: plan.rules.count,
      hasSights: isPositioned && plan.depth == .causes, measures: plan.depth == .causes)
    heedsAccuracy = plan.rules.contains { !$0.ignoresAccuracy }
    runs = plan.runs.enumerated().map { number, run in
      AuditedRun(
        number, run.simulation, isDetailed: isDetailed(run.strategy),
        isDisturbed: plan.isDisturbed, startingAt: start, device: name, trial: trial)
    }
  }

  /// Shows a fix to the circles, and says which of them the device has come into or out of, in the
  /// order of the regions.
  mutating func look(_ fix: Fix, _ vector: EarthVector) -> [Step] {
    findings.removeAll()
    geometry.observe(fix, vector, into: &findings)
    if findings.changes.isEmpty { return [] }
    var steps: [Step] = []
    for change in findings.changes {
      guard case .region(let position) = change.condition else { continue }
      let isInside = change.state == .satisfied
      // That it is outside of what it was never inside of is no step.
      guard isInside || change.crossedAt != nil else { continue }
      steps.append(
        Step(
          region: plan.numbers[Int(position)], position: position, isInside: isInside,
          isCrossing: change.crossedAt != nil))
    }
    return steps.sorted { $0.position < $1.position }
  }

  /// Takes in that a circle was crossed, or that the device was inside when it was looked at first.
  ///
  /// - Parameter lastTime: the time of the fix before.
  private mutating func note(
    _ step: Step, at fix: Fix, _ vector: EarthVector, after lastTime: Timestamp
  ) {
    let inside = log.newest(of: step.region)
    let slot = log.append(
      step.region, step.position, entering: step.isInside, isOrigin: !step.isCrossing, at: fix,
      vector,
      center: EarthVector(plan.all.regions[Int(step.position)].center), lastTime: lastTime)
    touched.append(step.region)
    guard plan.depth > .deliveries else { return }
    let position = plan.positions[Int(step.position)]
    for run in runs.indices {
      var trace = runs.span[run].trace(ofCrossing: step.isInside, position)
      if !step.isInside, let inside {
        trace.hadSlotInside = log[inside, run: run].hadSlot
        trace.stoppedInsideBy = log[inside, run: run].lastStoppedBy
      }
      log[slot, run: run] = trace
    }
    guard plan.depth == .causes, let position, step.isCrossing, !isPositioned else { return }
    let oldSide: RegionState = step.isInside ? .unsatisfied : .satisfied
    for number in plan.rules.indices {
      let crossing = unlimited[number].crossing(of: .region(position))
      // What the monitor sees from its beginning needs no witness.
      if crossing?.state == oldSide, crossing?.pending == nil {
        log[slot, witness: number].isExpected = true
        continue
      }
      let isSeen = plan.runs.indices.contains { run in
        plan.runs[run].rules == number
          && (log[slot, run: run].held == .oldSide || log[slot, run: run].held == .unknown)
      }
      if isSeen {
        log[slot, witness: number].crossing = Crossing(assuming: oldSide)
        log[slot, witness: number].isExpected = true
      }
    }
  }

  /// Takes in a crossing of a circle that is the region itself.
  private mutating func noteTrue(
    _ step: Step, at fix: Fix, _ vector: EarthVector, after lastTime: Timestamp
  ) {
    note(step, at: fix, vector, after: lastTime)
    guard step.isCrossing, let slot = log.newest(of: step.region) else { return }
    log[slot].truth = fix.time
  }

  /// Takes in crossings of the regions themselves, and those of circles that are larger.
  private mutating func noteLarger(
    _ steps: [Step], at fix: Fix, _ vector: EarthVector, after lastTime: Timestamp
  ) {
    let ownSteps = look(fix, vector)
    for step in ownSteps where step.isInside { note(step, at: fix, vector, after: lastTime) }
    for step in steps { noteTruth(step, at: fix.time) }
    for step in ownSteps where !step.isInside {
      note(step, at: fix, vector, after: lastTime)
      showExit(step.region)
    }
  }

  /// Shows a fix to everything that watches.
  ///
  /// - Parameters:
  ///   - steps: how the device came to the regions themselves.
  ///   - lastTime: the time of the fix before.
  mutating func advance(
    to fix: Fix, _ vector: EarthVector, _ reading: Odometer.Reading?, _ steps: [Step],
    after lastTime: Timestamp
  ) {
    if plan.kind.minimumRadius > 0 {
      noteLarger(steps, at: fix, vector, after: lastTime)
    } else {
      for step in steps { noteTrue(step, at: fix, vector, after: lastTime) }
    }
    confirmed.removeAll(keepingCapacity: true)
    if !isPositioned { measure(fix, vector) }
    for number in unlimited.indices {
      if positioners.isEmpty {
        confirm(number, fix, vector, isSeenExactly: true)
      } else if let reading {
        confirm(number, reading)
      }
    }
    for run in runs.indices { runs[run].advance(to: fix, vector, reading, &log, plan) }
    if isPositioned { noteSights(fix) }
    guard plan.isDisturbed else { return }
    for (slot, rules) in confirmed {
      for run in runs.indices where plan.runs[run].rules == rules {
        runs[run].noteHindrance(slot, &log)
      }
    }
  }

  /// Takes the measure of the stays under way, until every one of the rules has confirmed them.
  private mutating func measure(_ fix: Fix, _ vector: EarthVector) {
    guard !log.measured.isEmpty else { return }
    var kept = 0
    for index in log.measured.indices {
      let slot = log.measured[index]
      let (isEnter, position) = (log[slot].isEnter, Int(log[slot].position))
      let chord = vector.squaredChord(to: log[slot].center)
      log[slot].stay.extend(to: fix, squaredChord: chord, entering: isEnter)
      if heedsAccuracy, let accuracy = fix.horizontalAccuracy,
        !plan.all.circles[position].isDecided(by: fix, vector, accuracy)
      {
        log[slot].stay.noteUndecided(fix, accuracy: accuracy)
      }
      var isConfirmed = true
      for number in plan.rules.indices where log[slot, confirmedBy: number] == nil {
        watch(slot, number, fix, vector)
        let witness = log[slot, witness: number]
        if witness.confirmedAt != nil { continue }
        // A stay that cannot be confirmed, as its beginning was lost, is measured until the rules
        // have nothing to say against it.
        if witness.isExpected || !meets(plan.rules[number], slot, fix, chord) {
          isConfirmed = false
        }
      }
      if isConfirmed { continue }
      log.measured[kept] = slot
      kept += 1
    }
    log.measured.removeSubrange(kept...)
  }

  /// Whether a fix is so long after a crossing, and so far past the boundary, as rules ask for.
  private func meets(_ rules: CrossingRules, _ slot: Slot, _ fix: Fix, _ squaredChord: Double)
    -> Bool
  {
    let (crossing, radius) = (log[slot], plan.all.regions[Int(log[slot].position)].radius)
    guard fix.time - crossing.time >= rules.dwell else { return false }
    let depth = squaredChord.squareRoot() - radius
    let cushion = rules.cushion(entering: crossing.isEnter, radius: radius)
    // A chord is a little shorter than the way along the ground.
    return (crossing.isEnter ? -depth : depth) > cushion + 1
  }

  private mutating func watch(_ slot: Slot, _ number: Int, _ fix: Fix, _ vector: EarthVector) {
    guard var crossing = log[slot, witness: number].crossing,
      log[slot, witness: number].confirmedAt == nil
    else { return }
    let outcome = plan.all.circles[Int(log[slot].position)].observe(
      fix, vector, plan.rules[number], &crossing)
    log[slot, witness: number].crossing = crossing
    guard case .confirmed = outcome else { return }
    log[slot, witness: number].confirmedAt = fix.time
    confirmed.append((slot, number))
  }

  /// Notes of the stays under way how the phone saw them under each run.
  private mutating func noteSights(_ fix: Fix) {
    guard !log.measured.isEmpty else { return }
    for run in runs.indices {
      guard let sighting = runs[run].sighting(at: fix) else { continue }
      let vector = EarthVector(sighting.place)
      for slot in log.measured {
        let (isEnter, position) = (log[slot].isEnter, Int(log[slot].position))
        let chord = vector.squaredChord(to: log[slot].center)
        var seen = fix
        (seen.coordinate, seen.horizontalAccuracy) = (sighting.place, sighting.accuracy)
        let circle = plan.all.circles[position]
        log[slot, sight: run].note(
          seen, squaredChord: chord, entering: isEnter,
          isOnNewSide: circle.contains(seen.coordinate, vector) == isEnter,
          isDecided: sighting.accuracy.map { circle.isDecided(by: seen, vector, $0) } ?? true)
      }
    }
  }

  /// Shows what the phone sees to what watches everything.
  private mutating func confirm(_ number: Int, _ reading: Odometer.Reading) {
    guard let seen = positioners[number].see(reading) else { return }
    confirm(number, seen, EarthVector(seen.coordinate), isSeenExactly: false)
    let monitor = unlimited[number]
    positioners[number].settle { place, metres in monitor.isBoundary(within: metres, of: place) }
  }

  private mutating func confirm(
    _ number: Int, _ fix: Fix, _ vector: EarthVector, isSeenExactly: Bool
  ) {
    findings.removeAll()
    unlimited[number].observe(fix, vector, into: &findings)
    for change in findings.changes {
      guard let crossedAt = change.crossedAt, case .region(let position) = change.condition,
        let slot = log.crossing(
          of: plan.numbersOfTaken[Int(position)], entering: change.state == .satisfied,
          before: isSeenExactly ? crossedAt : fix.time), log[slot, confirmedBy: number] == nil
      else { continue }
      log[slot, confirmedBy: number] = fix.time
      confirmed.append((slot, number))
    }
  }

  /// Changes the set of regions as the scenario, or an alarm that has fired, does.
  ///
  /// - Parameter lastTime: the time of the fix before.
  /// - Returns: the regions that are gone, or other circles now.
  mutating func change(_ action: DeviceAction, after lastTime: Timestamp) -> [Int32] {
    if case .complete(_, let regions) = action {
      return regions.flatMap { change(.remove($0), after: lastTime) }
    }
    for number in unlimited.indices { _ = unlimited[number].change(action) }
    if let gone = geometry.change(action) {
      let region = plan.numbers[Int(gone)]
      settleHidden(region, isOpen: false)
      log.forget(region, after: lastTime)
      touched.append(region)
      return [region]
    }
    if case .add(let region) = action, let position = plan.all.position(of: region) {
      log.move(plan.numbers[Int(position)], to: position)
    }
    return []
  }

  /// Settles every crossing of which nothing can be told any more.
  mutating func settle() {
    if !unfinished.isEmpty, runs.indices.contains(where: { runs.span[$0].hasChosen }) {
      finishDetails(isEnd: false)
    }
    if touched.isEmpty { return }
    for region in touched {
      while let slot = log.oldest(of: region), isSettled(slot) {
        settle(slot, isOpen: false)
      }
    }
    touched.removeAll(keepingCapacity: true)
  }

  /// Whether nobody can tell of a crossing any more, or confirm it.
  private func isSettled(_ slot: Slot) -> Bool {
    if log[slot].isForgotten { return true }
    guard let next = log[slot].next else { return false }
    // What the phone sees may come any time before the next crossing to the same side.
    if isPositioned { return log[next].next != nil }
    guard let position = plan.positions[Int(log[slot].position)] else { return true }
    let (isEnter, start) = (log[slot].isEnter, log[slot].time)
    let times = start..<max(start, log[next].next.map { log[$0].time } ?? .distantFuture)
    // A span lends what is too large to be copied.
    let (unlimited, runs) = (unlimited.span, runs.span)
    return !unlimited.indices.contains {
      unlimited[$0].mayConfirm(position, entering: isEnter, times)
    } && !runs.indices.contains { runs[$0].mayTell(of: position, entering: isEnter, times) }
  }
}
