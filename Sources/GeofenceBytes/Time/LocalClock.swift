package struct LocalClock: Sendable {
  package let zone: ZoneInfo?
  /// True if each time says its offset, not one text for all.
  package let saysOffset: Bool

  package init(_ zone: ZoneInfo? = nil, sayingOffset saysOffset: Bool = true) {
    (self.zone, self.saysOffset) = (zone, saysOffset)
  }

  /// Returns a time such as `2024-05-01T11:10:00+02:00`; without offsets `2024-05-01 11:10:00`.
  package func text(_ time: Timestamp) -> String {
    let text = zone.map { time.rfc3339(offset: $0.offset(at: time)) } ?? time.rfc3339
    if saysOffset { return text }
    return "\(text.prefix(10)) \(text.dropFirst(11).dropLast(zone == nil ? 1 : 6))"
  }

  package func text(_ time: Timestamp, onDayOf other: Timestamp) -> String {
    let text = text(time)
    return text.prefix(10) == self.text(other).prefix(10) ? String(text.dropFirst(11)) : text
  }

  package func isOneDay(_ times: ClosedRange<Timestamp>) -> Bool {
    text(times.lowerBound).prefix(10) == text(times.upperBound).prefix(10)
  }

  /// Returns the texts of moments in a span of time, which have dates only where that has several.
  package func moments(in times: ClosedRange<Timestamp>?) -> (Timestamp) -> String {
    let isOneDay = times.map { self.isOneDay($0) } == true
    return { isOneDay ? text($0, onDayOf: $0) : text($0) }
  }

  /// Returns the clock by which each time says its offset where clocks are changed within `times`.
  package func distinguishing(_ times: ClosedRange<Timestamp>?) -> LocalClock {
    LocalClock(zone, sayingOffset: saysOffset || times.map { offsets(in: $0).count > 1 } ?? false)
  }

  /// Returns the offsets from UTC in seconds, positive in the east, each with the time from which
  /// it counts: the beginning of `times`, then each change of clocks. O(n) for n days.
  package func offsets(in times: ClosedRange<Timestamp>) -> [(from: Timestamp, offset: Int64)] {
    guard let zone else { return [(times.lowerBound, 0)] }
    var offsets = [(from: times.lowerBound, offset: zone.offset(at: times.lowerBound))]
    var time = times.lowerBound
    while time < times.upperBound {
      let next = Timestamp(milliseconds: time.milliseconds + CivilDate.dayLength)
      let offset = zone.offset(at: next)
      if offset != offsets[offsets.count - 1].offset {
        offsets.append((Self.change(to: offset, of: zone, after: time, upTo: next), offset))
      }
      time = next
    }
    return offsets
  }

  private static func change(
    to offset: Int64, of zone: ZoneInfo, after start: Timestamp, upTo end: Timestamp
  ) -> Timestamp {
    var (low, high) = (start.milliseconds / 1000, end.milliseconds / 1000)
    while high - low > 1 {
      let middle = (low + high) / 2
      if zone.offset(at: Timestamp(milliseconds: middle * 1000)) == offset {
        high = middle
      } else {
        low = middle
      }
    }
    return Timestamp(milliseconds: high * 1000)
  }
}

extension Timestamp {
  /// Returns the time as RFC 3339 with an offset in seconds, cut to minutes, positive to the east.
  package func rfc3339(offset seconds: Int64) -> String {
    let minutes = seconds / 60
    let size = Int64(minutes.magnitude)
    let local = self + Interval(milliseconds: minutes * 60_000)
    let offset = "\((size / 60).padded(to: 2)):\((size % 60).padded(to: 2))"
    return "\(local.rfc3339.dropLast())\(seconds < 0 ? "-" : "+")\(offset)"
  }
}
