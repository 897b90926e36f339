/// The audit of one device under one strategy: what became of each crossing, and why.
///
/// It takes in what happened, as others watch it: the crossings by plain geometry, those that the
/// rules confirm with unlimited registrations, and the fixes. What the app received it finds out by
/// a simulation. What was held at each crossing is noted on the way; the rest is asked afterwards,
/// when nothing more can be delivered of a crossing.
struct AuditRow: Sendable {
  /// A crossing that is settled, but for the time at which the app chose next.
  struct Finding: Sendable {
    var crossing: AuditedCrossing
    /// The number of the choice that the next one is to follow; `nil` where it does not matter.
    var choice: Int32?

    /// The crossing, where the device stayed out of the region until the track ended.
    var undecided: AuditedCrossing {
      AuditedCrossing(id: crossing.id, confirmedAt: crossing.confirmedAt, outcome: .undecided)
    }
  }

  let plan: CirclePlan
  let run: CirclePlan.Run
  let device: Int32
  private(set) var simulation: Simulation
  /// A Boolean value that indicates whether the phone does not see every fix.
  let isPositioned: Bool
  /// The wait until which no fix is needed, where the phone does not see every fix.
  private(set) var wait = Positioner.Wait.none
  var regions: [RowRegion] = []
  private var places: [RegionNumber: Int] = [:]
  var settled: [AuditedCrossing] = []
  /// Those that are settled when the app has chosen again.
  private var pending: [Finding] = []
  /// The regions of which a crossing may be settled at this fix.
  private(set) var touched: [Int] = []

  /// The events of the last fix that the simulation needed.
  private(set) var events: [Event] = []
  /// The positions, among those events, of those that belong to no crossing, where the phone does
  /// not see every fix.
  private(set) var falseEvents: [Int] = []
  /// The number of the app's next choice, and each choice where details are asked for.
  private var nextChoice: Int32 = 0
  private var choices: [Choice] = []
  private var restarted: [Int32] = []
  /// The registrations after the last selection, if the app's set changes.
  private var registered: RegionList?
  private(set) var hasRebooted = false
  private var lastAction: Hindrance.Action?
  private var hindrances: [Hindrance] = []
  private var efforts = AuditEfforts()
  /// The regions of which the app received an enter last.
  private var entered: Set<RegionNumber> = []
  private var early = EarlyEvents()
  /// The earlier events that the crossings of the last fix have come after.
  private(set) var credited: [Audit.CreditedEvent] = []

  /// The number of crossings whose fixes are kept.
  private(set) var kept = 0
  /// Those of them that somebody has to look at at every fix.
  private(set) var observed: [(place: Int, time: Timestamp)] = []
  /// The crossings that would be delivered at this fix.
  private var confirmed: [(place: Int, time: Timestamp)] = []
  /// The location updates since the oldest crossing whose fixes are kept.
  private var sights = KeptFixes()

  init(
    _ run: CirclePlan.Run, of plan: CirclePlan, startingAt start: Timestamp, device: Int32,
    named name: String?, trial: UInt64
  ) {
    (self.run, self.plan, self.device) = (run, plan, device)
    simulation = Simulation(run.simulation, startingAt: start, device: name, trial: trial)
    isPositioned = run.simulation.positioning != nil
  }

  var result: AuditEfforts {
    var result = efforts
    result.tally = simulation.tally
    return result
  }

  // MARK: plain geometry

