extension ShapeCrossing {
  /// The verdict on the crossing before, jitter aside.
  struct Before: Sendable {
    let time: Timestamp
    let epoch: Int32
    let isDelivered: Bool
    let outcome: CrossingVerdict.Outcome
  }

  /// Returns true for a departure after which the device was back within the dwell.
  func isJitter(_ rules: VerdictRules) -> Bool {
    guard !isEnter, isTakenBack, !isDelivered, let most = bounds.atMost, let dwell = rules.dwellOut
    else { return false }
    return most <= dwell
  }

  /// True if a fix of its stay lies farther past the boundary than any phone's cushion.
  var goesFar: Bool { shown.map { $0.stay.deepest > RuleRange.cushion.upperBound } ?? false }

  /// Returns true if the device crossed the shape only, and not the larger circle that is watched; after
  /// an exit that lasts it may still leave the circle.
  func isHidden(_ rules: VerdictRules) -> Bool {
    rules.hasLargerCircles && shown == nil && (isEnter || next != nil)
  }

  /// The crossing of the watched circle that shows it; `nil` where the device was in the circle from
  /// the beginning.
  var shown: WatchedCrossing? {
    watched.flatMap { $0.stay.isCrossing ? $0 : nil }
  }

  /// Returns the outcome of a crossing that was not delivered, and is not jitter.
  ///
  /// - Parameters:
  ///   - before: the crossing before of the same region, if it has not left the set since.
  ///   - rules: the strategy's rules.
  func undelivered(after before: Before?, _ rules: VerdictRules) -> CrossingVerdict.Outcome {
    if let doubt = doubt(after: before, rules) { return .undecidable(doubt) }
    if let shown, shown.isHeld, let before, case .missed(let loss) = before.outcome {
      // One that takes back another is as sure as that, with its cause.
      return .missed(
        .init(
          cause: loss.cause, isSure: loss.isSure, wasReachable: loss.wasReachable,
          isTooShallow: loss.isTooShallow,
          undoes: before.time, deepest: nil, removal: loss.removal, due: loss.due))
    }
    let cause = cause(rules)
    var undone: Timestamp?
    if rules.hasLargerCircles, case .undoes(let time, _)? = shown?.phase { undone = time }
    return .missed(
      .init(
        cause: cause, isSure: isSure(cause, rules),
        wasReachable: shown?.stay.wasReachable ?? hidden?.wasReachable ?? true,
        isTooShallow: isTooShallow(rules), undoes: nil, undoesCircle: undone,
        deepest: shown.flatMap { $0.stay.deepest > 0 ? $0.stay.deepest : nil },
        removal: cause == .merged ? nil : shown?.removal ?? hidden?.removal,
        due: shown?.stay.possibleAt, isUnchosen: shown?.isUnchosen ?? false))
  }

  /// Returns true if it became what it did by the crossing before: undecidable like that one, or
  /// missed as the system held its side already.
  func follows(in outcome: CrossingVerdict.Outcome) -> Bool {
    switch outcome {
    case .undecidable: !isDelivered
    case .missed(let loss): loss.undoes == nil && shown?.isHeld == true
    default: false
    }
  }

  private func isSure(_ cause: LossCause?, _ rules: VerdictRules) -> Bool {
    if let cause, cause.kind == .app || cause.kind == .circles { return true }
    guard let stay = shown?.stay else { return false }
    return !stay.wasReachable || cause == .cushion && isTooShallow(rules)
  }

  /// True if a departure stayed nearer to the boundary than the 50 m at which phones delivered one.
  private func isTooShallow(_ rules: VerdictRules) -> Bool {
    guard let stay = shown?.stay, !isEnter, !rules.drawsPositions else { return false }
    return stay.deepest < RuleRange.cushion.lowerBound && !stay.hasLongStep
  }

  /// Returns the reason for which the recording cannot decide the crossing; `nil` where it is missed
  /// however the device moved between the fixes.
  private func doubt(after before: Before?, _ rules: VerdictRules) -> CrossingVerdict.Doubt? {
    let stay = shown?.stay
    if isHidden(rules) || stay?.wasReachable == false || hidden?.wasReachable == false {
      return nil
    }
    if stay?.confirmedAt != nil { return nil }
    if let before {
      if case .missed = before.outcome, let shown, shown.isHeld || shown.isSilent { return nil }
      // A crossing is as doubtful as the one before it.
      if case .undecidable(let doubt) = before.outcome, !before.isDelivered { return doubt }
    } else if stay?.followsUnknownSide == true {
      return .accuracy
    }
    if let stay {
      if !stay.isDecided { return .accuracy }
      if let doubt = doubt(about: stay, rules) { return doubt }
    }
    guard next == nil else { return nil }
    // A longer stay is news only to a system that does not hold the new side already.
    if let stay, stay.isHeldAtEnd, let dwell = rules.dwell(entering: isEnter), stay.lasted >= dwell
    {
      return nil
    }
    return .trackEnd
  }

  private func doubt(about watched: Stay, _ rules: VerdictRules) -> CrossingVerdict.Doubt? {
    let bounds = watched.bounds
    guard let most = bounds.atMost, let dwell = rules.dwell(entering: isEnter) else { return nil }
    if bounds.atLeast < dwell, dwell < most { return watched.hasGapAtEnd ? .gap : .time }
    if watched.deepest < rules.cushion(entering: isEnter), watched.hasGap { return .gap }
    return nil
  }

  /// Returns the outcome of a crossing that is delivered at a time.
  ///
  /// - Parameters:
  ///   - lastTime: the last fix before.
  ///   - heldUntil: the time at which an outage ended since then; `nil` where none did.
  ///   - steps: the last long steps between two fixes.
  func delivered(
    at time: Timestamp, after lastTime: Timestamp, heldUntil: Timestamp?, _ steps: LongSteps
  ) -> CrossingVerdict.Outcome {
    let (delay, soon) = (time - self.time, CrossingVerdict.soon)
    if delay <= soon {
      return delay < Interval(milliseconds: -soon.milliseconds) ? .early : .inTime
    }
    let isShown = CrossingVerdict.isLate(since: self.time, at: lastTime, heldUntil)
    if !isShown, steps.gap >= self.time { return .undecidable(.gap) }
    let longest = wait.longest
    return .late(
      .init(
        hold: longest.hold, until: longest.until, deepest: max(0, wait.deepest),
        endOfStay: next))
  }

  func verdict(_ outcome: CrossingVerdict.Outcome, _ rules: VerdictRules) -> CrossingVerdict {
    var verdict = CrossingVerdict(
      outcome: outcome, before: before, stay: bounds,
      watched: rules.hasLargerCircles && (isDelivered || shown?.isDelivered != true)
        ? shown?.stay.bounds : nil, deliveredAt: deliveredAt)
    verdict.isFirstState = isFirstState
    if outcome == .undecidable(.trackEnd), let stay = shown?.stay, stay.deepest > 0, !stay.hasGap {
      verdict.deepest = stay.deepest
    }
    if let stay = shown?.stay, stay.end == .removal, let dwell = rules.dwell(entering: isEnter),
      stay.lasted <= dwell
    {
      verdict.removedAt = stay.next
    }
    (verdict.circle, verdict.cushion) = (rules.circle, rules.cushion(entering: isEnter))
    if outcome == .undecidable(.accuracy), let stay = shown?.stay, !stay.isDecided {
      verdict.accuracy = stay.accuracy
    } else if isDelivered, accuracy > 0 {
      verdict.accuracy = Double(accuracy)
      verdict.isByVagueFix = !isEnter && Double(accuracy) > rules.vagueAccuracy
    }
    return verdict
  }
}
