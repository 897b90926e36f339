import GeofenceCore

/// The offsets of a time zone from UTC: as a calendar defines them, or as the system knows them.
enum ZoneRules: Sendable {
  case observances([ZoneObservance])
  case system(ZoneInfo)

  /// Seconds to the east of UTC at a time of the clock.
  ///
  /// A time that clocks skip has the offset from before; one they show twice is the first of the
  /// two (RFC 5545 §3.3.5).
  func offset(atLocal local: Timestamp) -> Int64 {
    switch self {
    case .observances(let observances):
      let begun = observances.compactMap { observance in
        observance.lastOnset(upTo: local).map { (onset: $0, offset: observance.offset) }
      }
      return begun.max { $0.onset < $1.onset }?.offset
        ?? observances.min { $0.start < $1.start }?.offsetBefore ?? 0
    case .system(let zone): return zone.offset(atLocal: local)
    }
  }

  /// What the clock shows at a moment.
  func local(at instant: Timestamp) -> Timestamp {
    // The offset at the moment is that of the clock then: each guess is nearer than the one before.
    var local = instant
    for _ in 0..<3 {
      local = instant + Interval(milliseconds: 1000 * offset(atLocal: local))
    }
    return local
  }
}