  /// Takes in that a circle was crossed, or that the device was inside when it was evaluated first.
  ///
  /// - Parameters:
  ///   - unlimited: what the rules held of it with unlimited registrations.
  ///   - ahead: the time at which they confirmed it before it happened.
  ///   - path: the fixes that are kept, without this one.
  ///   - lastTime: the time of the fix before.
  mutating func note(
    _ step: CircleWatch.Step, at time: Timestamp, unlimited: Crossing?, ahead: Timestamp?,
    _ path: KeptFixes, after lastTime: Timestamp
  ) {
    var crossing = RowCrossing(
      circle: step.circle, isEnter: step.isInside, isOrigin: !step.isCrossing, at: time)
    let circle = plan.positions[Int(step.circle)]
    let place = self.place(of: step.region)
    if plan.depth > .deliveries {
      if nextChoice > 0 { crossing.choice = nextChoice - 1 }
      simulation.note(circle, setChanges: plan.changesSet, in: &crossing)
      if let watched = crossing.registration {
        crossing.wasRestarted = restarted.contains(watched)
      }
      if !step.isInside, let enter = regions[place].open.last {
        (crossing.hadSlotInside, crossing.stoppedInsideBy) = (enter.hadSlot, enter.lastStoppedBy)
      }
    }
    endStay(at: place, .wayBack, at: lastTime, path)
    if isPositioned, step.isCrossing {
      crossing.confirmedAt = ahead
      takeEarly(&crossing, of: step.region)
    }
    if plan.depth == .causes, crossing.delivery == nil, step.isCrossing, crossing.held != .noSlot {
      keep(&crossing, at: place, unlimited: unlimited, path)
    }
    regions[place].open.append(crossing)
    touched.append(place)
  }

  private mutating func takeEarly(_ crossing: inout RowCrossing, of region: RegionNumber) {
    guard let event = early.take(of: region, entering: crossing.isEnter, at: crossing.time) else {
      return
    }
    if event.isSpurious { efforts.spurious -= 1 }
    credited.append(.init(region: region, time: event.time))
    crossing.delivery = .init(time: event.time, isInitial: event.isInitial)
  }

  /// Begins a fix, by which no crossing has come yet.
  mutating func begin() { if !credited.isEmpty { credited.removeAll(keepingCapacity: true) } }

  /// Keeps the fixes of a stay until it is known that the rules confirm it.
  private mutating func keep(
    _ crossing: inout RowCrossing, at place: Int, unlimited: Crossing?, _ path: KeptFixes
  ) {
    crossing.isKept = true
    (crossing.firstFix, crossing.firstSight) = (path.end, sights.end)
    kept += 1
    if isPositioned { return }
    let oldSide: RegionState = crossing.isEnter ? .unsatisfied : .satisfied
    // Rules that held the old side from its beginning confirm a stay that meets them.
    if unlimited?.state == oldSide, unlimited?.pending == nil { return }
    if [.oldSide, .unknown].contains(crossing.held) {
      crossing.witness = Crossing(assuming: oldSide)
    }
    observed.append((place, crossing.time))
  }

  private mutating func place(of region: RegionNumber) -> Int {
    if let place = places[region] { return place }
    places[region] = regions.count
    regions.append(RowRegion(region))
    return regions.count - 1
  }

  /// Ends the stay of a region's newest crossing.
  ///
  /// - Parameter time: of the last fix on the new side.
  private mutating func endStay(
    at place: Int, _ end: Excursion.End, at time: Timestamp, _ path: KeptFixes
  ) {
    guard let newest = regions[place].open.indices.last,
      regions[place].open[newest].end == nil
    else { return }
    regions[place].open[newest].end = end
    regions[place].open[newest].lastTime = time
    if regions[place].open[newest].hindrance == nil { noteHindrance(place, newest) }
    release(place, newest, path)
  }

  /// Keeps the fixes of a stay no longer; if it may be lost, it is measured.
  private mutating func release(_ place: Int, _ index: Int, _ path: KeptFixes? = nil) {
    guard regions[place].open[index].isKept else { return }
    if let path { regions[place].open[index].measure = measure(regions[place].open[index], path) }
    regions[place].open[index].isKept = false
    let time = regions[place].open[index].time
    if !observed.isEmpty { observed.removeAll { $0.place == place && $0.time == time } }
    kept -= 1
    if kept == 0 { sights.removeAll() }
  }

