/// The end of a crossing's journal: what became of it, when nothing more can be delivered of it.
extension AuditRow {
  // MARK: the set

  /// The region has left the set, or is another circle now: what was is no longer its past.
  mutating func forget(_ region: RegionNumber, after time: Timestamp) {
    guard let place = places[region] else { return }
    regions[place].early = nil
    regions[place].shape?.forget(
      after: time, at: verdicts.now, isOfAlarm: run.simulation.alarms != nil)
    answer(place, isMeasured: true)
    regions[place].end(.removal, at: time, next: verdicts.now, verdicts.steps)
    regions[place].past = Int32(regions[place].stays.count)
    touched.append(place)
  }

  /// The region is another one now, and the circle that is watched for it the same.
  mutating func changeShape(of region: RegionNumber) {
    guard let place = places[region] else { return }
    regions[place].shape?.changeShape(after: verdicts.lastTime, at: verdicts.now)
  }

  /// The region's circle is another one of the plan now, though an equal one.
  mutating func move(_ region: RegionNumber, to circle: Int32) {
    guard let place = places[region] else { return }
    for index in regions[place].stays.indices.dropFirst(Int(regions[place].past)) {
      regions[place].stays[index].circle = circle
    }
    regions[place].circle = circle
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
    let places = regions.indices.sorted { regions[$0].region < regions[$1].region }
    for place in places {
      answer(place, isMeasured: true)
      regions[place].shape?.finish(at: lastTime)
      if isPositioned { noteHolding(of: place) }
      regions[place].end(.trackEnd, at: lastTime, next: nil, verdicts.steps)
      while !regions[place].stays.isEmpty {
        settleOldest(place, isLast: regions[place].stays.count == 1)
      }
      regions[place].shape?.closeAll()
      settleCrossings(of: place)
      if let shape = regions[place].shape {
        records?.label(shape.listed, of: regions[place].region)
      }
    }
    for entry in pending { verdicts.add(entry.crossing) }
    pending.removeAll()
    verdicts.endOutages(isLast: true)
  }

  private mutating func noteHolding(of place: Int) {
    guard let newest = regions[place].stays.indices.last else { return }
    let stay = regions[place].stays[newest]
    let held = simulation.holding(
      of: plan.positions[Int(stay.circle)], comingTo: stay.side, setChanges: plan.changesSet,
      restarted: [])
    regions[place].stays[newest].isHeldAtEnd = held.known == .newSide
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
    let circumstances = circumstances(of: stay)
    let phase = regions[place].phase(isLast: isLast, circumstances)
    judgeDwell(of: stay, at: place, phase, circumstances)
    var crossedAt = stay.isCrossing ? stay.first : nil
    if regions[place].shape != nil {
      let watched = watched(stay, phase, at: place, circumstances)
      crossedAt = regions[place].shape?.close(watched)
    } else if stay.isCrossing, isWanted(stay.circle, entering: stay.isInside),
      stay.phase != .suppressed || run.simulation.alarms == nil,
      phase.delivery != nil || !waitsForDate(stay, at: place, stay.first)
    {
      let id = id(stay.isInside, of: place, at: stay.first)
      settle(
        AuditedCrossing(
          id: id, confirmedAt: stay.confirmedAt, outcome: phase.outcome(detail: nil), verdict: nil,
          deliveredAt: phase.delivery?.time),
        stay.selection)
    }
    if crossedAt == nil, case .delivered = phase, stay.isInside,
      isWanted(stay.circle, entering: stay.isInside)
    {
      efforts.otherEnters += 1
    }
    regions[place].removeOldest(phase, crossedAt: crossedAt)
    settleCrossings(of: place)
  }

  /// Returns what a stay by the watched circle says of the crossing of the region that it shows.
  private func watched(
    _ stay: Stay, _ phase: CrossingPhase, at place: Int, _ circumstances: Circumstances
  ) -> WatchedCrossing {
    var (cause, undoes): (LossCause?, Timestamp?) = (nil, nil)
    switch phase {
    case .delivered: break
    case .missed(let own): cause = own
    case .undoes(let other, let own): (cause, undoes) = (own, other)
    case .open, .suppressed, .undecidable:
      if run.depth >= .causes { cause = GeofenceCore.cause(of: stay, circumstances) }
    }
    var removal = cause == .removed ? verdicts.removals.action(stay.slots.removal) : nil
    if cause == .suspended {
      if case .nothing(.lostInRestart, _) = stay.held {
        removal = verdicts.removals.restart(before: stay.first)
      } else if let again = stay.slots.addedAgainAt {
        removal = verdicts.removals.last(before: again)
      }
    }
    return WatchedCrossing(
      stay: stay, phase: phase, cause: cause, removal: removal,
      detail: undoes == nil
        ? cause.flatMap { detail($0, of: stay, circumstances) } : nil,
      mayStillCome: regions[place].mayStillCome(stay),
      isUnchosen: isUnchosen(stay, cause))
  }

