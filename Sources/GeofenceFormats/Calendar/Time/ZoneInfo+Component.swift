import GeofenceCore

extension ZoneInfo {
  /// Years for which changes are listed one by one where no rule of iCalendar says them.
  private static let listedYears: Int64 = 30

  /// The zone as a calendar defines it (VTIMEZONE): its clocks from a moment on, and as long before
  /// as the same rule was in force.
  ///
  /// - Parameter name: what the calendar calls it.
  func component(named name: String, from time: Timestamp) -> CalendarComponent {
    let changes = changes(from: time.milliseconds / 1000)
    var observances: [CalendarComponent] = []
    var listed = changes.all
    if let rule {
      for (day, after) in [(rule.start, rule.daylight), (rule.end, rule.standard)] {
        guard let recurrence = day?.recurrence,
          let first = changes.all[changes.regular...].first(where: { $0.after == after })
        else { continue }
        observances.append(Self.observance([first], recurrence))
        listed.removeAll { $0.time >= first.time && $0.after == after }
      }
    }
    for change in listed where listed.first(where: change.isLike) == change {
      observances.append(Self.observance(listed.filter(change.isLike)))
    }
    if observances.isEmpty {
      let start = Change(time: -first.offset, before: first, after: first)
      observances.append(Self.observance([start]))
    }
    return CalendarComponent(
      "VTIMEZONE",
      [.line(ContentLine("TZID", text: name))]
        + observances.sorted { $0.startValue < $1.startValue }.map { .component($0) })
  }

  /// The changes that a calendar needs from `seconds` on, by the rule for some years, and from which
  /// of them on all are as the rule has them.
  private func changes(from seconds: Int64) -> (all: [Change], regular: Int) {
    var all = changes
    var regular = all.count
    if let rule {
      let year = CivilDate(days: max(seconds, all.last?.time ?? seconds) / 86_400).year
      all += (year - 1...year + Self.listedYears).flatMap(rule.changes)
        .filter { $0.time > changes.last?.time ?? .min }
      regular =
        all.lastIndex { !rule.changes(in: Self.year(of: $0)).contains($0) }.map { $0 + 1 } ?? 0
    }
    let inForce = max(0, all.partitioningIndex { $0.time > seconds } - 1)
    let start = min(inForce, regular)
    return (Array(all[start...]), regular - start)
  }

  private static func year(of change: Change) -> Int64 {
    CivilDate(days: (change.time + change.before.offset) / 86_400).year
  }

  /// - Parameter changes: to the same period from the same, in order of time.
  private static func observance(_ changes: [Change], _ rule: String? = nil) -> CalendarComponent {
    let starts = changes.map { change in
      let local = Timestamp(milliseconds: 1000 * (change.time + change.before.offset))
      return CalendarTime(local, .floating).value
    }
    let (before, after) = (changes[0].before, changes[0].after)
    var lines = [
      ContentLine("DTSTART", value: starts[0]),
      ContentLine("TZOFFSETFROM", value: text(ofOffset: before.offset)),
      ContentLine("TZOFFSETTO", value: text(ofOffset: after.offset)),
      ContentLine("TZNAME", text: after.abbreviation),
    ]
    if let rule { lines.append(ContentLine("RRULE", value: rule)) }
    if starts.count > 1 {
      lines.append(ContentLine("RDATE", value: starts.dropFirst().joined(separator: ",")))
    }
    return CalendarComponent(
      after.isDaylight ? "DAYLIGHT" : "STANDARD", lines.map { .line($0) })
  }

  /// `+0130`, with seconds only where there are some.
  private static func text(ofOffset offset: Int64) -> String {
    let size = Int64(offset.magnitude)
    let parts = [size / 3600, size / 60 % 60] + (size % 60 == 0 ? [] : [size % 60])
    return (offset < 0 ? "-" : "+") + parts.map { $0.padded(to: 2) }.joined()
  }
}

extension ZoneInfo.Change {
  /// Whether it is the same change at another time.
  fileprivate func isLike(_ other: ZoneInfo.Change) -> Bool {
    before == other.before && after == other.after
  }
}

extension CalendarComponent {
  fileprivate var startValue: String { self["DTSTART"]?.value ?? "" }
}

extension PosixZone.Day {
  /// The rule of iCalendar for it; `nil` where there is none.
  ///
  /// An hour beyond its day is one of another day: the 50th of Thursday is in Saturday.
  fileprivate var recurrence: String? {
    guard case .weekday(let month, let week, let day) = date else { return nil }
    let shift = time >= 0 ? time / 86_400 : -1
    let name = RecurrenceRule.weekdayNames[Int((day + 6 + shift + 7) % 7)]
    let head = "FREQ=YEARLY;BYMONTH=\(month)"
    guard shift != 0 else { return "\(head);BYDAY=\(week == 5 ? -1 : week)\(name)" }
    // February has no fixed end.
    let length = CivilDate.days(2001, month + 1) - CivilDate.days(2001, month)
    let last = (week == 5 ? length : 7 * week) + shift
    guard month != 2, 7...length ~= last else { return nil }
    let days = (last - 6...last).map { "\($0)" }.joined(separator: ",")
    return "\(head);BYMONTHDAY=\(days);BYDAY=\(name)"
  }
}