  /// Feeds a fix to the stays that unlimited registrations say nothing of.
  ///
  /// - Parameter path: the fixes that are kept, with this one.
  mutating func observe(_ fix: Fix, _ vector: EarthVector, _ path: KeptFixes) {
    for (place, time) in observed {
      guard let index = regions[place].open.lastIndex(where: { $0.time == time && $0.isKept })
      else { continue }
      let circle = plan.all.circles[Int(regions[place].open[index].circle)]
      if var witness = regions[place].open[index].witness {
        if case .confirmed = circle.observe(fix, vector, rules, &witness) {
          noteConfirmation(place, index, at: fix.time)
        } else {
          regions[place].open[index].witness = witness
        }
      } else if rules.dwellOrigin == .boundary,
        fix.time - time >= rules.dwell(entering: regions[place].open[index].isEnter)
      {
        // A stay whose beginning was lost is measured until the rules have nothing to say against it.
        let crossing = regions[place].open[index]
        let region = region(of: crossing)
        let chord = vector.squaredChord(to: EarthVector(region.center)).squareRoot()
        let depth = crossing.isEnter ? region.radius - chord : chord - region.radius
        // A chord is a little shorter than the path along the ground.
        if depth > rules.cushion(entering: crossing.isEnter, radius: region.radius) + 1 {
          release(place, index, path)
        }
      }
    }
  }

  private mutating func noteConfirmation(_ place: Int, _ index: Int, at time: Timestamp) {
    regions[place].open[index].possibleAt = time
    if !isPositioned { release(place, index) }
    if plan.isDisturbed { confirmed.append((place, regions[place].open[index].time)) }
  }

  /// Takes in that the rules confirmed a change of side with unlimited registrations.
  ///
  /// - Returns: whether there is a crossing that it belongs to.
  mutating func confirm(
    _ region: RegionNumber, entering: Bool, since crossedAt: Timestamp, at time: Timestamp
  ) -> Bool {
    guard let place = places[region],
      let index = regions[place].matched(
        entering: entering, from: crossedAt, to: time, mayErr: isPositioned)
    else { return false }
    // Nobody saw the way into a larger circle that the device was in from the beginning.
    if regions[place].open[index].isOrigin { return true }
    if regions[place].open[index].confirmedAt == nil {
      regions[place].open[index].confirmedAt = time
      if regions[place].open[index].possibleAt == nil { noteConfirmation(place, index, at: time) }
    }
    return true
  }

  // MARK: the app

  /// Moves the simulation to a fix, and takes in what happens there.
  ///
  /// - Returns: the zone in which the next ones change nothing; `nil` where this one did not.
  mutating func move(to fix: Fix, _ vector: EarthVector, _ reading: Odometer.Reading?)
    -> QuietZone?
  {
    if let expired = simulation.expired(at: fix.time) { noteRemovals(of: expired, at: fix.time) }
    guard advance(to: fix, vector, reading) else {
      noteHindrances()
      return nil
    }
    if !falseEvents.isEmpty { falseEvents.removeAll(keepingCapacity: true) }
    for (position, event) in events.enumerated() {
      switch event.kind {
      case .reselect(let reselection) where plan.depth == .causes: note(reselection, event)
      case .crossing(let report):
        guard [.enter, .exit].contains(report.name),
          let region = plan.numbersByName[report.region.identifier]
        else { continue }
        if note(report, of: region, at: event.time) { falseEvents.append(position) }
      case .device(let action) where !action.changesSet:
        hasRebooted = hasRebooted || action.isReboot
        noteRemovals(of: simulation.removed, at: event.time)
        lastAction = .init(time: event.time, action: action)
        if case .rebootLosingRegistrations = action { registered = nil }
      default: break
      }
    }
    for report in simulation.system.suppressed { noteSuppression(report) }
    noteHindrances()
    if kept > 0, plan.positioning != nil, let sighting = simulation.sighting(at: fix) {
      var seen = fix
      (seen.coordinate, seen.horizontalAccuracy) = (sighting.place, sighting.accuracy)
      sights.append(seen)
    }
    return simulation.goesByZone ? simulation.quietZone : QuietZone()
  }

