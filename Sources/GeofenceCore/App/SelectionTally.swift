/// What an app's choices cost so far.
package struct SelectionTally: Hashable, Sendable {
  /// Choices after the first.
  package var reselections = 0
  /// Registrations, those of the first choice included.
  package var started = 0
  package var stopped = 0

  package init() {}

  package static func += (lhs: inout Self, rhs: Self) {
    lhs.reselections += rhs.reselections
    lhs.started += rhs.started
    lhs.stopped += rhs.stopped
  }
}
