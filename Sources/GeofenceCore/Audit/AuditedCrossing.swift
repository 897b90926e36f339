/// A crossing by plain geometry, and what became of it under one strategy.
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
    /// The crossing that this one takes back, where that one was lost by the same cause.
    public let undoes: Timestamp?
    /// Where it is asked for.
    public internal(set) var detail: LossDetail?
    /// What has to go for it to come, the cause included; `nil` while that is not known, and where
    /// only another circle would help.
    public var remedy: Obstacles?
  }

  public enum Outcome: Hashable, Sendable {
    case delivered(Delivery)
    /// Why, where that is asked for.
    case lost(Loss?)
    /// Neither told nor confirmed when the track ended.
    case undecided
  }

  /// The device's number.
  public let device: Int32
  /// The region's number in the plan.
  public let region: Int32
  public let name: Name
  /// The fix at which the device was on the new side for the first time.
  public let time: Timestamp
  /// When the rules confirm it with unlimited registrations; `nil` when they never do.
  public let confirmedAt: Timestamp?
  public var outcome: Outcome

  public var delivery: Delivery? {
    if case .delivered(let delivery) = outcome { delivery } else { nil }
  }

  public var loss: Loss? {
    get { if case .lost(let loss) = outcome { loss } else { nil } }
    set { if case .lost = outcome { outcome = .lost(newValue) } }
  }

  /// From the boundary to the app; negative where a larger circle tells before.
  public var delay: Interval? { delivery.map { $0.time - time } }

  /// Whether unlimited registrations would have told the app earlier.
  public var isLate: Bool {
    guard let delivery, let confirmedAt else { return false }
    return delivery.time > confirmedAt
  }

  /// Device by device, each in the order of time; at one time by region, exits first.
  public static func precedes(_ lhs: Self, _ rhs: Self) -> Bool {
    (lhs.device, lhs.time, lhs.region, lhs.name.rawValue)
      < (rhs.device, rhs.time, rhs.region, rhs.name.rawValue)
  }
}
