/// The question of what became of a crossing, and why, asked when nothing more can be delivered of
/// it.
extension AuditRow {
  enum Verdict {
    case delivered(AuditedCrossing.Delivery)
    /// Neither delivered nor confirmed, and the device is still there.
    case undecided
    case lost(LossCause?, undoes: Timestamp?)
  }

  /// - Parameters:
  ///   - region: its region, where what became of the crossing before it stands.
  ///   - isOpen: whether the device was still on the new side when the track ended.
  func verdict(on crossing: RowCrossing, of region: RowRegion, isOpen: Bool) -> Verdict {
    if let delivery = crossing.delivery { return .delivered(delivery) }
    if plan.depth == .deliveries { return .undecided }
    // However long the track goes on, a monitor that holds this side already has nothing to deliver.
    if crossing.held == .newSide, let lost = region.lost {
      return .lost(lost.cause, undoes: lost.time)
    }
    if isOpen, mayStillCome(crossing, of: region) { return .undecided }
    if plan.depth < .causes { return .lost(nil, undoes: nil) }
    if plan.positions[Int(crossing.circle)] == nil { return .lost(.tooLarge, undoes: nil) }
    // The device was in the larger circle before the region was evaluated first.
    return .lost(crossing.isOrigin ? .merged : cause(of: crossing), undoes: nil)
  }

  /// Returns whether a longer track could have delivered a crossing that was neither delivered nor
  /// confirmed.
  func mayStillCome(_ crossing: RowCrossing, of region: RowRegion) -> Bool {
    guard crossing.confirmedAt == nil else { return false }
    // The crossing back after a lost one is lost with it once the app can no longer receive it.
    return region.lost == nil || crossing.held != .newSide && !crossing.isSilent
  }

  /// The crossing with its loss; one that takes another back has no moment of its own.
  ///
  /// - Parameters:
  ///   - time: at which the region itself was crossed.
  ///   - isEnter: whether it was entered.
  func finding(
    _ cause: LossCause?, undoes: Timestamp?, of crossing: RowCrossing, at time: Timestamp,
    entering isEnter: Bool, confirmedAt: Timestamp?
  ) -> Finding {
    let id = AuditedCrossing.ID(
      device: device, region: plan.numbers[Int(crossing.circle)], name: isEnter ? .enter : .exit,
      time: time)
    let moment = run.isDetailed && undoes == nil ? cause.map { detail(of: crossing, $0) } : nil
    var found = Finding(
      crossing: AuditedCrossing(
        id: id, confirmedAt: confirmedAt,
        outcome: .lost(cause.map { .init(cause: $0, undoes: undoes, detail: moment) })))
    if case .notChosen? = moment { found.choice = crossing.choice }
    return found
  }

  // MARK: the cause

  /// The first thing, in time, that stopped a crossing.
  private func cause(of crossing: RowCrossing) -> LossCause {
    if crossing.held == .noSlot {
      if crossing.removedAt != nil { return .removed }
      if crossing.wasLostInRestart { return .suspended }
      if crossing.hadSlotInside { return .evicted }
      return crossing.startedBy == nil ? .notRegistered : .registeredLate
    }
    let possible = crossing.possibleAt
    if possible != nil, crossing.forgotState { return .resetByRenewal }
    if let possible {
      // At a fix, registrations end before boundaries are evaluated and regions selected.
      if let removal = crossing.removedAt, removal <= possible,
        crossing.stop.map({ removal <= $0.time }) ?? true
      {
        return .removed
      }
      if let stop = crossing.stop, stop.time < possible {
        return stop.isRestart ? .resetByRenewal : .evicted
      }
    }
    if isPositioned, !plan.isDisturbed || possible == nil { return causeBySight(crossing) }
    guard possible != nil else {
      return causeByRules(crossing, crossing.measure?.stay, since: crossing.time, crossing.lastTime)
    }
    if crossing.held == .unknown {
      // A certain fix would have decided the state if fixes had been watched.
      return hasRebooted || !crossing.wasWatched ? .suspended : uncertainty
    }
    return .suspended
  }

  /// The part of the path that the phone did not see, or the rule that the stay does not meet.
  private func causeBySight(_ crossing: RowCrossing) -> LossCause {
    guard let measure = crossing.measure, measure.sight.looks > 0 else { return .unseen }
    guard let seen = measure.sight.stay, crossing.held < .underWay else { return .mislocated }
    return unmetByPath(crossing)
      ?? causeByRules(crossing, seen.meter, since: seen.start, seen.meter.lastTime)
  }

