import GeofenceBytes
import GeofenceCore

/// A sentence about a run that is true or false of it, before it is words.
package enum Claim: Equatable, Sendable {
  /// Every region is far from every track, and one would be near with latitude and longitude
  /// exchanged.
  case swapped
  /// These regions are far from every track, and would be near with latitude and longitude exchanged.
  case swappedRegions([RegionNumber])
  /// No region was entered; the nearest is given where it is known.
  case noneEntered(nearest: Nearest?)
  /// A device was in this region, but in none while the app had it.
  case absent(Nearest)
  case noneAskedFor
  /// Devices were inside of nothing but regions that are too large to be monitored.
  case tooLarge(RegionNumber)
  /// The mean share that reaches the app in many trials.
  case reach(Spread, trials: Int)
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

  package struct Nearest: Hashable, Sendable {
    package let region: RegionNumber
    package let approach: Approach
  }

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
      return [.reach(reach, trials: trials)] + (madeUp >= 0.05 ? [.madeUp(madeUp)] : [])
    }
    let verdict = strategy.account.verdict
    var claims = verdict.outcomes.map { Claim.fact($0) }
    if claims.isEmpty, passages.count == 0 { claims = [nothing] }
    claims += verdict.others(passages).map { .fact($0) }
    // What is not modelled would change the conclusion only where everything was delivered in time.
    if verdict.inTime > 0, verdict.missed + verdict.late == 0,
      strategy.settings.platform == .android
    {
      claims.append(.fact(.unmodelled))
    }
    return claims + (tooLarge(for: strategy).map { [.tooLarge($0)] } ?? [])
  }

  /// What is said where no crossing was asked for.
  private var nothing: Claim {
    if !visits.allSatisfy(\.isEmpty) { return .noneAskedFor }
    let absent = approaches.filter { $0.value.isInside }.min { $0.key < $1.key }
    return absent.map { .absent(.init(region: $0.key, approach: $0.value)) }
      ?? .noneEntered(nearest: nearest.first.map { .init(region: $0.key, approach: $0.value) })
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
