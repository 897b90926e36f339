import GeofenceCore

/// Times of iCalendar: `20240501`, `20240501T091000`, with `Z` or in a time zone of the file.
struct CalendarTime {
  /// The zones that the file defines, by their names.
  private let zones: [String: CalendarComponent]

  init(_ calendar: CalendarComponent) {
    let zones = calendar.components("VTIMEZONE").compactMap { zone in
      zone["TZID"].map { ($0.value, zone) }
    }
    self.zones = Dictionary(zones) { first, _ in first }
  }

  /// The moment a line names. A date is its first moment; a time without a zone, or in one that the
  /// file does not define, counts as UTC.
  ///
  /// - Throws: an error when it is no time.
  func timestamp(_ line: ContentLine) throws(ReminderFile.Mistake) -> Timestamp {
    let text = line.value.trimmed
    guard let local = Self.parse(text) else {
      throw ReminderFile.Mistake(
        number: line.number, problem: "no time in \(line.name): \(text.quotedExcerpt())",
        mend: "write 20240501T091000Z, or 20240501")
    }
    guard text.utf8.last != UInt8(ascii: "Z"), let zone = line["TZID"].flatMap({ zones[$0] }) else {
      return local
    }
    return local + Interval(milliseconds: -1000 * Self.offset(of: zone, at: local))
  }

  /// `20240501` or `20240501T091000`, read as UTC.
  private static func parse(_ text: String) -> Timestamp? {
    let digits = Array(text.utf8)
    guard digits.count == 8 || digits.count == 15 || digits.count == 16,
      digits.count == 8 || digits[8] | 0x20 == UInt8(ascii: "t"),
      digits.count < 16 || digits[15] == UInt8(ascii: "Z")
    else { return nil }
    func part(_ range: Range<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
    let time = digits.count == 8 ? "00:00:00" : "\(part(9..<11)):\(part(11..<13)):\(part(13..<15))"
    return Timestamp(parsing: "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(time)Z")
  }

  /// As a UTC date and time.
  static func text(_ time: Timestamp) -> String {
    let whole = Timestamp(milliseconds: time.milliseconds / 1000 * 1000)
    return whole.rfc3339.replacing("-", with: "").replacing(":", with: "")
  }

  // MARK: zones

  /// Seconds to the east of UTC in `zone` at a local time.
  private static func offset(of zone: CalendarComponent, at local: Timestamp) -> Int64 {
    let observances = zone.components("STANDARD") + zone.components("DAYLIGHT")
    let begun = observances.compactMap { observance -> (onset: Timestamp, offset: Int64)? in
      guard let offset = observance["TZOFFSETTO"].flatMap({ seconds($0.value) }),
        let start = observance["DTSTART"].flatMap({ parse($0.value.trimmed) }),
        let onset = lastOnset(of: observance, from: start, upTo: local)
      else { return nil }
      return (onset, offset)
    }
    if let current = begun.max(by: { $0.onset < $1.onset }) { return current.offset }
    return observances.first.flatMap { $0["TZOFFSETFROM"] }.flatMap { seconds($0.value) } ?? 0
  }

  /// The last time at or before `local` that an observance sets in, by its yearly rule.
  private static func lastOnset(
    of observance: CalendarComponent, from start: Timestamp, upTo local: Timestamp
  ) -> Timestamp? {
    guard start <= local else { return nil }
    guard let rule = observance["RRULE"].map({ YearlyRule($0.value) }) else { return start }
    let end = rule.until.map { min($0, local) } ?? local
    let year = Int(local.rfc3339.prefix(4)) ?? 1970
    let onsets = [year, year - 1].compactMap { rule.onset(in: $0, like: start) }
    return onsets.filter { $0 <= end && $0 >= start }.max()
      ?? rule.until.flatMap { until in
        let last = Int(until.rfc3339.prefix(4)) ?? year
        return [last, last - 1].compactMap { rule.onset(in: $0, like: start) }
          .filter { $0 <= end && $0 >= start }.max()
      } ?? start
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

  /// `FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU`, what zones are written with.
  private struct YearlyRule {
    private var month: Int?
    /// From the month's beginning, or, negative, from its end.
    private var week = 1
    private var weekday: Int?
    private(set) var until: Timestamp?

    private static let weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

    init(_ text: String) {
      for part in text.split(separator: ";") {
        let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
        guard pair.count == 2 else { continue }
        switch pair[0].uppercased() {
        case "BYMONTH": month = Int(pair[1]).flatMap { 1...12 ~= $0 ? $0 : nil }
        case "BYDAY":
          // A month has no sixth Sunday.
          guard let week = Int(pair[1].dropLast(2).isEmpty ? "1" : pair[1].dropLast(2)),
            1...5 ~= week.magnitude
          else { continue }
          self.week = week
          weekday = Self.weekdays.firstIndex(of: pair[1].suffix(2).uppercased())
        case "UNTIL": until = CalendarTime.parse(pair[1])
        default: break
        }
      }
    }

    /// When it sets in in `year`, at the time of day of `start`.
    func onset(in year: Int, like start: Timestamp) -> Timestamp? {
      let day: Int64 = 86_400_000
      let clock = ((start.milliseconds % day) + day) % day
      let text = start.rfc3339
      let month = self.month ?? Int(text.dropFirst(5).prefix(2)) ?? 1
      func first(_ month: Int) -> Int64? {
        let (year, month) = month > 12 ? (year + 1, 1) : (year, month)
        let digits = [String(10_000 + year).dropFirst(), String(100 + month).dropFirst()]
        return Timestamp(parsing: "\(digits[0])-\(digits[1])-01T00:00:00Z")?.milliseconds
      }
      guard let weekday, let begin = first(month), let end = first(month + 1) else {
        // The same date every year.
        let yearDigits = String(10_000 + year).dropFirst()
        return Timestamp(parsing: "\(yearDigits)\(text.dropFirst(4))")
      }
      // 1970-01-01 was a Thursday.
      func days(from: Int64, to weekday: Int) -> Int64 {
        ((Int64(weekday) - (from / day + 4)) % 7 + 7) % 7
      }
      if week > 0 {
        return Timestamp(
          milliseconds: begin + (days(from: begin, to: weekday) + Int64(week - 1) * 7) * day + clock
        )
      }
      let lastWeek = end - 7 * day
      return Timestamp(
        milliseconds: lastWeek + (days(from: lastWeek, to: weekday) + Int64(week + 1) * 7) * day
          + clock)
    }
  }
}