  /// Moves the simulation to a fix, unless that changes nothing.
  ///
  /// - Returns: whether the fix was needed.
  @inline(__always)
  private mutating func advance(
    to fix: Fix, _ vector: EarthVector, _ reading: Odometer.Reading?
  ) -> Bool {
    if isPositioned, let reading {
      guard wait.isOver(at: reading) else { return false }
      if !events.isEmpty { events.removeAll(keepingCapacity: true) }
      simulation.advance(to: reading, into: &events)
      wait = simulation.wait
      if simulation.positioner?.sighting?.time == fix.time { efforts.updates += 1 }
    } else {
      if simulation.isQuiet(at: fix) { return false }
      if !events.isEmpty { events.removeAll(keepingCapacity: true) }
      simulation.advance(to: fix, vector, into: &events)
    }
    for event in events {
      if case .relaunch = event.kind { efforts.starts += 1 }
    }
    return true
  }

  mutating func allowance(after fix: Fix, _ vector: EarthVector) -> QuietZone.Allowance {
    simulation.allowance(after: fix, vector)
  }

  private mutating func note(_ reselection: Reselection, _ event: Event) {
    if run.isDetailed {
      choices.append(Choice(event, reselection, simulation, plan.numbersOfTaken))
      for finding in pending { settle(finding) }
      pending.removeAll()
    }
    let choice = nextChoice
    nextChoice += 1
    restarted.removeAll(keepingCapacity: true)
    for position in reselection.stopped.positions {
      let successor = reselection.started.successor(of: position)
      if let successor { restarted.append(successor) }
      change(position) { $0.noteStop(by: choice, at: event.time, isRestart: successor != nil) }
    }
    for position in reselection.started.positions {
      // A region that the app adds once more has been stopped before the choice.
      let isReplaced =
        registered?.successor(of: position) != nil
        && reselection.stopped.successor(of: position) == nil
      if isReplaced { restarted.append(position) }
      change(position) { crossing in
        if isReplaced { crossing.noteStop(by: choice, at: event.time, isRestart: true) }
        crossing.noteStart(by: choice)
      }
    }
    if plan.changesSet { registered = simulation.registered }
  }

  /// Changes the newest crossing of a circle, by its position among those taken.
  private mutating func change(_ position: Int32, _ body: (inout RowCrossing) -> Void) {
    guard let place = places[plan.numbersOfTaken[Int(position)]],
      let newest = regions[place].open.indices.last
    else { return }
    body(&regions[place].open[newest])
  }

  /// Notes that the system has lost the registration of regions, or that it has expired.
  private mutating func noteRemovals(of regions: PositionSet, at time: Timestamp) {
    for position in regions { change(position) { $0.removedAt = $0.removedAt ?? time } }
  }

  /// Takes in an event that the app received.
  ///
  /// - Returns: whether it tells of something that did not happen.
  private mutating func note(
    _ report: CrossingReport, of region: RegionNumber, at time: Timestamp
  ) -> Bool {
    let isEnter = report.name == .enter
    if report.use == .reported {
      if !isEnter {
        entered.remove(region)
      } else if !entered.insert(region).inserted {
        efforts.repeated += 1
      }
    }
    let place = places[region]
    // What waited for the app had been confirmed before.
    let index = place.flatMap {
      regions[$0].matched(
        entering: isEnter, from: report.crossedAt, to: report.since, mayErr: isPositioned)
    }
    var isSpurious = false
    if let place, let index, regions[place].open[index].delivery == nil {
      regions[place].open[index].delivery = .init(time: time, isInitial: report.isInitial)
      release(place, index)
    } else if report.use == .reported {
      let isInside = place.flatMap { regions[$0].open.last }?.isEnter == true
      isSpurious = isPositioned && (!report.isInitial || !isInside)
      if isSpurious {
        efforts.spurious += 1
      } else if isEnter {
        efforts.otherEnters += 1
      }
    }
    if isPositioned {
      early.note(
        .init(
          isEnter: isEnter, time: time, isInitial: report.isInitial, isSpurious: isSpurious),
        of: region, isCredited: index != nil)
    }
    return isSpurious
  }

