import GeofenceBytes

extension RecurrenceRule {
  /// A text for people: `weekly on SU, SA until 2026-07-31`, `every 3 months on day 15, 10 times`.
  var words: String {
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
    if let until = until.flatMap(CalendarTime.local) {
      words += " until \(CivilDate(dayOf: until).text)"
    }
    if let count { words += ", \(counted(Int(clamping: count), "time"))" }
    return words
  }
}
