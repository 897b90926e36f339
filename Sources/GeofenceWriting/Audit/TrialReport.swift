import GeofenceCore

/// A finished audit of many trials: how well each strategy does, and how sure that is.
package struct TrialReport: Sendable {
  /// One strategy over all trials.
  package struct Strategy: Sendable {
    package let strategy: AuditStrategy
    /// Of all trials together.
    package let total: StrategyAccount
    /// `nil` where nothing was confirmed in any trial.
    package let recall: Spread?
    /// `nil` where nothing was decided in any trial.
    package let reach: Spread?
    /// How much recall there is less than under the best, trial by trial with equal draws.
    package fileprivate(set) var behind: Spread?
    /// The share of the trials in which it is the best.
    package fileprivate(set) var bestShare = 0.0
    fileprivate let outcomes: [AuditTrials.Outcome]
  }

  package let input: AuditReport.Input
  /// What phones see of the way, in words.
  package let positioning: String
  package let count: Int
  /// What regions are called, by their numbers.
  let names: [RegionIdentifier]
  package let visits: [Visits]
  /// How near the devices came to the regions that none was in, where that was asked for.
  package var approaches: [Int32: Approach] = [:]
  let devices: [String?]
  /// The best first.
  package let strategies: [Strategy]
  /// What was tried and is surely better than the best strategy, the best first; `nil` where nothing
  /// was tried.
  package private(set) var advice: [TrialAdvice]?

  /// - Parameters:
  ///   - positioning: what phones see of the way, in words.
  ///   - audit: of the same tracks and strategies, for what is the same in all trials.
  package init(
    _ trials: AuditTrials, _ plan: AuditPlan, _ input: AuditReport.Input, positioning: String,
    devices: [String?]
  ) {
    self.input = input
    self.positioning = positioning
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
        strategies[number].behind = best.lead(over: strategies[number], in: \.recall)
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
  package var told: [Double?] { strategies.first?.total.regions.map(\.reach.value) ?? [] }

  /// Takes over what was tried beside the best strategy: of the changes those that are surely better.
  package mutating func advise(_ candidates: [Advice.Candidate], _ outcomes: [Strategy]) {
    guard let best = strategies.first else { return }
    let helpful = outcomes.sorted { $0.helpsMore(than: $1) }.compactMap { outcome in
      candidates.first { $0.strategy == outcome.strategy }.flatMap {
        TrialAdvice($0.change, from: best, to: outcome, self)
      }
    }
    advice = Advice.withOneRadius(helpful, \.change)
  }

  /// Adds what the best two changes come to together, unless that is no more than one of them alone.
  package mutating func adviseBoth(_ both: Advice.Candidate, _ outcomes: [Strategy]) {
    guard let best = strategies.first, let outcome = outcomes.first,
      let pair = TrialAdvice(both.change, from: best, to: outcome, self),
      advice?.contains(where: pair.hasFigures) != true
    else { return }
    let place = advice?.firstIndex { pair.reach > $0.reach } ?? advice?.count ?? 0
    advice?.insert(pair, at: place)
  }

  /// Registrations started and stopped in an hour of a device's track, on average; `nil` where none
  /// passed.
  func changesPerHour(_ strategy: Strategy) -> Double? {
    let hours = input.duration.seconds / 3600
    return hours > 0 ? mean(strategy.total.efforts.tally.changes) / hours : nil
  }

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

  /// Whether it raises more: by reach, which every change can be compared by, then as strategies are.
  fileprivate func helpsMore(than other: Self) -> Bool {
    let (own, others) = (reach?.mean ?? -1, other.reach?.mean ?? -1)
    return own == others ? precedes(other) : own > others
  }

  /// How much more of a share it has than another, trial by trial with equal draws; `nil` where no
  /// trial has both.
  func lead(over other: Self, in share: KeyPath<CrossingCounts, Share>) -> Spread? {
    Spread(
      zip(outcomes, other.outcomes).compactMap { own, other in
        own.counts[keyPath: share].value.flatMap { own in
          other.counts[keyPath: share].value.map { own - $0 }
        }
      })
  }

  /// The share of the trials in which a share reaches a bar; one of nothing does not.
  package func share(reaching bar: Double, _ share: (CrossingCounts) -> Share) -> Share {
    Share(
      outcomes.count { share($0.counts).value.map { $0 >= bar } ?? false }, of: outcomes.count)
  }

  /// The number of trials in which a share is one of nothing.
  package func trials(without share: (CrossingCounts) -> Share) -> Int {
    outcomes.count { share($0.counts).whole == 0 }
  }
}
