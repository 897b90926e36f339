/// A moment in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Integers make every comparison of the crossing rules exact and equal on every platform.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z; negative before.
  public var milliseconds: Int64

  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Later than any other.
  package static let distantFuture = Timestamp(milliseconds: .max)
  /// Earlier than any other.
  package static let distantPast = Timestamp(milliseconds: .min)

  @inlinable
  public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
    lhs.milliseconds < rhs.milliseconds
  }

  /// The time from `rhs` to `lhs`.
  @inlinable
  public static func - (lhs: Timestamp, rhs: Timestamp) -> Interval {
    Interval(milliseconds: lhs.milliseconds - rhs.milliseconds)
  }

  @inlinable
  public static func + (lhs: Timestamp, rhs: Interval) -> Timestamp {
    Timestamp(milliseconds: lhs.milliseconds + rhs.milliseconds)
  }

  /// The moment so much later; `distantFuture` where that is beyond all others.
  func advanced(by interval: Interval) -> Timestamp {
    let (end, isBeyond) = milliseconds.addingReportingOverflow(interval.milliseconds)
    return isBeyond ? .distantFuture : Timestamp(milliseconds: end)
  }
}

/// A span of time in whole milliseconds.
public struct Interval: Hashable, Comparable, Sendable {
  public var milliseconds: Int64

  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// `seconds` rounded to the nearest millisecond.
  ///
  /// - Precondition: the result fits 63 bits.
  public init(seconds: Double) {
    milliseconds = Int64((seconds * 1000).rounded())
  }

  public var seconds: Double { Double(milliseconds) / 1000 }

  @inlinable
  public static func < (lhs: Interval, rhs: Interval) -> Bool {
    lhs.milliseconds < rhs.milliseconds
  }
}
