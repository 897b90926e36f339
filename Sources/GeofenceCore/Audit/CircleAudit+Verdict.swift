/// What has become of a crossing under each strategy.
extension CircleAudit {
  enum Verdict {
    case told(Timestamp)
    /// Neither told nor confirmed, and the device is still there.
    case undecided
    /// Why, where that is asked for.
    case lost(LossCause?, undoes: Timestamp?)

    var fate: CrossingLog.Fate {
      if case .lost(let cause, _) = self { .lost(cause) } else { .came }
    }
  }

  /// - Parameter isOpen: whether the device was still on the new side when the track ended.
  func verdict(on slot: Slot, _ run: Int, isOpen: Bool) -> Verdict {
    if let time = log[slot, run: run].deliveredAt { return .told(time) }
    if plan.depth == .deliveries { return .undecided }
    // However long the track goes on, a monitor that holds this side already has nothing to tell.
    if log[slot, run: run].held == .newSide,
      case .lost(let cause) = log.lastFate(of: log[slot].region, run: run)
    {
      return .lost(cause, undoes: log.lastTime(of: log[slot].region))
    }
    if isOpen, mayStillCome(slot, run) { return .undecided }
    if plan.depth < .causes { return .lost(nil, undoes: nil) }
    if plan.positions[Int(log[slot].position)] == nil { return .lost(.tooLarge, undoes: nil) }
    // The device was in the larger circle before the region was looked at first.
    if log[slot].isOrigin { return .lost(.merged, undoes: nil) }
    return .lost(cause(of: slot, run), undoes: nil)
  }

  /// Returns whether a longer track could have delivered a crossing that was neither delivered nor
  /// confirmed.
  func mayStillCome(_ slot: Slot, _ run: Int) -> Bool {
    guard confirmation(of: slot, run) == nil else { return false }
    // What takes back a lost one is lost with it, where the app could not learn of it any more.
    guard case .lost = log.lastFate(of: log[slot].region, run: run) else { return true }
    return log[slot, run: run].held != .newSide && !log[slot, run: run].isSilent
  }

  /// When a run's rules confirmed a crossing with unlimited registrations.
  func confirmation(of slot: Slot, _ run: Int) -> Timestamp? {
    plan.depth == .deliveries ? nil : log[slot, confirmedBy: plan.runs[run].rules]
  }

  /// The first thing, in time, that stopped a crossing.
  private func cause(of slot: Slot, _ run: Int) -> LossCause {
    let trace = log[slot, run: run]
    if trace.held == .noSlot {
      if trace.wasLostInRestart { return .suspended }
      if trace.hadSlotInside { return .evicted }
      return trace.startedBy < 0 ? .notRegistered : .registeredLate
    }
    let number = plan.runs[run].rules
    let possible = log[slot, confirmedBy: number] ?? log[slot, witness: number].confirmedAt
    if possible != nil, trace.isForgotten { return .resetByRenewal }
    if let possible, trace.stoppedAt < possible {
      return trace.isStopRestart ? .resetByRenewal : .evicted
    }
    if runs[run].isPositioned, !plan.isDisturbed || possible == nil {
      return causeBySight(slot, run, plan.rules[number])
    }
    guard possible != nil else {
      return causeByRules(
        stay: log[slot].stay, since: log[slot].time, slot, run, plan.rules[number])
    }
    if trace.held == .unknown {
      // Where fixes are watched, a certain one would have decided the state.
      return runs[run].hasRebooted || !trace.wasWatched ? .suspended : .accuracy
    }
    return .suspended
  }

  /// What of the way a phone did not see, or which of the rules the stay does not meet.
  private func causeBySight(_ slot: Slot, _ run: Int, _ rules: CrossingRules) -> LossCause {
    let sight = log[slot, sight: run]
    if sight.looks == 0 { return .unseen }
    guard let seen = sight.stay, log[slot, run: run].held < .underWay else { return .mislocated }
    if let rule = unmetByWay(slot, rules) { return rule }
    return causeByRules(stay: seen.meter, since: seen.start, slot, run, rules)
  }

