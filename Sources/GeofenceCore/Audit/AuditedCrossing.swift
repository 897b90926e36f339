/// A crossing by plain geometry that the app asked for, and what became of it under one strategy.
package struct AuditedCrossing: Hashable, Sendable {
  package enum Name: String, Hashable, Sendable { case enter, exit }

  /// The crossing itself, whatever became of it.
  package struct ID: Hashable, Sendable {
    package let device: Int32
    package let region: RegionNumber
    package let name: Name
    /// The fix at which the device was on the new side for the first time.
    package let time: Timestamp

    package init(device: Int32, region: RegionNumber, name: Name, time: Timestamp) {
      (self.device, self.region, self.name, self.time) = (device, region, name, time)
    }
  }

  package struct Delivery: Hashable, Sendable {
    package let time: Timestamp
    /// True if it was the first state after a registration.
    package let isInitial: Bool
    /// True if it was more than five minutes after the crossing, and a gap leaves open whether the
    /// event was.
    package var isInGap = false
  }

  /// The reason for which it did not reach the app.
  package struct Loss: Hashable, Sendable {
    package let cause: LossCause
    /// The crossing that this one takes back, where that one was lost by the same cause.
    package let undoes: Timestamp?
    /// The moment that decided, where that is asked for.
    package let detail: LossDetail?
  }

  package enum Outcome: Hashable, Sendable {
    case delivered(Delivery)
    /// The loss, where its reason is asked for.
    case lost(Loss?)
    /// The crossing was neither delivered nor confirmed when the track ended.
    case undecided

    package var delivery: Delivery? {
      if case .delivered(let delivery) = self { delivery } else { nil }
    }
  }

  package let id: ID
  /// The time at which the rules confirm it with unlimited registrations; `nil` when they never do.
  package let confirmedAt: Timestamp?
  package internal(set) var outcome: Outcome
  /// Its verdict by the recording; `nil` where nobody asks.
  package internal(set) var verdict: CrossingVerdict?
  /// The time of its event. By a verdict, and where it is asked what a larger circle delivers, the
  /// event may belong to a crossing that the circle itself does not show; its outcome is the circle's.
  package let deliveredAt: Timestamp?

  package var device: Int32 { id.device }
  package var region: RegionNumber { id.region }
  package var name: Name { id.name }
  package var time: Timestamp { id.time }

  package var delivery: Delivery? { outcome.delivery }

  package var loss: Loss? { if case .lost(let loss) = outcome { loss } else { nil } }

  /// It with its verdict; `nil` where there is none.
  package var judged: JudgedCrossing? {
    verdict.map { JudgedCrossing(id: id, verdict: $0, detail: loss?.detail) }
  }

  /// True if it is among the crossings that are listed first: the losses, but for jitter, and what
  /// was late or is left open.
  var isFault: Bool { verdict.map { !$0.isFine } ?? (loss != nil) }

  /// The time from the boundary to the app; negative where a larger circle delivers before.
  package var delay: Interval? { delivery.map { $0.time - time } }

  /// True if unlimited registrations would have delivered it earlier.
  package var isLate: Bool {
    guard let delivery, let confirmedAt else { return false }
    return delivery.time > confirmedAt
  }
}

extension AuditedCrossing.ID: Comparable {
  /// Device by device, each in the order of time; at one time by region, enters first.
  package static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.device, lhs.time, lhs.region, lhs.name.rawValue)
      < (rhs.device, rhs.time, rhs.region, rhs.name.rawValue)
  }
}

extension AuditedCrossing: Comparable {
  package static func < (lhs: Self, rhs: Self) -> Bool { lhs.id < rhs.id }
}
