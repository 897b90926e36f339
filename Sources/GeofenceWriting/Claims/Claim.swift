import GeofenceBytes
import GeofenceCore

/// A sentence about crossings that is true or false of them, before it is words.
package enum Claim: Equatable, Sendable {
  /// Every region is far from every track, and one would be near with latitude and longitude
  /// exchanged.
  case swapped
  /// No region was entered; the nearest is given where it is known.
  case noneEntered(nearest: Nearest?)
  /// A device was in this region, but in none while the app had it.
  case absent(Nearest)
  case noneAskedFor
  /// The mean share that reaches the app in many trials.
  case reach(Spread, trials: Int)
  /// Nothing could reach the app for a time, during which most of what was missed was crossed.
  case outage(Outage, missed: Int, ofMissed: Int, of: Int)
  /// Crossings of one region in a row, each less than the dwell after the one before.
  case flutter(RegionNumber, times: ClosedRange<Timestamp>, count: Int, dwell: Interval)
  case missed(Int, of: Int, Reason?, Certainty?)
  /// Every crossing that is decided reached the app within `Claim.timely`; the longest delay.
  case inTime(Int, of: Int, latest: Interval)
  /// The same, but some came later.
  case late(Int, ofDelivered: Int, of: Int, latest: Interval)
  case undecided(Int, of: Int)
  /// What the recording shows, where that is not what the counts alone say.
  case fact(VerdictFact)
  case madeUp(Int)
  /// A change that helps most of what was tried, and what it delivers where that was counted.
  case helps(change: String, Share?)
  case nothingHelps
  /// No event came, or none that is asked for, and the fix that is nearest to a region.
  case silent(isOfChoice: Bool, NearestFix?)

  /// The longest delay of a crossing that counts as in time: Apple promises a report "within 3 to
  /// 5 minutes on average".
  package static let timely = Interval(seconds: 300)

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

  package enum Reason: Hashable, Sendable {
    /// All of them, more than half, or so many; where one cause alone explains few, for two that go
    /// together.
    case all(LossCause, and: LossCause? = nil)
    case most(LossCause, and: LossCause? = nil)
    case some(Int, LossCause, and: LossCause? = nil)
  }

  /// Which losses to the rules are lost at every number that was published.
  package struct Certainty: Hashable, Sendable {
    package let sure: Int
    package let depending: [LossCause: Int]
  }
}

