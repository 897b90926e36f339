import GeofenceBytes
import GeofenceCore

/// A length of time of iCalendar (RFC 5545 §3.3.6), such as `P1DT2H30M`, `-PT15M` or `P2W`.
struct CalendarDuration: Hashable {
  /// The days by the calendar, each of which may have more or fewer than 24 hours.
  let days: Int64
  let seconds: Int64

  /// The longest duration in days, more than a thousand years, which no real one exceeds.
  private static let maximumDays: Int64 = 400_000

  init?(_ text: String) {
    var rest = text.uppercased().utf8[...]
    let isNegative = rest.first == ASCII.minus
    if isNegative || rest.first == ASCII.plus { rest.removeFirst() }
    guard rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty else { return nil }
    var (days, seconds): (Int64, Int64) = (0, 0)
    var isTime = false
    while let first = rest.first {
      if first == UInt8(ascii: "T"), !isTime {
        rest.removeFirst()
        guard !rest.isEmpty else { return nil }
        isTime = true
        continue
      }
      let digits = rest.prefix(while: ASCII.isDigit)
      rest = rest.dropFirst(digits.count)
      guard digits.count <= 12, let value = String(digits).flatMap({ Int64($0) }) else {
        return nil
      }
      switch (rest.popFirst(), isTime) {
      case (UInt8(ascii: "W"), false): days += 7 * value
      case (UInt8(ascii: "D"), false): days += value
      case (UInt8(ascii: "H"), true): seconds += 3600 * value
      case (UInt8(ascii: "M"), true): seconds += 60 * value
      case (UInt8(ascii: "S"), true): seconds += value
      default: return nil
      }
    }
    guard days <= Self.maximumDays, seconds <= Self.maximumDays * 86_400 else { return nil }
    self.days = isNegative ? -days : days
    self.seconds = isNegative ? -seconds : seconds
  }

  /// Returns the time that is later by this duration, of the same kind as `start`.
  func after(_ start: CalendarTime, _ zones: inout CalendarZones) -> CalendarTime {
    let local = start.local + Interval(milliseconds: days * CivilDate.dayLength)
    let time = Interval(milliseconds: seconds * 1000)
    guard let rules = zones.rules(of: start.kind) else {
      return CalendarTime(local + time, start.kind)
    }
    let instant = CalendarTime(local, start.kind, in: rules).instant + time
    return CalendarTime(rules.local(at: instant), start.kind, in: rules)
  }
}
