/// The share by which an audit judges strategies.
package enum AuditMeasure: String, Hashable, Sendable {
  /// The share of what the rules confirm, for strategies that are held to the same rules.
  case recall
  /// The share of what happened, for strategies of several interfaces: each confirms crossings by
  /// rules of its own.
  case reach

  /// The measure that decides where strategies are equal by this one.
  var other: Self { self == .recall ? .reach : .recall }
}

extension CrossingCounts {
  package func share(by measure: AuditMeasure) -> Share { measure == .recall ? recall : reach }
}
