/// One strategy under audit: its simulation, and the choices and disturbances that explain its
/// losses.
struct AuditedRun: Sendable {
  let number: Number<AuditedRun>
  let plan: CirclePlan
  /// A Boolean value that indicates whether the moments that decide are kept.
  let isDetailed: Bool
  /// A Boolean value that indicates whether the phone does not see every fix.
  let isPositioned: Bool
  private(set) var simulation: Simulation
  /// The wait until which the simulation needs no fix, where the phone does not see every fix.
  private(set) var wait = Positioner.Wait.none
  /// The events of the last fix that it needed.
  private(set) var events: [Event] = []
  /// The positions, among those events, of those that belong to no crossing, where the system does
  /// not see every fix.
  private(set) var falseEvents: [Int] = []
  /// The number that the app's next choice will have; each choice where details are asked for.
  private var nextChoice: Number<Choice> = 0
  private var choices = Numbered<Choice, Choice>()
  /// A Boolean value that indicates whether it has chosen at the last fix that it needed.
  private(set) var hasChosen = false
  /// The circles that the last choice restarted.
  private var restarted: [Int32] = []
  /// The registrations after the last selection, if the app's set changes.
  private var registered: RegionList?
  private(set) var hasRebooted = false
  private var lastAction: Hindrance.Action?
  private var hindrances = Numbered<Hindrance, Hindrance>()
  /// The number of regions that had expired at the last fix.
  private var expiredCount = 0
  private var otherEnters = 0
  private var repeated = 0
  /// The regions of which the app received an enter last.
  private var entered: Set<RegionNumber> = []
  private var spurious = 0
  /// The events that no crossing has come before.
  private var early = EarlyEvents()
  /// The earlier events that the crossings of the last fix have come after.
  private(set) var credited: [Audit.CreditedEvent] = []

  init(
    _ number: Number<AuditedRun>, of plan: CirclePlan, startingAt start: Timestamp,
    device: String?, trial: UInt64
  ) {
    let run = plan.runs[number]
    self.number = number
    self.plan = plan
    isDetailed = run.isDetailed
    isPositioned = run.simulation.positioning != nil
    simulation = Simulation(run.simulation, startingAt: start, device: device, trial: trial)
  }

  /// The app's choices and the events that it received beside the crossings.
  var efforts: AuditEfforts {
    AuditEfforts(
      tally: simulation.tally, otherEnters: otherEnters, spurious: spurious, repeated: repeated)
  }

  /// The location update at a fix; `nil` where there was none, or it found nothing.
  func sighting(at fix: Fix) -> Positioner.Sighting? {
    simulation.positioner?.sighting.flatMap { $0.time == fix.time ? $0 : nil }
  }

  /// The metres and the time that the device may move on from a fix before another has to be
  /// evaluated.
  func allowance(after fix: Fix, _ vector: EarthVector) -> QuietZone.Allowance {
    simulation.allowance(after: fix, vector)
  }

  /// The zone in which a fix changes nothing, whatever its accuracy.
  var quietZone: QuietZone {
    simulation.goesByZone ? simulation.quietZone : QuietZone()
  }

  /// Returns the trace of a crossing that begins at the next fix.
  ///
  /// - Parameter position: of the circle; `nil` where the system does not take it.
  func trace(ofCrossing entering: Bool, _ position: Int32?) -> CrossingTrace {
    var trace = CrossingTrace()
    if nextChoice > 0 { trace.choice = nextChoice.advanced(by: -1) }
    trace.wasLostInRestart = simulation.app.hasLostRegistrations
    let newSide: RegionState = entering ? .satisfied : .unsatisfied
    // A closure would receive a copy of the whole run.
    let watched: Int32? = if let position { registration(of: position) } else { nil }
    guard let watched, let crossing = simulation.system.monitor.crossing(of: .region(watched))
    else {
      trace.isSilent = !mayTell(later: newSide, of: watched)
      let missing = simulation.app.unregistered
      if let watched, missing.pending.contains(watched) { trace.wasLostInRestart = true }
      if let watched, missing.lost.contains(watched) || missing.expired.contains(watched) {
        trace.noteRemoval(at: simulation.system.fix.time)
      }
      return trace
    }
    trace.noteSlot()
    trace.held =
      switch crossing.state {
      case .unknown: .unknown
      case newSide: .newSide
      default: crossing.pending == nil ? .oldSide : .underWay
      }
    trace.wasWatched = simulation.system.device.monitors
    trace.wasRestarted = restarted.contains(watched)
    return trace
  }

  /// The row of the catalog that is registered of a circle: while an app that does not run has yet
  /// to add it, or at the fix at which it does, that is still the equal one of its name.
  ///
  /// - Complexity: O(log n) for n regions of the catalog.
  private func registration(of position: Int32) -> Int32 {
    guard plan.changesSet, simulation.system.monitor.crossing(of: .region(position)) == nil else {
      return position
    }
    return RegionList(catalog: catalog, positions: simulation.system.monitor.members)
      .successor(of: position) ?? position
  }

