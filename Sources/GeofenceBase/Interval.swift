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
  @inlinable
  package init(seconds: Double) {
    milliseconds = Int64((seconds * 1000).rounded())
  }

  /// The length in seconds, with thousandths.
  @inlinable
  package var seconds: Double { Double(milliseconds) / 1000 }

  @inlinable
  package static func == (lhs: Interval, rhs: Interval) -> Bool {
    lhs.milliseconds == rhs.milliseconds
  }

  @inlinable
  package static func < (lhs: Interval, rhs: Interval) -> Bool {
    lhs.milliseconds < rhs.milliseconds
  }
}