  /// The first of the rules that a stay as it truly was does not meet; `nil` where it meets them.
  private func unmetByWay(_ slot: Slot, _ rules: CrossingRules) -> LossCause? {
    let crossing = log[slot]
    if crossing.stay.lastTime - crossing.time < rules.dwell { return .dwell }
    if crossing.isDeep { return nil }
    return isShallow(crossing.stay, since: crossing.time, slot, rules) ? .cushion : nil
  }

  private func isShallow(
    _ stay: ExcursionMeter, since start: Timestamp, _ slot: Slot, _ rules: CrossingRules
  ) -> Bool {
    let (region, isEnter) = (region(of: slot), log[slot].isEnter)
    let excursion = stay.excursion(since: start, region, entering: isEnter)
    return excursion.deepest < rules.cushion(entering: isEnter, radius: region.radius)
  }

  /// Which of the rules a stay does not meet.
  private func causeByRules(
    stay: ExcursionMeter, since start: Timestamp, _ slot: Slot, _ run: Int, _ rules: CrossingRules
  ) -> LossCause {
    if stay.lastTime - start < rules.dwell { return .dwell }
    let isUncertain = stay.hasUndecided || log[slot, run: run].held == .underWay
    guard !rules.ignoresAccuracy, isUncertain else { return .cushion }
    return isShallow(stay, since: start, slot, rules) ? .cushion : .accuracy
  }

  func region(of slot: Slot) -> CircularRegion {
    plan.all.regions[Int(log[slot].position)]
  }

  /// A stay as it was; where that meets the rules, as the run's phone saw it.
  private func excursion(of slot: Slot, _ run: Int) -> Excursion {
    let crossing = log[slot]
    var stay = (start: crossing.time, meter: crossing.stay)
    if runs[run].isPositioned, unmetByWay(slot, plan.rules[plan.runs[run].rules]) == nil,
      let seen = log[slot, sight: run].stay
    {
      stay = seen
      stay.meter.end = crossing.stay.end
    }
    return stay.meter.excursion(
      since: stay.start, region(of: slot), entering: crossing.isEnter)
  }

  /// The moment that decided a loss, with its numbers.
  func detail(of slot: Slot, _ run: Int, _ cause: LossCause) -> LossDetail {
    let (trace, region) = (log[slot, run: run], region(of: slot))
    switch cause {
    case .dwell, .cushion, .accuracy:
      if cause == .accuracy, trace.held == .unknown { return .unknownState }
      let rules = plan.rules[plan.runs[run].rules]
      let cushion = rules.cushion(entering: log[slot].isEnter, radius: region.radius)
      return .stay(excursion(of: slot, run), .init(dwell: rules.dwell, cushion: cushion))
    case .notRegistered:
      guard let choice = runs[run].choice(trace.choice) else { return .nothingChosen }
      return .notChosen(
        choice, distance: runs[run].ranking.distance(from: choice.place, to: region),
        next: runs[run].choice(trace.choice + 1)?.time)
    case .registeredLate:
      guard let choice = runs[run].choice(trace.startedBy) else { return .nothingChosen }
      return .registered(choice.time, because: choice.causes)
    case .evicted, .resetByRenewal:
      let number =
        trace.held == .noSlot
        ? trace.stoppedInsideBy : trace.isForgotten ? trace.choice : trace.stoppedBy
      guard let choice = runs[run].choice(number) else { return .nothingChosen }
      let distance = Geodesic(from: choice.place, to: region.center).distance - region.radius
      return .stopped(
        Stop(distance: distance, isRestart: cause == .resetByRenewal, choice: choice))
    case .suspended:
      return .hindered(runs[run].hindrance(trace.hindrance))
    case .unseen: return .unseen(until: log[slot].stay.end == nil ? nil : log[slot].stay.lastTime)
    case .mislocated: return .mislocated(looks: log[slot, sight: run].looks)
    case .tooLarge: return .radiusAboveMaximum(region.radius)
    case .merged: return .hidden(byRadius: region.radius)
    }
  }
}
