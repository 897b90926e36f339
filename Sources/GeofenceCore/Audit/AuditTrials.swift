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
package struct AuditTrials: Sendable {
  /// Every trial under one strategy.
  package struct Strategy: Sendable {
    package let strategy: AuditStrategy
    /// Of all trials together.
    package fileprivate(set) var total: StrategyAccount
    package fileprivate(set) var outcomes: [Outcome] = []
  }

  /// One trial under one strategy.
  package struct Outcome: Sendable {
    package let counts: CrossingCounts
    package let efforts: AuditEfforts
  }

  /// In the order of the plan.
  package private(set) var strategies: [Strategy]
  /// What devices did with regard to each region, by its number; the same in every trial.
  package private(set) var visits: [Visits]

  package init(_ plan: AuditPlan) {
    let empty = AuditAccount(plan, keeping: .regions)
    visits = empty.visits
    strategies = zip(plan.strategies, empty.strategies).map { Strategy(strategy: $0, total: $1) }
  }

  /// Adds the next trial.
  package mutating func add(_ account: AuditAccount) {
    for region in visits.indices { visits[region].formUnion(account.visits[region]) }
    for (number, strategy) in account.strategies.enumerated() {
      strategies[number].total.add(strategy, .none)
      strategies[number].outcomes.append(
        Outcome(counts: strategy.counts, efforts: strategy.efforts))
    }
  }

  package var count: Int { strategies[0].outcomes.count }
}

extension AuditTrials.Outcome {
  /// Whether it is better than another of the same trial; `nil` where both are equally good.
  ///
  /// The highest recall, then the highest reach, then the fewest late, then the fewest registrations
  /// changed.
  package func precedes(_ other: Self) -> Bool? {
    counts.precedes(other.counts, changes: (efforts.tally.changes, other.efforts.tally.changes))
  }
}

extension CrossingCounts {
  /// Whether they are better than others; `nil` where both are equally good.
  ///
  /// - Parameter changes: of registrations, that came with these and with the others.
  package func precedes(_ other: Self, changes: (Int, Int)) -> Bool? {
    if recall != other.recall { return recall > other.recall }
    if reach != other.reach { return reach > other.reach }
    if late != other.late { return late < other.late }
    return changes.0 == changes.1 ? nil : changes.0 < changes.1
  }
}

extension SelectionTally {
  /// Registrations and their ends, those of the first choice included.
  package var changes: Int { started + stopped }
}
