/// One strategy under audit: its simulation, and how each crossing met it.
struct AuditedRun: Sendable {
  /// Its position among the runs of its circles.
  private let number: Int
  let isDetailed: Bool
  private let isDisturbed: Bool
  /// A Boolean value that indicates whether the scenario changes the app's set.
  private let changesSet: Bool
  /// Whether the phone does not see every fix.
  let isPositioned: Bool
  private(set) var simulation: Simulation
  /// Of the last fix.
  private(set) var events: [Event] = []
  /// The positions, among the events of the last fix, of those that tell of no crossing, where the
  /// system does not see every fix.
  private(set) var falseEvents: [Int] = []
  /// How many times the app has chosen; each choice where details are asked for.
  private var choiceCount: Int32 = 0
  private var choices: [Choice] = []
  /// Whether it has chosen at the last fix.
  private(set) var hasChosen = false
  /// The circles that the last choice restarted.
  private var restarted: [Int32] = []
  /// The registrations after the last selection, if the app's set changes.
  private var registered: RegionList?
  private(set) var hasRebooted = false
  private var lastAction: Hindrance.Action?
  private var hindrances: [Hindrance] = []
  private var otherEnters = 0
  private var spurious = 0

  /// - Parameter isDetailed: whether the moments that decide are kept.
  init(
    _ number: Int, _ plan: SimulationPlan, isDetailed: Bool, isDisturbed: Bool,
    changesSet: Bool, startingAt start: Timestamp, device: String?, trial: UInt64
  ) {
    self.number = number
    self.isDetailed = isDetailed
    self.isDisturbed = isDisturbed
    self.changesSet = changesSet
    isPositioned = plan.positioning != nil
    simulation = Simulation(plan, startingAt: start, device: device, trial: trial)
  }

  /// What its app did and heard beside the crossings.
  var efforts: AuditEfforts {
    AuditEfforts(tally: simulation.tally, otherEnters: otherEnters, spurious: spurious)
  }

  /// Where the phone saw the device at a fix; `nil` where it did not look, or found nothing.
  func sighting(at fix: Fix) -> Positioner.Sighting? {
    simulation.positioner?.sighting.flatMap { $0.time == fix.time ? $0 : nil }
  }

  /// How it stands to a crossing that begins at the fix that comes next.
  ///
  /// - Parameter position: of the circle; `nil` where the system does not take it.
  func trace(ofCrossing entering: Bool, _ position: Int32?) -> CrossingTrace {
    var trace = CrossingTrace()
    trace.choice = choiceCount - 1
    trace.wasLostInRestart = simulation.app.hasLostRegistrations
    let newSide: RegionState = entering ? .satisfied : .unsatisfied
    let watched = position.map(registration)
    guard let watched, let crossing = simulation.system.monitor.crossing(of: .region(watched))
    else {
      trace.isSilent = !mayTell(later: newSide, of: watched)
      return trace
    }
    trace.hadSlot = true
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
    guard changesSet, simulation.system.monitor.crossing(of: .region(position)) == nil else {
      return position
    }
    return RegionList(catalog: catalog, positions: simulation.system.monitor.members)
      .successor(of: position) ?? position
  }

  private var catalog: RegionCatalog { simulation.app.plan.catalog }

  /// Returns whether a region without a slot could still report a side if it were registered later.
  private func mayTell(later side: RegionState, of position: Int32?) -> Bool {
    guard let position, simulation.app.plan.settings.api == .clMonitor else { return false }
    // What comes back with a state assumed tells of the other; what does not tells of an enter.
    let region = catalog.regions[Int(position)]
    let own = catalog.position(of: region.identifier, in: simulation.app.present) ?? position
    guard simulation.app.assumesStates, let known = simulation.app.known[own] else {
      return side == .satisfied
    }
    return known != side
  }

  /// Whether an event may come yet that tells of a crossing to a side that began in `times`.
  func mayTell(of circle: Int32, entering: Bool, _ times: Range<Timestamp>) -> Bool {
    let position = registration(of: circle)
    if simulation.system.monitor.mayConfirm(position, entering: entering, times) { return true }
    guard !simulation.system.waiting.isEmpty,
      let told = simulation.system.waiting[.region(position)]
    else { return false }
    return (told.state == .satisfied) == entering && times.contains(told.crossedAt ?? told.since)
  }

  /// - Parameter log: with the crossings that begin at `fix`.
  mutating func advance(
    to fix: Fix, _ vector: EarthVector, _ reading: Odometer.Reading?, _ log: inout CrossingLog,
    _ plan: CirclePlan
  ) {
    if !events.isEmpty { events.removeAll(keepingCapacity: true) }
    if !falseEvents.isEmpty { falseEvents.removeAll(keepingCapacity: true) }
    hasChosen = false
    if isPositioned, let reading {
      simulation.advance(to: reading, into: &events)
    } else {
      simulation.advance(to: fix, vector, into: &events)
    }
    for (position, event) in events.enumerated() {
      switch event.kind {
      case .reselect(let reselection) where plan.depth == .causes:
        note(reselection, event, &log, plan)
      case .crossing(let report):
        guard report.name != .unsatisfied,
          let region = plan.numbersByName[report.region.identifier]
        else { continue }
        let before = spurious
        note(report, of: region, at: event.time, &log)
        if spurious > before { falseEvents.append(position) }
      case .device(let action) where !action.changesSet:
        hasRebooted = hasRebooted || action.isReboot
        lastAction = .init(time: event.time, action: action)
        if case .rebootLosingRegistrations = action { registered = nil }
      default: break
      }
    }
  }

