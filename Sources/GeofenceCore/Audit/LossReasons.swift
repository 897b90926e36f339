/// The reasons of a strategy's losses, by runs under other rules and without single obstacles.
package struct LossReasons: Hashable, Sendable {
  /// The losses to the rules that are delivered at neither end of their rule's published range.
  package private(set) var sure = 0
  /// Those that are delivered at an end of it, by the rule.
  package private(set) var depending: [LossCause: Int] = [:]
  /// Of the losses to the rules that were asked about, the ends at which each is delivered.
  package private(set) var ends: [AuditedCrossing.ID: RuleRange.Ends] = [:]
  /// The numbers of all losses that are delivered without one obstacle.
  package private(set) var delivered: [Obstacle: Int] = [:]
  /// Of the losses that were asked about, the single obstacles without which each is delivered.
  private var obstacles: [AuditedCrossing.ID: Obstacles] = [:]
  /// The losses during each outage of the device or the app, by the number of its action.
  package private(set) var outages: [Int: Int] = [:]

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
      if let ends = ends[loss.id] { part.note(ends, of: loss, isAsked: false) }
      part.note(obstacles[loss.id] ?? [], of: loss, isAsked: false)
    }
    return part
  }

  /// Takes in the ends of its rule's range at which a loss is delivered.
  mutating func note(_ ends: RuleRange.Ends, of loss: AuditedCrossing, isAsked: Bool) {
    if ends.isEmpty {
      sure += 1
    } else if let cause = loss.loss?.cause {
      depending[cause, default: 0] += 1
    }
    if isAsked { self.ends[loss.id] = ends }
  }

  /// Takes in the single obstacles without which a loss is delivered.
  mutating func note(_ helpful: Obstacles, of loss: AuditedCrossing, isAsked: Bool) {
    for obstacle in helpful.elements { delivered[obstacle, default: 0] += 1 }
    if isAsked { obstacles[loss.id] = helpful }
  }

  mutating func noteLoss(during outage: Outage) { outages[outage.number, default: 0] += 1 }
}