  private var catalog: RegionCatalog { simulation.app.plan.catalog }

  /// Returns whether a region without a slot could still report a side if it were registered later.
  private func mayTell(later side: RegionState, of position: Int32?) -> Bool {
    let settings = simulation.app.plan.settings
    guard let position, settings.api.rules.initialStates(settings.request).contains(side) else {
      return false
    }
    // A first state outside is an exit only where the app has asked for it.
    guard settings.api.rules.firstStates == .all else { return true }
    // With a state assumed the other is delivered later, without one an enter.
    let own = catalog.row(of: position, in: simulation.app.present) ?? position
    guard simulation.app.assumesStates, let known = simulation.app.known[own] else {
      return side == .satisfied
    }
    return known != side
  }

  /// Returns whether an event of a crossing to a side may be delivered yet that began in
  /// `times`.
  func mayTell(of circle: Int32, entering: Bool, _ times: Range<Timestamp>) -> Bool {
    let position = registration(of: circle)
    if simulation.system.monitor.mayConfirm(position, entering: entering, times) { return true }
    guard let told = simulation.system.monitor.waiting(of: .region(position)) else { return false }
    return (told.state == .satisfied) == entering && times.contains(told.crossedAt ?? told.since)
  }

  /// Takes in which registrations the system has lost, or have expired, for the crossings under way.
  private func noteRemovals(at time: Timestamp, _ log: inout CrossingLog) {
    let missing = simulation.app.unregistered
    for position in missing.lost.union(missing.expired) {
      guard let id = log.newest(of: plan.numbersOfTaken[Int(position)]) else { continue }
      log[id].traces[number].noteRemoval(at: time)
    }
  }

  /// Moves the run to a fix, unless that changes nothing.
  ///
  /// - Parameter log: with the crossings that begin at `fix`.
  /// - Returns: whether the fix was needed.
  @inline(__always)
  mutating func advance(
    to fix: Fix, _ vector: EarthVector, _ reading: Odometer.Reading?, _ log: inout CrossingLog
  ) -> Bool {
    if isPositioned, let reading {
      guard wait.isOver(at: reading) else { return false }
    } else if simulation.isQuiet(at: fix) {
      return false
    }
    follow(fix, vector, reading, &log)
    return true
  }

  /// Moves the simulation to a fix, and takes in what happens there.
  private mutating func follow(
    _ fix: Fix, _ vector: EarthVector, _ reading: Odometer.Reading?, _ log: inout CrossingLog
  ) {
    if !events.isEmpty { events.removeAll(keepingCapacity: true) }
    if !falseEvents.isEmpty { falseEvents.removeAll(keepingCapacity: true) }
    hasChosen = false
    if isPositioned, let reading {
      simulation.advance(to: reading, into: &events)
      wait = simulation.wait
    } else {
      simulation.advance(to: fix, vector, into: &events)
    }
    let expired = simulation.app.unregistered.expired.count
    if expired != expiredCount {
      if expired > expiredCount { noteRemovals(at: fix.time, &log) }
      expiredCount = expired
    }
    for (position, event) in events.enumerated() {
      switch event.kind {
      case .reselect(let reselection) where plan.depth == .causes:
        note(reselection, event, &log)
      case .crossing(let report):
        guard [.enter, .exit].contains(report.name),
          let region = plan.numbersByName[report.region.identifier]
        else { continue }
        let before = spurious
        note(report, of: region, at: event.time, &log)
        if spurious > before { falseEvents.append(position) }
      case .device(let action) where !action.changesSet:
        hasRebooted = hasRebooted || action.isReboot
        noteRemovals(at: event.time, &log)
        lastAction = .init(time: event.time, action: action)
        if case .rebootLosingRegistrations = action { registered = nil }
      default: break
      }
    }
  }

  private mutating func note(
    _ reselection: Reselection, _ event: Event, _ log: inout CrossingLog
  ) {
    hasChosen = true
    if isDetailed { choices.append(Choice(event, reselection, simulation, plan.numbersOfTaken)) }
    let choice = nextChoice
    nextChoice = choice.advanced(by: 1)
    restarted.removeAll(keepingCapacity: true)
    for position in reselection.stopped.positions {
      let successor = reselection.started.successor(of: position)
      if let successor { restarted.append(successor) }
      guard let id = log.newest(of: plan.numbersOfTaken[Int(position)]) else { continue }
      log[id].traces[number].noteStop(by: choice, at: event.time, isRestart: successor != nil)
    }
    for position in reselection.started.positions {
      // A region that the app adds once more has been stopped before the choice.
      let isReplaced =
        registered?.successor(of: position) != nil
        && reselection.stopped.successor(of: position) == nil
      if isReplaced { restarted.append(position) }
      guard let id = log.newest(of: plan.numbersOfTaken[Int(position)]) else { continue }
      if isReplaced {
        log[id].traces[number].noteStop(by: choice, at: event.time, isRestart: true)
      }
      log[id].traces[number].noteStart(by: choice)
    }
    if plan.changesSet { registered = simulation.registered }
  }

