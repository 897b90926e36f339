/// A moment in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Integers make every comparison of the crossing rules exact, and equal on every platform. Both
/// operators are written out, as those that the compiler derives are not inlined in another target.
@usableFromInline package struct Timestamp: BitwiseCopyable, Hashable, Comparable, Sendable {
  /// The milliseconds since 1970-01-01T00:00:00Z; negative before that.
  @usableFromInline package var milliseconds: Int64

  /// Creates a moment from milliseconds since 1970-01-01T00:00:00Z.
  @inlinable
  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  @inlinable
  package static var distantFuture: Timestamp { Timestamp(milliseconds: .max) }
  @inlinable
  package static var distantPast: Timestamp { Timestamp(milliseconds: .min) }

  @inlinable
  package static func == (lhs: Timestamp, rhs: Timestamp) -> Bool {
    lhs.milliseconds == rhs.milliseconds
  }

  @inlinable
  package static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
    lhs.milliseconds < rhs.milliseconds
  }

  @inlinable
  package static func - (lhs: Timestamp, rhs: Timestamp) -> Interval {
    Interval(milliseconds: lhs.milliseconds - rhs.milliseconds)
  }

  /// Returns the moment that is `rhs` after `lhs`.
  ///
  /// - Precondition: the result fits an `Int64`; `advanced(by:)` has no such condition.
  @inlinable
  package static func + (lhs: Timestamp, rhs: Interval) -> Timestamp {
    Timestamp(milliseconds: lhs.milliseconds + rhs.milliseconds)
  }

  /// Returns the moment that is `interval` later; `distantFuture` beyond what there is.
  @inlinable
  package func advanced(by interval: Interval) -> Timestamp {
    let (end, isBeyond) = milliseconds.addingReportingOverflow(interval.milliseconds)
    return isBeyond ? .distantFuture : Timestamp(milliseconds: end)
  }
}
