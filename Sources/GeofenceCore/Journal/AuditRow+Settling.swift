/// The end of a crossing's journal: what became of it, when nothing more can be delivered of it.
extension AuditRow {
  // MARK: the set

  /// The region has left the set, or is another circle now: what was is no longer its past.
  mutating func forget(_ region: RegionNumber, after time: Timestamp) {
    guard let place = places[region] else { return }
    regions[place].early = nil
    forgetVerdicts(at: place)
    settleHidden(place, isOpen: false)
    settleWithheld(place, isOpen: false)
    answer(place, isMeasured: true)
    regions[place].end(.removal, at: time)
    regions[place].past = Int32(regions[place].stays.count)
    touched.append(place)
  }

  /// The region is another one now, and the circle that is watched for it the same.
  mutating func changeShape(of region: RegionNumber) {
    guard let place = places[region], place < verdicts.places.count else { return }
    verdicts.places[place].changeShape(after: verdicts.lastTime, at: verdicts.now)
  }

  /// The region's circle is another one of the plan now, though an equal one.
  mutating func move(_ region: RegionNumber, to circle: Int32) {
    guard let place = places[region] else { return }
    for index in regions[place].stays.indices { regions[place].stays[index].circle = circle }
    if place < verdicts.places.count { verdicts.places[place].circle = circle }
  }

  // MARK: larger circles

  /// Takes in that a region itself was crossed, or that the device was in it from the beginning.
  mutating func crossShape(_ step: CircleWatch.Step, at time: Timestamp) {
    if run.depth.countsEvents { judgeShape(step, place: place(of: step.region)) }
    guard let place = places[step.region], regions[place].shape != nil else { return }
    if regions[place].stays.isEmpty { return }
    settleHidden(place, isOpen: false)
    settleWithheld(place, isOpen: false)
    regions[place].shape?.cross(step, at: time)
  }

  /// Takes the exit of the region itself for that of its circle, which began last.
  mutating func showExit(of region: RegionNumber) {
    if let place = places[region] { regions[place].shape?.showExit() }
  }

  private mutating func settleHidden(_ place: Int, isOpen: Bool) {
    guard let hidden = regions[place].shape?.hidden, let visit = regions[place].stays.last else {
      return
    }
    regions[place].shape?.hidden = nil
    guard isWanted(visit.circle, entering: hidden.isInside) else { return }
    let isTooLarge = plan.positions[Int(visit.circle)] == nil
    let crossing = missed(
      isTooLarge ? .tooLarge : .merged, undoes: nil, visit, at: hidden.time,
      entering: hidden.isInside, confirmedAt: nil)
    if isOpen { settled.append(crossing.undecided) } else { conclude(crossing, visit.selection) }
  }

  private mutating func settleWithheld(_ place: Int, isOpen: Bool) {
    guard let withheld = regions[place].shape?.withheld, !withheld.isEmpty else { return }
    regions[place].shape?.withheld.removeAll()
    for (crossing, selection) in withheld {
      if isOpen { settled.append(crossing.undecided) } else { conclude(crossing, selection) }
    }
  }

  // MARK: settling

  /// Settles every crossing of which nothing can be delivered any more.
  ///
  /// - Parameter earliest: returns the time at which the oldest change began that unlimited
  ///   registrations have yet to confirm, by a circle among those taken.
  mutating func settle(_ earliest: (Int32) -> Timestamp) {
    for place in touched {
      while isOldestSettled(place, earliest) { settleOldest(place, isLast: false) }
    }
    touched.removeAll(keepingCapacity: true)
    if device.isFull { trim() }
  }

  private func isOldestSettled(_ place: Int, _ earliest: (Int32) -> Timestamp) -> Bool {
    guard let oldest = regions[place].stays.first else { return false }
    if regions[place].past > 0 { return true }
    // Of news that began at this crossing none is left when all that is under way began later.
    guard let next = regions[place].stays.first(where: { $0.first > oldest.first })?.first else {
      return false
    }
    guard let circle = plan.positions[Int(oldest.circle)] else { return true }
    return earliest(circle) >= next
      && simulation.earliestNews(of: circle, setChanges: plan.changesSet) >= next
  }

  mutating func finish(at lastTime: Timestamp) {
    endStaysOfVerdicts()
    let places = regions.indices.sorted { regions[$0].region < regions[$1].region }
    for place in places where !regions[place].stays.isEmpty {
      answer(place, isMeasured: true)
      regions[place].end(.trackEnd, at: lastTime)
      // The device may have left the region itself, but not the circle.
      let isOpen = regions[place].shape?.hidden == nil
      settleHidden(place, isOpen: true)
      while !regions[place].stays.isEmpty {
        settleOldest(place, isLast: isOpen && regions[place].stays.count == 1)
      }
      settleWithheld(place, isOpen: true)
    }
    settled += pending.map { $0.crossing }
    pending.removeAll()
    finishVerdicts()
  }

  func circumstances(of stay: Stay) -> Circumstances {
    Circumstances(
      rules: rules, depth: run.depth, radius: region(of: stay.circle).radius,
      isTooLarge: plan.positions[Int(stay.circle)] == nil, isPositioned: isPositioned,
      isDisturbed: plan.isDisturbed, firstReboot: device.firstReboot,
      wasOut: isPositioned
        && verdicts.hasOutage(from: stay.before, to: stay.possibleAt ?? stay.last))
  }

