/// The outcome of the dwell of one stay in a watched circle: the event that Android delivers when a
/// device has stayed inside for the loitering delay.
package struct JudgedDwell: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    case delivered(Delivery)
    /// Delivered after that of the same stay, as the app had added its region again.
    case repeated(Delivery)
    case missed(Loss)
    /// The device had left before it was due, by this fix.
    case left(by: Timestamp?)
    /// The recording ends before it is due.
    case undecidable
    /// The device was inside when the circle was first evaluated, and the app asks for no dwell then.
    case notAsked
  }

  package struct Delivery: Hashable, Sendable {
    package let time: Timestamp
    /// The time at which the system found the device inside, from which the delay counts.
    package let foundAt: Timestamp
    /// True if the recording shows that it was delivered more than five minutes after it was due.
    package let isLate: Bool
    /// The first fix outside, where it was delivered after that.
    package internal(set) var leftAt: Timestamp?
  }

  package struct Loss: Hashable, Sendable {
    package let cause: LossCause?
    /// The action that took the registration of its region, where that is the cause; `nil` where it
    /// had expired.
    package var removal: Outage.Action?
    /// True if the app registered the region again, so that the system counted from there.
    var isRestarted = false
  }

  package let device: Int32
  package let region: RegionNumber
  /// The first fix inside.
  package let enteredAt: Timestamp
  /// The loitering delay after that.
  package let due: Timestamp
  package let outcome: Outcome

  package var loss: Loss? { if case .missed(let loss) = outcome { loss } else { nil } }

  package var isLate: Bool {
    if case .delivered(let delivery) = outcome { delivery.isLate } else { false }
  }
}

extension JudgedDwell: Comparable {
  package static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.device, lhs.enteredAt, lhs.region, lhs.due)
      < (rhs.device, rhs.enteredAt, rhs.region, rhs.due)
  }
}

/// The counts of what became of dwells.
package struct DwellCounts: Hashable, Sendable {
  /// The dwells that reached the app, including late ones.
  package private(set) var delivered = 0
  package private(set) var late = 0
  package private(set) var repeated = 0
  package private(set) var missed = 0
  package private(set) var left = 0
  package private(set) var undecidable = 0
  /// The missed dwells by what they were lost to.
  private var losses: [JudgedDwell.Loss: Int] = [:]

  package init() {}

  package init(_ dwells: some Sequence<JudgedDwell>) {
    for dwell in dwells { add(dwell) }
  }

  package var due: Int { delivered + missed }

  package var isEmpty: Bool { due + left + undecidable == 0 }

  /// True if one was missed or late, or came again.
  var areFaulty: Bool { missed + late + repeated > 0 }

  /// The causes of the missed dwells.
  var causes: [VerdictFact.Cause] {
    var (causes, removals): ([LossCause: Int], [VerdictCounts.Removal: Int]) = ([:], [:])
    var restarted: [LossCause: Int] = [:]
    for (loss, count) in losses {
      guard let cause = loss.cause else { continue }
      causes[cause, default: 0] += count
      if loss.isRestarted { restarted[cause, default: 0] += count }
      if let action = loss.removal {
        removals[.init(action: action, cause: cause), default: 0] += count
      }
    }
    let anew = LossCause.allCases.compactMap { cause in
      restarted[cause].map {
        VerdictFact.Cause(
          cause: cause, count: $0,
          clause: "the app registered the region again, so that the delay began anew")
      }
    }
    return VerdictFact.Cause.all(causes, removals: removals, others: anew)
  }

  mutating func add(_ dwell: JudgedDwell) {
    switch dwell.outcome {
    case .delivered:
      delivered += 1
      if dwell.isLate { late += 1 }
    case .repeated: repeated += 1
    case .missed(let loss):
      missed += 1
      losses[loss, default: 0] += 1
    case .left: left += 1
    case .undecidable: undecidable += 1
    case .notAsked: break
    }
  }

  package static func += (lhs: inout Self, rhs: Self) {
    lhs.delivered += rhs.delivered
    lhs.late += rhs.late
    lhs.repeated += rhs.repeated
    lhs.missed += rhs.missed
    lhs.left += rhs.left
    lhs.undecidable += rhs.undecidable
    lhs.losses.merge(rhs.losses, uniquingKeysWith: +)
  }
}

