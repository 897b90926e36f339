/// What an audit's row gives to its verdicts.
extension AuditRow {
  /// Whether it is asked what became of each crossing.
  var givesVerdicts: Bool { run.depth == .verdicts }

  /// Records how a device changed to a side of the watched circle.
  mutating func judgeCircle(
    _ step: CircleWatch.Step, place: Int, followsUnknownSide: Bool, isRegistered: Bool
  ) {
    guard run.depth.countsEvents else { return }
    addPlace(place, circle: step.circle)
    let (last, now) = (verdicts.lastTime, verdicts.now)
    verdicts.places[place].circle = step.circle
    verdicts.places[place].wasRegistered = isRegistered
    if step.isCrossing {
      verdicts.places[place].crossCircle(
        entering: step.isInside, after: last, at: now,
        followsUnknownSide: followsUnknownSide, verdicts.steps)
    } else {
      verdicts.places[place].beginInCircle(after: last, at: now)
    }
    if givesVerdicts { verdicts.touched.append(place) }
  }

  /// Records how a device changed to a side of the region itself.
  mutating func judgeShape(_ step: CircleWatch.Step, place: Int) {
    guard let circle = plan.circle(of: step.region) else { return }
    addPlace(place, circle: circle)
    if step.isCrossing {
      let circle = Int(verdicts.places[place].circle)
      let region = plan.all.regions[circle]
      let hidden = step.isInside || !plan.kind.isLarger ? nil : hiddenExit(at: place)
      verdicts.places[place].crossShape(
        entering: step.isInside, after: verdicts.lastTime, at: verdicts.now,
        isAsked: step.isInside ? region.notifyOnEntry : region.notifyOnExit,
        isTooLarge: plan.positions[circle] == nil, hidden: hidden)
    } else {
      verdicts.places[place].beginInShape(at: verdicts.now)
    }
    if givesVerdicts { verdicts.touched.append(place) }
  }

  private mutating func hiddenExit(at place: Int) -> HiddenExit {
    let held = simulation.holding(
      of: plan.positions[Int(verdicts.places[place].circle)], comingTo: .unsatisfied,
      setChanges: plan.changesSet, restarted: device.restarted)
    verdicts.places[place].wasRegistered = held.hasSlot
    var removal: Outage.Action?
    if case .nothing(.removed(let row, _), _) = held {
      removal = verdicts.removals.action(verdicts.removals.number(of: row))
    } else if case .nothing(.lostInRestart, _) = held {
      removal = verdicts.removals.restart(before: verdicts.now)
    }
    let hadSlot = regions[place].stays.last?.slots.hadSlot == true
    return HiddenExit(cause: held.cause(hadSlot: hadSlot), removal: removal)
  }

  /// Adds the verdict of a region, and verdicts of the regions before it that nothing has happened
  /// to.
  private mutating func addPlace(_ place: Int, circle: Int32) {
    while verdicts.places.count <= place {
      let next = verdicts.places.count
      let circle = next == place ? circle : plan.circle(of: regions[next].region) ?? circle
      verdicts.places.append(
        RegionVerdict(
          circle: circle,
          VerdictRules(
            rules, of: plan.all.regions[Int(circle)],
            minimumRadius: plan.kind.minimumRadius,
            hasLargerCircles: plan.kind.isLarger,
            drawsPositions: run.simulation.positioning?.model.keepsAccuracies == false)))
    }
  }

  /// Takes in an event that the app received, or that a flag kept from it.
  mutating func judge(_ report: CrossingReport, place: Int, at time: Timestamp, isReported: Bool) {
    guard run.depth.countsEvents else { return }
    if let circle = plan.circle(of: regions[place].region) { addPlace(place, circle: circle) }
    guard place < verdicts.places.count else { return }
    let last = verdicts.lastTime
    verdicts.places[place].receive(
      .init(
        isEnter: report.state == .satisfied, crossedAt: report.crossedAt, time: time,
        isInitial: report.isInitial,
        isOfThisCircle: !isOfPast(report, at: place),
        isReported: isReported, lastTime: last,
        heldUntil: verdicts.canDeliver ? nil : simulation.lastAction(after: last),
        reboots: verdicts.reboots),
      verdicts.steps)
  }

  /// Returns true if a report is about a former circle of a region, which left the set at this fix.
  func isOfPast(_ report: CrossingReport, at place: Int) -> Bool {
    let past = Int(regions[place].past)
    return past > 0
      && report.region.hasSameCircle(as: region(of: regions[place].stays[past - 1].circle))
  }

  mutating func judge(_ passage: Passage) {
    guard let place = places[passage.region], place < verdicts.places.count else { return }
    verdicts.places[place].pass(at: passage.to)
  }

