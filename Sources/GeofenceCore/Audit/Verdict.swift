/// Gives every crossing of a log exactly one outcome under one strategy.
struct Verdict {
  let run: AuditedRun
  let log: CrossingLog
  /// The number of the strategy's rules in the log.
  let rules: Int
  /// The losses so far, by their numbers in the log; a crossing may share the cause of an earlier.
  private var losses: [Int: AuditedCrossing.Loss] = [:]

  init(run: AuditedRun, log: CrossingLog, rules: Int) {
    self.run = run
    self.log = log
    self.rules = rules
  }

  /// - Complexity: O(n) for n crossings.
  mutating func crossings() -> [AuditedCrossing] {
    var crossings: [AuditedCrossing] = []
    for (index, entry) in log.entries.enumerated() {
      let outcome = outcome(of: index)
      if case .lost(let loss) = outcome { losses[index] = loss }
      guard entry.isWanted else { continue }
      crossings.append(
        AuditedCrossing(
          region: entry.region.identifier, name: entry.side == .satisfied ? .enter : .exit,
          time: entry.time,
          cushion: log.rules[rules].cushion(to: entry.side, radius: entry.region.radius),
          pass: entry.pass, confirmedAt: entry.confirmed[rules], outcome: outcome))
    }
    return crossings
  }

  private func outcome(of index: Int) -> AuditedCrossing.Outcome {
    if let delivery = run.traces[index].delivery { return .delivered(delivery) }
    return .lost(
      log.entries[index].confirmed[rules] == nil ? lossToRules(index) : lossOfSlot(index))
  }

  /// Why not even unlimited registrations confirm it.
  private func lossToRules(_ index: Int) -> AuditedCrossing.Loss {
    let entry = log.entries[index]
    let rules = log.rules[rules]
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
    let entry = log.entries[index]
    let trace = run.traces[index]
    if trace.isDeliveredUndisturbed {
      return loss(.suspended, .hindered(trace.hindrance ?? run.lastHindrance))
    }
    guard let held = trace.held else { return lossWithoutSlot(trace, entry) }
    if let stop = trace.stopped, stop.time <= entry.confirmed[rules] ?? stop.time {
      return loss(stop.isRestart ? .resetByRenewal : .evicted, .stopped(stop))
    }
    if held == entry.side, let undone = undone(by: index) { return undone }
    return loss(.registeredLate, .uncertain)
  }

  private func lossWithoutSlot(_ trace: CrossingTrace, _ entry: LoggedCrossing)
    -> AuditedCrossing.Loss
  {
    if let start = trace.started {
      return loss(.registeredLate, .registered(start.time, because: start.causes))
    }
    if let stop = trace.stopBefore,
      stop.time > entry.previous.map({ log.entries[$0].time }) ?? .min
    {
      return loss(.evicted, .stopped(stop))
    }
    guard let choice = trace.choice else { return loss(.registeredLate, .uncertain) }
    return loss(
      .notRegistered,
      .notChosen(choice, distance: choice.distance(to: entry.region), next: trace.nextChoice))
  }

  /// The loss of the crossing before, when this one only undoes it.
  private func undone(by index: Int) -> AuditedCrossing.Loss? {
    guard let previous = log.entries[index].previous, let loss = losses[previous] else {
      return nil
    }
    return AuditedCrossing.Loss(
      cause: loss.cause, moment: loss.moment, undoes: log.entries[previous].time)
  }

  private func loss(_ cause: LossCause, _ moment: LossDetail) -> AuditedCrossing.Loss {
    AuditedCrossing.Loss(cause: cause, moment: moment, undoes: nil)
  }
}

extension Timestamp {
  fileprivate static let min = Timestamp(milliseconds: .min)
}
