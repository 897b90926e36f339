/// The facts beside the journal of its region that decide the cause of a missed crossing.
struct Circumstances: Sendable {
  let rules: CrossingRules
  let depth: Question.Depth
  let radius: Double
  let isTooLarge: Bool
  /// True if the phone does not see every fix.
  let isPositioned: Bool
  /// True if a scenario acts on the device.
  let isDisturbed: Bool
  /// The time of the first restart of the device.
  let firstReboot: Timestamp?
  /// True if the phone does not see every fix, and the app could not receive an event at a fix until
  /// the crossing counted.
  let wasOut: Bool

  func dwell(of stay: Stay) -> Interval { rules.dwell(entering: stay.isInside) }

  func cushion(of stay: Stay) -> Double { rules.cushion(entering: stay.isInside, radius: radius) }
}

/// Returns the first thing, in time, that stopped a crossing: a pure function of its stay.
func cause(of stay: Stay, _ circumstances: Circumstances) -> LossCause {
  if circumstances.isTooLarge { return .tooLarge }
  // The device was in the larger circle before the region was evaluated first.
  if !stay.isCrossing { return .merged }
  return switch stay.held {
  case .nothing: causeWithoutSlot(stay)
  case .slot(let known, let isRestarted, let isWatched):
    if let possible = stay.possibleAt,
      let cause = lost(in: stay, until: possible, known, isRestarted: isRestarted)
    {
      cause
    } else if circumstances.isPositioned, stay.possibleAt == nil || !circumstances.wasOut {
      causeBySight(stay, known, circumstances)
        ?? lost(in: stay, until: stay.last, known, isRestarted: isRestarted)
        ?? causeUnwatched(stay, known, isWatched: isWatched, circumstances)
    } else if stay.possibleAt != nil {
      causeUnwatched(stay, known, isWatched: isWatched, circumstances)
    } else {
      unmet(stay, stay.measure?.path, stay.lasted, known, circumstances)
        ?? circumstances.uncertainty
    }
  }
}

extension Holding {
  /// The cause of a crossing that nothing changes after it, and that the app cannot receive.
  ///
  /// - Parameter hadSlot: whether the region had a slot during the stay before.
  func cause(hadSlot: Bool) -> LossCause {
    switch self {
    case .nothing(.removed, _): .removed
    case .nothing(.notChosen, _): hadSlot ? .evicted : .notRegistered
    case .nothing(.lostInRestart, _), .slot: .suspended
    }
  }
}

/// The cause of a crossing at which the region had no slot.
private func causeWithoutSlot(_ stay: Stay) -> LossCause {
  switch stay.held.cause(hadSlot: stay.inside?.hadSlot == true) {
  case .notRegistered where stay.slots.hadSlot: .registeredLate
  case .notRegistered where stay.slots.lostAt != nil: .removed
  case let cause: cause
  }
}

/// Returns the reason why the registration at the crossing did not last until the crossing counted;
/// `nil` where it did.
private func lost(
  in stay: Stay, until possible: Timestamp, _ known: Holding.Known = .oldSide,
  isRestarted: Bool = false
) -> LossCause? {
  if known == .unknown, isRestarted { return .resetByRenewal }
  let end = stay.slots.firstEnd
  // At a fix, registrations end before boundaries are evaluated and regions selected.
  if let lost = stay.slots.lostAt, lost <= possible, end.map({ lost <= $0.time }) ?? true {
    return .removed
  }
  if let again = stay.slots.addedAgainAt, again <= possible, end.map({ again <= $0.time }) ?? true {
    return .suspended
  }
  guard let end, end.time < possible else { return nil }
  return end.isRestart ? .resetByRenewal : .evicted
}

/// The cause of a crossing that meets the rules, and whose region kept its registration.
private func causeUnwatched(
  _ stay: Stay, _ known: Holding.Known, isWatched: Bool, _ circumstances: Circumstances
) -> LossCause {
  guard known == .unknown else {
    if circumstances.isDisturbed || !circumstances.isPositioned { return .suspended }
    // The numbers that were drawn for it asked for more than their medians.
    return circumstances.rules.drawsDwell(entering: stay.isInside) ? .dwell : .cushion
  }
  // A certain fix would have decided the state if fixes had been watched.
  let wasRestarted = circumstances.firstReboot.map { $0 <= stay.first } ?? false
  return wasRestarted || !isWatched ? .suspended : circumstances.uncertainty
}

/// The part of the path that the phone did not see, or the rule that the stay does not meet; `nil`
/// where the phone saw it as the rules ask for it.
private func causeBySight(
  _ stay: Stay, _ known: Holding.Known, _ circumstances: Circumstances
) -> LossCause? {
  guard let measure = stay.measure, measure.updates > 0 else { return .unseen }
  guard let seen = measure.seen, known < .underWay else { return .mislocated }
  return unmetByPath(stay, circumstances)
    ?? unmet(stay, seen, seen.lasted, known, circumstances)
}

/// The first of the rules that a stay as it truly was does not meet; `nil` where it meets them.
private func unmetByPath(_ stay: Stay, _ circumstances: Circumstances) -> LossCause? {
  if stay.lasted < circumstances.dwell(of: stay) { return .dwell }
  return isShallow(stay, stay.measure?.path, circumstances) ? .cushion : nil
}

