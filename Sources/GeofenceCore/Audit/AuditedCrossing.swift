/// A crossing by plain geometry, and what became of it under one strategy.
package struct AuditedCrossing: Hashable, Sendable {
  package enum Name: String, Hashable, Sendable { case enter, exit }

  package struct Delivery: Hashable, Sendable {
    package let time: Timestamp
    /// Whether it came as the first state after a registration.
    package let isInitial: Bool
  }

  /// Why it did not reach the app.
  package struct Loss: Hashable, Sendable {
    package let cause: LossCause
    /// The crossing that this one takes back, where that one was lost by the same cause.
    package let undoes: Timestamp?
    /// Where it is asked for.
    package internal(set) var detail: LossDetail?
    /// What has to go for it to come, the cause included; `nil` while that is not known, and where
    /// only another circle would help.
    package var remedy: Obstacles?
  }

  package enum Outcome: Hashable, Sendable {
    case delivered(Delivery)
    /// Why, where that is asked for.
    case lost(Loss?)
    /// Neither told nor confirmed when the track ended.
    case undecided
  }

  /// The device's number.
  package let device: Int32
  /// The region's number in the plan.
  package let region: Int32
  package let name: Name
  /// The fix at which the device was on the new side for the first time.
  package let time: Timestamp
  /// When the rules confirm it with unlimited registrations; `nil` when they never do.
  package let confirmedAt: Timestamp?
  package var outcome: Outcome

  package var delivery: Delivery? {
    if case .delivered(let delivery) = outcome { delivery } else { nil }
  }

  package var loss: Loss? {
    get { if case .lost(let loss) = outcome { loss } else { nil } }
    set { if case .lost = outcome { outcome = .lost(newValue) } }
  }

  /// From the boundary to the app; negative where a larger circle tells before.
  package var delay: Interval? { delivery.map { $0.time - time } }

  /// Whether unlimited registrations would have told the app earlier.
  package var isLate: Bool {
    guard let delivery, let confirmedAt else { return false }
    return delivery.time > confirmedAt
  }

  /// Device by device, each in the order of time; at one time by region, exits first.
  package static func precedes(_ lhs: Self, _ rhs: Self) -> Bool {
    (lhs.device, lhs.time, lhs.region, lhs.name.rawValue)
      < (rhs.device, rhs.time, rhs.region, rhs.name.rawValue)
  }
}