extension AuditRow {
  /// The time after an enter at which a dwell is due; `nil` where the app asks for none, or nobody
  /// asks what became of it.
  ///
  /// No alarm is one of dwelling.
  private var loitering: Interval? {
    givesVerdicts && run.simulation.alarms == nil
      ? run.simulation.settings.request.loitering : nil
  }

  /// Takes in a dwell that the app received.
  mutating func receiveDwell(_ report: CrossingReport, at time: Timestamp) {
    guard let loitering, let region = plan.numbersByName[report.region.identifier],
      let place = places[region],
      let index = regions[place].stay(
        of: .satisfied, from: report.crossedAt, to: time, mayErr: isPositioned)
    else { return }
    guard regions[place].stays[index].dwell == nil else {
      verdicts.dwells.append(
        JudgedDwell(
          device: number, region: region, enteredAt: regions[place].stays[index].first,
          due: report.crossedAt + loitering,
          outcome: .repeated(
            .init(time: time, foundAt: report.crossedAt, isLate: false))))
      return
    }
    let (last, soon) = (verdicts.lastTime, CrossingVerdict.soon)
    let due = regions[place].stays[index].first + loitering
    // In a gap without a fix it may have been delivered at any time.
    let isShown = time - last <= soon || CrossingVerdict.isLate(since: due, at: last, outageEnd())
    regions[place].stays[index].dwell = JudgedDwell.Delivery(
      time: time, foundAt: report.crossedAt, isLate: time - due > soon && isShown)
  }

  /// Says what became of the dwell of a stay, of which nothing more is delivered.
  ///
  /// - Parameter enter: what became of its enter.
  mutating func judgeDwell(
    of stay: Stay, at place: Int, _ enter: CrossingPhase, _ circumstances: Circumstances
  ) {
    guard let loitering, stay.isInside else { return }
    // In a larger circle alone no arrival asks for one.
    guard stay.dwell != nil || regions[place].shape?.wasEntered(from: stay.first) ?? true else {
      return
    }
    let due = stay.first + loitering
    let isAskedAtFirst = run.simulation.settings.request.initialTriggers.contains(.dwell)
    let outcome: JudgedDwell.Outcome
    if var dwell = stay.dwell {
      dwell.leftAt = stay.end == .wayBack ? stay.next.flatMap { $0 <= dwell.time ? $0 : nil } : nil
      outcome = .delivered(dwell)
    } else if !stay.isCrossing, !isAskedAtFirst {
      outcome = .notAsked
    } else if stay.last < due {
      switch stay.end {
      case .wayBack: outcome = .left(by: stay.next)
      // The app has given the region up.
      case .removal: return
      case .trackEnd, nil: outcome = .undecidable
      }
    } else {
      let removal = verdicts.removals.action(stay.slots.removal)
      // The delay counts from the fix at which the system found the device inside.
      let expected = (stay.phase.delivery?.time ?? stay.first) + loitering
      let isInTime = expected <= stay.last
      let end = min(stay.last, removal?.time ?? stay.slots.lostAt ?? .distantFuture)
      let wasOut = verdicts.hasOutage(
        from: isInTime ? expected : stay.first, to: Timestamp(milliseconds: end.milliseconds - 1))
      let cause = causeOfMissingDwell(
        of: stay, due: isInTime ? stay.last : due, enter, isAskedAtFirst: isAskedAtFirst,
        wasOut: wasOut, circumstances)
      outcome = .missed(
        isUnchosen(stay, cause)
          ? .init(cause: .suspended)
          : .init(
            cause: cause, removal: cause == .removed ? removal : nil,
            isRestarted: cause == .suspended && !wasOut && stay.slots.addedAgainAt != nil))
    }
    verdicts.dwells.append(
      JudgedDwell(
        device: number, region: regions[place].region, enteredAt: stay.first, due: due,
        outcome: outcome))
  }
}
