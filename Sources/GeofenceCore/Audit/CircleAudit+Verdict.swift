/// What has become of a crossing under each strategy.
extension CircleAudit {
  enum Verdict {
    case told(Timestamp)
    /// Neither told nor confirmed, and the device is still there.
    case undecided
    case lost(LossCause, undoes: Timestamp?)

    var cause: LossCause? { if case .lost(let cause, _) = self { cause } else { nil } }
  }

  /// - Parameter isOpen: whether the device was still on the new side when the track ended.
  func verdict(on slot: Slot, _ run: Int, isOpen: Bool) -> Verdict {
    if let time = log[slot, run: run].deliveredAt { return .told(time) }
    if plan.isTrial || isOpen && confirmation(of: slot, run) == nil { return .undecided }
    if plan.positions[Int(log[slot].position)] == nil { return .lost(.tooLarge, undoes: nil) }
    if log[slot, run: run].held == .newSide,
      let cause = log.lastOutcome(of: log[slot].region, run: run)
    {
      return .lost(cause, undoes: log.lastTime(of: log[slot].region))
    }
    return .lost(cause(of: slot, run), undoes: nil)
  }

  /// When a run's rules confirmed a crossing with unlimited registrations.
  func confirmation(of slot: Slot, _ run: Int) -> Timestamp? {
    plan.isTrial ? nil : log[slot, confirmedBy: plan.runs[run].rules]
  }

  /// The first thing, in time, that stopped a crossing.
  private func cause(of slot: Slot, _ run: Int) -> LossCause {
    let trace = log[slot, run: run]
    if trace.held == .noSlot {
      if trace.hadSlotInside { return .evicted }
      return trace.startedBy < 0 ? .notRegistered : .registeredLate
    }
    let number = plan.runs[run].rules
    guard
      let possible = log[slot, confirmedBy: number] ?? log[slot, witness: number].confirmedAt
    else { return causeByRules(slot, plan.rules[number]) }
    if trace.stoppedAt < possible { return trace.isStopRestart ? .resetByRenewal : .evicted }
    if trace.held == .unknown {
      if trace.wasRestarted { return .resetByRenewal }
      return runs[run].hasRebooted ? .suspended : .accuracy
    }
    return .suspended
  }

  /// Which of the rules a stay does not meet.
  private func causeByRules(_ slot: Slot, _ rules: CrossingRules) -> LossCause {
    let crossing = log[slot]
    if crossing.stay.lastTime - crossing.time < rules.dwell { return .dwell }
    guard !rules.ignoresAccuracy, crossing.stay.hasUndecided else { return .cushion }
    let excursion = excursion(of: slot)
    let cushion = rules.cushion(entering: crossing.isEnter, radius: region(of: slot).radius)
    return excursion.deepest < cushion ? .cushion : .accuracy
  }

  func region(of slot: Slot) -> CircularRegion {
    plan.all.regions[Int(log[slot].position)]
  }

  private func excursion(of slot: Slot) -> Excursion {
    let crossing = log[slot]
    return crossing.stay.excursion(
      since: crossing.time, region(of: slot), entering: crossing.isEnter)
  }

  /// The moment that decided a loss, with its numbers.
  func detail(of slot: Slot, _ run: Int, _ cause: LossCause) -> LossDetail {
    let (trace, region) = (log[slot, run: run], region(of: slot))
    let strategy = runs[run]
    switch cause {
    case .dwell, .cushion, .accuracy:
      if cause == .accuracy, trace.held == .unknown { return .unknownState }
      let rules = plan.rules[plan.runs[run].rules]
      let cushion = rules.cushion(entering: log[slot].isEnter, radius: region.radius)
      return .stay(excursion(of: slot), .init(dwell: rules.dwell, cushion: cushion))
    case .notRegistered:
      guard let choice = strategy.choice(trace.choice) else { return .nothingChosen }
      return .notChosen(
        choice, distance: strategy.ranking.distance(from: choice.place, to: region), next: nil)
    case .registeredLate:
      guard let choice = strategy.choice(trace.startedBy) else { return .nothingChosen }
      return .registered(choice.time, because: choice.causes)
    case .evicted, .resetByRenewal:
      let number =
        trace.held == .noSlot
        ? trace.stoppedInsideBy : trace.held == .unknown ? trace.choice : trace.stoppedBy
      guard let choice = strategy.choice(number) else { return .nothingChosen }
      let distance = Geodesic(from: choice.place, to: region.center).distance - region.radius
      return .stopped(
        Stop(distance: distance, isRestart: cause == .resetByRenewal, choice: choice))
    case .suspended:
      return .hindered(strategy.hindrance(trace.hindrance))
    case .tooLarge: return .radiusAboveMaximum(region.radius)
    case .merged: return .hidden(byRadius: region.radius)
    }
  }
}
