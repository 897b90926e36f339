/// The form of a time, as far as it decides which of several serves: most reliable first.
package enum TimeForm: Int8, Comparable {
  case absolute
  case local
  /// It is a number below 1e8 seconds: it counts from a beginning of its own.
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

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package init(_ form: TimeForm) {
    switch form {
    case .local: self = .local
    case .elapsed: self = .elapsed
    case .absolute, .unreadable, .missing: self = []
    }
  }
}
