/// The reasons of a strategy's losses, by runs under other rules and without single obstacles.
package struct LossReasons: Hashable, Sendable {
  /// The losses to the rules that are delivered at neither end of their rule's published range.
  package fileprivate(set) var sure = 0
  /// Those that are delivered at an end of it, by the rule.
  package fileprivate(set) var depending: [LossCause: Int] = [:]
  /// Of the losses to the rules that were asked about, the ends at which each is delivered.
  package fileprivate(set) var ends: [AuditedCrossing.ID: RuleRange.Ends] = [:]
  /// The numbers of all losses that are delivered without one obstacle.
  package fileprivate(set) var delivered: [Obstacle: Int] = [:]
  /// Of the losses that were asked about, the single obstacles without which each is delivered.
  package fileprivate(set) var obstacles: [AuditedCrossing.ID: Obstacles] = [:]
  /// The losses during each outage of the device or the app, by the number of its action.
  package fileprivate(set) var outages: [Int: Int] = [:]

  package init() {}

  static func += (lhs: inout Self, rhs: Self) {
    lhs.sure += rhs.sure
    lhs.depending.merge(rhs.depending, uniquingKeysWith: +)
    lhs.ends.merge(rhs.ends) { $1 }
    lhs.delivered.merge(rhs.delivered, uniquingKeysWith: +)
    lhs.obstacles.merge(rhs.obstacles) { $1 }
    lhs.outages.merge(rhs.outages, uniquingKeysWith: +)
  }

  /// Returns the same about some losses alone, which were asked about.
  package func about(_ losses: [AuditedCrossing]) -> LossReasons {
    var part = LossReasons()
    for loss in losses {
      if let ends = ends[loss.id] { part.note(ends, of: loss) }
      for obstacle in obstacles[loss.id]?.elements ?? [] {
        part.delivered[obstacle, default: 0] += 1
      }
    }
    return part
  }

  fileprivate mutating func note(_ ends: RuleRange.Ends, of loss: AuditedCrossing) {
    if ends.isEmpty {
      sure += 1
    } else if let cause = loss.loss?.cause {
      depending[cause, default: 0] += 1
    }
  }
}

/// Finds, by runs that differ in one thing each, the reasons of losses.
///
///     var search = LossSearch(strategy, losses: account.losses, counts, obstacles)
///     // audit every device under `search.strategies`, the first in detail, into `search`
///     search.reasons.sure
///
/// - Complexity: memory is O(o + l) for o crossings that are settled under some runs alone, which are
///   no more than the regions crossed, and l losses that are asked about.
package struct LossSearch: AuditSink, Sendable {
  /// The strategy itself, then one for each end of a range, then one without each obstacle.
  package let strategies: [AuditStrategy]
  private let ends: [RuleRange.End]
  private let obstacles: [Obstacle]
  private let asked: Set<AuditedCrossing.ID>
  /// The outages on the clock of the track that is played.
  package var outages: [Outage] = []
  private var waiting: [AuditedCrossing.ID: [AuditedCrossing?]] = [:]
  package private(set) var reasons = LossReasons()

  /// - Parameters:
  ///   - losses: those of which the answer is kept one by one.
  ///   - counts: of all crossings under the strategy.
  ///   - possible: the obstacles that could stand in the way.
  package init(
    _ strategy: AuditStrategy, losses: [AuditedCrossing], _ counts: CrossingCounts,
    possible: Obstacles
  ) {
    let causes = LossCause.allCases.filter { counts.lost(by: $0) > 0 }
    let rules = causes.filter { $0.kind == .rules && $0 != .overlap }.compactMap(\.obstacle)
    let ends = RuleRange.rules.filter(rules.contains).flatMap { rule in
      [RuleRange.Ends.least, .most].map { RuleRange.End(rule: rule, end: $0) }
    }.filter { end in
      // Under the strategy's own numbers what is lost is lost.
      var settings = strategy.effectiveSettings
      end.apply(to: &settings.crossing)
      return settings != strategy.effectiveSettings
    }
    let stopping = Obstacles(causes.compactMap(\.obstacle)).union(Obstacles(.suspended))
    let obstacles = stopping.intersection(possible).elements
    strategies =
      [strategy]
      + ends.map { end in
        var strategy = strategy
        strategy.ruleEnd = end
        return strategy
      }
      + obstacles.map { obstacle in
        var strategy = strategy
        strategy.removed = Obstacles(obstacle)
        return strategy
      }
    (self.ends, self.obstacles) = (ends, obstacles)
    asked = Set(losses.map(\.id))
  }

  package var isSatisfied: Bool { false }

  package mutating func settle(
    _ crossing: AuditedCrossing, underStrategy strategy: StrategyNumber
  ) {
    // Fixes of one time may cross a boundary more than once: the last of them counts.
    var outcomes = waiting[crossing.id] ?? Array(repeating: nil, count: strategies.count)
    outcomes[Int(strategy.value)] = crossing
    guard outcomes.allSatisfy({ $0 != nil }) else {
      waiting[crossing.id] = outcomes
      return
    }
    waiting[crossing.id] = nil
    guard let own = outcomes[0], let cause = own.loss?.cause else { return }
    let isDelivered = outcomes.dropFirst().map { $0?.delivery != nil }
    let isAsked = asked.contains(own.id)
    if cause.kind == .rules, cause != .overlap {
      let delivered = zip(ends, isDelivered).filter { $0.0.rule == cause.obstacle && $0.1 }
        .reduce(into: RuleRange.Ends()) { $0.insert($1.0.end) }
      reasons.note(delivered, of: own)
      if isAsked { reasons.ends[own.id] = delivered }
    }
    let helpful = zip(obstacles, isDelivered.dropFirst(ends.count)).filter(\.1).map(\.0)
    for obstacle in helpful { reasons.delivered[obstacle, default: 0] += 1 }
    if isAsked { reasons.obstacles[own.id] = Obstacles(helpful) }
    // A crossing shortly before an outage may have had to be confirmed in it.
    let next = helpful.contains(.suspended) ? outages.first { $0.from > own.time } : nil
    if let outage = outages.last(where: { $0.contains(own.time) }) ?? next {
      reasons.outages[outage.number, default: 0] += 1
    }
  }

  package mutating func note(_ change: Audit.Change) {}

  package mutating func finish(
    _ efforts: AuditEfforts, underStrategy strategy: StrategyNumber
  ) {}

  /// Adds what other devices showed.
  package static func += (lhs: inout Self, rhs: Self) { lhs.reasons += rhs.reasons }
}
