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
      if crossing.wasRemoved { return .removed }
      if crossing.wasLostInRestart { return .suspended }
      if crossing.hadSlotInside { return .evicted }
      if crossing.startedBy != nil { return .registeredLate }
      return crossing.removedAt == nil ? .notRegistered : .removed
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
      return causeByRules(crossing, crossing.measure?.stay, crossing.lasted)
    }
    if crossing.held == .unknown {
      // A certain fix would have decided the state if fixes had been watched.
      return hasRebooted || !crossing.wasWatched ? .suspended : uncertainty
    }
    return .suspended
  }

  /// The part of the path that the phone did not see, or the rule that the stay does not meet.
  private func causeBySight(_ crossing: RowCrossing) -> LossCause {
    guard let measure = crossing.measure, measure.looks > 0 else { return .unseen }
    guard let seen = measure.seen, crossing.held < .underWay else { return .mislocated }
    return unmetByPath(crossing) ?? causeByRules(crossing, seen, seen.lasted)
  }

  /// The first of the rules that a stay as it truly was does not meet; `nil` where it meets them.
  private func unmetByPath(_ crossing: RowCrossing) -> LossCause? {
    if crossing.lasted < rules.dwell(entering: crossing.isEnter) { return .dwell }
    return isShallow(crossing, crossing.measure?.stay) ? .cushion : nil
  }

  private func causeByRules(_ crossing: RowCrossing, _ stay: Excursion?, _ lasted: Interval)
    -> LossCause
  {
    if rules.overlap != nil { return .overlap }
    if lasted < rules.dwell(entering: crossing.isEnter) { return .dwell }
    if isShallow(crossing, stay) { return .cushion }
    let isUncertain = stay.map { $0.undecided > 0 } == true || crossing.held == .underWay
    if !rules.ignoresAccuracy, isUncertain { return .accuracy }
    // It was deep enough, but not for long enough.
    return rules.dwellOrigin == .cushion ? .dwell : .cushion
  }

  private var uncertainty: LossCause { rules.overlap == nil ? .accuracy : .overlap }

  private func isShallow(_ crossing: RowCrossing, _ stay: Excursion?) -> Bool {
    stay.map { $0.deepest < cushion(of: crossing) } ?? false
  }

  private func cushion(of crossing: RowCrossing) -> Double {
    rules.cushion(entering: crossing.isEnter, radius: region(of: crossing).radius)
  }

  func region(of crossing: RowCrossing) -> CircularRegion {
    plan.all.regions[Int(crossing.circle)]
  }

  // MARK: the moment that decided

  private func detail(of crossing: RowCrossing, _ cause: LossCause) -> LossDetail {
    let region = region(of: crossing)
    switch cause {
    case .dwell, .cushion, .accuracy, .overlap:
      if cause == uncertainty, crossing.held == .unknown { return .unknownState }
      return .stay(
        excursion(of: crossing),
        .init(
          dwell: rules.dwell(entering: crossing.isEnter), cushion: cushion(of: crossing),
          dwellOrigin: rules.dwellOrigin))
    case .notRegistered:
      guard let choice = choice(crossing.choice) else { return .nothingChosen }
      let ranking = run.simulation.settings.ranking
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
    case .mislocated: return .mislocated(looks: crossing.measure?.looks ?? 0)
    case .tooLarge: return .radiusAboveMaximum(region.radius)
    case .merged: return .hidden(byRadius: region.radius)
    }
  }

  /// A stay as it was; where that meets the rules, by the location updates of the run.
  private func excursion(of crossing: RowCrossing) -> Excursion {
    let measure = crossing.measure
    let seen = isPositioned && unmetByPath(crossing) == nil ? measure?.seen : nil
    var stay =
      seen ?? measure?.stay
      ?? Excursion(
        lasted: crossing.lasted, deepest: 0, end: .trackEnd, undecided: 0, firstUndecided: nil)
    stay.end = crossing.end ?? .trackEnd
    if seen == nil { stay.lasted = crossing.lasted }
    return stay
  }
}
