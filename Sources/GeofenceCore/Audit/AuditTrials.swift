/// What many trials of an audit come to: in each the phone sees the same way by other draws.
///
///     var trials = AuditTrials(plan)
///     for number in 0..<100 {
///       var account = AuditAccount(plan, keeping: .regions)
///       // audit every device in trial `number` into `account`
///       trials.add(account)
///     }
///
/// - Complexity: memory is O(s (r + t)) for s strategies, r regions and t trials, however many
///   crossings there are.
public struct AuditTrials: Sendable {
  /// Every trial under one strategy.
  public struct Strategy: Sendable {
    public let strategy: AuditStrategy
    /// Of all trials together.
    public fileprivate(set) var total: StrategyAccount
    public fileprivate(set) var outcomes: [Outcome] = []
  }

  /// One trial under one strategy.
  public struct Outcome: Sendable {
    public let counts: CrossingCounts
    public let efforts: AuditEfforts
  }

  /// In the order of the plan.
  public private(set) var strategies: [Strategy]
  /// What devices did with regard to each region, by its number; the same in every trial.
  public private(set) var visits: [Visits]

  public init(_ plan: AuditPlan) {
    let empty = AuditAccount(plan, keeping: .regions)
    visits = empty.visits
    strategies = zip(plan.strategies, empty.strategies).map { Strategy(strategy: $0, total: $1) }
  }

  /// Adds the next trial.
  public mutating func add(_ account: AuditAccount) {
    for region in visits.indices { visits[region].formUnion(account.visits[region]) }
    for (number, strategy) in account.strategies.enumerated() {
      strategies[number].total.add(strategy, .none)
      strategies[number].outcomes.append(
        Outcome(counts: strategy.counts, efforts: strategy.efforts))
    }
  }

  public var count: Int { strategies[0].outcomes.count }
}

extension AuditTrials.Outcome {
  /// Whether it is better than another of the same trial; `nil` where both are equally good.
  ///
  /// The highest recall, then the highest reach, then the fewest late, then the fewest registrations
  /// changed.
  public func precedes(_ other: Self) -> Bool? {
    counts.precedes(other.counts, changes: (efforts.tally.changes, other.efforts.tally.changes))
  }
}

extension CrossingCounts {
  /// Whether they are better than others; `nil` where both are equally good.
  ///
  /// - Parameter changes: of registrations, that came with these and with the others.
  public func precedes(_ other: Self, changes: (Int, Int)) -> Bool? {
    if recall != other.recall { return recall > other.recall }
    if reach != other.reach { return reach > other.reach }
    if late != other.late { return late < other.late }
    return changes.0 == changes.1 ? nil : changes.0 < changes.1
  }
}

extension SelectionTally {
  /// Registrations and their ends, those of the first choice included.
  public var changes: Int { started + stopped }
}
