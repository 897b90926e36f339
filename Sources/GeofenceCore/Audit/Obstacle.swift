/// One thing that can stand between a crossing and the app, and that a run can do without.
///
/// In the order in which an explanation prefers them.
package enum Obstacle: String, CaseIterable, Hashable, Sendable {
  /// Fixes that are too uncertain to decide; without it every fix decides.
  case accuracy
  /// The time on the new side; without it there is none to wait for.
  case dwell
  /// The distance past the boundary; without it there is none to go, either way.
  case cushion
  /// The limit; without it every region is registered from the first fix on.
  case slot
  /// The restart of regions that stay registered; without it only the difference is renewed.
  case renewal
  /// The scenario's actions on the device and its app; without them only the app's set changes.
  case suspended
  /// The end of registrations that the system does not keep; without it they last.
  case removed
  /// That the phone does not see everything; without it every fix is seen as recorded.
  case positioning
}

package struct Obstacles: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package init(_ obstacle: Obstacle) {
    // The preferred ones have the higher bits, so that sets of one size compare as their lists do.
    let place = Obstacle.allCases.firstIndex(of: obstacle) ?? 0
    rawValue = 1 << (Obstacle.allCases.count - 1 - place)
  }

  package init(_ obstacles: some Sequence<Obstacle>) {
    self = obstacles.reduce([]) { $0.union(Obstacles($1)) }
  }

  package func contains(_ obstacle: Obstacle) -> Bool { isSuperset(of: Obstacles(obstacle)) }

  package var elements: [Obstacle] { Obstacle.allCases.filter(contains) }

  package var count: Int { rawValue.nonzeroBitCount }

  /// Every set of these with `first` in it: the smaller before the larger, and of equal ones the
  /// preferred before the others.
  package func sets(holding first: Obstacle) -> [Obstacles] {
    let first = Obstacles(first)
    return (0...union(first).rawValue).map(Obstacles.init(rawValue:))
      .filter { $0.isSuperset(of: first) && $0.isSubset(of: union(first)) }
      .sorted { ($0.count, $1.rawValue) < ($1.count, $0.rawValue) }
  }
}
