import GeofenceCore

/// A sentence about a run that is true or false of it, before it is words.
package enum Claim: Equatable, Sendable {
  /// Every region is far from every track, and one would be near with latitude and longitude
  /// exchanged.
  case swapped
  /// These regions are far from every track, and would be near with latitude and longitude exchanged.
  case swappedRegions([RegionNumber])
  /// The mean share that reaches the app in many trials.
  case reach(Spread, trials: Int)
  /// The mean number of crossings in a trial that were lost by each cause.
  case lost([LossCause: Double])
  /// The mean number of events in a trial that were delivered without a crossing.
  case madeUp(Double)
  case fact(VerdictFact)
  /// The change that helps most of what was tried: what it delivers, and what is delivered now, where
  /// that was counted, and the events that it adds of places never entered.
  case helps(change: String, delivers: Int?, now: Int, outside: Int)
  /// The options that were tried without delivering more.
  case nothingHelps([String])
  /// No event was delivered, or none that is asked for; with the fix nearest to a region.
  case silent(isOfChoice: Bool, NearestFix?)

  package struct NearestFix: Hashable, Sendable {
    package let region: RegionNumber
    /// Metres from the boundary, negative inside.
    package let distance: Double
    package let time: Timestamp
    package let device: String?

    package init(_ found: NearestApproach.Found, device: String?) {
      (region, distance, time) = (RegionNumber(found.region), found.distance, found.time)
      self.device = device
    }
  }
}

extension AuditReport {
  /// Returns what is claimed of a strategy, the first thing first, without what would help.
  package func claims(on strategy: AuditedStrategy) -> [Claim] {
    // What makes the rest worthless is said alone.
    if isSwapped { return [.swapped] }
    return (swapped.isEmpty ? [] : [.swappedRegions(swapped.sorted())]) + ownClaims(on: strategy)
  }

  private func ownClaims(on strategy: AuditedStrategy) -> [Claim] {
    if trials > 1, let reach = strategy.reach {
      let madeUp = strategy.mean(strategy.efforts.spurious)
      let lost = LossCause.allCases.map { ($0, strategy.mean(strategy.counts.lost(by: $0))) }
        .filter { $0.1 >= 0.05 }
      return [.reach(reach, trials: trials)]
        + (lost.isEmpty ? [] : [.lost(Dictionary(uniqueKeysWithValues: lost))])
        + (madeUp >= 0.05 ? [.madeUp(madeUp)] : [])
    }
    return strategy.account.verdict.facts(
      passages, strategy.settings, nothing: .nothing(visits, approaches),
      tooLarge: tooLarge(for: strategy)
    ).map { .fact($0) }
  }

  /// Returns the change that would help a strategy most; `nil` where nothing was tried, or nothing
  /// is missed.
  func remedy(of number: StrategyNumber) -> Claim? {
    let strategy = strategies[number]
    let missed = trials > 1 ? strategy.counts.lost : strategy.account.verdict.missed
    guard missed > 0, let advice = advice[number] else { return nil }
    // A higher recall alone is no help: the change has to deliver more crossings than the app does now.
    let delivered = strategy.counts.delivered
    let better = advice.first { $0.delivered.map { $0.part > delivered } ?? true }
    return better.map {
      .helps(change: $0.change, delivers: $0.delivered?.part, now: delivered, outside: $0.outside)
    } ?? .nothingHelps(tried[number] ?? [])
  }
}
