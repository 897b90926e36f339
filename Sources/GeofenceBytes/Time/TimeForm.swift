/// The form of a time, as far as it decides which of several serves: most reliable first.
package enum TimeForm: Int8, Comparable {
  case absolute
  case local
  /// A number below 1e8 seconds, which counts from a start that is not known.
  case elapsed
  case unreadable
  case missing

  package static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// The forms of a track's times about which something is assumed.
package struct AssumedTimes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package static let local = AssumedTimes(rawValue: 1)
  package static let elapsed = AssumedTimes(rawValue: 2)
  /// Numbers of 1989 to 1999 that may be those of 2020 to 2030, counted from 2001.
  package static let since1970 = AssumedTimes(rawValue: 4)
  /// Days and months without a year, as in the lines of `logcat`.
  package static let withoutYear = AssumedTimes(rawValue: 8)
  /// Times that are as they stand, of which nothing is assumed.
  package static let absolute = AssumedTimes(rawValue: 16)

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package init(_ form: TimeForm) {
    switch form {
    case .local: self = .local
    case .elapsed: self = .elapsed
    case .absolute: self = .absolute
    case .unreadable, .missing: self = []
    }
  }
}

@usableFromInline package enum TimeReading: BitwiseCopyable, Hashable, Sendable {
  case missing
  case unreadable
  case at(Timestamp)

  // The operator that is derived is not inlined in another target.
  @inlinable
  package static func == (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.missing, .missing), (.unreadable, .unreadable): true
    case (.at(let one), .at(let other)): one.milliseconds == other.milliseconds
    default: false
    }
  }

  /// The milliseconds since 1970; the least number if there is no time.
  package var milliseconds: Int64 {
    if case .at(let time) = self { time.milliseconds } else { .min }
  }
}

package struct TimeScale: Hashable, Sendable {
  package var unitsPerSecond: Double
  package var epoch = Timestamp(milliseconds: 0)

  package init(unitsPerSecond: Double, epoch: Timestamp = Timestamp(milliseconds: 0)) {
    (self.unitsPerSecond, self.epoch) = (unitsPerSecond, epoch)
  }

  /// Returns whether a number is of 2020 to 2030 as one since 2001, or 1989 to 1999 since 1970.
  static func mayBeApple(_ time: Timestamp) -> Bool {
    599_616_000_000...915_148_799_999 ~= time.milliseconds
  }

  /// Returns a number's time, cut to milliseconds, and its form; `nil` if it is none.
  func reading(_ text: Span<UInt8>) -> (time: Timestamp, form: TimeForm)? {
    guard let number = Double(decimal: text) else { return nil }
    // A decimal fraction is seldom exact in binary: a thousandth of a millisecond is not cut off.
    let milliseconds = (number * 1000 / unitsPerSecond + 0.001).rounded(.down)
    guard milliseconds.magnitude < 1e15 else { return nil }
    let time = Timestamp(milliseconds: Int64(milliseconds) + epoch.milliseconds)
    guard Timestamp.writable.contains(time.milliseconds) else { return nil }
    let isElapsed = epoch.milliseconds == 0 && milliseconds.magnitude < 1e11
    return (time, isElapsed ? .elapsed : .absolute)
  }
}

extension Timestamp {
  /// 2001-01-01T00:00:00Z, from which Foundation's `Date` counts, as `JSONEncoder` writes it.
  package static let apple = Timestamp(milliseconds: 978_307_200_000)
}

/// The order of the parts of a date whose year is last, which its digits do not show.
package enum DateOrder: String, Hashable, Sendable, CaseIterable {
  case dayFirst = "day-first"
  case monthFirst = "month-first"
}
