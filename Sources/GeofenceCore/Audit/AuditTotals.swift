/// What a number of crossings come to.
public struct AuditTotals: Hashable, Sendable {
  /// By plain geometry.
  public private(set) var crossings = 0
  /// Those that the rules confirm with unlimited registrations.
  public private(set) var confirmed = 0
  public private(set) var delivered = 0
  /// Those of the delivered that came as the first state after a registration.
  public private(set) var deliveredInitially = 0
  /// Those of the delivered that unlimited registrations would have delivered earlier.
  public private(set) var late = 0
  /// The others, by what lost them; no cause has 0.
  public private(set) var causes: [LossCause: Int] = [:]
  /// The middle delay of the delivered, or the mean of the two in the middle; `nil` without any.
  public private(set) var medianDelay: Interval?
  public private(set) var worstDelay: Interval?

  /// - Complexity: O(n log n) for n crossings.
  public init(_ crossings: some Sequence<AuditedCrossing>) {
    var delays: [Int64] = []
    for crossing in crossings {
      self.crossings += 1
      if crossing.confirmedAt != nil { confirmed += 1 }
      if crossing.isLate { late += 1 }
      switch crossing.outcome {
      case .delivered(let delivery):
        delivered += 1
        if delivery.isInitial { deliveredInitially += 1 }
        delays.append((delivery.time - crossing.time).milliseconds)
      case .lost(let loss): causes[loss.cause, default: 0] += 1
      }
    }
    delays.sort()
    guard let worst = delays.last else { return }
    let middle = delays.count / 2
    let median =
      delays.count % 2 == 1 ? delays[middle] : (delays[middle - 1] + delays[middle]) / 2
    (medianDelay, worstDelay) = (Interval(milliseconds: median), Interval(milliseconds: worst))
  }

  public var missed: Int { crossings - delivered }

  /// The share of the crossings that was delivered; `nil` where there was none.
  public var recall: Double? {
    crossings == 0 ? nil : Double(delivered) / Double(crossings)
  }
}
