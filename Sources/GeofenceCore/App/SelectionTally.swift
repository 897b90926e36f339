/// The cost of an app's selections so far.
package struct SelectionTally: Hashable, Sendable {
  package var reselections = 0
  /// The registrations, those of the first selection included.
  package var started = 0
  package var stopped = 0

  package init() {}

  package static func += (lhs: inout Self, rhs: Self) {
    lhs.reselections += rhs.reselections
    lhs.started += rhs.started
    lhs.stopped += rhs.stopped
  }
}
