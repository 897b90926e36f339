/// The counts of some crossings.
///
/// Each crossing by plain geometry was delivered, was lost, or is undecided.
package struct CrossingCounts: Hashable, Sendable {
  package private(set) var geometry = 0
  /// The crossings that the rules confirm with unlimited registrations.
  package private(set) var confirmed = 0
  package private(set) var delivered = 0
  /// The delivered crossings that unlimited registrations would not have confirmed.
  package private(set) var unconfirmed = 0
  /// The crossings delivered as the first state after a registration.
  package private(set) var deliveredInitially = 0
  /// The crossings delivered after a gap that leaves open when their events happened.
  package private(set) var deliveredInGaps = 0
  /// The delivered crossings that unlimited registrations would have delivered earlier.
  package private(set) var late = 0
  /// The crossings neither delivered nor confirmed whose stay lasts to the end of the track.
  package private(set) var undecided = 0
  /// The lost, by cause; in place, for there is one of these for each region and strategy.
  private var causes = SIMD16<Int32>()

  package init() {}

  package init(_ crossings: some Sequence<AuditedCrossing>) {
    for crossing in crossings { add(crossing) }
  }

  /// Adds a crossing, unless its alarm waits for its date.
  mutating func add(_ crossing: AuditedCrossing) {
    if crossing.verdict?.outcome == .waits { return }
    geometry += 1
    if crossing.confirmedAt != nil { confirmed += 1 }
    switch crossing.outcome {
    case .delivered(let delivery):
      delivered += 1
      if crossing.confirmedAt == nil { unconfirmed += 1 }
      if delivery.isInitial { deliveredInitially += 1 }
      if delivery.isInGap { deliveredInGaps += 1 }
      if crossing.isLate { late += 1 }
    case .lost(let loss?): causes[loss.cause.place] += 1
    case .lost: break
    case .undecided: undecided += 1
    }
  }

  static func += (lhs: inout Self, rhs: Self) {
    lhs.geometry += rhs.geometry
    lhs.confirmed += rhs.confirmed
    lhs.delivered += rhs.delivered
    lhs.unconfirmed += rhs.unconfirmed
    lhs.deliveredInitially += rhs.deliveredInitially
    lhs.deliveredInGaps += rhs.deliveredInGaps
    lhs.late += rhs.late
    lhs.undecided += rhs.undecided
    lhs.causes &+= rhs.causes
  }

  /// The crossings that did not reach the app and will not.
  package var lost: Int { geometry - delivered - undecided }

  /// The confirmed crossings that did not reach the app.
  package var missed: Int { confirmed - (delivered - unconfirmed) }

  package func lost(by cause: LossCause) -> Int { Int(causes[cause.place]) }

  package func lost(to kind: LossCause.Kind) -> Int {
    LossCause.allCases.filter { $0.kind == kind }.reduce(0) { $0 + lost(by: $1) }
  }

  /// The share of the confirmed that was delivered: the app's own score.
  package var recall: Share { Share(delivered - unconfirmed, of: confirmed) }

  /// The share of what happened that was delivered: what the user of the app noticed.
  package var reach: Share { Share(delivered, of: geometry - undecided) }
}

extension LossCause {
  /// Among all causes.
  fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
