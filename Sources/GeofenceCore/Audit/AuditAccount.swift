/// The result of an audit: the counts under each strategy, and the crossings that are asked for.
///
/// The accounts of many trials, in each of which the phone sees the same path by other draws, are
/// one account:
///
///     var account = AuditAccount(plan)
///     for number in 0..<100 {
///       var trial = AuditAccount(plan)
///       // audit every device in trial `number` into `trial`
///       account.append(trial)
///     }
///
/// - Complexity: memory is O(s (r + t)) for s strategies, r regions and t trials, and what is
///   listed.
package struct AuditAccount: AuditSink, Sendable {
  package var strategies: Numbered<AuditStrategy, StrategyAccount>
  package private(set) var visits: Numbered<CircularRegion, Visits>
  /// The comparison of the first strategies; `nil` where none is asked for.
  package private(set) var comparison: CrossingComparison?
  package private(set) var passages = Passages()
  /// The records that the plan asks for, of each region by the device.
  package private(set) var records: [RegionNumber: [Int32: RegionRecord]] = [:]
  private let question: Question

  package init(_ plan: AuditPlan) {
    let question = plan.question
    self.question = question
    visits = Numbered(repeating: [], count: plan.names.count)
    if question.compared > 1 {
      comparison = CrossingComparison(of: question.compared, question.crossings)
    }
    strategies = Numbered(
      plan.strategies.indices.map {
        StrategyAccount(
          regions: question.lists($0) ? plan.names.count : 0, question.depth(of: $0))
      })
  }

  package var isSatisfied: Bool { false }

  package mutating func note(_ change: Audit.Change) {
    switch change.side {
    case .inside: visits[change.region].insert(.inside)
    case .outside: visits[change.region].insert(.left)
    case .gone:
      if !visits[change.region].isEmpty { visits[change.region].insert(.gone) }
    }
  }

  package mutating func settle(_ crossing: AuditedCrossing, underStrategy number: StrategyNumber) {
    strategies[number].count(crossing)
    if question.lists(number) { strategies[number].list(crossing, question.crossings) }
    comparison?.note(crossing, under: Int(number.value))
  }

  package mutating func judge(_ dwell: JudgedDwell, underStrategy number: StrategyNumber) {
    strategies[number].judge(dwell, question.crossings)
  }

  package mutating func note(_ passage: Passage) { passages.add(passage) }

  package mutating func take(_ record: RegionRecord, of key: RegionRecord.Key) {
    records[key.region, default: [:]][key.device] = record
  }

  package mutating func finish(_ efforts: AuditEfforts, underStrategy number: StrategyNumber) {
    strategies[number].total.efforts += efforts
  }

  /// This account with its lists by device, each in the order of time.
  package var ordered: Self {
    var account = self
    for number in strategies.indices {
      account.strategies[number].crossings.sort(keepingFirst: question.crossings.limit)
      account.strategies[number].dwells.sort(keepingFirst: question.crossings.limit)
    }
    account.comparison = comparison?.ordered
    return account
  }

  package mutating func append(_ trial: Self) {
    self += trial
    for number in strategies.indices {
      strategies[number].trials.append(trial.strategies[number].total)
    }
  }

  /// Adds the account of other devices of the same plan, which are numbered after these.
  package static func += (lhs: inout Self, rhs: Self) {
    lhs.passages += rhs.passages
    for region in rhs.visits.indices { lhs.visits[region].formUnion(rhs.visits[region]) }
    for (region, records) in rhs.records {
      for (device, record) in records {
        lhs.take(record, of: .init(device: device, region: region))
      }
    }
    for number in lhs.strategies.indices {
      lhs.strategies[number].add(rhs.strategies[number], lhs.question.crossings)
    }
    if let comparison = rhs.comparison { lhs.comparison? += comparison }
  }
}

extension Array where Element: Comparable {
  /// Adds an element to a list of which only the first elements in order are kept.
  ///
  /// As many again may be in it, in any order, until it is sorted: so an element costs no more for a
  /// longer list.
  mutating func append(_ element: Element, keepingFirst limit: Int) {
    guard limit > 0 else { return }
    append(element)
    if count / 2 >= limit { sort(keepingFirst: limit) }
  }

  mutating func sort(keepingFirst limit: Int) {
    sort()
    if count > limit { removeSubrange(limit...) }
  }
}

/// The visits of devices to a region, by plain geometry.
package struct Visits: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A fix of one lies in it.
  package static let inside = Self(rawValue: 1)
  package static let left = Self(rawValue: 2)
  /// It left the app's set after that.
  package static let gone = Self(rawValue: 4)
}

