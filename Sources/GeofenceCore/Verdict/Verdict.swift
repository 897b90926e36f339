/// Gives every crossing of a ledger exactly one fate under one strategy.
struct Verdict {
  let run: AuditedRun
  let ledger: Ledger
  /// The number of the strategy's rules in the ledger.
  let rules: Int
  /// The losses so far, by their numbers in the ledger; a crossing may share the cause of an earlier.
  private var losses: [Int: AuditedCrossing.Loss] = [:]

  init(run: AuditedRun, ledger: Ledger, rules: Int) {
    self.run = run
    self.ledger = ledger
    self.rules = rules
  }

  /// - Complexity: O(n) for n crossings.
  mutating func crossings() -> [AuditedCrossing] {
    var crossings: [AuditedCrossing] = []
    for (index, entry) in ledger.entries.enumerated() {
      let fate = fate(of: index)
      if case .lost(let loss) = fate { losses[index] = loss }
      guard entry.isWanted else { continue }
      crossings.append(
        AuditedCrossing(
          region: entry.region.identifier, name: entry.side == .satisfied ? .enter : .exit,
          time: entry.time,
          cushion: ledger.rules[rules].cushion(to: entry.side, radius: entry.region.radius),
          pass: entry.pass, confirmedAt: entry.confirmed[rules], fate: fate))
    }
    return crossings
  }

  private func fate(of index: Int) -> AuditedCrossing.Fate {
    if let delivery = run.fates[index].delivery { return .delivered(delivery) }
    return .lost(
      ledger.entries[index].confirmed[rules] == nil ? lossToRules(index) : lossOfSlot(index))
  }

  /// Why not even unlimited registrations confirm it.
  private func lossToRules(_ index: Int) -> AuditedCrossing.Loss {
    let entry = ledger.entries[index]
    let rules = ledger.rules[rules]
    guard let held = entry.held[self.rules] else {
      return loss(.notRegistered, .radiusAboveMaximum)
    }
    if held == .unknown { return loss(.accuracy, .uncertain) }
    if held == entry.side, let undone = undone(by: index) { return undone }
    if entry.pass.lasted < rules.dwell { return loss(.dwell, .pass) }
    let cushion = rules.cushion(to: entry.side, radius: entry.region.radius)
    if entry.pass.deepest < cushion || entry.pass.undecided == 0 { return loss(.cushion, .pass) }
    return loss(.accuracy, .pass)
  }

  /// Why the app did not hear of what unlimited registrations confirm.
  private func lossOfSlot(_ index: Int) -> AuditedCrossing.Loss {
    let entry = ledger.entries[index]
    let fate = run.fates[index]
    if fate.isDeliveredUndisturbed {
      return loss(.suspended, .hindered(fate.hindrance ?? run.lastHindrance))
    }
    guard let held = fate.held else { return lossWithoutSlot(fate, entry) }
    if let stop = fate.stopped, stop.time <= entry.confirmed[rules] ?? stop.time {
      return loss(stop.isRestart ? .resetByRenewal : .evicted, .stopped(stop))
    }
    if held == entry.side, let undone = undone(by: index) { return undone }
    return loss(.registeredLate, .uncertain)
  }

  private func lossWithoutSlot(_ fate: AuditedRun.Fate, _ entry: Ledger.Entry)
    -> AuditedCrossing.Loss
  {
    if let start = fate.started {
      return loss(.registeredLate, .registered(start.time, because: start.causes))
    }
    if let stop = fate.stopBefore,
      stop.time > entry.previous.map({ ledger.entries[$0].time }) ?? .min
    {
      return loss(.evicted, .stopped(stop))
    }
    guard let choice = fate.choice else { return loss(.registeredLate, .uncertain) }
    return loss(
      .notRegistered,
      .notChosen(choice, distance: choice.distance(to: entry.region), next: fate.nextChoice))
  }

  /// The loss of the crossing before, when this one only undoes it.
  private func undone(by index: Int) -> AuditedCrossing.Loss? {
    guard let previous = ledger.entries[index].previous, let loss = losses[previous] else {
      return nil
    }
    return AuditedCrossing.Loss(
      cause: loss.cause, moment: loss.moment, undoes: ledger.entries[previous].time)
  }

  private func loss(_ cause: LossCause, _ moment: DecidingMoment) -> AuditedCrossing.Loss {
    AuditedCrossing.Loss(cause: cause, moment: moment, undoes: nil)
  }
}

extension Timestamp {
  fileprivate static let min = Timestamp(milliseconds: .min)
}
