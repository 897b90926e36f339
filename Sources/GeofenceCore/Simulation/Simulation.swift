/// A simulation of one device with one app, which folds fixes into events.
///
/// On a fix the order is: the scenario's actions that are due; crossings of the registered
/// conditions and their events; at most one reselection; then the newly registered conditions are
/// evaluated against the same fix.
///
///     var simulation = Simulation(plan, startingAt: track.start)
///     for fix in track { simulation.advance(to: fix, into: &events) }
///
/// - Complexity: O(1) for a fix while the device is away from the boundaries of the k registered
///   regions, and next to nothing in a `QuietZone`; O(k) otherwise, and O(k log n) for n regions
///   when the app reselects.
package struct Simulation: Sendable {
  /// The zone in which fixes change nothing, void as soon as anything but a fix changes the
  /// simulation.
  var quietZone = QuietZone()
  package internal(set) var system: LocationSystem
  var app: App
  let schedule: Schedule
  /// The number of scheduled actions that have been performed.
  var taken = 0
  /// The adds that the system refused at the last fix because location was off, each with the number
  /// of scheduled actions before it.
  private(set) var refusals: [(taken: Int, regions: PositionSet)] = []
  /// The location service of the phone; `nil` where every fix is a location update.
  var positioner: Positioner?
  /// True if there is a positioner, whose optional would be copied if it were tested at every fix.
  private let isPositioned: Bool
  /// True if the quiet zone alone says that a fix changes nothing: every fix is a location update,
  /// and none is judged by the share of its circle of accuracy.
  let goesByZone: Bool
  /// The greatest accuracy, in metres, of a fix that the quiet zone covers, where the share of the
  /// circle of accuracy counts.
  private var quietAccuracy = 0.0
  var odometer = Odometer()

  /// Creates a simulation with a schedule that it may share with others.
  ///
  /// - Parameters:
  ///   - device: the name of the device, which makes its random numbers its own; `nil` where it has
  ///     none.
  ///   - trial: the number of the trial, counted from 0; each trial has its own random numbers.
  package init(
    _ plan: SimulationPlan, _ schedule: Schedule, device: String? = nil, trial: UInt64 = 0
  ) {
    let settings = plan.settings
    isPositioned = plan.positioning != nil
    goesByZone = plan.positioning == nil && settings.crossing.overlap == nil
    positioner = plan.positioning.map {
      Positioner(
        $0.model, Draws(seed: $0.seed, trial: trial, device: device),
        pause: settings.crossing.responsiveness)
    }
    self.schedule = schedule
    app = App(plan)
    system = LocationSystem(
      DeviceState(platform: settings.platform), rules: settings.crossing, limit: settings.limit,
      of: plan.catalog, owner: plan.owner, request: settings.request)
    if settings.triggers.contains(.significant) {
      system.startSignificantChanges(
        distance: settings.significantDistance, interval: settings.significantInterval,
        phase: clockPhase(plan))
    }
  }

  /// Returns the time for which the clock of significant changes has run when the track begins.
  private func clockPhase(_ plan: SimulationPlan) -> Interval {
    guard let positioner, plan.positioning?.startsClockAnywhere == true else {
      return Interval(milliseconds: 0)
    }
    let share = positioner.draws.number(.phase, atFix: 0)
    return Interval(
      milliseconds: Int64(share * Double(plan.settings.significantInterval.milliseconds)))
  }

  package init(
    _ plan: SimulationPlan, startingAt start: Timestamp, device: String? = nil, trial: UInt64 = 0
  ) {
    self.init(
      plan, plan.timeline.entries.isEmpty ? .empty : Schedule(plan.timeline, from: start),
      device: device, trial: trial)
  }

  package var tally: SelectionTally { app.tally }

  /// The registered regions, in the order of their identifiers.
  package var registered: RegionList {
    RegionList(catalog: app.plan.catalog, positions: system.monitor.members)
  }

  package var pendingActions: [Int] { schedule.entries[taken...].map { $0.number } }

  /// Moves the device to `fix` and appends the events there.
  ///
  /// - Precondition: `fix` is not earlier than the one before, and its coordinate is valid.
  package mutating func advance(to fix: Fix, into events: inout [Event]) {
    if goesByZone {
      if quietZone.covers(fix) { return }
    } else if !isPositioned, isQuiet(at: fix) {
      return
    }
    advance(to: fix, EarthVector(fix.coordinate), into: &events)
  }

  mutating func advance(to fix: Fix, _ vector: EarthVector, into events: inout [Event]) {
    if isPositioned { return advance(to: odometer.read(fix, vector), into: &events) }
    if isQuiet(at: fix) { return }
    system.move(to: fix, vector)
    takeActions(&events)
    evaluate(&events)
  }

  /// Moves the device to a fix at which the positioning model decides what the phone reports.
  ///
  /// A fix without a location update does not exist for crossings and selections, while the
  /// scenario's clock goes on. An event that an action delivers at a location update has that
  /// update's place.
  ///
  /// - Precondition: the plan has a positioning model.
  package mutating func advance(to reading: Odometer.Reading, into events: inout [Event]) {
    let earlier = events.count
    let isActionDue = nextAction <= reading.fix.time
    if isActionDue {
      // The action takes place at the last reported position.
      var fix = reading.fix
      fix.coordinate = positioner?.sighting?.place ?? fix.coordinate
      system.move(to: fix)
      takeActions(&events)
      quietZone = QuietZone()
      settlePositioner()
    }
    guard let seen = positioner?.see(reading) else { return }
    system.drawRules(positioner, atFix: reading.number)
    for index in earlier..<events.count { events[index].coordinate = seen.coordinate }
    if !isQuiet(at: seen) {
      let vector = EarthVector(seen.coordinate)
      if isActionDue {
        system.relocate(to: seen, vector)
      } else {
        system.move(to: seen, vector)
      }
      evaluate(&events)
    }
    settlePositioner()
  }

  /// Performs what happens at a location update after the actions that are due, in the order of the
  /// world.
  private mutating func evaluate(_ events: inout [Event]) {
    // Registrations of Android end when their time has passed.
    app.expireGeofences(&system)
    // The conditions are evaluated.
    system.evaluate()
    // Exits, then enters, then dwells are delivered, wait or are lost; then a significant change.
    deliver(&events)
    // The app reselects at most once, and the conditions that are new are evaluated.
    reselect(&events)
    app.endUpdate()
    // Until the device has used this up, a fix changes nothing.
    var allowance = allowance(after: system.fix, system.vector)
    if !goesByZone {
      allowance.leaveRoom(forAccuracyOf: system.fix)
      quietAccuracy = allowance.accuracy
    }
    quietZone = QuietZone(from: system.fix.coordinate, system.vector, allowance)
  }

  /// The time and the distance before the next location update or action, under a positioning model.
  var wait: Positioner.Wait {
    var wait = positioner?.wait ?? .none
    wait.time = min(wait.time, nextAction)
    return wait
  }

  private var nextAction: Timestamp {
    taken < schedule.entries.count ? schedule.entries[taken].time : .distantFuture
  }

  /// Records whether the last reported position is near a boundary of the monitored conditions.
  private mutating func settlePositioner() {
    positioner?.settle(isCrossing: system.monitor.isCrossing) { place, metres in
      system.monitor.isBoundary(within: metres, of: place)
    }
  }

  @inline(__always)
  func isQuiet(at fix: Fix) -> Bool {
    quietZone.covers(fix) && (goesByZone || hasQuietAccuracy(fix))
  }

  private func hasQuietAccuracy(_ fix: Fix) -> Bool {
    let accuracy = fix.horizontalAccuracy
    return !system.monitor.rules.judgesOverlap(ofAccuracy: accuracy)
      || accuracy ?? 0 <= quietAccuracy
  }

  /// Returns the metres and the time that the device may move on before a fix has to be evaluated.
  // It changes nothing. A method that does not mutate would receive a copy of the whole simulation.
  mutating func allowance(after fix: Fix, _ vector: EarthVector) -> QuietZone.Allowance {
    guard system.device.monitors, !system.monitor.mayResume else {
      return QuietZone.Allowance(distance: 0)
    }
    let next = min(
      min(nextAction, app.nextSelection), min(system.nextDwell, app.unregistered.nextExpiry))
    let own = system.monitor.allowance(at: vector).joined(with: QuietZone.Allowance(end: next))
    guard own.distance > 0, let service = system.significantChange else { return own }
    return own.joined(with: service.allowance(at: fix.time, vector))
  }
}

