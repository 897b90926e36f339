import GeofenceBytes

extension RecurrenceRule {
  /// A text for people: `weekly on SU, SA until 2026-07-31`, `every 3 months on day 15, 10 times`.
  var words: String {
    var words: String
    if interval == 1 {
      words = frequency.rawValue.lowercased()
    } else {
      let unit =
        switch frequency {
        case .secondly: "seconds"
        case .minutely: "minutes"
        case .hourly: "hours"
        case .daily: "days"
        case .weekly: "weeks"
        case .monthly: "months"
        case .yearly: "years"
        }
      words = "every \(interval) \(unit)"
    }
    if !weekdays.isEmpty {
      let names = weekdays.map { weekday in
        (weekday.ordinal.map { "\($0)" } ?? "") + Self.weekdayNames[Int(weekday.number)]
      }
      words += " on \(names.joined(separator: ", "))"
    }
    if !monthDays.isEmpty {
      words += " on day \(monthDays.map { "\($0)" }.joined(separator: ", "))"
    }
    if !months.isEmpty {
      words += " in month \(months.map { "\($0)" }.joined(separator: ", "))"
    }
    if !positions.isEmpty {
      words += ", number \(positions.map { "\($0)" }.joined(separator: ", ")) of them"
    }
    if let until = until.flatMap(CalendarTime.local) {
      words += " until \(CivilDate(dayOf: until).text)"
    }
    if let count { words += ", \(counted(Int(clamping: count), "time"))" }
    return words
  }
}
