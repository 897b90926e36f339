import GeofenceBytes
import GeofenceCore

/// The offsets of a time zone from UTC: as a calendar defines them, or as the system knows them.
enum ZoneRules: Sendable {
  case observances([ZoneObservance])
  case system(ZoneInfo)

  /// Returns the offset at a local time, in seconds, positive to the east of UTC. A time that
  /// clocks skip has the offset from before. Of a time that they show twice, the first counts (RFC
  /// 5545 §3.3.5).
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

  func local(at instant: Timestamp) -> Timestamp {
    // The offset depends on the local time that is sought: each guess is nearer than the one
    // before.
    var local = instant
    for _ in 0..<3 {
      local = instant + Interval(milliseconds: 1000 * offset(atLocal: local))
    }
    return local
  }
}