// MARK: actions

extension Simulation {
  package mutating func perform(_ action: DeviceAction, into events: inout [Event]) {
    quietZone = QuietZone()
    take(action, &events)
  }

  private mutating func takeActions(_ events: inout [Event]) {
    if !refusals.isEmpty { refusals.removeAll() }
    while nextAction <= system.fix.time {
      taken += 1
      take(schedule.entries[taken - 1].action, &events)
    }
  }

  private mutating func take(_ action: DeviceAction, _ events: inout [Event]) {
    emit(.device(action), &events)
    let isOpened =
      action == .launch || action == .foreground && system.device.app == .terminated
    system.apply(action)
    if action == .location(isOn: false) {
      // The registered regions are not available.
      let failed = app.noteFailure(of: system.monitor.members)
      emitRefusals(of: list(failed), .locationOff, &events)
    }
    if let refused = app.change(action, &system) { emit(refusal(of: refused), &events) }
    let isAwakened = isOpened || broadcast(after: action, &events)
    if system.device.app != .terminated { run(&events) }
    if app.plan.owner.rules.losesRegistrations, system.device.app != .terminated {
      report(isAwakened ? app.addAgain(&system) : app.addPending(&system), &events)
    }
    deliver(&events)
    if case .determine(let identifier) = action { answer(identifier, &events) }
  }