  private mutating func note(
    _ reselection: Reselection, _ event: Event, _ log: inout CrossingLog, _ plan: CirclePlan
  ) {
    hasChosen = true
    if isDetailed { choices.append(Choice(event, reselection, simulation, plan.numbersOfTaken)) }
    let choice = choiceCount
    choiceCount += 1
    restarted.removeAll(keepingCapacity: true)
    for position in reselection.stopped.positions {
      let successor = reselection.started.successor(of: position)
      let isRestart = successor != nil
      if let successor { restarted.append(successor) }
      guard let slot = log.newest(of: plan.numbersOfTaken[Int(position)]) else { continue }
      log[slot, run: number].noteStop(by: choice, at: event.time, isRestart: isRestart)
    }
    for position in reselection.started.positions {
      // A region that the app adds once more has been stopped before the choice.
      let isReplaced =
        registered?.successor(of: position) != nil
        && reselection.stopped.successor(of: position) == nil
      if isReplaced { restarted.append(position) }
      guard let slot = log.newest(of: plan.numbersOfTaken[Int(position)]) else { continue }
      if isReplaced { log[slot, run: number].noteStop(by: choice, at: event.time, isRestart: true) }
      log[slot, run: number].noteStart(by: choice)
    }
    if changesSet { registered = simulation.registered }
  }

  private mutating func note(
    _ report: CrossingReport, of region: Int32, at time: Timestamp, _ log: inout CrossingLog
  ) {
    // Where the phone errs it may see a crossing before there is one.
    let slot = log.crossing(
      of: region, entering: report.name == .enter, before: isPositioned ? time : report.crossedAt)
    if let slot, log[slot, run: number].deliveredAt == nil {
      log[slot, run: number].deliveredAt = time
      log[slot, run: number].isDeliveryInitial = report.isInitial
    } else if report.use == .reported {
      let isInside = log.newest(of: region).map { log[$0].isEnter } == true
      if isPositioned, !report.isInitial || !isInside {
        spurious += 1
      } else if report.name == .enter {
        otherEnters += 1
      }
    }
  }

  /// Notes that an enter was told that tells of no crossing.
  mutating func noteOtherEnter() { otherEnters += 1 }

  /// Notes what the device and its app are doing, now that a crossing would be told.
  mutating func noteHindrance(_ slot: Slot, _ log: inout CrossingLog) {
    guard isDetailed, isDisturbed, let lastAction else { return }
    log[slot, run: number].hindrance = Int32(hindrances.count)
    hindrances.append(Hindrance(device: simulation.system.device, lastAction: lastAction))
  }

  var ranking: Ranking { simulation.app.plan.settings.ranking }

  /// A choice by its number; `nil` where there is none, or details are not kept.
  func choice(_ number: Int32) -> Choice? {
    choices.indices.contains(Int(number)) ? choices[Int(number)] : nil
  }

  /// What the device was like by the number of its note, or is like now.
  func hindrance(_ number: Int32) -> Hindrance? {
    if hindrances.indices.contains(Int(number)) { return hindrances[Int(number)] }
    return lastAction.map { Hindrance(device: simulation.system.device, lastAction: $0) }
  }
}

extension RegionList {
  /// The region itself, or the equal circle that has taken its place; `nil` where neither is there.
  ///
  /// - Complexity: O(log n) for n regions of the catalog.
  fileprivate func successor(of position: Int32) -> Int32? {
    if positions.contains(position) { return position }
    let region = catalog.regions[Int(position)]
    guard let other = catalog.position(of: region.identifier, in: positions),
      catalog.regions[Int(other)].hasSameCircle(as: region)
    else { return nil }
    return other
  }
}

extension CrossingTrace {
  mutating func noteStart(by choice: Int32) {
    hadSlot = true
    if startedBy < 0 { startedBy = choice }
  }

  mutating func noteStop(by choice: Int32, at time: Timestamp, isRestart: Bool) {
    lastStoppedBy = choice
    guard stoppedBy < 0 else { return }
    stoppedBy = choice
    stoppedAt = time
    isStopRestart = isRestart
  }
}

extension Monitor {
  /// Whether a crossing to a side is under way that began in `times`.
  func mayConfirm(_ position: Int32, entering: Bool, _ times: Range<Timestamp>) -> Bool {
    guard let crossing = crossing(of: .region(position)), let pending = crossing.pending else {
      return false
    }
    return (crossing.state == .unsatisfied) == entering && times.contains(pending.since)
  }
}
