import GeofenceCore

/// Times of iCalendar: `20240501`, `20240501T091000`, with `Z` or in a time zone of the file.
struct CalendarTime {
  /// The zones that the file defines, by their names.
  private let zones: [String: [Observance]]

  /// So many observances of a zone count, which no real zone has.
  private static let maximumObservances = 1000

  init(_ calendar: CalendarComponent) {
    let zones = calendar.components("VTIMEZONE").compactMap { zone in
      zone["TZID"].map { line in
        let observances = zone.components("STANDARD") + zone.components("DAYLIGHT")
        return (
          line.value.trimmed,
          observances.prefix(Self.maximumObservances).compactMap(Observance.init)
        )
      }
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
    guard text.utf8.last != UInt8(ascii: "Z"),
      let zone = line["TZID"].flatMap({ zones[$0.trimmed] })
    else {
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
  ///
  /// A time that clocks skip has the offset from before; one they show twice is the first of the two
  /// (RFC 5545 §3.3.5).
  private static func offset(of observances: [Observance], at local: Timestamp) -> Int64 {
    let begun = observances.compactMap { observance in
      observance.lastOnset(upTo: local).map { (onset: $0, offset: observance.offset) }
    }
    return begun.max { $0.onset < $1.onset }?.offset
      ?? observances.min { $0.start < $1.start }?.offsetBefore ?? 0
  }

  /// A STANDARD or DAYLIGHT: an offset and when it sets in, by local time before.
  private struct Observance {
    let start: Timestamp
    /// Seconds to the east of UTC.
    let offset: Int64
    let offsetBefore: Int64
    private let rule: YearlyRule?
    /// In order; the first is the start.
    private let dates: [Timestamp]

    init?(_ component: CalendarComponent) {
      guard let offset = component["TZOFFSETTO"].flatMap({ seconds($0.value) }),
        let start = component["DTSTART"].flatMap({ parse($0.value.trimmed) })
      else { return nil }
      self.start = start
      self.offset = offset
      let before = component["TZOFFSETFROM"].flatMap { seconds($0.value) } ?? offset
      offsetBefore = before
      rule = component.filled("RRULE").map { YearlyRule($0.value, offsetBefore: before) }
      let others = component.lines.filter { $0.name == "RDATE" }
        .flatMap { $0.value.split(separator: ",").compactMap { parse(String($0).trimmed) } }
      dates = ([start] + others.filter { $0 > start }).sorted()
    }

    /// The last time that it sets in, `local` being no longer within the hour that clocks skip.
    ///
    /// - Complexity: O(log n) for n dates.
    func lastOnset(upTo local: Timestamp) -> Timestamp? {
      let end = local + Interval(milliseconds: min(0, offsetBefore - offset) * 1000)
      var onsets = dates.last(upTo: end).map { [$0] } ?? []
      if let rule {
        let years = [end, rule.until].compactMap { $0.flatMap { Int($0.rfc3339.prefix(4)) } }
        for year in years.flatMap({ [$0, $0 - 1] }) {
          guard let onset = rule.onset(in: year, like: start), onset >= start else { continue }
          if rule.until.map({ onset <= $0 }) ?? true { onsets.append(onset) }
        }
      }
      return onsets.filter { $0 <= end }.max()
    }
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
    /// By local time before.
    private(set) var until: Timestamp?
    /// The days of the month that a weekday is looked for in.
    private var monthDays: [Int] = []

    private static let weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

    init(_ text: String, offsetBefore: Int64) {
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
        case "BYMONTHDAY":
          monthDays = pair[1].split(separator: ",").compactMap { Int($0) }
            .filter { 1...31 ~= $0 }.sorted()
        case "UNTIL":
          until = CalendarTime.parse(pair[1].trimmed)
          if pair[1].trimmed.utf8.last == UInt8(ascii: "Z") {
            until = until.map { $0 + Interval(milliseconds: offsetBefore * 1000) }
          }
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
      if let first = monthDays.first {
        let earliest = begin + Int64(first - 1) * day
        return Timestamp(
          milliseconds: earliest + days(from: earliest, to: weekday) * day + clock)
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

extension [Timestamp] {
  /// The last of these sorted times at or before `end`.
  fileprivate func last(upTo end: Timestamp) -> Timestamp? {
    var range = startIndex..<endIndex
    while let first = range.first {
      let middle = first + range.count / 2
      range = self[middle] <= end ? middle + 1..<range.upperBound : first..<middle
    }
    return range.lowerBound > startIndex ? self[range.lowerBound - 1] : nil
  }
}