/// The crossings that claims are about: those of a strategy, or those of one region under it.
package struct ClaimedCrossings: Sendable {
  package let counts: CrossingCounts
  package let delays: Delays
  private let losses: [AuditedCrossing]
  private let reasons: LossReasons?
  package let settings: Settings
  private let outages: [Outage]
  private let verdict: VerdictCounts?

  package init(of strategy: AuditedStrategy) {
    let account = strategy.account
    verdict = account.isJudged ? account.verdict : nil
    (counts, delays, losses) = (account.counts, account.delays, account.losses)
    (reasons, outages) = (account.reasons, account.outages)
    settings = strategy.settings
  }

  package init(_ crossings: [AuditedCrossing], of strategy: AuditedStrategy) {
    let ids = Set(crossings.map(\.id))
    verdict =
      strategy.account.isJudged
      ? VerdictCounts(strategy.account.judged.filter { ids.contains($0.id) }) : nil
    counts = CrossingCounts(crossings)
    delays = Delays(crossings.compactMap(\.delay))
    losses = crossings.filter { $0.loss != nil }
    reasons = strategy.account.reasons?.about(losses)
    outages = []
    settings = strategy.settings
  }

  package var claims: [Claim] {
    guard counts.geometry > 0 else { return [] }
    if let verdict, verdict.asked > 0, !agrees(with: verdict) {
      return verdict.outcomes.map { .fact($0) }
    }
    return missed + delivered + undecided
  }

  /// Whether the recording decides what the rules decide, and nothing is early or jitter.
  private func agrees(with verdict: VerdictCounts) -> Bool {
    verdict.missed == counts.lost && verdict.undecidable == counts.undecided
      && verdict.late == delays.count(above: Claim.timely) && verdict.early == 0
      && verdict.filtered == 0
  }

  private var missed: [Claim] {
    guard counts.lost > 0 else { return [] }
    let flutter = flutter
    if let outage { return [outage] }
    if case .flutter(_, _, counts.lost, _)? = flutter.first {
      return flutter + [.missed(counts.lost, of: counts.geometry, nil, nil)]
    }
    return flutter + [.missed(counts.lost, of: counts.geometry, reason, certainty)]
  }

  private var delivered: [Claim] {
    guard let latest = delays.worst else { return [] }
    let late = delays.count(above: Claim.timely)
    if late > 0 {
      return [.late(late, ofDelivered: counts.delivered, of: counts.geometry, latest: latest)]
    }
    return counts.lost > 0
      ? [] : [.inTime(counts.delivered, of: counts.geometry, latest: latest)]
  }

  private var undecided: [Claim] {
    counts.undecided > 0 ? [.undecided(counts.undecided, of: counts.geometry)] : []
  }

  // MARK: losses

  /// The outage that most losses fall into, where they are delivered without it.
  private var outage: Claim? {
    guard let reasons, 2 * reasons.delivered[Obstacles(.suspended), default: 0] > counts.lost,
      let (number, missed) = reasons.outages.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
      2 * missed > counts.lost, let outage = outages.first(where: { $0.number == number })
    else { return nil }
    return .outage(outage, missed: missed, ofMissed: counts.lost, of: counts.geometry)
  }

  private var flutter: [Claim] {
    let flutters = AuditText.groups(of: losses, settings).filter { $0.count > 2 }
    let regions = Dictionary(grouping: flutters) { $0[0].region }.mapValues { $0.flatMap(\.self) }
    let most = regions.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
    let times = most?.value.map(\.time) ?? []
    guard let region = most?.key, 2 * times.count > counts.lost, let first = times.min(),
      let last = times.max()
    else { return [] }
    return [
      .flutter(
        region, times: first...last, count: times.count, dwell: settings.crossing.dwell)
    ]
  }

  /// The thing without which most losses are delivered, or the two that have to go together; by
  /// their first causes where no run without it was made.
  private var reason: Claim.Reason? {
    let causes = counts.losses()
    func reason(_ cause: LossCause, and other: LossCause? = nil, _ count: Int) -> Claim.Reason {
      if count == counts.lost { return .all(cause, and: other) }
      return 2 * count > counts.lost ? .most(cause, and: other) : .some(count, cause, and: other)
    }
    guard let reasons else {
      // Several causes may share a clause.
      let clauses = causes.map { (cause: $0.cause, clause: $0.cause.words(settings).clause) }
      let numbers = clauses.map { entry in
        (entry.cause, zip(causes, clauses).filter { $1.clause == entry.clause }.map(\.0.count).sum)
      }
      return numbers.max { $0.1 < $1.1 }.map { reason($0.0, $0.1) }
    }
    // No run is made without the circles, which only another circle changes.
    let ofCircles = causes.filter { $0.cause.obstacle == nil }.map { ($0.cause, $0.count) }
    func cause(_ obstacle: Obstacle) -> LossCause {
      causes.filter { $0.cause.obstacle == obstacle }.max { $0.count < $1.count }?.cause
        ?? (obstacle == .accuracy && settings.crossing.overlap != nil
          ? .overlap : LossCause.allCases.first { $0.obstacle == obstacle }) ?? .suspended
    }
    let ofObstacles = Obstacle.allCases.compactMap { obstacle in
      reasons.delivered[Obstacles(obstacle)].map { (cause(obstacle), $0) }
    }
    let single = (ofObstacles + ofCircles).max { $0.1 < $1.1 }
    // Where several things have to go together, what little one of them explains is no reason.
    if let single, 4 * single.1 >= counts.lost { return reason(single.0, single.1) }
    guard let pair = reasons.most(ofSize: 2), 4 * pair.count >= counts.lost else { return nil }
    let both = pair.obstacles.elements.map(cause)
      .sorted { counts.lost(by: $0) > counts.lost(by: $1) }
    return reason(both[0], and: both[1], pair.count)
  }

  private var certainty: Claim.Certainty? {
    guard let reasons, reasons.sure > 0 || !reasons.depending.isEmpty else { return nil }
    return .init(sure: reasons.sure, depending: reasons.depending)
  }
}

extension [Int] {
  fileprivate var sum: Int { reduce(0, +) }
}

extension AuditReport {
  /// Returns what is claimed of a strategy, the first thing first, without what would help.
  ///
  /// - Parameter madeUp: the events without a crossing.
  package func claims(on strategy: AuditedStrategy, madeUp: Int? = nil) -> [Claim] {
    var claims: [Claim] = isSwapped ? [.swapped] : []
    let counts = strategy.counts
    if trials > 1, let reach = strategy.reach {
      return claims + [.reach(reach, trials: trials)]
    }
    if counts.geometry > 0 {
      claims += ClaimedCrossings(of: strategy).claims
    } else if !visits.allSatisfy(\.isEmpty) {
      claims.append(.noneAskedFor)
    } else if !isSwapped {
      let absent = approaches.filter { $0.value.isInside }.min { $0.key < $1.key }
      claims.append(
        absent.map { .absent(.init(region: $0.key, approach: $0.value)) }
          ?? .noneEntered(
            nearest: nearest.first.map { .init(region: $0.key, approach: $0.value) }))
    }
    let events = madeUp ?? strategy.efforts.spurious
    if events > 0 { claims.append(.madeUp(events)) }
    guard strategy.account.isJudged else { return claims }
    return claims
      + strategy.account.verdict.others(passages).filter { fact in
        // Wrong positions have been counted as events without a crossing.
        if case .outside = fact { events == 0 } else { true }
      }.map { .fact($0) }
  }

  /// Returns the change that would help a strategy most; `nil` where nothing was tried, or nothing
  /// is missed.
  func remedy(of number: StrategyNumber) -> Claim? {
    let (account, counts) = (strategies[number].account, strategies[number].counts)
    let missed = account.isJudged ? account.verdict.missed : counts.lost
    guard missed > 0, let advice = advice[number] else { return nil }
    // A higher recall alone is no help: the change has to deliver more crossings than the app does now.
    let better = advice.first { $0.delivered.map { $0.part > counts.delivered } ?? true }
    return better.map { .helps(change: $0.change, $0.delivered) } ?? .nothingHelps
  }
}