  private mutating func settleOldest(_ place: Int, isLast: Bool) {
    let stay = regions[place].stays[0]
    let phase = regions[place].phase(isLast: isLast, circumstances(of: stay))
    let truth = regions[place].shape.map { $0.truths[0].crossedAt } ?? stay.crossedAt
    if isWanted(stay.circle, entering: stay.isInside) {
      if let truth {
        conclude(phase, of: stay, at: truth, place)
      } else if stay.isInside, case .delivered = phase {
        efforts.otherEnters += 1
      }
    }
    closeVerdict(on: stay, at: place, phase)
    judgeDwell(of: stay, at: place, phase)
    regions[place].removeOldest(phase, truth: truth)
    regions[place].shape?.truths.removeFirst()
  }

  private mutating func conclude(
    _ phase: CrossingPhase, of stay: Stay, at time: Timestamp, _ place: Int
  ) {
    let (cause, undoes): (LossCause?, Timestamp?)
    switch phase {
    case .open, .suppressed, .undecidable:
      return settled.append(crossing(.undecided, stay, at: time))
    case .delivered(let delivery):
      return settled.append(crossing(.delivered(delivery), stay, at: time))
    case .missed(let own): (cause, undoes) = (own, nil)
    case .undoes(let other, let own): (cause, undoes) = (own, other)
    }
    let crossing = missed(
      cause, undoes: undoes, stay, at: time, entering: stay.isInside, confirmedAt: stay.confirmedAt)
    if let shape = regions[place].shape, !stay.isInside, regions[place].past == 0,
      !shape.isEnteredLater, regions[place].mayStillCome(stay)
    {
      regions[place].shape?.withheld.append((crossing, stay.selection))
    } else {
      conclude(crossing, stay.selection)
    }
  }

  private func crossing(_ outcome: AuditedCrossing.Outcome, _ stay: Stay, at time: Timestamp)
    -> AuditedCrossing
  {
    AuditedCrossing(
      id: .init(
        device: number, region: plan.numbers[Int(stay.circle)],
        name: stay.isInside ? .enter : .exit, time: time),
      confirmedAt: stay.confirmedAt, outcome: outcome)
  }

  private func missed(
    _ cause: LossCause?, undoes: Timestamp?, _ stay: Stay, at time: Timestamp,
    entering isEnter: Bool, confirmedAt: Timestamp?
  ) -> AuditedCrossing {
    let moment =
      givesVerdicts && undoes == nil
      ? cause.map {
        detail(
          of: stay, $0, of: region(of: stay.circle), circumstances(of: stay), device,
          run.simulation.settings.ranking)
      } : nil
    return AuditedCrossing(
      id: .init(
        device: number, region: plan.numbers[Int(stay.circle)], name: isEnter ? .enter : .exit,
        time: time),
      confirmedAt: confirmedAt,
      outcome: .lost(cause.map { .init(cause: $0, undoes: undoes, detail: moment) }))
  }

  private mutating func conclude(_ crossing: AuditedCrossing, _ selection: Int32?) {
    guard let selection, case .notChosen? = crossing.loss?.detail else {
      return settled.append(crossing)
    }
    if selection == device.selection {
      pending.append((crossing, selection))
    } else {
      settleUnchosen(crossing, by: selection)
    }
  }

  /// Settles a crossing whose region was not selected, with the time of the next selection.
  mutating func settleUnchosen(_ crossing: AuditedCrossing, by selection: Int32) {
    guard let loss = crossing.loss, case .notChosen(let choice, let distance, _)? = loss.detail
    else { return settled.append(crossing) }
    settled.append(
      AuditedCrossing(
        id: crossing.id, confirmedAt: crossing.confirmedAt,
        outcome: .lost(
          .init(
            cause: loss.cause, undoes: loss.undoes,
            detail: .notChosen(
              choice, distance: distance, next: device.choice(selection + 1)?.time)))))
  }

  private func isWanted(_ circle: Int32, entering: Bool) -> Bool {
    let region = region(of: circle)
    return entering ? region.notifyOnEntry : region.notifyOnExit
  }

  /// Lets go of the selections and the states of the device that no stay refers to any more.
  private mutating func trim() {
    var selections: Set<Int32> = []
    for journal in regions {
      for stay in journal.stays {
        // The exit after a delivered enter may have been stopped by what ended the enter's slots.
        if let last = stay.slots.lastEnd { selections.insert(last) }
        if stay.phase.delivery != nil { continue }
        selections.formUnion(stay.selections)
      }
      for (_, selection) in journal.shape?.withheld ?? [] {
        if let selection { selections.insert(selection) }
      }
    }
    device.keep(selections)
  }
}

extension Stay {
  /// The time at which the region itself was crossed, where its circle is its own.
  var crossedAt: Timestamp? { isCrossing ? first : nil }

  /// The selections that its cause may name.
  fileprivate var selections: [Int32] {
    [selection, inside?.lastEnd, slots.firstStart, slots.lastEnd, slots.firstEnd?.selection]
      .compactMap { $0 }
  }
}

extension AuditedCrossing {
  /// The crossing, where the device stayed out of the region until the track ended.
  fileprivate var undecided: Self { Self(id: id, confirmedAt: confirmedAt, outcome: .undecided) }
}
