import GeofenceBytes
import GeofenceCore

/// An observance of a VTIMEZONE, STANDARD or DAYLIGHT: an offset, and the times of its onset.
///
/// The times are in the local time before the onset.
struct ZoneObservance: Sendable {
  let start: Timestamp
  /// The offset in seconds, positive to the east of UTC.
  let offset: Int64
  /// The offset before the onset, in seconds, positive to the east of UTC.
  let offsetBefore: Int64
  private let rule: RecurrenceRule?
  private let dates: [Timestamp]

  init?(_ component: CalendarComponent) {
    guard let offset = component["TZOFFSETTO"].flatMap({ Self.seconds($0.value) }),
      let start = component["DTSTART"].flatMap({ CalendarTime.local($0.value.trimmed) })
    else { return nil }
    self.start = start
    self.offset = offset
    offsetBefore = component["TZOFFSETFROM"].flatMap { Self.seconds($0.value) } ?? offset
    // Clocks change yearly; any other rule is ignored.
    rule = component.filled("RRULE").flatMap { RecurrenceRule($0.value) }
      .flatMap { $0.frequency == .yearly ? $0 : nil }
    let others = component.lines.filter { $0.name == "RDATE" }
      .flatMap { line in
        line.value.split(separator: ",").compactMap { CalendarTime.local(String($0).trimmed) }
      }
    dates = ([start] + others.filter { $0 > start }).sorted()
  }

  /// Returns the last onset up to a local time. A local time in the hour that clocks skip is before
  /// the onset. O(log n) for n dates.
  func lastOnset(upTo local: Timestamp) -> Timestamp? {
    let end = local + Interval(milliseconds: min(0, offsetBefore - offset) * 1000)
    let next = dates.partitioningIndex { $0 > end }
    guard next > 0 else { return nil }
    let date = dates[next - 1]
    return rule.flatMap { lastOnset(of: $0, upTo: end) }.map { max(date, $0) } ?? date
  }

  private func lastOnset(of rule: RecurrenceRule, upTo end: Timestamp) -> Timestamp? {
    let first = CivilDate(dayOf: start)
    let clock = start - first.start
    let limit = until(rule).map { min($0, end) } ?? end
    let last = (CivilDate(dayOf: limit).year - first.year) / rule.interval
    // The onset of the last year may be later than the limit, and a year may have no such day.
    for period in [last, last - 1, last - 2] where period >= 0 {
      let onset = rule.days(inPeriod: period, from: first)?
        .last { start...max(start, limit) ~= CivilDate(days: $0).start + clock }
      if let onset { return CivilDate(days: onset).start + clock }
    }
    return nil
  }

  private func until(_ rule: RecurrenceRule) -> Timestamp? {
    guard let text = rule.until, let time = CalendarTime.local(text) else { return nil }
    return text.hasSuffix("Z") ? time + Interval(milliseconds: offsetBefore * 1000) : time
  }

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
