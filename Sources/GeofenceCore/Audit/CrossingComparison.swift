/// The crossings that some strategies delivered and others did not, and crossings that they
/// delivered at other times.
///
/// A comparison takes the outcomes of the first strategies of a plan as they are settled, and puts
/// those of one crossing together.
///
/// - Complexity: memory is O(s o + l) for s strategies, o crossings that are settled under some of
///   them alone, which are no more than the regions crossed, and what is listed.
package struct CrossingComparison: Sendable {
  /// A crossing with another outcome under some strategy than under the others.
  package struct Difference: Hashable, Comparable, Sendable {
    package let outcomes: [AuditedCrossing]

    package var id: AuditedCrossing.ID { outcomes[0].id }

    package static func < (lhs: Self, rhs: Self) -> Bool { lhs.id < rhs.id }

    /// True if only some of the strategies delivered it.
    package var isPartial: Bool { !isDeliveredByAll && outcomes.contains { $0.deliveredAt != nil } }

    package var isDeliveredByAll: Bool { outcomes.allSatisfy { $0.deliveredAt != nil } }

    /// The time from its first delivery to each; `nil` where a strategy did not deliver it.
    package var lags: [Interval?] {
      let times = outcomes.map { $0.deliveredAt }
      guard let first = times.compactMap({ $0 }).min() else { return times.map { _ in nil } }
      return times.map { time in time.map { $0 - first } }
    }
  }

  /// The deliveries of one strategy beside the others' deliveries.
  package struct Deliveries: Sendable {
    package fileprivate(set) var count = 0
    /// The delays after the first delivery, of the crossings that every strategy delivered, where
    /// this one was later.
    package fileprivate(set) var lags = Delays()
    /// The crossing that it delivered last of all after another strategy; `nil` where it was never
    /// later.
    package fileprivate(set) var latest: Latest?
  }

  package struct Latest: Hashable, Sendable {
    package let crossing: AuditedCrossing.ID
    package let lag: Interval

    /// Returns whether it is to be named rather than `other`.
    fileprivate func precedes(_ other: Self) -> Bool {
      lag == other.lag ? crossing < other.crossing : lag > other.lag
    }
  }

  private let listing: Question.Listing
  /// The number of all crossings, by plain geometry.
  package private(set) var crossings = 0
  /// The number of crossings that some of the strategies delivered and others did not.
  package private(set) var partial = 0
  package private(set) var deliveredByAll = 0
  package private(set) var deliveries: [Deliveries]
  /// The differences that are listed: with a limit the first that only some strategies delivered.
  package private(set) var differences: [Difference] = []
  private var waiting: [AuditedCrossing.ID: [[AuditedCrossing]]] = [:]

  /// - Parameters:
  ///   - strategies: the number of strategies, the first of their plan.
  ///   - listing: the differences that are listed.
  init(of strategies: Int, _ listing: Question.Listing) {
    self.listing = listing
    deliveries = Array(repeating: Deliveries(), count: strategies)
  }

  /// Creates the comparison of strategies of which every crossing is known.
  ///
  /// - Parameter outcomes: every crossing under each strategy.
  package init(of outcomes: [[AuditedCrossing]], _ listing: Question.Listing) {
    self.init(of: outcomes.count, listing)
    for (strategy, crossings) in outcomes.enumerated() {
      for crossing in crossings { note(crossing, under: strategy) }
    }
    differences.sort(keepingFirst: listing.limit)
  }

  mutating func note(_ crossing: AuditedCrossing, under strategy: Int) {
    guard strategy < deliveries.count else { return }
    // Fixes of one time may cross a boundary more than once.
    var outcomes =
      waiting[crossing.id] ?? Array(repeating: [], count: deliveries.count)
    outcomes[strategy].append(crossing)
    guard outcomes.allSatisfy({ !$0.isEmpty }) else {
      waiting[crossing.id] = outcomes
      return
    }
    conclude(Difference(outcomes: outcomes.map { $0[0] }))
    for strategy in outcomes.indices { outcomes[strategy].removeFirst() }
    waiting[crossing.id] = outcomes.allSatisfy { $0.isEmpty } ? nil : outcomes
  }

  private mutating func conclude(_ crossing: Difference) {
    crossings += 1
    for (strategy, outcome) in crossing.outcomes.enumerated() where outcome.deliveredAt != nil {
      deliveries[strategy].count += 1
    }
    if crossing.isDeliveredByAll {
      deliveredByAll += 1
      noteLags(of: crossing)
    } else if crossing.isPartial {
      partial += 1
      list(crossing)
    }
  }

  private mutating func noteLags(of crossing: Difference) {
    let lags = crossing.lags
    for (strategy, lag) in lags.enumerated() {
      guard let lag, lag > Interval(milliseconds: 0) else { continue }
      deliveries[strategy].note(Latest(crossing: crossing.id, lag: lag))
    }
    if listing == .everything, Set(lags).count > 1 { list(crossing) }
  }

  private mutating func list(_ difference: Difference) {
    differences.append(difference, keepingFirst: listing.limit)
  }

  var ordered: Self {
    var comparison = self
    comparison.differences.sort(keepingFirst: listing.limit)
    return comparison
  }

  static func += (lhs: inout Self, rhs: Self) {
    lhs.crossings += rhs.crossings
    lhs.partial += rhs.partial
    lhs.deliveredByAll += rhs.deliveredByAll
    for strategy in lhs.deliveries.indices { lhs.deliveries[strategy] += rhs.deliveries[strategy] }
    for difference in rhs.differences { lhs.list(difference) }
  }
}

extension CrossingComparison.Deliveries {
  fileprivate mutating func note(_ delivery: CrossingComparison.Latest) {
    lags.add(delivery.lag)
    if latest.map({ delivery.precedes($0) }) ?? true { latest = delivery }
  }

  fileprivate static func += (lhs: inout Self, rhs: Self) {
    lhs.count += rhs.count
    lhs.lags += rhs.lags
    if let delivery = rhs.latest, lhs.latest.map({ delivery.precedes($0) }) ?? true {
      lhs.latest = delivery
    }
  }
}
