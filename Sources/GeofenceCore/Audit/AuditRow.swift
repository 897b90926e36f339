/// The journals of one device under one strategy, of the device itself and of each region that it
/// crossed, and the simulation of the strategy.
///
/// It is fed once per fix by what is watched for all strategies (the circles by plain geometry, and
/// the rules with unlimited registrations), and by its own simulation. A crossing of which nothing
/// can be delivered any more is settled by what its journal says.
struct AuditRow: Sendable {
  let plan: CirclePlan
  let run: CirclePlan.Run
  /// The number that the device's crossings bear.
  let number: Int32
  private(set) var simulation: Simulation
  /// True if the phone does not see every fix.
  let isPositioned: Bool
  /// The wait until which no fix is needed, where the phone does not see every fix.
  private(set) var wait = Positioner.Wait.none

  // MARK: the journals

  var device = DeviceJournal()
  var regions: [RegionJournal] = []
  var places: [RegionNumber: Int] = [:]
  /// The stays that need every fix, as nothing has confirmed them.
  var questions: [StayInQuestion] = []
  /// The stays whose path meets the rules already, where the phone does not see every fix: however
  /// long they last, no fix changes what is said of them.
  var resting: [StayInQuestion] = []
  /// The location updates since the oldest stay began that is in question or rests.
  var updates: [Positioner.Sighting] = []
  /// The crossings that are settled when the app has reselected.
  var pending: [(crossing: AuditedCrossing, selection: Int32)] = []
  /// The regions of which a crossing may be settled at this fix.
  var touched: [Int] = []
  /// The registrations after the last selection, if the app's set changes, and those that have
  /// expired since.
  private var registered: RegionList?
  private var expired: PositionSet?

  /// The records of the regions that are asked for; `nil` under another than the first strategy.
  var records: RegionRecords?

  // MARK: the events

  /// The events of the last fix that the simulation needed.
  private(set) var events: [Event] = []
  var efforts = AuditEfforts()
  var verdicts = VerdictWatch()
  /// The regions of which the app received an enter last.
  private var entered: Set<RegionNumber> = []

  init(
    _ run: CirclePlan.Run, of plan: CirclePlan, startingAt start: Timestamp, device: Int32,
    named name: String?, trial: UInt64
  ) {
    (self.run, self.plan, number) = (run, plan, device)
    simulation = Simulation(run.simulation, startingAt: start, device: name, trial: trial)
    isPositioned = !run.simulation.seesEveryFix
    if run.strategy == 0, plan.recorded?.isEmpty != true {
      records = RegionRecords(of: plan.recorded)
      simulation.system.keepsRegistrationChanges = true
    }
  }

  var result: AuditEfforts {
    var result = efforts
    result.tally = simulation.tally
    result.events = extraEvents
    return result
  }

  /// Passes on the crossings and dwells that are settled, and lets go of them.
  mutating func drain(into sink: inout some AuditSink) {
    if verdicts.settled.isEmpty, verdicts.dwells.isEmpty { return }
    for crossing in verdicts.settled { sink.settle(crossing, underStrategy: run.strategy) }
    for dwell in verdicts.dwells { sink.judge(dwell, underStrategy: run.strategy) }
    verdicts.settled.removeAll(keepingCapacity: true)
    verdicts.dwells.removeAll(keepingCapacity: true)
  }

  var rules: CrossingRules { run.simulation.settings.crossing }

  func region(of circle: Int32) -> CircularRegion { plan.all.regions[Int(circle)] }

  /// True if the crossings of the regions themselves are recorded beside the stays by their circles.
  var hasShapes: Bool { run.depth.countsEvents || plan.kind.isLarger }

  /// Returns the place of a region among those that something has happened to.
  ///
  /// - Parameter circle: its circle, where it is a new one.
  mutating func place(of region: RegionNumber, _ circle: Int32) -> Int {
    if let place = places[region] { return place }
    places[region] = regions.count
    regions.append(
      RegionJournal(
        region, circle: circle,
        hasShapes
          ? ShapeJournal(verdictRules(circle), listsEvents: records?.holds(region) == true) : nil))
    return regions.count - 1
  }

  func verdictRules(_ circle: Int32) -> VerdictRules {
    VerdictRules(
      rules, of: region(of: circle), minimumRadius: plan.kind.minimumRadius,
      hasLargerCircles: plan.kind.isLarger,
      drawsPositions: run.simulation.positioning?.model.keepsAccuracies == false)
  }

  // MARK: the app

