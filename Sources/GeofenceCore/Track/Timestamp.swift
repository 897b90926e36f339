/// A moment in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Integers make every comparison of the crossing rules exact, and equal on every platform.
@usableFromInline package struct Timestamp: Hashable, Comparable, Sendable {
  /// The milliseconds since 1970-01-01T00:00:00Z; negative before that.
  @usableFromInline package var milliseconds: Int64

  /// Creates a moment from milliseconds since 1970-01-01T00:00:00Z.
  @inlinable
  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// The latest moment that can be represented.
  package static let distantFuture = Timestamp(milliseconds: .max)
  /// The earliest moment that can be represented.
  package static let distantPast = Timestamp(milliseconds: .min)

  @inlinable
  package static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
    lhs.milliseconds < rhs.milliseconds
  }

  // The operator that the protocol derives is not inlined in another target.
  @inlinable
  package static func >= (lhs: Timestamp, rhs: Timestamp) -> Bool {
    lhs.milliseconds >= rhs.milliseconds
  }

  /// Returns the time from `rhs` to `lhs`.
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

  /// Returns the moment that is `interval` later; `distantFuture` where the sum cannot be
  /// represented.
  func advanced(by interval: Interval) -> Timestamp {
    let (end, isBeyond) = milliseconds.addingReportingOverflow(interval.milliseconds)
    return isBeyond ? .distantFuture : Timestamp(milliseconds: end)
  }
}

/// A span of time in whole milliseconds.
@usableFromInline package struct Interval: Hashable, Comparable, Sendable {
  /// The length in milliseconds; negative for a span that goes back in time.
  @usableFromInline package var milliseconds: Int64

  /// Creates a span from its length in milliseconds.
  @inlinable
  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Creates a span of `seconds`, rounded to the nearest millisecond.
  ///
  /// - Precondition: the rounded milliseconds fit an `Int64`.
  package init(seconds: Double) {
    milliseconds = Int64((seconds * 1000).rounded())
  }

  /// The length in seconds, with thousandths.
  package var seconds: Double { Double(milliseconds) / 1000 }

  @inlinable
  package static func < (lhs: Interval, rhs: Interval) -> Bool {
    lhs.milliseconds < rhs.milliseconds
  }
}
