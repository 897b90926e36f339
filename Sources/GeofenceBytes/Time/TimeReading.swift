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
