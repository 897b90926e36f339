import GeofenceBytes
import GeofenceCore

/// A sentence about a run that is true or false of it, before it is words.
package enum Claim: Equatable, Sendable {
  /// The results are worthless, for this reason.
  case worthless(Diagnosis)
  /// These regions are far from every track, and would be near with latitude and longitude exchanged.
  case swappedRegions([RegionNumber])
  /// A fact of the path, which is the same in every trial, where no trial decides an arrival or departure.
  case inEach(VerdictFact, trials: Int)
  /// The mean share of the arrivals and departures that reached the app in many trials, and the mean
  /// numbers of them in a trial that were late and early.
  case reached(Spread, trials: Int, late: Double, early: Double)
  /// The mean number of them in a trial that the recording cannot decide, of how many.
  case undecidable(Double, of: Double)
  /// The mean number of them in a trial that were missed by each cause.
  case missed([LossCause: Double])
  /// The mean number of dwells in a trial that were due, and of those that were missed.
  case dwells(missed: Double, due: Double)
  /// The mean number of events in a trial that were delivered without a crossing.
  case madeUp(Double)
  /// The mean number of events in a trial that were delivered because the device was already there.
  case inside(Double)
  case fact(VerdictFact)
  /// The change that helps most of what was tried: what it delivers, and what is delivered now, where
  /// that was counted, and the events of no crossing that it adds.
  case helps(change: String, delivers: Int?, now: Int, Advice.Strays)
  /// The options that were tried without delivering more, or in trials without surely doing so.
  case nothingHelps([String], inTrials: Bool)
  /// No event was delivered, or none that is asked for; with the fix nearest to a region.
  case silent(isOfChoice: Bool, NearestFix?)

  package struct NearestFix: Hashable, Sendable {
    package let region: RegionNumber
    /// Metres from the boundary, negative inside.
    package let distance: Double
    package let time: Timestamp
    package let device: String?
    /// The command that explains what became of the region, for a shell.
    package let command: String

    package init(_ found: NearestApproach.Found, device: String?, command: String) {
      self.command = command
      (region, distance, time) = (RegionNumber(found.region), found.distance, found.time)
      self.device = device
    }
  }
}

extension AuditReport {
  /// Returns what is claimed of a strategy, the first thing first, without what would help.
  package func claims(on strategy: AuditedStrategy) -> [Claim] {
    // Where the results are worthless, nothing else is said.
    if let worthless { return [.worthless(worthless)] }
    return (swapped.isEmpty ? [] : [.swappedRegions(swapped.sorted())]) + ownClaims(on: strategy)
  }

  private func ownClaims(on strategy: AuditedStrategy) -> [Claim] {
    let verdict = strategy.account.verdict
    guard trials > 1 else {
      return verdict.facts(
        passages, strategy.settings, nothing: .nothing(visits, approaches),
        tooLarge: tooLarge(for: strategy)
      ).map { .fact($0) }
    }
    let (mean, dwells) = (strategy.mean, verdict.dwells)
    let madeUp = mean(verdict.events.outside + verdict.events.repeated)
    let missed = verdict.causes.mapValues(mean).filter { $0.value >= 0.05 }
    let (open, inside) = (mean(verdict.undecidable), mean(verdict.events.inside))
    let isSilent = strategy.reached == nil && open < 0.05
    var claims: [Claim] = isSilent ? [.inEach(silence(verdict), trials: trials)] : []
    if isSilent, let region = tooLarge(for: strategy) { claims.append(.fact(.tooLarge(region))) }
    if let reached = strategy.reached {
      claims.append(
        .reached(reached, trials: trials, late: mean(verdict.late), early: mean(verdict.early)))
    }
    if open >= 0.05 {
      claims.append(.undecidable(open, of: mean(verdict.asked - verdict.filtered)))
    }
    if !missed.isEmpty { claims.append(.missed(missed)) }
    if dwells.due > 0 {
      claims.append(.dwells(missed: mean(dwells.missed), due: mean(dwells.due)))
    }
    if madeUp >= 0.05 { claims.append(.madeUp(madeUp)) }
    if isSilent, inside >= 0.05 { claims.append(.inside(inside)) }
    return claims
  }

  /// Returns what the path alone says where no trial decides an arrival or departure.
  private func silence(_ verdict: VerdictCounts) -> VerdictFact {
    if verdict.filtered > 0 {
      return .jitter(verdict.filtered / trials, jumps: verdict.jumps / trials)
    }
    if verdict.waiting > 0 { return .waiting(verdict.waiting / trials) }
    return passages.nearest.map { .passed(passages.count, $0, isEntered: false) }
      ?? .nothing(visits, approaches)
  }

  /// Returns the change that would help a strategy most; `nil` where nothing was tried, or everything
  /// is delivered.
  func remedy(of number: StrategyNumber) -> Claim? {
    let strategy = strategies[number]
    let verdict = strategy.account.verdict
    guard verdict.missed + verdict.undecidable > 0, let advice = advice[number] else { return nil }
    return advice.first.map {
      .helps(
        change: $0.change, delivers: $0.received, now: strategy.account.received, $0.strays)
    } ?? (verdict.missed > 0 ? .nothingHelps(tried[number] ?? [], inTrials: trials > 1) : nil)
  }
}
