/// The facts that an audit's row gives to its verdicts.
extension AuditRow {
  /// True if it is asked what became of each crossing.
  var givesVerdicts: Bool { run.depth == .verdicts }

  /// True if it is asked of larger circles what they deliver.
  var isOfLargerDeliveries: Bool { run.depth == .deliveries && plan.kind.isLarger }

  /// Records how a device changed to a side of the watched circle, which begins a stay.
  mutating func judgeCircle(
    _ step: CircleWatch.Step, _ stay: inout Stay, place: Int, followsUnknownSide: Bool
  ) {
    guard regions[place].shape != nil else { return }
    regions[place].shape?.wasRegistered = stay.held.hasSlot
    if step.isCrossing {
      let last = regions[place].lasting.map { regions[place].stays[$0] }
      stay.followsUnknownSide =
        regions[place].shape?.crossCircle(
          entering: step.isInside, at: verdicts.now, ending: last,
          followsUnknownSide: followsUnknownSide) ?? false
    } else {
      regions[place].shape?.beginInCircle(at: verdicts.now)
    }
    if givesVerdicts { verdicts.touched.append(place) }
  }

  /// Records how a device changed to a side of the region itself.
  mutating func crossShape(_ step: CircleWatch.Step) {
    guard hasShapes, let circle = plan.circle(of: step.region) else { return }
    let place = place(of: step.region, circle)
    if step.isCrossing {
      let circle = Int(regions[place].circle)
      let region = plan.all.regions[circle]
      let hidden =
        step.isInside || !plan.kind.isLarger || !givesVerdicts ? nil : hiddenExit(at: place)
      regions[place].shape?.crossShape(
        entering: step.isInside, after: verdicts.lastTime, at: verdicts.now,
        isAsked: step.isInside ? region.notifyOnEntry : region.notifyOnExit,
        isTooLarge: plan.positions[circle] == nil, hidden: hidden)
    } else {
      regions[place].shape?.beginInShape(at: verdicts.now)
    }
    if givesVerdicts { verdicts.touched.append(place) }
  }

  private mutating func hiddenExit(at place: Int) -> HiddenExit {
    let held = simulation.holding(
      of: plan.positions[Int(regions[place].circle)], comingTo: .unsatisfied,
      setChanges: plan.changesSet, restarted: device.restarted)
    regions[place].shape?.wasRegistered = held.hasSlot
    var removal: Outage.Action?
    if case .nothing(.removed(let row), _) = held {
      removal = verdicts.removals.action(verdicts.removals.number(of: row))
    } else if case .nothing(.lostInRestart, _) = held {
      removal = verdicts.removals.restart(before: verdicts.now)
    }
    let hadSlot = regions[place].stays.last?.slots.hadSlot == true
    return HiddenExit(cause: held.cause(hadSlot: hadSlot), removal: removal)
  }

  /// Takes in an event that the app received, or that a flag kept from it.
  mutating func judge(_ report: CrossingReport, place: Int, at time: Timestamp, isReported: Bool) {
    guard run.depth.countsEvents || isOfLargerDeliveries else { return }
    let heldUntil = outageEnd()
    let isOfPast = regions[place].isOfPast(report, plan)
    let accuracy = decidingAccuracy(at: time)
    regions[place].shape?.receive(
      .init(
        isEnter: report.state == .satisfied, crossedAt: report.crossedAt, time: time,
        isInitial: report.isInitial, isOfThisCircle: !isOfPast, isReported: isReported,
        accuracy: accuracy,
        lastTime: verdicts.lastTime, heldUntil: heldUntil,
        reboots: verdicts.reboots),
      verdicts.steps)
  }

  /// Returns the accuracy of the fix by which an event is delivered, metres; `nil` where it has none,
  /// or an outage held the event back.
  mutating func decidingAccuracy(at time: Timestamp) -> Double? {
    let fix = simulation.system.fix
    return fix.time == time && outageEnd() == nil ? fix.horizontalAccuracy : nil
  }

  /// Returns the time at which an outage ended since the last fix; `nil` where none did.
  mutating func outageEnd() -> Timestamp? {
    verdicts.canDeliver ? nil : simulation.lastAction(after: verdicts.lastTime)
  }

  mutating func judge(_ passage: Passage) {
    if let place = places[passage.region] { regions[place].shape?.pass(at: passage.to) }
  }

  /// Looks at the stays and crossings that are in question, at the end of a fix.
  mutating func judgeStays(_ fix: Fix, _ vector: EarthVector) {
    if run.depth >= .causes, verdicts.hasChanged || verdicts.hasReselected {
      let taken = simulation.schedule.entries[verdicts.actions..<simulation.taken]
      verdicts.actions = simulation.taken
      verdicts.act(
        taken.filter { !$0.action.changesSet }.map { Outage.Action($0.action, at: $0.time) },
        simulation.system.device, canDeliver: simulation.canDeliver)
      verdicts.isCutOff = simulation.isCutOff
    } else if verdicts.hasChanged {
      verdicts.canDeliver = simulation.canDeliver
    }
    guard givesVerdicts else { return }
    if verdicts.touched.isEmpty, !verdicts.hasChanged, verdicts.isQuiet(at: fix, vector) { return }
    verdicts.mark(at: fix, vector, in: &regions)
    for place in verdicts.marked {
      let moment = moment(of: place, fix, vector)
      let needs = regions[place].look(moment)
      verdicts.keep(place, needs.rest, needsChange: needs.change, at: fix, vector, in: &regions)
    }
  }

  // It changes nothing. A method that does not mutate would receive a copy of the whole row.
  private mutating func moment(of place: Int, _ fix: Fix, _ vector: EarthVector)
    -> VerdictWatch.Moment
  {
    let number = Int(regions[place].circle)
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

  /// The events that are no crossing of a shape.
  var extraEvents: ExtraEvents {
    regions.reduce(into: .init()) { if let shape = $1.shape { $0 += shape.events } }
  }
}