  /// The first of the rules that a stay as it truly was does not meet; `nil` where it meets them.
  private func unmetByPath(_ crossing: RowCrossing) -> LossCause? {
    if crossing.lastTime - crossing.time < rules.dwell(entering: crossing.isEnter) { return .dwell }
    return isShallow(crossing, crossing.measure?.stay) ? .cushion : nil
  }

  /// Returns the first rule that a stay does not meet.
  private func causeByRules(
    _ crossing: RowCrossing, _ stay: ExcursionMeter?, since start: Timestamp,
    _ lastTime: Timestamp
  ) -> LossCause {
    if rules.overlap != nil { return .overlap }
    if lastTime - start < rules.dwell(entering: crossing.isEnter) { return .dwell }
    if isShallow(crossing, stay) { return .cushion }
    let isUncertain = stay?.hasUndecided == true || crossing.held == .underWay
    if !rules.ignoresAccuracy, isUncertain { return .accuracy }
    // It was deep enough, but not for long enough.
    return rules.dwellOrigin == .cushion ? .dwell : .cushion
  }

  /// The cause of a loss where every fix was too uncertain.
  private var uncertainty: LossCause { rules.overlap == nil ? .accuracy : .overlap }

  private func isShallow(_ crossing: RowCrossing, _ stay: ExcursionMeter?) -> Bool {
    guard let stay else { return false }
    let region = region(of: crossing)
    return stay.excursion(since: crossing.time, region, entering: crossing.isEnter).deepest
      < rules.cushion(entering: crossing.isEnter, radius: region.radius)
  }

  private func region(of crossing: RowCrossing) -> CircularRegion {
    plan.all.regions[Int(crossing.circle)]
  }

  // MARK: the moment that decided

  /// The moment that decided a loss, with its numbers.
  private func detail(of crossing: RowCrossing, _ cause: LossCause) -> LossDetail {
    let region = region(of: crossing)
    switch cause {
    case .dwell, .cushion, .accuracy, .overlap:
      if cause == uncertainty, crossing.held == .unknown { return .unknownState }
      let cushion = rules.cushion(entering: crossing.isEnter, radius: region.radius)
      return .stay(
        excursion(of: crossing),
        .init(
          dwell: rules.dwell(entering: crossing.isEnter), cushion: cushion,
          dwellOrigin: rules.dwellOrigin))
    case .notRegistered:
      guard let choice = choice(crossing.choice) else { return .nothingChosen }
      let ranking = simulation.settings.ranking
      return .notChosen(
        choice, distance: ranking.distance(from: choice.place, to: region), next: nil)
    case .registeredLate:
      return choice(crossing.startedBy).map { .registered($0.time, because: $0.causes) }
        ?? .nothingChosen
    case .evicted, .resetByRenewal:
      let number =
        crossing.held == .noSlot
        ? crossing.stoppedInsideBy
        : crossing.forgotState ? crossing.choice : crossing.stop?.choice
      guard let choice = choice(number) else { return .nothingChosen }
      let distance = Geodesic(from: choice.place, to: region.center).distance - region.radius
      return .stopped(
        Stop(distance: distance, isRestart: cause == .resetByRenewal, choice: choice))
    case .suspended: return .hindered(hindrance(crossing.hindrance))
    case .removed: return .removed(since: crossing.removedAt)
    case .unseen:
      return .unseen(until: crossing.end == nil ? nil : crossing.lastTime)
    case .mislocated: return .mislocated(looks: crossing.measure?.sight.looks ?? 0)
    case .tooLarge: return .radiusAboveMaximum(region.radius)
    case .merged: return .hidden(byRadius: region.radius)
    }
  }

  /// A stay as it was; where that meets the rules, by the location updates of the run.
  private func excursion(of crossing: RowCrossing) -> Excursion {
    let region = region(of: crossing)
    guard let measure = crossing.measure else {
      return Excursion(
        lasted: crossing.lastTime - crossing.time, deepest: 0, end: crossing.end ?? .trackEnd,
        undecided: 0, firstUndecided: nil)
    }
    if isPositioned, unmetByPath(crossing) == nil, var seen = measure.sight.stay {
      seen.meter.end = crossing.end
      return seen.meter.excursion(since: seen.start, region, entering: crossing.isEnter)
    }
    var stay = measure.stay
    (stay.lastTime, stay.end) = (crossing.lastTime, crossing.end)
    return stay.excursion(since: crossing.time, region, entering: crossing.isEnter)
  }
}
