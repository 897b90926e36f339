/// The review of a crossing that is settled: what became of it under this run, and why.
extension AuditedRun {
  enum Verdict {
    case delivered(AuditedCrossing.Delivery)
    /// Neither delivered nor confirmed, and the device is still there.
    case undecided
    /// The cause, where that is asked for.
    case lost(LossCause?, undoes: Timestamp?)

    var fate: RegionRecord.Fate {
      if case .lost(let cause, _) = self { .lost(cause) } else { .came }
    }
  }

  /// - Parameters:
  ///   - record: its region's, where what became of the crossing before it stands.
  ///   - isOpen: whether the device was still on the new side when the track ended.
  func verdict(on crossing: OpenCrossing, of record: RegionRecord, isOpen: Bool) -> Verdict {
    let trace = crossing.traces[number]
    if let delivery = trace.delivery { return .delivered(delivery) }
    if plan.depth == .deliveries { return .undecided }
    // However long the track goes on, a monitor that holds this side already has nothing to deliver.
    if trace.held == .newSide, case .lost(let cause) = record.fates[number] {
      return .lost(cause, undoes: record.lastTime)
    }
    if isOpen, mayStillCome(crossing, of: record) { return .undecided }
    if plan.depth < .causes { return .lost(nil, undoes: nil) }
    if plan.positions[Int(crossing.circle)] == nil { return .lost(.tooLarge, undoes: nil) }
    // The device was in the larger circle before the region was evaluated first.
    if crossing.isOrigin { return .lost(.merged, undoes: nil) }
    return .lost(cause(of: crossing), undoes: nil)
  }

  /// Returns whether a longer track could have delivered a crossing that was neither delivered nor
  /// confirmed.
  func mayStillCome(_ crossing: OpenCrossing, of record: RegionRecord) -> Bool {
    guard confirmation(of: crossing) == nil else { return false }
    // The crossing back after a lost one is lost with it once the app can no longer receive it.
    guard case .lost = record.fates[number] else { return true }
    let trace = crossing.traces[number]
    return trace.held != .newSide && !trace.isSilent
  }

  /// The time at which the run's rules confirmed a crossing with unlimited registrations.
  func confirmation(of crossing: OpenCrossing) -> Timestamp? {
    plan.runs[number].rules.flatMap { crossing.tests[$0].confirmedAt }
  }

  /// The crossing with its loss, as far as that is known; one that takes another back has no moment
  /// of its own.
  func loss(
    _ cause: LossCause?, undoes: Timestamp?, of crossing: OpenCrossing, _ id: AuditedCrossing.ID,
    confirmedAt: Timestamp?
  ) -> PendingLoss {
    let decidedBy = isDetailed && undoes == nil ? cause : nil
    return PendingLoss(
      id: id, confirmedAt: confirmedAt, run: number, cause: cause, undoes: undoes,
      moment: decidedBy.map { moment(of: crossing, $0) } ?? .known(nil))
  }

  // MARK: the cause

  private var rules: CrossingRules { simulation.app.plan.settings.crossing }

  /// The first thing, in time, that stopped a crossing.
  private func cause(of crossing: OpenCrossing) -> LossCause {
    let trace = crossing.traces[number]
    if trace.held == .noSlot {
      if trace.removedAt != nil { return .removed }
      if trace.wasLostInRestart { return .suspended }
      if trace.hadSlotInside { return .evicted }
      return trace.startedBy == nil ? .notRegistered : .registeredLate
    }
    let possible = plan.runs[number].rules.flatMap { crossing.tests[$0].possibleAt }
    if possible != nil, trace.isForgotten { return .resetByRenewal }
    // At a fix, registrations end before boundaries are evaluated and regions selected.
    if let possible, let removal = trace.removedAt, removal <= possible,
      trace.end.map({ removal <= $0.time }) ?? true
    {
      return .removed
    }
    if let possible, let end = trace.end, end.time < possible {
      return end.isRestart ? .resetByRenewal : .evicted
    }
    if isPositioned, !plan.isDisturbed || possible == nil { return causeBySight(crossing) }
    guard possible != nil else {
      return causeByRules(crossing, crossing.stay, since: crossing.time)
    }
    if trace.held == .unknown {
      // A certain fix would have decided the state if fixes had been watched.
      return hasRebooted || !trace.wasWatched ? .suspended : uncertainty
    }
    return .suspended
  }

