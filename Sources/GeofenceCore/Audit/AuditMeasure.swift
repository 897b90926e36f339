/// The share by which an audit judges strategies.
package enum AuditMeasure: String, Hashable, Sendable {
  /// The share of what the rules confirm, for strategies that are held to the same rules.
  case recall
  /// The share of what happened, for strategies of several interfaces: each confirms crossings by
  /// rules of its own.
  case reach

  package var share: KeyPath<CrossingCounts, Share> & Sendable {
    switch self {
    case .recall: \.recall
    case .reach: \.reach
    }
  }

  /// Both shares, that by which strategies are judged first.
  var shares: [KeyPath<CrossingCounts, Share>] {
    switch self {
    case .recall: [\.recall, \.reach]
    case .reach: [\.reach, \.recall]
    }
  }
}