  private mutating func note(
    _ report: CrossingReport, of region: RegionNumber, at time: Timestamp,
    _ log: inout CrossingLog
  ) {
    if report.use == .reported {
      if report.name == .exit {
        entered.remove(region)
      } else if !entered.insert(region).inserted {
        repeated += 1
      }
    }
    let isEnter = report.name == .enter
    let id = log.crossing(of: region, entering: isEnter, since: report.crossedAt, until: time)
    let isFirst = id.map { log[$0].traces[number].delivery == nil } ?? false
    let before = spurious
    if let id, isFirst {
      log[id].traces[number].delivery = .init(time: time, isInitial: report.isInitial)
    } else if report.use == .reported {
      let isInside = log.newest(of: region).map { log[$0].isEnter } == true
      if isPositioned, !report.isInitial || !isInside {
        spurious += 1
      } else if isEnter {
        otherEnters += 1
      }
    }
    guard isPositioned else { return }
    early.note(
      .init(
        isEnter: isEnter, time: time, isInitial: report.isInitial, isSpurious: spurious > before),
      of: region, isCredited: id != nil)
  }

  /// Returns the event that was ahead of a crossing at `time`, which is false no longer.
  mutating func takeEarly(of region: RegionNumber, entering: Bool, at time: Timestamp)
    -> AuditedCrossing.Delivery?
  {
    guard let event = early.take(of: region, entering: entering, at: time) else { return nil }
    if event.isSpurious { spurious -= 1 }
    credited.append(.init(region: region, time: event.time))
    return .init(time: event.time, isInitial: event.isInitial)
  }

  /// Begins a fix, by which no crossing has come yet.
  mutating func beginFix() {
    if !credited.isEmpty { credited.removeAll(keepingCapacity: true) }
  }

  /// Takes in that a region has left the set, or is another circle now.
  mutating func forgetEarly(of region: RegionNumber) { early.forget(region) }

  /// Notes that an enter was delivered that belongs to no crossing.
  mutating func noteOtherEnter() { otherEnters += 1 }

  /// Notes what the device and its app are doing, now that a crossing would be delivered.
  mutating func noteHindrance(_ trace: inout CrossingTrace) {
    guard isDetailed, plan.isDisturbed, trace.delivery == nil, let lastAction else { return }
    trace.hindrance = hindrances.endIndex
    hindrances.append(Hindrance(device: simulation.system.device, lastAction: lastAction))
  }

  var ranking: Ranking { simulation.app.plan.settings.ranking }

  /// A choice by its number; `nil` where there is none, or details are not kept.
  func choice(_ number: Number<Choice>?) -> Choice? {
    number.flatMap { choices.indices.contains($0) ? choices[$0] : nil }
  }

  /// Returns the state of the device by the number of its note, or now.
  func hindrance(_ number: Number<Hindrance>?) -> Hindrance? {
    if let number { return hindrances[number] }
    return lastAction.map { Hindrance(device: simulation.system.device, lastAction: $0) }
  }
}

extension RegionList {
  /// The region itself, or the equal circle that has taken its place; `nil` where neither is there.
  ///
  /// - Complexity: O(log n) for n regions of the catalog.
  fileprivate func successor(of position: Int32) -> Int32? {
    guard let other = catalog.row(of: position, in: positions),
      catalog.regions[Int(other)].hasSameCircle(as: catalog.regions[Int(position)])
    else { return nil }
    return other
  }
}

extension RegionCatalog {
  /// Returns the row in `set` of the region at a position, which may be another one of its name.
  ///
  /// - Complexity: O(log n) for n regions.
  fileprivate func row(of position: Int32, in set: PositionSet) -> Int32? {
    if set.contains(position) { return position }
    // Every identifier has one row unless a scenario replaces a region.
    return initial.isWhole ? nil : self.position(of: regions[Int(position)].identifier, in: set)
  }
}

extension Monitor {
  /// Returns whether a crossing to a side is under way that began in `times`.
  func mayConfirm(_ position: Int32, entering: Bool, _ times: Range<Timestamp>) -> Bool {
    guard let crossing = crossing(of: .region(position)), let pending = crossing.pending else {
      return false
    }
    return (crossing.state == .unsatisfied) == entering && times.contains(pending.since)
  }
}
