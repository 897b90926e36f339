import GeofenceBytes

/// A recurrence rule (RFC 5545 §3.3.10): the days, or the times, at which a task repeats.
///
/// FREQ from seconds to years, INTERVAL, COUNT, UNTIL, BYDAY, BYMONTHDAY, BYMONTH, BYSETPOS and
/// WKST are supported. Hours, minutes and seconds are counted in local time; with any other FREQ
/// the time of day never changes.
package struct RecurrenceRule: Hashable, Sendable {
  package enum Frequency: String, Sendable {
    case secondly, minutely, hourly, daily, weekly, monthly, yearly

    var seconds: Int64? {
      switch self {
      case .secondly: 1
      case .minutely: 60
      case .hourly: 3600
      case .daily, .weekly, .monthly, .yearly: nil
      }
    }
  }

  /// A day of the week: every one, or the one with an ordinal in the month or year.
  package struct Weekday: Hashable, Sendable {
    /// The number of this day in the month or year, counted from the end if it is negative.
    package let ordinal: Int64?
    /// The day of the week, counted from 0 for Monday.
    package let number: Int64
  }

  package let frequency: Frequency
  package private(set) var interval: Int64 = 1
  /// The number of occurrences, including the first.
  package private(set) var count: Int64?
  /// The last moment at which an occurrence may be, as it is written.
  package private(set) var until: String?
  package private(set) var weekdays: [Weekday] = []
  package private(set) var monthDays: [Int64] = []
  package private(set) var months: [Int64] = []
  /// The positions of the dates that are taken in each period; empty if all are. They count from 1,
  /// or from the end if they are negative.
  package private(set) var positions: [Int64] = []
  /// The day with which a week begins, counted from 0 for Monday.
  package private(set) var weekStart: Int64 = 0

  package static let weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
  /// The longest interval of a rule, which keeps sums of dates far from overflow.
  private static let maximumInterval: Int64 = 10_000

  /// Reads a rule; `nil` for a rule that is not supported, or contradicts itself.
  package init?(_ text: String) {
    var parts: [String: String] = [:]
    for part in text.uppercased().split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
      guard pair.count == 2, parts.updateValue(pair[1], forKey: pair[0]) == nil else { return nil }
    }
    let unit = parts.removeValue(forKey: "FREQ")?.lowercased()
    guard let frequency = unit.flatMap(Frequency.init(rawValue:)) else { return nil }
    self.frequency = frequency
    for (name, value) in parts {
      guard (try? set(name, to: value)) != nil else { return nil }
    }
    let hasOrdinals = weekdays.contains { $0.ordinal != nil }
    switch frequency {
    case .monthly, .yearly: break
    case .weekly where !monthDays.isEmpty: return nil
    case .secondly, .minutely, .hourly, .daily, .weekly: if hasOrdinals { return nil }
    }
  }

  private struct Unsupported: Error {}

  private mutating func set(_ name: String, to value: String) throws(Unsupported) {
    func values<Value>(_ read: (Substring) -> Value?) throws(Unsupported) -> [Value] {
      try value.split(separator: ",", omittingEmptySubsequences: false)
        .map { text throws(Unsupported) in try found(read(text)) }
    }
    func found<Value>(_ value: Value?) throws(Unsupported) -> Value {
      guard let value else { throw Unsupported() }
      return value
    }
    func number(in range: ClosedRange<Int64>) -> (Substring) -> Int64? {
      { text in Int64(text).flatMap { range.contains($0) ? $0 : nil } }
    }
    func number(fromEitherEnd limit: Int64) -> (Substring) -> Int64? {
      { text in number(in: -limit...limit)(text).flatMap { $0 == 0 ? nil : $0 } }
    }
    switch name {
    case "INTERVAL": interval = try found(number(in: 1...Self.maximumInterval)(value[...]))
    case "COUNT": count = try found(number(in: 1...Int64.max)(value[...]))
    case "UNTIL": until = try found(CalendarTime.local(value).map { _ in value })
    case "BYMONTH": months = try values(number(in: 1...12))
    case "BYMONTHDAY": monthDays = try values(number(fromEitherEnd: 31))
    case "BYDAY": weekdays = try values(Self.weekday)
    case "BYSETPOS": positions = try values(number(fromEitherEnd: 366))
    case "WKST": weekStart = Int64(try found(Self.weekdayNames.firstIndex(of: value)))
    default: throw Unsupported()
    }
  }

  private static func weekday(_ text: Substring) -> Weekday? {
    guard let number = weekdayNames.firstIndex(of: String(text.suffix(2))) else { return nil }
    let ordinal = text.dropLast(2)
    if ordinal.isEmpty { return Weekday(ordinal: nil, number: Int64(number)) }
    // A year has 53 weeks at most.
    guard let value = Int64(ordinal), 1...53 ~= value.magnitude else { return nil }
    return Weekday(ordinal: value, number: Int64(number))
  }

  private static let lastYear: Int64 = 9999

  /// Calls `body` with the times of the rule after `start`, in order, until it returns false. Times
  /// are local times, read as UTC. COUNT and UNTIL are left to the caller. O(d + n) for d days up
  /// to the last time, and n times.
  func times(after start: Timestamp, _ body: (Timestamp) -> Bool) {
    let first = CivilDate(dayOf: start)
    guard let seconds = frequency.seconds else {
      let clock = start - first.start
      return days(after: first) { day in body(CivilDate(days: day).start + clock) }
    }
    // An hour, a minute or a second has one time, which is both its first and its last.
    guard positions.isEmpty || positions.contains(where: { $0.magnitude == 1 }) else { return }
    let step = seconds * interval * 1000
    var date = first
    while date.year <= Self.lastYear {
      if isWanted(date) {
        let passed = max(0, (date.start - start).milliseconds)
        var time = start + Interval(milliseconds: max(1, (passed + step - 1) / step) * step)
        let end = CivilDate(days: date.days + 1).start
        while time < end {
          guard body(time) else { return }
          time = time + Interval(milliseconds: step)
        }
      }
      date = CivilDate(days: date.days + 1)
    }
  }

  /// Calls `body` with the days of the rule after `start`, in order, until it returns false. Days
  /// count from 1970-01-01. COUNT and UNTIL are left to the caller. O(p) for p periods of the rule
  /// up to the last day.
  func days(after start: CivilDate, _ body: (Int64) -> Bool) {
    var period: Int64 = 0
    while let days = days(inPeriod: period, from: start) {
      for day in days where day > start.days {
        guard body(day) else { return }
      }
      period += 1
    }
  }

  /// Returns the days of one period in order, counted from 1970-01-01; `nil` after the last year,
  /// and for a frequency shorter than a day.
  func days(inPeriod period: Int64, from start: CivilDate) -> [Int64]? {
    guard let days = allDays(inPeriod: period, from: start) else { return nil }
    guard !positions.isEmpty else { return days }
    let indices = positions.map { $0 > 0 ? Int($0) - 1 : days.count + Int($0) }
    return Set(indices).filter(days.indices.contains).sorted().map { days[$0] }
  }

  private func allDays(inPeriod period: Int64, from start: CivilDate) -> [Int64]? {
    let shift = period * interval
    switch frequency {
    case .secondly, .minutely, .hourly: return nil
    case .daily:
      let date = CivilDate(days: start.days + shift)
      guard date.year <= Self.lastYear else { return nil }
      return isWanted(date) ? [date.days] : []
    case .weekly:
      let sinceWeekStart = (start.weekday - weekStart + 7) % 7
      let first = start.days - sinceWeekStart + 7 * shift
      let week = (first..<first + 7).map { CivilDate(days: $0) }
      guard week[0].year <= Self.lastYear else { return nil }
      return week.filter { isWanted($0, otherwiseOn: start.weekday) }.map(\.days)
    case .monthly:
      let index = start.year * 12 + start.month - 1 + shift
      guard index / 12 <= Self.lastYear else { return nil }
      let month = index % 12 + 1
      guard months.isEmpty || months.contains(month) else { return [] }
      return days(ofMonth: month, of: index / 12, otherwiseOn: start.day)
    case .yearly:
      let year = start.year + shift
      guard year <= Self.lastYear else { return nil }
      return days(ofYear: year, start)
    }
  }

  private func isWanted(_ date: CivilDate, otherwiseOn weekday: Int64? = nil) -> Bool {
    guard months.isEmpty || months.contains(date.month) else { return false }
    if !monthDays.isEmpty {
      let fromEnd = date.days - CivilDate.days(date.year, date.month + 1)
      guard monthDays.contains(date.day) || monthDays.contains(fromEnd) else { return false }
    }
    if weekdays.isEmpty { return weekday.map { $0 == date.weekday } ?? true }
    return weekdays.contains { $0.number == date.weekday }
  }

  private func days(ofYear year: Int64, _ start: CivilDate) -> [Int64] {
    if months.isEmpty, monthDays.isEmpty, !weekdays.isEmpty {
      return self.weekdays(in: CivilDate.days(year, 1)..<CivilDate.days(year + 1, 1))
    }
    let wanted = !months.isEmpty ? months : !monthDays.isEmpty ? Array(1...12) : [start.month]
    return wanted.sorted().flatMap { days(ofMonth: $0, of: year, otherwiseOn: start.day) }
  }

  private func days(ofMonth month: Int64, of year: Int64, otherwiseOn day: Int64) -> [Int64] {
    let range = CivilDate.days(year, month)..<CivilDate.days(year, month + 1)
    if !weekdays.isEmpty, monthDays.isEmpty { return weekdays(in: range) }
    let dates = (monthDays.isEmpty ? [day] : monthDays)
      .map { $0 > 0 ? range.lowerBound + $0 - 1 : range.upperBound + $0 }
      .filter(range.contains)
    let wanted = weekdays.isEmpty ? nil : Set(weekdays(in: range))
    return Set(dates).filter { wanted?.contains($0) ?? true }.sorted()
  }

  private func weekdays(in range: Range<Int64>) -> [Int64] {
    let days = weekdays.flatMap { weekday -> [Int64] in
      let first = range.lowerBound + (weekday.number - CivilDate.weekday(range.lowerBound) + 7) % 7
      let all = Array(stride(from: first, to: range.upperBound, by: 7))
      guard let ordinal = weekday.ordinal else { return all }
      let index = ordinal > 0 ? Int(ordinal) - 1 : all.count + Int(ordinal)
      return all.indices.contains(index) ? [all[index]] : []
    }
    return Set(days).sorted()
  }

  /// Returns the day of UNTIL by the clocks of a zone; `nil` for no end.
  func lastDay(in zone: ZoneRules?) -> CivilDate? {
    guard let until, let time = CalendarTime.local(until) else { return nil }
    return CivilDate(dayOf: until.hasSuffix("Z") ? zone?.local(at: time) ?? time : time)
  }

  /// Returns a text for people: `weekly on SU, SA until 2026-07-31`, `every 3 months on day 15, 10
  /// times`.
  func words(until lastDay: CivilDate?) -> String {
    let name = frequency.rawValue
    let unit = frequency == .daily ? "day" : String(name.dropLast(2))
    var words = interval == 1 ? name : "every \(interval) \(unit)s"
    let days = weekdays.map { weekday in
      (weekday.ordinal.map { "\($0)" } ?? "") + Self.weekdayNames[Int(weekday.number)]
    }
    for (name, values, end) in [
      (" on ", days, ""), (" on day ", monthDays.map(\.description), ""),
      (" in month ", months.map(\.description), ""),
      (", number ", positions.map(\.description), " of them"),
    ] where !values.isEmpty { words += name + values.joined(separator: ", ") + end }
    if let lastDay { words += " until \(lastDay.text)" }
    if let count { words += ", \(counted(Int(clamping: count), "time"))" }
    return words
  }
}