  /// Takes in that the system has found a state that a flag keeps from the app, which is no loss.
  private mutating func noteSuppression(_ report: CrossingReport) {
    guard let place = plan.numbersByName[report.region.identifier].flatMap({ places[$0] }),
      let index = regions[place].matched(
        entering: report.state == .satisfied, from: report.crossedAt, to: report.since,
        mayErr: isPositioned)
    else { return }
    regions[place].open[index].isSuppressed = true
  }

  /// Notes what the device and its app are doing while crossings would be delivered.
  private mutating func noteHindrances() {
    if confirmed.isEmpty { return }
    for (place, time) in confirmed {
      if let index = regions[place].open.lastIndex(where: { $0.time == time }) {
        noteHindrance(place, index)
      }
    }
    confirmed.removeAll(keepingCapacity: true)
  }

  private mutating func noteHindrance(_ place: Int, _ index: Int) {
    guard run.isDetailed, plan.isDisturbed, regions[place].open[index].delivery == nil,
      let lastAction
    else { return }
    regions[place].open[index].hindrance = hindrances.count
    hindrances.append(Hindrance(device: simulation.system.device, lastAction: lastAction))
  }

  func hindrance(_ number: Int?) -> Hindrance? { number.map { hindrances[$0] } }

  /// A choice by its number; `nil` where there is none, or details are not kept.
  func choice(_ number: Int32?) -> Choice? {
    number.flatMap { choices.indices.contains(Int($0)) ? choices[Int($0)] : nil }
  }

  // MARK: larger circles

  /// Takes in that a region itself was crossed, or that the device was in it from the beginning.
  ///
  /// The circle's enters have been noted before, its exits are noted after. Where it is larger
  /// than the region, it shows the first enter while the device is there, and the last exit;
  /// the others are hidden.
  mutating func noteTruth(_ step: CircleWatch.Step, at time: Timestamp) {
    guard let place = places[step.region], let visit = regions[place].open.indices.last else {
      return
    }
    settleHidden(place, isOpen: false)
    settleWithheld(place, isOpen: false)
    if plan.kind.minimumRadius == 0 {
      if step.isCrossing { regions[place].open[visit].truth = time }
    } else if step.isInside, !regions[place].open[visit].isEntered {
      regions[place].open[visit].isEntered = true
      if step.isCrossing { regions[place].open[visit].truth = time }
    } else {
      regions[place].hidden = (step.isInside, time)
    }
  }

  /// Takes the exit of the region itself for that of its circle, which was noted last.
  mutating func showExit(of region: RegionNumber) {
    guard let place = places[region], let visit = regions[place].open.indices.last,
      let hidden = regions[place].hidden, !hidden.isEnter
    else { return }
    regions[place].open[visit].truth = hidden.time
    regions[place].hidden = nil
  }

  /// Settles a crossing of the region that the circle does not show.
  ///
  /// - Parameter isOpen: whether the device is still on that side, at the end of the track.
  private mutating func settleHidden(_ place: Int, isOpen: Bool) {
    guard let hidden = regions[place].hidden, let visit = regions[place].open.last else { return }
    regions[place].hidden = nil
    guard isWanted(visit, entering: hidden.isEnter) else { return }
    let finding = finding(
      .merged, undoes: nil, of: visit, at: hidden.time, entering: hidden.isEnter, confirmedAt: nil)
    if isOpen { settled.append(finding.undecided) } else { conclude(finding) }
  }

