/// What became of a device's crossings under one strategy.
public struct AuditOutcome: Sendable {
  public let settings: Settings
  /// Every crossing that the app wants to hear of, in the order of their times.
  public let crossings: [AuditedCrossing]
  public let tally: SelectionTally
  /// Enters beside those crossings: the device was inside at the start, or the app was told again.
  public let otherEnters: Int
}

/// A crossing by plain geometry and what became of it.
public struct AuditedCrossing: Hashable, Sendable {
  public enum Name: String, Hashable, Sendable { case enter, exit }

  public struct Delivery: Hashable, Sendable {
    public let time: Timestamp
    /// Whether it came as the first state after a registration.
    public let isInitial: Bool
  }

  /// Why it did not reach the app.
  public struct Loss: Hashable, Sendable {
    public let cause: LossCause
    public let moment: LossDetail
    /// The crossing that this one undoes, where the monitor never counted that one.
    public let undoes: Timestamp?
  }

  public enum Outcome: Hashable, Sendable {
    case delivered(Delivery)
    case lost(Loss)
  }

  public let region: RegionIdentifier
  public let name: Name
  /// The fix at which the device was on the new side for the first time.
  public let time: Timestamp
  /// The cushion of this region on the way to the new side, metres.
  public let cushion: Double
  public let pass: Excursion
  /// When the rules confirm it with unlimited registrations; `nil` when they never do.
  public let confirmedAt: Timestamp?
  public let outcome: Outcome

  public var delivery: Delivery? {
    if case .delivered(let delivery) = outcome { delivery } else { nil }
  }

  public var loss: Loss? {
    if case .lost(let loss) = outcome { loss } else { nil }
  }

  /// From the boundary to the app.
  public var delay: Interval? { delivery.map { $0.time - time } }

  /// Whether unlimited registrations would have told the app earlier.
  public var isLate: Bool {
    guard let delivery, let confirmedAt else { return false }
    return delivery.time > confirmedAt
  }
}