  /// Moves the simulation to a fix, and takes in what happens there.
  ///
  /// - Returns: the zone in which the next ones change nothing; `nil` where this one did not.
  mutating func move(to fix: Fix, _ vector: EarthVector, _ reading: Odometer.Reading?)
    -> QuietZone?
  {
    let expired = simulation.expired(at: fix.time)
    var lost = expired
    var next = simulation.taken
    let last = isPositioned ? simulation.positioner?.sighting : nil
    guard advance(to: fix, vector, reading) else { return nil }
    if let expired {
      (verdicts.hasChanged, verdicts.expired) = (true, expired)
      self.expired = self.expired?.union(expired) ?? expired
    }
    for event in events {
      switch event.kind {
      case .reselect(let reselection) where run.depth >= .causes:
        select(reselection, event)
        verdicts.hasReselected = true
      case .registered(let regions):
        verdicts.removals.register(regions.positions)
        for row in regions.positions { change(row) { $0.addAgain(at: event.time) } }
        (verdicts.hasChanged, verdicts.addedAgain) = (true, regions)
      case .relaunch: verdicts.hasChanged = true
      case .crossing(let report) where report.name == .dwell:
        receiveDwell(report, at: event.time)
      case .crossing(let report): receive(event, report, at: fix)
      case .device(let action):
        let entry = simulation.schedule.entries[next]
        next += 1
        guard action.actsOnDevice else { continue }
        if action.isReboot { verdicts.reboots += 1 }
        verdicts.hasChanged = true
        device.act(action, at: event.time)
        lost = simulation.removed
        for row in simulation.pending { change(row) { $0.addInVain(at: event.time) } }
        if givesVerdicts {
          verdicts.removals.act(
            .init(action, at: entry.time), on: simulation.system.device.platform,
            missing: simulation.removedBeforeSelection)
          refuse(after: next)
        }
        if case .rebootLosingRegistrations = action { registered = nil }
      default: break
      }
    }
    if givesVerdicts, lost != nil || verdicts.hasChanged || verdicts.hasReselected {
      refuse(after: simulation.taken)
      verdicts.removals.settle(missing: simulation.removed)
    }
    if let lost { lose(expired?.union(lost) ?? lost, at: fix.time) }
    for report in simulation.system.suppressed { suppress(report) }
    records?.take(
      simulation.takeRegistrationChanges(), of: plan.numbersOfTaken, at: fix.time)
    // Of two fixes of one time either may be the update.
    if isPositioned, let sighting = simulation.positioner?.sighting, sighting != last {
      efforts.updates += 1
      if !(questions.isEmpty && resting.isEmpty) { updates.append(sighting) }
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
    if let reading, run.simulation.positioning != nil {
      guard wait.isOver(at: reading) else { return false }
      if !events.isEmpty { events.removeAll(keepingCapacity: true) }
      simulation.advance(to: reading, into: &events)
      wait = simulation.wait
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

  /// Takes in what the system refused after so many actions.
  private mutating func refuse(after taken: Int) {
    for refusal in simulation.refusals where refusal.taken == taken {
      verdicts.removals.refuse(refusal.regions)
    }
  }

  mutating func allowance(after fix: Fix, _ vector: EarthVector) -> QuietZone.Allowance {
    simulation.allowance(after: fix, vector)
  }

  /// Takes in an event that the app received.
  private mutating func receive(_ event: Event, _ report: CrossingReport, at fix: Fix) {
    let isAnswer = report.name == .inside || report.name == .outside
    guard [.enter, .exit].contains(report.name) || report.tellsOfExit || isAnswer,
      let region = plan.numbersByName[report.region.identifier],
      // The audit is about some regions, and the app receives events of all.
      let circle = plan.circle(of: region)
    else { return }
    let (isEnter, time) = (report.state == .satisfied, event.time)
    let place = places[region]
    // What waited for the app had been confirmed before.
    let index = place.flatMap { place in
      regions[place].stay(
        of: isEnter ? .satisfied : .unsatisfied, from: report.crossedAt, to: report.since,
        mayErr: isPositioned
      ).flatMap { ($0 < regions[place].past) == regions[place].isOfPast(report, plan) ? $0 : nil }
    }
    var isReported = report.use == .reported
    if report.tellsOfExit || isAnswer {
      // A state fires no alarm.
      if run.simulation.alarms != nil { return }
      // A state is news only of a crossing that happened, and that the app has not received.
      guard let place, let index, regions[place].isNews(index) else { return }
      isReported = isEnter ? report.region.notifyOnEntry : report.region.notifyOnExit
    }
    if isReported {
      if !isEnter {
        entered.remove(region)
      } else if !entered.insert(region).inserted {
        efforts.repeated += 1
      }
    }
    if run.depth.countsEvents || isOfLargerDeliveries {
      judge(report, place: self.place(of: region, circle), at: time, isReported: isReported)
    }
    var isSpurious = false
    let isInside = place.map { regions[$0].isInside } ?? false
    if let place, let index, !isReported, run.simulation.alarms != nil {
      // The alarm waits for its date.
      regions[place].suppress(index)
      // Under a positioning model an enter of where the device was already is made up, unless it is a
      // first state.
    } else if let place, let index, regions[place].stays[index].phase.delivery == nil,
      regions[place].stays[index].isCrossing || report.isInitial || !isPositioned
    {
      let isInGap = isInGap(time, after: regions[place].stays[index].first)
      regions[place].deliver(
        .init(time: time, isInitial: report.isInitial, isInGap: isInGap), of: index)
      if index == regions[place].stays.count - 1 { answer(place, isMeasured: false) }
    } else if isReported {
      isSpurious = isPositioned && (!report.isInitial || isInside != isEnter)
      if isSpurious {
        efforts.spurious += 1
      } else if isEnter {
        efforts.otherEnters += 1
      }
    }
    if isPositioned {
      regions[self.place(of: region, circle)].early =
        index != nil || isInside == isEnter
        ? nil
        : .init(isEnter: isEnter, time: time, isInitial: report.isInitial, isSpurious: isSpurious)
    }
    if isReported {
      let accuracy = decidingAccuracy(at: time)
      records?.take(
        event, report, of: region, accuracy: accuracy, misleadingAt: isSpurious ? fix : nil)
    }
  }

  /// Returns true if a gap leaves open whether an event, delivered more than five minutes after its
  /// crossing, was late.
  // It changes nothing. A method that does not mutate would receive a copy of the whole row.
  private mutating func isInGap(_ time: Timestamp, after crossedAt: Timestamp) -> Bool {
    guard time - crossedAt > CrossingVerdict.soon, verdicts.steps.gap >= crossedAt else {
      return false
    }
    return !CrossingVerdict.isLate(since: crossedAt, at: verdicts.lastTime, outageEnd())
  }

  /// Takes in that the system has found a state that a flag keeps from the app, which is no loss.
  private mutating func suppress(_ report: CrossingReport) {
    guard let place = plan.numbersByName[report.region.identifier].flatMap({ places[$0] })
    else { return }
    judge(report, place: place, at: simulation.system.fix.time, isReported: false)
    let stay = regions[place].stay(
      of: report.state, from: report.crossedAt, to: report.since, mayErr: isPositioned)
    regions[place].early = nil
    if let stay { regions[place].suppress(stay) }
  }

  private mutating func select(_ reselection: Reselection, _ event: Event) {
    let choice =
      givesVerdicts ? Choice(event, reselection, &simulation, plan.numbersOfTaken) : nil
    let selection = device.select(choice)
    for entry in pending { settleUnchosen(entry.crossing, by: entry.selection) }
    if !pending.isEmpty { pending.removeAll() }
    defer { if plan.changesSet { (registered, expired) = (simulation.registered, nil) } }
    guard case .lists(let stopped, let started, _) = reselection.changes else { return }
    verdicts.removals.register(started.positions)
    for row in stopped.positions {
      let successor = started.successor(of: row)
      if let successor { device.restart(successor) }
      change(row) { $0.end(by: selection, at: event.time, isRestart: successor != nil) }
    }
    for row in started.positions {
      // A region that the app adds once more has been stopped before the selection.
      let isReplaced =
        registered?.successor(of: row) != nil && stopped.successor(of: row) == nil
        && expired?.contains(row) != true
      if isReplaced { device.restart(row) }
      change(row) { slots in
        if isReplaced { slots.end(by: selection, at: event.time, isRestart: true) }
        slots.start(by: selection)
      }
    }
  }

  /// Changes the slots of the newest stay of a circle, by its position among those taken, as its
  /// registration has changed, and of earlier stays that began with a slot: the system may still be
  /// about to find one of them, as a fix in between decided nothing.
  private mutating func change(_ row: Int32, _ body: (inout SlotRecord) -> Void) {
    guard let place = places[plan.numbersOfTaken[Int(row)]] else { return }
    if givesVerdicts { verdicts.touched.append(place) }
    guard let newest = regions[place].stays.indices.last else { return }
    body(&regions[place].stays[newest].slots)
    for earlier in Int(regions[place].past)..<max(newest, Int(regions[place].past))
    where regions[place].stays[earlier].held.hasSlot {
      body(&regions[place].stays[earlier].slots)
    }
  }

  private mutating func lose(_ rows: PositionSet, at time: Timestamp) {
    for row in rows {
      let removal = verdicts.removals.number(of: row)
      change(row) { $0.lose(at: time, by: removal) }
    }
  }
}
