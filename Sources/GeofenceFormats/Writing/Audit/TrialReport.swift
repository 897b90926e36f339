public import GeofenceCore

/// A finished audit of many trials: how well each strategy does, and how sure that is.
public struct TrialReport: Sendable {
  /// One strategy over all trials.
  public struct Strategy: Sendable {
    public let strategy: AuditStrategy
    /// Of all trials together.
    public let total: StrategyAccount
    /// `nil` where nothing was confirmed in any trial.
    public let recall: Spread?
    /// `nil` where nothing was decided in any trial.
    public let reach: Spread?
    /// How much recall there is less than under the best, trial by trial with equal draws.
    public fileprivate(set) var behind: Spread?
    /// The share of the trials in which it is the best.
    public fileprivate(set) var bestShare = 0.0
    fileprivate let outcomes: [AuditTrials.Outcome]
  }

  public let input: AuditReport.Input
  /// What phones see of the way, in words.
  public let positioning: String
  public let count: Int
  /// What regions are called, by their numbers.
  let names: [RegionIdentifier]
  let visits: [Visits]
  let approaches: [Int32: Approach]
  let devices: [String?]
  /// The best first.
  public let strategies: [Strategy]

  /// - Parameters:
  ///   - positioning: what phones see of the way, in words.
  ///   - audit: of the same tracks and strategies, for what is the same in all trials.
  public init(
    _ trials: AuditTrials, _ plan: AuditPlan, _ input: AuditReport.Input, positioning: String,
    approaches: [Int32: Approach], devices: [String?]
  ) {
    self.input = input
    self.positioning = positioning
    self.approaches = approaches
    self.devices = devices
    count = trials.count
    names = plan.names
    visits = trials.visits
    let bestShares = Self.bestShares(trials)
    var strategies = zip(trials.strategies, bestShares).map { Strategy($0, bestShare: $1) }
    // Sorting in the standard library keeps the order of equals.
    strategies.sort { $0.precedes($1) }
    if let best = strategies.first {
      for number in strategies.indices.dropFirst() {
        strategies[number].behind = strategies[number].behind(best)
      }
    }
    self.strategies = strategies
  }

  /// Of each strategy the share of the trials in which it is the best.
  private static func bestShares(_ trials: AuditTrials) -> [Double] {
    var wins = trials.strategies.map { _ in 0 }
    for trial in 0..<trials.count {
      let best = trials.strategies.indices.reduce(0) { best, number in
        let outcomes = (trials.strategies[number].outcomes, trials.strategies[best].outcomes)
        return outcomes.0[trial].precedes(outcomes.1[trial]) == true ? number : best
      }
      wins[best] += 1
    }
    return wins.map { Double($0) / Double(max(trials.count, 1)) }
  }

  /// Of each region, by its number, the share of its crossings that the app was told of under the best
  /// strategy.
  public var told: [Double?] { strategies.first?.total.regions.map(\.reach.value) ?? [] }

  /// How often something came in a trial, on average.
  func mean(_ count: Int) -> Double { Double(count) / Double(max(self.count, 1)) }
}

extension TrialReport.Strategy {
  fileprivate init(_ strategy: AuditTrials.Strategy, bestShare: Double) {
    self.strategy = strategy.strategy
    self.bestShare = bestShare
    total = strategy.total
    outcomes = strategy.outcomes
    recall = Spread(outcomes.compactMap(\.counts.recall.value))
    reach = Spread(outcomes.compactMap(\.counts.reach.value))
  }

  /// Whether it is better on average: by recall, reach, lateness, effort.
  fileprivate func precedes(_ other: Self) -> Bool {
    let figures = { (strategy: Self) in
      (
        -(strategy.recall?.mean ?? -1), -(strategy.reach?.mean ?? -1), strategy.total.counts.late,
        strategy.total.efforts.tally.changes
      )
    }
    return figures(self) < figures(other)
  }

  fileprivate func behind(_ best: Self) -> Spread? {
    Spread(
      zip(outcomes, best.outcomes).compactMap { own, best in
        own.counts.recall.value.flatMap { own in best.counts.recall.value.map { $0 - own } }
      })
  }

  /// The share of the trials in which a share reaches a bar; one of nothing does.
  public func share(reaching bar: Double, _ share: (CrossingCounts) -> Share) -> Share {
    Share(
      outcomes.count { share($0.counts).value.map { $0 >= bar } ?? true }, of: outcomes.count)
  }
}