  /// Gives an app that asks for it the state of one of its regions, or of all that are registered.
  private func answer(_ identifier: RegionIdentifier?, _ events: inout [Event]) {
    let catalog = app.plan.catalog
    let asked =
      identifier.map { identifier in
        catalog.position(of: identifier, in: app.present).map { position in
          PositionSet([position], of: catalog.regions.count)
        } ?? PositionSet(of: catalog.regions.count)
      } ?? system.monitor.members
    for report in system.answers(about: asked) { emit(.crossing(report), &events) }
  }

  /// Starts an app that answers the broadcast that follows an action.
  ///
  /// - Returns: whether there is such a broadcast.
  private mutating func broadcast(after action: DeviceAction, _ events: inout [Event]) -> Bool {
    let (broadcast, cause): (GeofenceRequest.Broadcasts, RelaunchCause)
    switch action {
    case .unlock: (broadcast, cause) = (.boot, .boot)
    case .update: (broadcast, cause) = (.update, .update)
    default: return false
    }
    let device = system.device
    guard system.request.broadcasts.contains(broadcast), device.app == .terminated,
      !device.isStopped
    else { return false }
    system.startApp()
    emit(.relaunch(cause), &events)
    return true
  }

  /// Lets the app do what it had postponed, then receive the events that wait for it.
  private mutating func run(_ events: inout [Event]) {
    if let refused = app.catchUp(&system) { emit(refusal(of: refused), &events) }
    system.deliverWaiting()
  }
}

// MARK: deliveries and selections

extension Simulation {
  private mutating func deliver(_ events: inout [Event]) {
    while !system.isSilent, let notice = system.next() {
      switch notice {
      case .state(let report):
        if let event = app.receive(report, &system) { emit(event, &events) }
      case .outside(let regions): emit(.outside(regions), &events)
      case .relaunch(let cause):
        emit(.relaunch(cause), &events)
        run(&events)
        report(app.addPending(&system), &events)
      case .significantChange(let movement): app.receive(movement)
      case .unmonitored(let id, let diagnostic):
        if id != app.sentinelID, let event = refusal(of: id, diagnostic) { emit(event, &events) }
      }
    }
  }