  /// The part of the path that the phone did not see, or the rule that the stay does not meet.
  private func causeBySight(_ crossing: OpenCrossing) -> LossCause {
    let trace = crossing.traces[number]
    if trace.sight.looks == 0 { return .unseen }
    guard let seen = trace.sight.stay, trace.held < .underWay else { return .mislocated }
    return unmetByPath(crossing) ?? causeByRules(crossing, seen.meter, since: seen.start)
  }

  /// The first of the rules that a stay as it truly was does not meet; `nil` where it meets them.
  private func unmetByPath(_ crossing: OpenCrossing) -> LossCause? {
    if crossing.stay.lastTime - crossing.time < rules.dwell { return .dwell }
    return isShallow(crossing, crossing.stay, since: crossing.time) ? .cushion : nil
  }

  /// Returns the first rule that a stay does not meet.
  private func causeByRules(
    _ crossing: OpenCrossing, _ stay: ExcursionMeter, since start: Timestamp
  ) -> LossCause {
    if rules.overlap != nil { return .overlap }
    if stay.lastTime - start < rules.dwell { return .dwell }
    let isUncertain = stay.hasUndecided || crossing.traces[number].held == .underWay
    if isShallow(crossing, stay, since: start) { return .cushion }
    if !rules.ignoresAccuracy, isUncertain { return .accuracy }
    // It was deep enough, but not for long enough.
    return rules.dwellOrigin == .cushion ? .dwell : .cushion
  }

  /// The cause of a loss where every fix was too uncertain.
  private var uncertainty: LossCause { rules.overlap == nil ? .accuracy : .overlap }

  private func isShallow(_ crossing: OpenCrossing, _ stay: ExcursionMeter, since start: Timestamp)
    -> Bool
  {
    let region = region(of: crossing)
    return stay.excursion(since: start, region, entering: crossing.isEnter).deepest
      < rules.cushion(entering: crossing.isEnter, radius: region.radius)
  }

  private func region(of crossing: OpenCrossing) -> CircularRegion {
    plan.all.regions[Int(crossing.circle)]
  }

  // MARK: the moment that decided

  private func moment(of crossing: OpenCrossing, _ cause: LossCause) -> PendingLoss.Moment {
    let trace = crossing.traces[number]
    guard cause == .notRegistered, let choice = choice(trace.choice), let last = trace.choice else {
      return .known(detail(of: crossing, cause))
    }
    let distance = simulation.app.plan.settings.ranking.distance(
      from: choice.place, to: region(of: crossing))
    return .notChosen(last, distance: distance)
  }

  /// The moment that decided a loss, with its numbers.
  private func detail(of crossing: OpenCrossing, _ cause: LossCause) -> LossDetail {
    let (trace, region) = (crossing.traces[number], region(of: crossing))
    switch cause {
    case .dwell, .cushion, .accuracy, .overlap:
      if cause == uncertainty, trace.held == .unknown { return .unknownState }
      let cushion = rules.cushion(entering: crossing.isEnter, radius: region.radius)
      return .stay(
        excursion(of: crossing),
        .init(dwell: rules.dwell, cushion: cushion, dwellOrigin: rules.dwellOrigin))
    case .notRegistered: return .nothingChosen
    case .registeredLate:
      return choice(trace.startedBy).map { .registered($0.time, because: $0.causes) }
        ?? .nothingChosen
    case .evicted, .resetByRenewal:
      let number =
        trace.held == .noSlot
        ? trace.stoppedInsideBy : trace.isForgotten ? trace.choice : trace.end?.choice
      guard let choice = choice(number) else { return .nothingChosen }
      let distance = Geodesic(from: choice.place, to: region.center).distance - region.radius
      return .stopped(
        Stop(distance: distance, isRestart: cause == .resetByRenewal, choice: choice))
    case .suspended: return .hindered(hindrance(trace.hindrance))
    case .removed: return .removed(since: trace.removedAt)
    case .unseen:
      return .unseen(until: crossing.stay.end == nil ? nil : crossing.stay.lastTime)
    case .mislocated: return .mislocated(looks: trace.sight.looks)
    case .tooLarge: return .radiusAboveMaximum(region.radius)
    case .merged: return .hidden(byRadius: region.radius)
    }
  }

  /// A stay as it was; where that meets the rules, by the location updates of the run.
  private func excursion(of crossing: OpenCrossing) -> Excursion {
    var stay = (start: crossing.time, meter: crossing.stay)
    if isPositioned, unmetByPath(crossing) == nil, let seen = crossing.traces[number].sight.stay {
      stay = seen
      stay.meter.end = crossing.stay.end
    }
    return stay.meter.excursion(
      since: stay.start, region(of: crossing), entering: crossing.isEnter)
  }
}
