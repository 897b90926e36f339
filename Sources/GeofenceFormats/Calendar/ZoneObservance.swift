import GeofenceCore

/// A STANDARD or DAYLIGHT of a VTIMEZONE: an offset and when it sets in, by local time before.
struct ZoneObservance {
  let start: Timestamp
  /// Seconds to the east of UTC.
  let offset: Int64
  let offsetBefore: Int64
  private let rule: YearlyRule?
  /// In order; the first is the start.
  private let dates: [Timestamp]

  /// - Returns: `nil` for one without an offset or a start.
  init?(_ component: CalendarComponent) {
    guard let offset = component["TZOFFSETTO"].flatMap({ Self.seconds($0.value) }),
      let start = component["DTSTART"].flatMap({ CalendarTime.parse($0.value.trimmed) })
    else { return nil }
    self.start = start
    self.offset = offset
    let before = component["TZOFFSETFROM"].flatMap { Self.seconds($0.value) } ?? offset
    offsetBefore = before
    rule = component.filled("RRULE").map { YearlyRule($0.value, start, offsetBefore: before) }
    let others = component.lines.filter { $0.name == "RDATE" }
      .flatMap { line in
        line.value.split(separator: ",").compactMap { CalendarTime.parse(String($0).trimmed) }
      }
    dates = ([start] + others.filter { $0 > start }).sorted()
  }

  /// The last time that it sets in, `local` being no longer within the hour that clocks skip.
  ///
  /// - Parameter year: that of `local`.
  /// - Complexity: O(log n) for n dates.
  func lastOnset(upTo local: Timestamp, in year: Int64) -> Timestamp? {
    let end = local + Interval(milliseconds: min(0, offsetBefore - offset) * 1000)
    let next = dates.partitioningIndex { $0 > end }
    guard next > 0 else { return nil }
    let date = dates[next - 1]
    return max(date, rule?.lastOnset(upTo: end, in: year) ?? date)
  }

  /// The seconds of `±hhmm` or `±hhmmss`.
  private static func seconds(_ text: String) -> Int64? {
    let text = text.trimmed
    guard let sign = text.first, sign == "+" || sign == "-", let digits = Int64(text.dropFirst()),
      text.utf8.count == 5 || text.utf8.count == 7
    else { return nil }
    let whole = text.utf8.count == 5 ? digits * 100 : digits
    let seconds = whole / 10_000 * 3600 + whole / 100 % 100 * 60 + whole % 100
    return sign == "-" ? -seconds : seconds
  }
}