  /// Returns true if a region lacked a slot, not since others had them all, but since the app could
  /// not select it.
  func isUnchosen(_ stay: Stay, _ cause: LossCause?) -> Bool {
    [.notRegistered, .registeredLate].contains(cause)
      && device.choice(stay.selection)?.leavesOut != true
  }

  private func detail(
    _ cause: LossCause, of stay: Stay, _ circumstances: Circumstances
  ) -> LossDetail? {
    guard givesVerdicts else { return nil }
    return GeofenceCore.detail(
      of: stay, cause, of: region(of: stay.circle), circumstances, device,
      run.simulation.settings.ranking)
  }

  /// Settles the crossings of a region that nothing after them can change.
  mutating func settleCrossings(of place: Int) {
    let isJudged = givesVerdicts
    while let (crossing, judged) = regions[place].shape?.removeSettled(isJudged: isJudged) {
      guard crossing.isAsked else { continue }
      var verdict = judged
      verdict?.isOfAlarm = run.simulation.alarms != nil
      if verdict?.isFine == false, crossing.deliveredAt == nil,
        waitsForDate(crossing.watched?.stay, at: place, crossing.time)
      {
        verdict?.outcome = .waits
      }
      if run.depth.countsEvents, crossing.isReceived { efforts.received += 1 }
      let id = id(crossing.isEnter, of: place, at: crossing.time)
      if let event = crossing.event { records?.own(event, id) }
      let outcome = outcome(of: crossing, place)
      let isGiven = isJudged || isOfLargerDeliveries
      settle(
        AuditedCrossing(
          id: id, confirmedAt: crossing.watched?.stay.confirmedAt, outcome: outcome,
          verdict: verdict, deliveredAt: isGiven ? crossing.deliveredAt : outcome.delivery?.time),
        crossing.watched?.stay.selection)
    }
  }

  /// Returns true if an alarm could not have fired at a crossing, whatever else stood in its way.
  private func waitsForDate(_ stay: Stay?, at place: Int, _ time: Timestamp) -> Bool {
    run.simulation.alarms?.waits(
      region(of: regions[place].circle).identifier, at: stay?.confirmedAt ?? time) == true
  }

  /// Returns what became of a crossing by the circle that is watched.
  private func outcome(of crossing: ShapeCrossing, _ place: Int) -> AuditedCrossing.Outcome {
    guard let watched = crossing.watched else {
      if crossing.next == nil { return .undecided }
      let cause = crossing.isTooLarge ? LossCause.tooLarge : .merged
      return .lost(.init(cause: cause, undoes: nil, detail: nil))
    }
    if run.depth > .deliveries, crossing.next != nil || !watched.mayStillCome,
      case .undecidable = watched.phase
    {
      return CrossingPhase.missed(watched.cause).outcome(detail: watched.detail)
    }
    if crossing.next == nil, watched.mayStillCome, case .missed = watched.phase {
      return .undecided
    }
    return watched.phase.outcome(detail: watched.detail)
  }

  private func id(_ isEnter: Bool, of place: Int, at time: Timestamp) -> AuditedCrossing.ID {
    AuditedCrossing.ID(
      device: number, region: regions[place].region, name: isEnter ? .enter : .exit, time: time)
  }

  private mutating func settle(_ crossing: AuditedCrossing, _ selection: Int32?) {
    guard let selection, case .notChosen? = crossing.loss?.detail else {
      return verdicts.add(crossing)
    }
    if selection == device.selection {
      pending.append((crossing, selection))
    } else {
      settleUnchosen(crossing, by: selection)
    }
  }

  /// Settles a crossing whose region was not selected, with the time of the next selection.
  mutating func settleUnchosen(_ crossing: AuditedCrossing, by selection: Int32) {
    var crossing = crossing
    if case .lost(let loss?) = crossing.outcome,
      case .notChosen(let choice, let distance, _)? = loss.detail
    {
      crossing.outcome = .lost(
        .init(
          cause: loss.cause, undoes: loss.undoes,
          detail: .notChosen(
            choice, distance: distance, next: device.choice(selection + 1)?.time)))
    }
    verdicts.add(crossing)
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
      selections.formUnion(
        (journal.shape?.crossings ?? Queue()).compactMap { $0.watched?.stay.selection })
    }
    device.keep(selections)
  }
}

extension Stay {
  /// The selections that its cause may name.
  fileprivate var selections: [Int32] {
    [selection, inside?.lastEnd, slots.firstStart, slots.lastEnd, slots.firstEnd?.selection]
      .compactMap { $0 }
  }
}

extension CrossingPhase {
  /// Returns the outcome of a crossing of which nothing more can be delivered.
  ///
  /// - Parameter detail: the moment that decided, where it was missed.
  fileprivate func outcome(detail: LossDetail?) -> AuditedCrossing.Outcome {
    switch self {
    case .open, .suppressed, .undecidable: .undecided
    case .delivered(let delivery): .delivered(delivery)
    case .missed(let cause): .lost(cause.map { .init(cause: $0, undoes: nil, detail: detail) })
    case .undoes(let other, let cause):
      .lost(cause.map { .init(cause: $0, undoes: other, detail: nil) })
    }
  }
}