  /// Looks at the stays and crossings that are in question, at the end of a fix.
  mutating func judgeStays(_ fix: Fix, _ vector: EarthVector) {
    if run.depth >= .causes, verdicts.hasChanged || verdicts.hasReselected {
      let taken = simulation.schedule.entries[verdicts.actions..<simulation.taken]
      verdicts.actions = simulation.taken
      verdicts.act(
        taken.filter { !$0.action.changesSet }.map { Outage.Action($0.action, at: $0.time) },
        simulation.system.device, canDeliver: simulation.canDeliver)
    }
    guard givesVerdicts else { return }
    if verdicts.touched.isEmpty, !verdicts.hasChanged, verdicts.isQuiet(at: fix, vector) { return }
    verdicts.mark(at: fix, vector)
    for place in verdicts.marked {
      let moment = moment(of: place, fix, vector)
      let needs = verdicts.places[place].look(moment)
      verdicts.keep(place, needs.rest, needsChange: needs.change, at: fix, vector)
    }
  }

  // It changes nothing. A method that does not mutate would receive a copy of the whole row.
  private mutating func moment(of place: Int, _ fix: Fix, _ vector: EarthVector)
    -> RegionVerdict.Moment
  {
    let number = Int(verdicts.places[place].circle)
    let (circle, region) = (plan.all.circles[number], plan.all.regions[number])
    let position = simulation.registered(plan.positions[number], setChanges: plan.changesSet)
    let isNew =
      position.map { position in
        verdicts.hasReselected && device.restarted.contains(position)
          || verdicts.addedAgain?.positions.contains(position) == true
          || verdicts.expired?.contains(position) == true
      } ?? false
    var side = Crossing()
    _ = circle.observe(fix, vector, rules, &side)
    var distance = circle.chord(from: vector) - region.radius
    // A chord is a little shorter than the path along the ground.
    if distance < RuleRange.cushion.upperBound {
      distance = Geodesic(from: fix.coordinate, to: region.center).distance - region.radius
    }
    return .init(
      time: fix.time, lastTime: verdicts.lastTime, canDeliver: verdicts.canDeliver,
      isRegistered: position != nil, isRestarted: isNew,
      decides: (side.state == .satisfied, side.state == .unsatisfied), distance: distance,
      accuracy: fix.horizontalAccuracy)
  }

  /// Takes in that nothing more can be delivered of a crossing of the watched circle.
  mutating func closeVerdict(on stay: Stay, at place: Int, _ phase: CrossingPhase) {
    guard place < verdicts.places.count else { return }
    let cause: LossCause? =
      switch phase {
      case .delivered: nil
      case .missed(let cause), .undoes(_, let cause): cause
      case .open, .suppressed, .undecidable: GeofenceCore.cause(of: stay, circumstances(of: stay))
      }
    var isSilent = false
    if case .nothing(_, isSilent: true) = stay.held { isSilent = true }
    var removal = cause == .removed ? verdicts.removals.action(stay.slots.removal) : nil
    if cause == .suspended, case .nothing(.lostInRestart, _) = stay.held {
      removal = verdicts.removals.restart(before: stay.first)
    }
    let finding = WatchedFinding(
      isConfirmed: stay.confirmedAt != nil, isDelivered: phase.delivery != nil,
      isHeld: stay.held.known == .newSide,
      isSilent: isSilent, cause: cause, removal: removal)
    if stay.isInside {
      verdicts.places[place].close(enteredAt: stay.first, finding)
    } else {
      verdicts.places[place].close(leftAt: stay.first, finding)
    }
    settleVerdicts(at: place)
  }

  mutating func settleVerdicts(at place: Int) {
    let (device, region) = (number, regions[place].region)
    var judged: [JudgedCrossing] = []
    verdicts.places[place].settle { crossing, verdict in
      judged.append(
        .init(
          id: .init(
            device: device, region: region, name: crossing.isEnter ? .enter : .exit,
            time: crossing.time),
          verdict: verdict))
    }
    guard givesVerdicts else { return }
    for crossing in judged { verdicts.add(crossing) }
  }

  mutating func forgetVerdicts(at place: Int) {
    guard place < verdicts.places.count else { return }
    verdicts.places[place].forget(
      after: verdicts.lastTime, at: verdicts.now, verdicts.steps)
  }

  /// The track has ended: no stay goes on.
  mutating func endStaysOfVerdicts() {
    for place in verdicts.places.indices {
      verdicts.places[place].finish(at: verdicts.now, verdicts.steps)
    }
  }

  /// Settles what is left at the end of the track.
  mutating func finishVerdicts() {
    for place in verdicts.places.indices {
      verdicts.places[place].closeAll()
      settleVerdicts(at: place)
    }
    verdicts.endOutage()
  }

  /// The events that are no crossing of a shape.
  var extraEvents: ExtraEvents {
    verdicts.places.reduce(into: .init()) { $0 += $1.events }
  }
}