  private mutating func settleWithheld(_ place: Int, isOpen: Bool) {
    if regions[place].withheld.isEmpty { return }
    let findings = regions[place].withheld
    regions[place].withheld.removeAll()
    for finding in findings {
      if isOpen { settled.append(finding.undecided) } else { conclude(finding) }
    }
  }

  // MARK: the set

  /// The region has left the set, or is another circle now: what was is no longer its past.
  ///
  /// - Parameter time: of the last fix before.
  mutating func forget(_ region: RegionNumber, after time: Timestamp, _ path: KeptFixes) {
    early.forget(region)
    guard let place = places[region] else { return }
    settleHidden(place, isOpen: false)
    settleWithheld(place, isOpen: false)
    endStay(at: place, .removal, at: time, path)
    for index in regions[place].open.indices { regions[place].open[index].isForgotten = true }
    touched.append(place)
  }

  /// The region's circle is another one of the plan now, though an equal one.
  mutating func move(_ region: RegionNumber, to circle: Int32) {
    guard let place = places[region] else { return }
    for index in regions[place].open.indices { regions[place].open[index].circle = circle }
  }

  // MARK: settling

  /// Settles every crossing of which nothing can be delivered any more.
  ///
  /// - Parameter earliest: returns the time at which the oldest change began that unlimited
  ///   registrations have yet to confirm, by a circle among those taken.
  mutating func settle(_ earliest: (Int32) -> Timestamp) {
    for place in touched {
      while isOldestSettled(place, earliest) { settleOldest(place, isOpen: false) }
    }
    touched.removeAll(keepingCapacity: true)
  }

  private func isOldestSettled(_ place: Int, _ earliest: (Int32) -> Timestamp) -> Bool {
    guard let oldest = regions[place].open.first else { return false }
    if oldest.isForgotten { return true }
    // Of news that began at this crossing none is left when all that is under way began later.
    guard let next = regions[place].open.first(where: { $0.time > oldest.time })?.time else {
      return false
    }
    guard let circle = plan.positions[Int(oldest.circle)] else { return true }
    return earliest(circle) >= next
      && simulation.earliestNews(of: circle, setChanges: plan.changesSet) >= next
  }

  mutating func finish(at lastTime: Timestamp, _ path: KeptFixes) {
    let places = regions.indices.sorted { regions[$0].region < regions[$1].region }
    for place in places where !regions[place].open.isEmpty {
      endStay(at: place, .trackEnd, at: lastTime, path)
      // The device may have left the region itself, but not the circle.
      let isOpen = regions[place].hidden == nil
      settleHidden(place, isOpen: true)
      while !regions[place].open.isEmpty {
        settleOldest(place, isOpen: isOpen && regions[place].open.count == 1)
      }
      settleWithheld(place, isOpen: true)
    }
    for finding in pending { settled.append(finding.crossing) }
    pending.removeAll()
  }

  private mutating func settleOldest(_ place: Int, isOpen: Bool) {
    let crossing = regions[place].open[0]
    let verdict = verdict(on: crossing, of: regions[place], isOpen: isOpen)
    if isWanted(crossing, entering: crossing.isEnter) { settle(crossing, at: place, verdict) }
    // A device that is inside from the first evaluation has made no crossing that could be lost.
    var lost: (time: Timestamp, cause: LossCause?)?
    let isCrossing = !crossing.isOrigin || crossing.truth != nil
    if isCrossing, !crossing.isSuppressed, case .lost(let cause, _) = verdict {
      lost = (crossing.time, cause)
    }
    regions[place].open.removeFirst()
    let isPast = !crossing.isForgotten || regions[place].open.first?.isForgotten == true
    regions[place].lost = isPast ? lost : nil
  }