package struct StrategyAccount: Sendable {
  package fileprivate(set) var total = StrategyOutcome()
  package private(set) var delays = Delays()
  /// The counts of each region; empty where they are not asked for.
  package private(set) var regions: Numbered<CircularRegion, CrossingCounts>
  /// The crossings that are asked for.
  package fileprivate(set) var crossings: [AuditedCrossing] = []
  /// The outcomes of the dwells, where the strategy says them.
  package fileprivate(set) var dwells: [JudgedDwell] = []
  private let depth: Question.Depth
  /// The outcomes of the trials of which this is the sum; empty where it is one audit.
  fileprivate var trials: [StrategyOutcome] = []
  /// The changes that would have delivered listed losses, where they are known.
  package var readings: [AuditedCrossing.ID: DeliveryMatrix.Reading] = [:]

  fileprivate init(regions: Int, _ depth: Question.Depth) {
    self.depth = depth
    self.regions = Numbered(repeating: CrossingCounts(), count: regions)
  }

  /// True if it says what became of crossings.
  package var isJudged: Bool { depth == .verdicts }

  package var counts: CrossingCounts { total.counts }
  package var efforts: AuditEfforts { total.efforts }
  package var verdict: VerdictCounts {
    var verdict = total.verdict
    verdict.events = total.efforts.events
    return verdict
  }

  /// The arrivals and departures that reached the app, and of which the recording shows when: by
  /// their verdicts, where its events are counted.
  package var received: Int {
    depth.countsEvents ? efforts.received : counts.delivered - counts.deliveredInGaps
  }

  package var outcomes: [StrategyOutcome] { trials.isEmpty ? [total] : trials }

  /// The crossings that are missed, late or undecidable, where the strategy says it; else the lost.
  package var faults: [AuditedCrossing] { crossings.filter { $0.isFault } }

  /// The listed crossings that were lost, jitter among them.
  package var losses: [AuditedCrossing] { crossings.filter { $0.loss != nil } }

  /// The listed crossings with their verdicts, where the strategy gives them.
  package var judged: [JudgedCrossing] { crossings.compactMap { $0.judged } }

  fileprivate mutating func count(_ crossing: AuditedCrossing) {
    total.counts.add(crossing)
    if let judged = crossing.judged { total.verdict.add(judged) }
    if let delay = crossing.delay { delays.add(delay) }
    if !regions.isEmpty { regions[crossing.region].add(crossing) }
  }

  fileprivate mutating func list(
    _ crossing: AuditedCrossing, _ listing: Question.Listing
  ) {
    if listing == .everything || crossing.isFault {
      crossings.append(crossing, keepingFirst: listing.limit)
    }
  }

  fileprivate mutating func judge(
    _ dwell: JudgedDwell, _ listing: Question.Listing
  ) {
    total.verdict.dwells.add(dwell)
    dwells.append(dwell, keepingFirst: listing.limit)
  }

  fileprivate mutating func add(_ other: Self, _ listing: Question.Listing) {
    total += other.total
    delays += other.delays
    for region in regions.indices { regions[region] += other.regions[region] }
    for crossing in other.crossings { list(crossing, listing) }
    for dwell in other.dwells { dwells.append(dwell, keepingFirst: listing.limit) }
  }
}

package struct StrategyOutcome: Sendable {
  package fileprivate(set) var counts = CrossingCounts()
  package fileprivate(set) var efforts = AuditEfforts()
  package fileprivate(set) var verdict = VerdictCounts()

  fileprivate static func += (lhs: inout Self, rhs: Self) {
    lhs.counts += rhs.counts
    lhs.efforts += rhs.efforts
    lhs.verdict += rhs.verdict
  }

  /// Returns whether it is better than another of the same trial; `nil` where both are equally
  /// good.
  ///
  /// The higher value of the measure, then of the other share, then the fewest late, then the
  /// fewest registrations changed.
  package func precedes(_ other: Self, by measure: AuditMeasure) -> Bool? {
    for measure in [measure, measure.other] {
      let (own, others) = (counts.share(by: measure), other.counts.share(by: measure))
      if own != others { return own > others }
    }
    if counts.late != other.counts.late { return counts.late < other.counts.late }
    let changes = (efforts.tally.changes, other.efforts.tally.changes)
    return changes.0 == changes.1 ? nil : changes.0 < changes.1
  }
}

extension SelectionTally {
  /// Registrations and their ends, including the first selection.
  package var changes: Int { started + stopped }
}
