import GeofenceCore

/// The time of a point as a track has it.
package enum TimeReading: Hashable {
  case missing
  case unreadable
  case at(Timestamp)

  /// The milliseconds since 1970; the least number if there is no time.
  package var milliseconds: Int64 {
    if case .at(let time) = self { time.milliseconds } else { .min }
  }
}
