public import GeofenceCore

/// A finished audit: what it was of, and what became of every crossing under each strategy.
public struct AuditReport: Sendable {
  public struct Input: Hashable, Sendable {
    public var tracks = 0
    public var devices = 0
    public var fixes = 0
    public var regions = 0
    public var times: ClosedRange<Timestamp>?

    public init() {}
  }

  /// A crossing, and the device it was of where there are several.
  public struct Crossing: Hashable, Sendable {
    public let device: String?
    public let crossing: AuditedCrossing
  }

  /// One strategy on every device.
  public struct Strategy: Sendable {
    public let settings: Settings
    /// Device by device, each in the order of time.
    public let crossings: [Crossing]
    public let tally: SelectionTally
    /// Enters beside the crossings: the device was inside at the start, or the app was told again.
    public let otherEnters: Int
    public let totals: AuditTotals

    /// The totals of each region that was crossed, in the order of the identifiers.
    public var regions: [(region: RegionIdentifier, totals: AuditTotals)] {
      Dictionary(grouping: crossings.lazy.map(\.crossing), by: \.region)
        .sorted { $0.key < $1.key }.map { ($0.key, AuditTotals($0.value)) }
    }

    /// Those that did not reach the app.
    public var losses: [Crossing] { crossings.filter { $0.crossing.loss != nil } }
  }

  public let input: Input
  /// In the order they were asked for.
  public let strategies: [Strategy]

  /// - Parameters:
  ///   - strategies: at least one.
  ///   - devices: of each device its name and what became of its crossings under each strategy.
  public init(
    _ input: Input, strategies: [Settings], devices: [(name: String?, outcomes: [AuditOutcome])]
  ) {
    self.input = input
    self.strategies = strategies.enumerated().map { number, settings in
      let crossings = devices.flatMap { device in
        device.outcomes[number].crossings.map { Crossing(device: device.name, crossing: $0) }
      }
      var tally = SelectionTally()
      for device in devices { tally += device.outcomes[number].tally }
      return Strategy(
        settings: settings, crossings: crossings, tally: tally,
        otherEnters: devices.map { $0.outcomes[number].otherEnters }.reduce(0, +),
        totals: AuditTotals(crossings.lazy.map(\.crossing)))
    }
  }

  /// The strategies from the best to the worst: by recall, then by lateness, delay and effort.
  public var ranking: [Strategy] {
    strategies.enumerated().sorted { lhs, rhs in
      let (left, right) = (lhs.element, rhs.element)
      if left.totals.missed != right.totals.missed {
        return left.totals.missed < right.totals.missed
      }
      if left.totals.late != right.totals.late { return left.totals.late < right.totals.late }
      let delays = (left.totals.worstDelay, right.totals.worstDelay)
      if let worst = delays.0, let other = delays.1, worst != other { return worst < other }
      if left.tally.changes != right.tally.changes {
        return left.tally.changes < right.tally.changes
      }
      return lhs.offset < rhs.offset
    }.map(\.element)
  }
}

extension SelectionTally {
  /// Registrations and their ends, those at the first fix included.
  public var changes: Int { started + stopped }
}

extension AuditTotals {
  /// The recall in per cent with one decimal, rounded down, so that nothing looks better than it is;
  /// `-` where there was no crossing.
  public var recallText: String {
    guard crossings > 0 else { return "-" }
    let tenths = delivered * 1000 / crossings
    return "\(tenths / 10).\(tenths % 10) %"
  }

  /// The causes of what was lost, with their counts, in the order of the causes.
  public var losses: [(cause: LossCause, count: Int)] {
    LossCause.allCases.compactMap { cause in causes[cause].map { (cause, $0) } }
  }
}
