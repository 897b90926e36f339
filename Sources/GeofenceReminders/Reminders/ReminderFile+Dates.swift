import GeofenceBytes
import GeofenceCore

extension ReminderFile {
  /// Writes the start and the due date of `draft` so that they agree (RFC 5545 §3.8.2.3).
  ///
  /// Both are days or both are times, the start is not after the end, and there is no DURATION
  /// beside DUE. A start that was the same as the due date moves along, as Apple writes it. Any
  /// other start takes the kind of the due date if that is different.
  func writeDates(
    of draft: Draft, over old: Draft, to entry: Entry, _ edit: inout CalendarEdit
  ) throws(InputError) {
    let task = entry.task
    var zones = entry.zones
    let due = try draft.due == old.due ? old.due : placed(draft.due, in: draft.zone, &zones)
    var start =
      try draft.start == old.start ? old.start : placed(draft.start, in: draft.zone, &zones)
    let repeats = entry.own.repeats && !task.isInstance
    if due != old.due, start == old.start, let former = old.start {
      if former == old.due, task.filled("DUE") != nil {
        start = due ?? (repeats ? former : nil)
      } else if let due {
        start = former.following(due, &zones)
      }
    }
    guard due != old.due || start != old.start else { return }
    // Without DUE, the due date follows the start by DURATION, and cannot be before it.
    let hasOwnDue = due != old.due || task.filled("DUE") != nil
    if hasOwnDue { try check(start, due) }
    if repeats { try check(start ?? due, against: old.start ?? old.due, of: task) }

    if due != old.due {
      edit.remove("DURATION", from: task)
      edit.set("DUE", to: due?.line("DUE"), in: task)
    }
    if start != old.start { edit.set("DTSTART", to: start?.line("DTSTART"), in: task) }
    define([start, due].compactMap(\.self), in: entry.calendar, zones, &edit)
  }

  private func placed(_ time: CalendarTime?, in zone: String?, _ zones: inout CalendarZones)
    throws(InputError) -> CalendarTime?
  {
    guard let time, let zone else { return time }
    guard let rules = zones.rules(named: zone) else {
      throw refusal(
        "unknown time zone \(zone.quotedExcerpt())",
        help: "call it as the system does, such as Europe/Ljubljana")
    }
    // A time in UTC is written without a zone.
    if ["UTC", "Etc/UTC"].contains(zone) { return CalendarTime(time.local, .utc) }
    let local = time.kind == .utc ? rules.local(at: time.instant) : time.local
    return CalendarTime(local, .zoned(zone), in: rules)
  }

  private func check(_ start: CalendarTime?, _ due: CalendarTime?) throws(InputError) {
    guard let start, let due else { return }
    guard start.isDay == due.isDay else {
      throw refusal(
        "it would start \(start.text) and be due \(due.text)", help: "give two days, or two times")
    }
    guard (start.kind == .floating) == (due.kind == .floating) else {
      throw refusal(
        "it would start \(start.text) and be due \(due.text)",
        help: "give both in a time zone (--timezone), or neither")
    }
    guard start.instant <= due.instant else {
      throw refusal(
        "it would be due \(due.text), before its start \(start.text)",
        help: "give another start, too (--start), or none")
    }
  }

  private func check(
    _ base: CalendarTime?, against old: CalendarTime?, of task: CalendarComponent
  ) throws(InputError) {
    guard let base else {
      throw refusal(
        "it repeats, and would have no date to count from", help: "give it a due date or a start")
    }
    guard let old, base != old else { return }
    guard base.isDay == old.isDay else {
      throw refusal(
        "it repeats from \(old.text), and would from \(base.text)",
        help: old.isDay ? "give a day" : "give a time, too")
    }
    guard !entries(of: task.text("UID") ?? "").contains(where: { entries[$0].task.isInstance })
    else {
      throw refusal(
        "some of its repetitions were changed, and would be of no date",
        help: "change its date in the program that changed them")
    }
  }

  /// Adds the system's definition of the zones of `times` to a calendar that does not define them.
  private func define(
    _ times: [CalendarTime], in calendar: CalendarComponent, _ zones: CalendarZones,
    _ edit: inout CalendarEdit
  ) {
    for name in Set(times.compactMap(\.zone)).sorted()
    where !zones.defines(name) && edit.noteZone(name, of: calendar) {
      // The definition begins before every date in the file that depends on it.
      let others = reminders.flatMap { [$0.start, $0.due].compactMap(\.self) }
      let first = (times + others).filter { $0.zone == name }.map(\.instant).min()
      guard let first, let zone = ZoneInfo(named: name) else { continue }
      edit.add(
        zone.component(named: name, from: first), to: calendar,
        before: calendar.components.first { $0.name != "VTIMEZONE" })
    }
  }
}

extension CalendarTime {
  /// Returns this start in the kind that a due date requires, if its own kind does not fit.
  fileprivate func following(_ due: CalendarTime, _ zones: inout CalendarZones) -> CalendarTime {
    if due.isDay { return CalendarTime(date.start, .day) }
    guard isDay || (kind == .floating) != (due.kind == .floating) else { return self }
    return CalendarTime(local, due.kind, in: zones.rules(of: due.kind))
  }
}