  private mutating func reselect(_ events: inout [Event]) {
    guard let causes = app.causes(&system) else { return }
    if !app.hasSelected {
      for region in app.tooLarge { emit(refusal(of: region), &events) }
    }
    let lost = app.unregistered.lost
    let choice = app.choose(because: causes, &system)
    let diagnostic = choice.additions.diagnostic
    if diagnostic == .locationOff {
      refusals.append((taken, app.unregistered.lost.subtracting(lost)))
    }
    emit(.reselect(choice.reselection), &events)
    // The call would receive a copy of the whole simulation.
    if !choice.refused.isEmpty {
      emitRefusals(of: list(choice.refused), .conditionLimitExceeded, &events)
    }
    if let diagnostic { emitRefusals(of: list(choice.additions.failed), diagnostic, &events) }
    deliver(&events)
  }

  /// Appends the events of regions that the app has added again, or whose add has failed.
  private mutating func report(_ additions: App.Additions?, _ events: inout [Event]) {
    guard let additions else { return }
    app.tally.started += additions.added.count
    if !additions.added.isEmpty { emit(.registered(list(additions.added)), &events) }
    guard let diagnostic = additions.diagnostic else { return }
    if diagnostic == .locationOff { refusals.append((taken, additions.refused)) }
    emitRefusals(of: list(additions.failed), diagnostic, &events)
  }

  /// Appends the events with which the interface reports that regions are not monitored.
  private func emitRefusals(
    of regions: RegionList, _ diagnostic: DeviceState.Diagnostic, _ events: inout [Event]
  ) {
    for region in regions {
      let id = ConditionID(region.identifier, of: app.plan.owner)
      if let event = refusal(of: id, diagnostic) { emit(event, &events) }
    }
  }

  private func refusal(of region: CircularRegion) -> Event.Kind {
    .failed(region.identifier, .radiusAboveMaximum)
  }

  private func refusal(of id: ConditionID, _ diagnostic: DeviceState.Diagnostic) -> Event.Kind? {
    id.owner.rules.refusal(of: id.identifier, diagnostic, limit: system.limit)
  }

  private func list(_ positions: PositionSet) -> RegionList {
    RegionList(catalog: app.plan.catalog, positions: positions)
  }

  private func emit(_ kind: Event.Kind, _ events: inout [Event]) {
    events.append(
      Event(time: system.fix.time, coordinate: system.fix.coordinate, kind: kind))
  }
}

// MARK: another plan

extension Simulation {
  /// Returns a simulation of another plan that goes on from here; regions of both plans keep their
  /// states.
  ///
  /// The app has the regions of the new plan, and the alarms there have not fired. At the next fix,
  /// which may be the last one once more, the app takes the changed set into account.
  ///
  /// - Precondition: the plans have equal settings, and neither has a timeline or a positioning.
  /// - Complexity: O(n) for n regions.
  package func continued(under plan: SimulationPlan) -> Simulation {
    var next = Simulation(plan, .empty)
    let (old, new) = (app.plan.catalog, plan.catalog)
    func kept(_ position: Int32) -> Int32? {
      let region = old.regions[Int(position)]
      let position = new.position(of: region.identifier, in: new.initial)
      return position.flatMap { new.regions[Int($0)] == region ? $0 : nil }
    }
    func take(_ condition: ConditionRef, as reference: ConditionRef) {
      guard let index = system.monitor.index(of: condition) else { return }
      next.system.monitor.update(reference) { $0 = system.monitor.kept[index].condition }
    }
    next.system.device = system.device
    next.system.significantChange = system.significantChange
    next.system.nextDwell = system.nextDwell
    if let sentinel = system.monitor.individuals.first {
      next.system.monitor.add(sentinel.id, sentinel.region)
      take(.individual(sentinel.id), as: .individual(sentinel.id))
    }
    for position in system.monitor.members {
      guard let own = kept(position) else { continue }
      next.system.monitor.add(own, system.monitor.crossing(of: .region(position)) ?? Crossing())
      next.system.monitor.delivered[own] = system.monitor.delivered[position]
      take(.region(position), as: .region(own))
    }
    for (position, state) in app.known.states {
      if let own = kept(position) { next.app.known[own] = state }
    }
    next.app.hasSelected = app.hasSelected
    next.app.isSetChanged = true
    next.app.received = app.received
    next.app.hasLostRegistrations = app.hasLostRegistrations
    next.app.tally = app.tally
    return next
  }
}
