/// The rule at the end of a zone's file, such as `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX, RFC 8536).
package struct PosixZone: Hashable, Sendable {
  package struct Day: Hashable {
    package enum Date: Hashable {
      /// A day of the week, from 0 for Sunday, in a week of a month; the fifth week is the last.
      case weekday(month: Int64, week: Int64, day: Int64)
      case julian(Int64)
      case ofYear(Int64)
    }

    package let date: Date
    package let time: Int64

    /// Returns the day's time in a year, in seconds of local time since 1970-01-01.
    package func local(in year: Int64) -> Int64 { (days(in: year) * 86_400) + time }

    private func days(in year: Int64) -> Int64 {
      switch date {
      case .ofYear(let day): return CivilDate.days(year, 1) + day
      case .julian(let day):
        let isLeap = CivilDate.days(year + 1, 1) - CivilDate.days(year, 1) == 366
        return CivilDate.days(year, 1) + day - (isLeap && day >= 60 ? 0 : 1)
      case .weekday(let month, let week, let day):
        let range = CivilDate.days(year, month)..<CivilDate.days(year, month + 1)
        // The day counts from Sunday here, and from Monday in dates.
        let first = range.lowerBound + ((day + 6) % 7 - CivilDate.weekday(range.lowerBound) + 7) % 7
        let wanted = first + 7 * (week - 1)
        return wanted < range.upperBound ? wanted : wanted - 7
      }
    }
  }

  package let standard: ZoneInfo.Period
  package let daylight: ZoneInfo.Period?
  package let start: Day?
  package let end: Day?

  package init?(_ text: String) {
    var rest = text.utf8[...]
    guard let name = Self.name(&rest), let west = Self.time(&rest) else { return nil }
    standard = ZoneInfo.Period(offset: -west, abbreviation: name, isDaylight: false)
    guard !rest.isEmpty else {
      (daylight, start, end) = (nil, nil, nil)
      return
    }
    guard let name = Self.name(&rest) else { return nil }
    let offset = rest.first == ASCII.comma ? standard.offset + 3600 : Self.time(&rest).map { -$0 }
    guard let offset, let start = Self.day(&rest), let end = Self.day(&rest), rest.isEmpty else {
      return nil
    }
    daylight = ZoneInfo.Period(offset: offset, abbreviation: name, isDaylight: true)
    (self.start, self.end) = (start, end)
  }

  package func changes(in year: Int64) -> [ZoneInfo.Change] {
    guard let daylight, let start, let end else { return [] }
    let changes = [
      ZoneInfo.Change(
        time: start.local(in: year) - standard.offset, before: standard, after: daylight),
      ZoneInfo.Change(
        time: end.local(in: year) - daylight.offset, before: daylight, after: standard),
    ]
    return changes.sorted { $0.time < $1.time }
  }

  // MARK: - Reading

  /// Reads the name of a zone: letters, or any text in angle brackets.
  private static func name(_ rest: inout Substring.UTF8View) -> String? {
    let isQuoted = rest.first == UInt8(ascii: "<")
    if isQuoted { rest.removeFirst() }
    let name = rest.prefix { byte in
      isQuoted ? byte != UInt8(ascii: ">") : ASCII.isLetter(byte)
    }
    rest = rest.dropFirst(name.count)
    if isQuoted, rest.popFirst() != UInt8(ascii: ">") { return nil }
    return name.isEmpty ? nil : String(name)
  }

  private static func time(_ rest: inout Substring.UTF8View) -> Int64? {
    let isNegative = rest.first == ASCII.minus
    if isNegative || rest.first == ASCII.plus { rest.removeFirst() }
    guard var seconds = number(&rest).map({ $0 * 3600 }) else { return nil }
    for unit: Int64 in [60, 1] where rest.first == ASCII.colon {
      rest.removeFirst()
      guard let value = number(&rest) else { return nil }
      seconds += value * unit
    }
    return isNegative ? -seconds : seconds
  }

  private static func number(_ rest: inout Substring.UTF8View) -> Int64? {
    let digits = rest.prefix(while: ASCII.isDigit)
    rest = rest.dropFirst(digits.count)
    return digits.count <= 4 ? String(digits).flatMap { Int64($0) } : nil
  }

  private static func day(_ rest: inout Substring.UTF8View) -> Day? {
    guard rest.popFirst() == ASCII.comma else { return nil }
    let date: Day.Date
    switch rest.first {
    case UInt8(ascii: "M"):
      rest.removeFirst()
      guard let month = number(&rest), 1...12 ~= month, rest.popFirst() == ASCII.point,
        let week = number(&rest), 1...5 ~= week, rest.popFirst() == ASCII.point,
        let day = number(&rest), 0...6 ~= day
      else { return nil }
      date = .weekday(month: month, week: week, day: day)
    case UInt8(ascii: "J"):
      rest.removeFirst()
      guard let day = number(&rest) else { return nil }
      date = .julian(day)
    default:
      guard let day = number(&rest) else { return nil }
      date = .ofYear(day)
    }
    guard rest.first == UInt8(ascii: "/") else { return Day(date: date, time: 7200) }
    rest.removeFirst()
    return time(&rest).map { Day(date: date, time: $0) }
  }
}
