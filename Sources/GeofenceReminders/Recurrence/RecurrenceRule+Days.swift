import GeofenceBytes
import GeofenceCore

extension RecurrenceRule {
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
}
