import GeofenceCore

/// `FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU`: when a zone's clocks change every year.
struct YearlyRule {
  private let start: Timestamp
  private var month: Int64
  private var monthDay: Int64
  /// Milliseconds since midnight.
  private let clock: Int64
  /// From the month's beginning, or, negative, from its end.
  private var week: Int64 = 1
  /// From Sunday, 0; `nil` for the same date every year.
  private var weekday: Int64?
  /// The first of the days of the month that the weekday is looked for in.
  private var firstDay: Int64?
  /// By local time before.
  private var until: Timestamp?

  private static let weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
  private static let day: Int64 = 86_400_000

  /// What it does not understand of a rule is left out.
  init(_ text: String, _ start: Timestamp, offsetBefore: Int64) {
    self.start = start
    let date = CivilDate(dayOf: start)
    (month, monthDay) = (date.month, date.day)
    clock = start.milliseconds - date.days * Self.day
    for part in text.split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
      guard pair.count == 2 else { continue }
      switch pair[0].uppercased() {
      case "BYMONTH":
        if let month = Int64(pair[1]), 1...12 ~= month { self.month = month }
      case "BYMONTHDAY":
        firstDay = pair[1].split(separator: ",").compactMap { Int64($0) }
          .filter { 1...31 ~= $0 }.min()
      case "BYDAY":
        // A month has no sixth Sunday.
        let count = pair[1].dropLast(2)
        guard let week = Int64(count.isEmpty ? "1" : count), 1...5 ~= week.magnitude,
          let weekday = Self.weekdays.firstIndex(of: pair[1].suffix(2).uppercased())
        else { continue }
        self.week = week
        self.weekday = Int64(weekday)
      case "UNTIL":
        until = CalendarTime.parse(pair[1])
        if pair[1].utf8.last == UInt8(ascii: "Z") {
          until = until.map { $0 + Interval(milliseconds: offsetBefore * 1000) }
        }
      default: break
      }
    }
    if weekday == nil, let firstDay { monthDay = firstDay }
  }

  /// The last time it sets in from its start to `local`.
  ///
  /// - Parameter year: that of `local`.
  func lastOnset(upTo local: Timestamp, in year: Int64) -> Timestamp? {
    guard start <= local else { return nil }
    let end = until.map { min($0, local) } ?? local
    let last = end == local ? year : CivilDate(dayOf: end).year
    // `local` may be of the year before, where clocks skip an hour at its end.
    for year in [last, last - 1, last - 2] {
      if let onset = onset(in: year), start <= onset, onset <= end { return onset }
    }
    return nil
  }

  private func onset(in year: Int64) -> Timestamp? {
    let begin = CivilDate.days(year, month)
    let end = month == 12 ? CivilDate.days(year + 1, 1) : CivilDate.days(year, month + 1)
    var days: Int64
    if let weekday {
      if week < 0 {
        days = end + 7 * week
      } else {
        days = firstDay.map { begin + $0 - 1 } ?? begin + 7 * (week - 1)
      }
      // 1970-01-01 was a Thursday.
      days += ((weekday - days - 4) % 7 + 7) % 7
    } else {
      days = begin + monthDay - 1
    }
    return begin..<end ~= days ? Timestamp(milliseconds: days * Self.day + clock) : nil
  }
}

/// A date of the Gregorian calendar (Hinnant, "chrono-compatible low-level date algorithms").
struct CivilDate {
  let year: Int64
  let month: Int64
  let day: Int64
  /// Since 1970-01-01.
  let days: Int64

  /// The date that `time` is of, in UTC.
  init(dayOf time: Timestamp) {
    let length: Int64 = 86_400_000
    let remainder = time.milliseconds % length
    days = time.milliseconds / length - (remainder < 0 ? 1 : 0)
    let sinceEpoch = days + 719_468
    let era = (sinceEpoch >= 0 ? sinceEpoch : sinceEpoch - 146_096) / 146_097
    let ofEra = sinceEpoch - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    // Months count from March, so that a leap day ends the year.
    let fromMarch = (5 * ofYear + 2) / 153
    day = ofYear - (153 * fromMarch + 2) / 5 + 1
    month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// How many days after 1970-01-01 a month begins.
  static func days(_ year: Int64, _ month: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + ofYear - 719_468
  }
}