  private mutating func settle(_ crossing: RowCrossing, at place: Int, _ verdict: Verdict) {
    guard let time = crossing.truth else {
      if crossing.isEnter, case .delivered = verdict { efforts.otherEnters += 1 }
      return
    }
    let id = AuditedCrossing.ID(
      device: device, region: regions[place].region, name: crossing.name, time: time)
    let confirmedAt = crossing.confirmedAt
    switch verdict {
    case .delivered(let delivery):
      settled.append(
        AuditedCrossing(id: id, confirmedAt: confirmedAt, outcome: .delivered(delivery)))
    case .undecided:
      settled.append(AuditedCrossing(id: id, confirmedAt: confirmedAt, outcome: .undecided))
    case .lost(let cause, let undoes):
      let finding = finding(
        cause, undoes: undoes, of: crossing, at: time, entering: crossing.isEnter,
        confirmedAt: confirmedAt)
      if staysOpen(regions[place]), mayStillCome(crossing, of: regions[place]) {
        regions[place].withheld.append(finding)
      } else {
        conclude(finding)
      }
    }
  }

  private mutating func conclude(_ finding: Finding) {
    if let choice = finding.choice, choice == nextChoice - 1 {
      pending.append(finding)
    } else {
      settle(finding)
    }
  }

  private mutating func settle(_ finding: Finding) {
    guard let choice = finding.choice,
      case .lost(let loss?) = finding.crossing.outcome,
      case .notChosen(let chosen, let distance, _)? = loss.detail
    else { return settled.append(finding.crossing) }
    let detail = LossDetail.notChosen(
      chosen, distance: distance, next: self.choice(choice + 1)?.time)
    settled.append(
      AuditedCrossing(
        id: finding.crossing.id, confirmedAt: finding.crossing.confirmedAt,
        outcome: .lost(.init(cause: loss.cause, undoes: loss.undoes, detail: detail))))
  }

  /// Returns whether the loss of an exit may be undecided yet: the device came back into the
  /// larger circle, but not into the region.
  private func staysOpen(_ region: RowRegion) -> Bool {
    guard plan.kind.minimumRadius > 0, let exit = region.open.first, !exit.isEnter,
      !exit.isForgotten
    else { return false }
    return !region.open.dropFirst().contains { $0.isEntered || $0.truth != nil }
  }

  private func isWanted(_ crossing: RowCrossing, entering: Bool) -> Bool {
    let region = region(of: crossing)
    return entering ? region.notifyOnEntry : region.notifyOnExit
  }

  private func measure(_ crossing: RowCrossing, _ path: KeptFixes) -> RowCrossing.Measure? {
    let circle = plan.all.circles[Int(crossing.circle)]
    let region = region(of: crossing)
    func isDecided(_ fix: Fix, _ vector: EarthVector) -> Bool {
      fix.horizontalAccuracy.map { circle.isDecided(by: fix, vector, $0) } ?? true
    }
    let fixes = path.from(crossing.firstFix)
    if fixes.isEmpty { return nil }
    let isExact = isPositioned || rules.ignoresAccuracy
    let sights = sights.from(crossing.firstSight)
    return RowCrossing.Measure(
      Excursion(
        fixes, of: region, entering: crossing.isEnter, isOnNewSide: { _, _ in true },
        isDecided: { isExact || isDecided($0, $1) }),
      looks: sights.count,
      seen: Excursion(
        sights, of: region, entering: crossing.isEnter,
        isOnNewSide: { circle.contains($0.coordinate, $1) == crossing.isEnter },
        isDecided: isDecided))
  }

  var rules: CrossingRules { run.simulation.settings.crossing }
}

/// The fixes of stays that may have to be measured, numbered since the beginning.
struct KeptFixes: Sendable {
  private var fixes: [Fix] = []
  private var start = 0

  var end: Int { start + fixes.count }

  mutating func append(_ fix: Fix) { fixes.append(fix) }

  mutating func removeAll() {
    start += fixes.count
    fixes.removeAll(keepingCapacity: fixes.count < 1024)
  }

  func from(_ number: Int) -> ArraySlice<Fix> { fixes[min(max(0, number - start), fixes.count)...] }
}
