import GeofenceBytes

extension ZoneInfo {
  /// The number of years for which changes are listed if no rule of iCalendar describes them.
  private static let listedYears: Int64 = 30

  /// Returns the definition of the zone for a calendar (VTIMEZONE), from a moment on. It covers the
  /// time before it, too, for as long as the same rule was in force.
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

  /// Returns the changes that a calendar needs from a time on, with those of the rule for some
  /// years. All changes from the index `regular` on are as the rule has them.
  ///
  /// - Parameter seconds: the time, in seconds since 1970-01-01T00:00:00Z.
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
    return CalendarComponent(after.isDaylight ? "DAYLIGHT" : "STANDARD", lines.map { .line($0) })
  }

  /// Returns an offset in seconds as `+0130`, with seconds only if it has some.
  private static func text(ofOffset offset: Int64) -> String {
    let size = Int64(offset.magnitude)
    let parts = [size / 3600, size / 60 % 60] + (size % 60 == 0 ? [] : [size % 60])
    return (offset < 0 ? "-" : "+") + parts.map { $0.padded(to: 2) }.joined()
  }
}

extension ZoneInfo.Change {
  fileprivate func isLike(_ other: ZoneInfo.Change) -> Bool {
    before == other.before && after == other.after
  }
}

extension CalendarComponent {
  fileprivate var startValue: String { self["DTSTART"]?.value ?? "" }
}

extension PosixZone.Day {
  /// The same rule in iCalendar's form; `nil` if there is none. An hour outside of its day belongs
  /// to another day: hour 50 of Thursday is on Saturday.
  fileprivate var recurrence: String? {
    guard case .weekday(let month, let week, let day) = date else { return nil }
    let shift = time >= 0 ? time / 86_400 : -1
    let name = RecurrenceRule.weekdayNames[Int((day + 6 + shift + 7) % 7)]
    let head = "FREQ=YEARLY;BYMONTH=\(month)"
    guard shift != 0 else { return "\(head);BYDAY=\(week == 5 ? -1 : week)\(name)" }
    // February has no fixed length.
    let length = CivilDate.days(2001, month + 1) - CivilDate.days(2001, month)
    let last = (week == 5 ? length : 7 * week) + shift
    guard month != 2, 7...length ~= last else { return nil }
    let days = (last - 6...last).map { "\($0)" }.joined(separator: ",")
    return "\(head);BYMONTHDAY=\(days);BYDAY=\(name)"
  }
}
