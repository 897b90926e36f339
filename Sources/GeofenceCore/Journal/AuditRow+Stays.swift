/// The stays of the device, by plain geometry, and what the rules make of them with unlimited
/// registrations.
extension AuditRow {
  // MARK: the path

  /// Takes in that a circle was crossed, or that the device was inside when it was evaluated first.
  ///
  /// - Parameters:
  ///   - unlimited: what the rules held of it with unlimited registrations.
  ///   - followsUnknownSide: whether no recorded fix before it had decided a side.
  ///   - ahead: the time at which they confirmed it before it happened.
  ///   - lastTime: the time of the fix before.
  mutating func cross(
    _ step: CircleWatch.Step, at time: Timestamp, unlimited: Crossing?, followsUnknownSide: Bool,
    ahead: Timestamp?, after lastTime: Timestamp
  ) {
    let place = place(of: step.region, step.circle)
    if regions[place].circle != step.circle {
      regions[place].circle = step.circle
      let rules = verdictRules(step.circle)
      regions[place].shape?.rules = rules
    }
    let isAsked = run.depth > .deliveries
    let held =
      isAsked
      ? simulation.holding(
        of: plan.positions[Int(step.circle)], comingTo: step.isInside ? .satisfied : .unsatisfied,
        setChanges: plan.changesSet, restarted: device.restarted)
      : .nothing(.notChosen, isSilent: false)
    var stay = Stay(
      isInside: step.isInside, isCrossing: step.isCrossing, circle: step.circle, before: lastTime,
      first: time, held: held, selection: device.selection,
      inside: isAsked && !step.isInside ? regions[place].stays.last?.slots.summary : nil)
    if case .nothing(.removed(let row), _) = held {
      stay.slots.beginWithout(by: verdicts.removals.number(of: row))
    }
    if isPositioned, step.isCrossing {
      stay.confirmedAt = ahead
      if let event = regions[place].early.take(entering: step.isInside, at: time) {
        if event.isSpurious { efforts.spurious -= 1 }
        stay.phase = .delivered(.init(time: event.time, isInitial: event.isInitial))
      }
    }
    judgeCircle(step, &stay, place: place, followsUnknownSide: followsUnknownSide)
    answer(place, isMeasured: true)
    regions[place].begin(stay, after: lastTime, verdicts.steps)
    if run.depth >= .causes, stay.phase == .open, step.isCrossing, held.hasSlot {
      question(place, stay, unlimited)
    }
    touched.append(place)
  }

  /// Begins to measure a stay, until it is delivered or ends, or no fix can change its cause.
  private mutating func question(_ place: Int, _ stay: Stay, _ unlimited: Crossing?) {
    let oldSide: RegionState = stay.isInside ? .unsatisfied : .satisfied
    // Rules that held the old side from its beginning confirm a stay that meets them.
    let isSeen = unlimited?.state == oldSide && unlimited?.pending == nil
    let isObserved = !isPositioned && !isSeen
    let isAlone = isObserved && [.oldSide, .unknown].contains(stay.held.known)
    questions.append(
      StayInQuestion(
        place: place, stay, plan.all.circles[Int(stay.circle)], region(of: stay.circle),
        rules: isAlone ? Crossing(assuming: oldSide) : nil, isBounded: isObserved && !isAlone,
        firstUpdate: updates.count))
  }

  /// Ends the question of a region's newest stay.
  mutating func answer(_ place: Int, isMeasured: Bool) {
    let question: StayInQuestion
    if let index = questions.firstIndex(where: { $0.place == place }) {
      question = questions.remove(at: index)
    } else if let index = resting.firstIndex(where: { $0.place == place }) {
      question = resting.remove(at: index)
    } else {
      return
    }
    if isMeasured, let newest = regions[place].stays.indices.last {
      regions[place].stays[newest].measure = question.measure(by: updates[question.firstUpdate...])
    }
    if isPositioned, questions.isEmpty, resting.isEmpty {
      updates.removeAll(keepingCapacity: updates.count < 1024)
    }
  }

  /// Feeds a fix to the stays in question.
  mutating func observe(_ fix: Fix, _ vector: EarthVector) {
    let isExact = isPositioned || rules.ignoresAccuracy
    var index = 0
    while index < questions.count {
      questions[index].take(fix, vector, isExact: isExact)
      let place = questions[index].place
      if isPositioned {
        if questions[index].meets(rules, at: fix.time, vector) {
          resting.append(questions.remove(at: index))
          continue
        }
      } else if var own = questions[index].rules {
        if case .confirmed = questions[index].circle.observe(fix, vector, rules, &own) {
          regions[place].stays[regions[place].stays.count - 1].possibleAt = fix.time
          questions.remove(at: index)
          continue
        }
        questions[index].rules = own
      } else if questions[index].isBounded, rules.dwellOrigin == .boundary,
        questions[index].meets(rules, at: fix.time, vector)
      {
        answer(place, isMeasured: true)
        continue
      }
      index += 1
    }
  }

  // MARK: the rules

  /// Takes in that the rules confirmed a change of side with unlimited registrations.
  ///
  /// - Returns: whether there is a crossing that it belongs to, or the device is on that side already
  ///   so that none follows.
  mutating func confirm(
    _ region: RegionNumber, entering: Bool, since crossedAt: Timestamp, at time: Timestamp
  ) -> Bool {
    guard let place = places[region],
      let index = regions[place].stay(
        of: entering ? .satisfied : .unsatisfied, from: crossedAt, to: time, mayErr: isPositioned)
    else { return (places[region].map { regions[$0].isInside } ?? false) == entering }
    // Nobody saw the way into a larger circle that the device was in from the beginning.
    guard regions[place].stays[index].isCrossing,
      regions[place].stays[index].confirmedAt == nil
    else { return true }
    regions[place].stays[index].confirmedAt = time
    guard regions[place].stays[index].possibleAt == nil else { return true }
    regions[place].stays[index].possibleAt = time
    if !isPositioned, index == regions[place].stays.count - 1 { answer(place, isMeasured: false) }
    return true
  }
}
