/// The outcome of the dwell of one stay in a watched circle: the event that Android delivers when a
/// device has stayed inside for the loitering delay.
package struct JudgedDwell: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    case delivered(Delivery)
    case missed(LossCause?)
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
    package let leftAt: Timestamp?
  }

  package let device: Int32
  package let region: RegionNumber
  /// The first fix inside.
  package let enteredAt: Timestamp
  /// The loitering delay after that.
  package let due: Timestamp
  package let outcome: Outcome

  package var isLate: Bool {
    if case .delivered(let delivery) = outcome { delivery.isLate } else { false }
  }
}

extension JudgedDwell: Comparable {
  package static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.device, lhs.enteredAt, lhs.region) < (rhs.device, rhs.enteredAt, rhs.region)
  }
}

/// The counts of what became of dwells.
package struct DwellCounts: Hashable, Sendable {
  /// The dwells that reached the app, including late ones.
  package private(set) var delivered = 0
  package private(set) var late = 0
  package private(set) var missed = 0
  package private(set) var left = 0
  package private(set) var undecidable = 0
  /// The missed dwells by cause.
  package private(set) var causes: [LossCause: Int] = [:]

  package init() {}

  package init(_ dwells: some Sequence<JudgedDwell>) {
    for dwell in dwells { add(dwell) }
  }

  package var due: Int { delivered + missed }

  package var isEmpty: Bool { due + left + undecidable == 0 }

  mutating func add(_ dwell: JudgedDwell) {
    switch dwell.outcome {
    case .delivered:
      delivered += 1
      if dwell.isLate { late += 1 }
    case .missed(let cause):
      missed += 1
      if let cause { causes[cause, default: 0] += 1 }
    case .left: left += 1
    case .undecidable: undecidable += 1
    case .notAsked: break
    }
  }

  package static func += (lhs: inout Self, rhs: Self) {
    lhs.delivered += rhs.delivered
    lhs.late += rhs.late
    lhs.missed += rhs.missed
    lhs.left += rhs.left
    lhs.undecidable += rhs.undecidable
    lhs.causes.merge(rhs.causes, uniquingKeysWith: +)
  }
}

/// The dwell that the app received of a stay.
struct ReceivedDwell: Hashable, Sendable {
  let time: Timestamp
  let foundAt: Timestamp
  let isLate: Bool
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
        of: .satisfied, from: report.crossedAt, to: time, mayErr: isPositioned),
      regions[place].stays[index].dwell == nil
    else { return }
    let (last, soon) = (verdicts.lastTime, CrossingVerdict.soon)
    let due = regions[place].stays[index].first + loitering
    // In a gap without a fix it may have been delivered at any time.
    let isShown = time - last <= soon || CrossingVerdict.isLate(since: due, at: last, outageEnd())
    regions[place].stays[index].dwell = ReceivedDwell(
      time: time, foundAt: report.crossedAt, isLate: time - due > soon && isShown)
  }

  /// Says what became of the dwell of a stay, of which nothing more is delivered.
  ///
  /// - Parameter enter: what became of its enter.
  mutating func judgeDwell(
    of stay: Stay, at place: Int, _ enter: CrossingPhase, _ circumstances: Circumstances
  ) {
    guard let loitering, stay.isInside else { return }
    let due = stay.first + loitering
    let isAskedAtFirst = run.simulation.settings.request.initialTriggers.contains(.dwell)
    let outcome: JudgedDwell.Outcome
    if let dwell = stay.dwell {
      outcome = .delivered(
        .init(
          time: dwell.time, foundAt: dwell.foundAt, isLate: dwell.isLate,
          leftAt: stay.end == .wayBack ? stay.next.flatMap { $0 <= dwell.time ? $0 : nil } : nil))
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
      let cause = causeOfMissingDwell(
        of: stay, due: due, enter, isAskedAtFirst: isAskedAtFirst, circumstances)
      outcome = .missed(isUnchosen(stay, cause) ? .suspended : cause)
    }
    verdicts.dwells.append(
      JudgedDwell(
        device: number, region: regions[place].region, enteredAt: stay.first, due: due,
        outcome: outcome))
  }
}
