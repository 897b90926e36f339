/// What an app's choices cost so far.
public struct SelectionTally: Hashable, Sendable {
  /// Choices after the first.
  public var reselections = 0
  /// Registrations, those of the first choice included.
  public var started = 0
  public var stopped = 0

  public init() {}

  public static func += (lhs: inout Self, rhs: Self) {
    lhs.reselections += rhs.reselections
    lhs.started += rhs.started
    lhs.stopped += rhs.stopped
  }
}