/// The first of the rules that an excursion does not meet; `nil` where it meets them.
private func unmet(
  _ stay: Stay, _ excursion: Excursion?, _ lasted: Interval, _ known: Holding.Known,
  _ circumstances: Circumstances
) -> LossCause? {
  let rules = circumstances.rules
  if rules.overlap != nil { return .overlap }
  if lasted < circumstances.dwell(of: stay) { return .dwell }
  if isShallow(stay, excursion, circumstances) { return .cushion }
  let isUncertain = excursion.map { $0.undecided > 0 } == true || known == .underWay
  if !rules.ignoresAccuracy, isUncertain { return .accuracy }
  // It was deep enough, but perhaps not for long enough. While the phone knows no side, no dwell runs.
  return rules.dwellOrigin == .cushion && (known != .unknown || !circumstances.isPositioned)
    ? .dwell : nil
}

private func isShallow(
  _ stay: Stay, _ excursion: Excursion?, _ circumstances: Circumstances
) -> Bool {
  excursion.map { $0.deepest < circumstances.cushion(of: stay) } ?? false
}

extension Circumstances {
  var uncertainty: LossCause { rules.overlap == nil ? .accuracy : .overlap }
}

// MARK: dwells

/// Returns the first thing that stopped the dwell of a stay: what stopped its enter, an outage, the end
/// of the registration, or what kept the system from finding the device inside in time.
///
/// - Parameters:
///   - due: the time until which the registration had to last; the end of the stay, where the system
///     had found the device inside in time, as the dwell would have been delivered before a later end.
///   - enter: what became of the stay's enter.
///   - isAskedAtFirst: whether the app asks for the dwell of a device that is inside at first.
///   - wasOut: whether the app could not receive the dwell while the registration lasted.
func causeOfMissingDwell(
  of stay: Stay, due: Timestamp, _ enter: CrossingPhase, isAskedAtFirst: Bool, wasOut: Bool,
  _ circumstances: Circumstances
) -> LossCause? {
  if stay.isCrossing {
    switch enter {
    case .missed(let cause), .undoes(_, let cause): return cause
    case .open, .suppressed, .delivered, .undecidable: break
    }
  }
  let absence = stay.held.hasSlot ? nil : causeWithoutSlot(stay)
  if let absence, absence != .registeredLate { return absence }
  if wasOut { return .suspended }
  if let cause = lost(in: stay, until: due) { return cause }
  if absence != nil, !isAskedAtFirst { return .registeredLate }
  return circumstances.isPositioned ? .unseen : circumstances.uncertainty
}

// MARK: larger circles

extension ShapeCrossing {
  /// The cause of a crossing of the region itself, of which the watched circle may show nothing.
  func cause(_ rules: VerdictRules) -> LossCause? {
    if isTooLarge { return .tooLarge }
    if isHidden(rules) { return .merged }
    // Its event belongs to another crossing.
    if shown?.isDelivered == true {
      // By an error of its position the phone saw this one before it happened.
      if rules.drawsPositions, !rules.hasLargerCircles { return .mislocated }
      return (holdOfStay ?? wait.longest.hold).cause(rules)
    }
    return shown?.cause ?? hidden?.cause
  }
}

extension CrossingVerdict.Hold {
  /// The cause of a crossing whose event was held back until the device had crossed again.
  fileprivate func cause(_ rules: VerdictRules) -> LossCause {
    switch self {
    case .suspended: .suspended
    case .registeredLate: .registeredLate
    case .largerCircle: .merged
    case .accuracy where rules.judgesOverlap, .noFix where rules.judgesOverlap,
      .dwell where rules.judgesOverlap:
      .overlap
    case .accuracy: .accuracy
    case .cushion: .cushion
    case .noFix, .dwell: .dwell
    }
  }
}

// MARK: the moment that decided

/// Returns the moment that decided, where its words need one, as a pure function of the journals of
/// the region and the device.
func detail(
  of stay: Stay, _ cause: LossCause, of region: CircularRegion, _ circumstances: Circumstances,
  _ device: DeviceJournal, _ ranking: Ranking
) -> LossDetail? {
  switch cause {
  case .dwell, .cushion, .accuracy, .overlap:
    if cause == circumstances.uncertainty, stay.held.known == .unknown { return .unknownState }
    return .stay(excursion(of: stay, circumstances))
  case .notRegistered:
    guard let choice = device.choice(stay.selection) else { return .nothingChosen }
    return .notChosen(
      choice, distance: ranking.distance(from: choice.place, to: region), next: nil)
  case .registeredLate:
    return device.choice(stay.slots.firstStart).map { .registered($0.time) } ?? .nothingChosen
  case .evicted, .resetByRenewal:
    let number =
      !stay.held.hasSlot
      ? stay.inside?.lastEnd
      : stay.held.isForgotten ? stay.selection : stay.slots.firstEnd?.selection
    return device.choice(number).map { .stopped($0) } ?? .nothingChosen
  case .suspended: return .hindered(registeredAgain: stay.slots.addedAgainAt)
  case .mislocated: return .mislocated(updates: stay.measure?.updates ?? 0)
  case .removed, .unseen, .tooLarge, .merged: return nil
  }
}

/// A stay as it was; where that meets the rules, by the location updates of the run.
private func excursion(of stay: Stay, _ circumstances: Circumstances) -> Excursion {
  let isMet = circumstances.isPositioned && unmetByPath(stay, circumstances) == nil
  let seen = isMet ? stay.measure?.seen : nil
  var excursion =
    seen ?? stay.measure?.path
    ?? Excursion(
      lasted: stay.lasted, deepest: 0, end: .trackEnd, undecided: 0, nearestUndecided: nil)
  excursion.end = stay.end ?? .trackEnd
  if seen == nil { excursion.lasted = stay.lasted }
  return excursion
}
