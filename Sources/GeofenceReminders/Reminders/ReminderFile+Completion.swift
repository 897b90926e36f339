import GeofenceBytes
import GeofenceCore

#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

extension ReminderFile {
  package enum Completion: Sendable {
    case unchanged
    case completed
    /// The reminder repeats and has its next date; the completed occurrence is now a reminder of
    /// its own.
    case movedOn(to: CalendarTime, copy: Copy)
  }

  package struct Copy: Sendable {
    package let uid: String
    /// The bytes of a calendar with the copy alone, and the time zones that it needs.
    package let file: [UInt8]
  }

  /// Completes a reminder; one that repeats moves to its next date and leaves a completed copy.
  ///
  /// The copy has the dates of the reminder, a UID of its own, and no rule, as Apple's Reminders
  /// does it [O]. If a changed occurrence replaces the date, it is the one that is copied.
  ///
  /// - Parameters:
  ///   - now: The time of the completion.
  ///   - wholeSeries: True to end a repeating reminder, with all its changed occurrences.
  ///   - keepsCopy: True to add the copy to this file; otherwise the caller has to write it.
  ///   - newUID: Returns new UIDs, for the copy and its alarms.
  @discardableResult
  package mutating func complete(
    _ prefix: String, at now: Timestamp, wholeSeries: Bool = false, keepsCopy: Bool = true,
    newUID: () -> String = ReminderFile.newUID
  ) throws(InputError) -> Completion {
    let row = try row(prefix)
    var numbers = [row.entry, row.series].compactMap(\.self)
    try requireSoundness(of: numbers)
    if row.reminder.status == .completed { return .unchanged }
    let series = row.series ?? row.entry
    if wholeSeries, !entries[series].task.isInstance {
      let others = entries(of: row.reminder.uid)
      numbers += others.filter {
        entries[$0].own.status == .incomplete && !numbers.contains($0)
      }
      try requireSoundness(of: numbers)
    } else if entries[series].task.isInstance {
      if !wholeSeries { try requireOneDate(entries[series]) }
    } else if entries[series].own.repeats {
      if let moved = try moveOn(row, now, keepsCopy, newUID) { return moved }
    }
    try change(numbers, stampedAt: now) { (edit, entry) in edit.complete(entry.task, now) }
    return .completed
  }

  package static func newUID() -> String { UUID().uuidString }

  private mutating func moveOn(
    _ row: Row, _ now: Timestamp, _ keepsCopy: Bool, _ newUID: () -> String
  ) throws(InputError) -> Completion? {
    let series = entries[row.series ?? row.entry]
    let task = series.task
    let instances = entries(of: series.own.uid).filter { entries[$0].task.isInstance }
    let upcoming: [Series.Occurrence]
    do {
      upcoming = try Row.upcoming(2, of: series, instances.map { entries[$0] })
    } catch {
      throw InputError(error, source: source)
    }
    guard let base = series.own.start ?? series.own.due, let current = upcoming.first else {
      return nil
    }
    var zones = series.zones
    var edit = CalendarEdit(of: bytes)
    guard upcoming.count > 1 else {
      guard current.steps > 0, row.series == nil else { return nil }
      edit.shift(task, from: base, to: current, &zones)
      edit.complete(task, now)
      edit.stamp(task, now)
      try replace(by: edit)
      return .completed
    }
    let next = upcoming[1]
    let shown = entries[row.entry]
    let copy = try copy(of: row, from: base, to: current, now, newUID)
    if row.series != nil { edit.remove(shown.task) }
    edit.shift(task, from: base, to: next, &zones)
    edit.reopen(task)
    edit.stamp(task, now)
    if keepsCopy {
      let isBeside = shown.calendar.range == series.calendar.range
      edit.insert(copy.task, at: (isBeside ? task : shown.task).range.upperBound)
    }
    try replace(by: edit)
    let due = rows.first { $0.reminder.identifier == series.own.uid }?.reminder.due
    return .movedOn(to: due ?? next.time, copy: Copy(uid: copy.uid, file: copy.file))
  }

  /// Returns a copy of a row's reminder as a VTODO that is completed and does not repeat.
  private func copy(
    of row: Row, from base: CalendarTime, to current: Series.Occurrence, _ now: Timestamp,
    _ newUID: () -> String
  ) throws(InputError) -> (uid: String, task: [UInt8], file: [UInt8]) {
    let entry = entries[row.entry]
    let lineEnd = CalendarEdit(of: bytes).lineEnd(of: entry.task)
    let definitions = entry.calendar.components("VTIMEZONE").flatMap { bytes[$0.range] }
    let begin = CalendarComponent.calendar([]).bytes(lineEnd)
    let end = ContentLine("END", value: "VCALENDAR").folded(lineEnd)
    let head = begin.dropLast(end.count) + definitions
    // The copy is parsed as a file of its own, so that its lines can be edited.
    let alone = Array(head + bytes[entry.task.range] + end)
    guard
      let original = try CalendarParser.read(alone, source: source).calendars.first?
        .components("VTODO").first
    else { preconditionFailure("what was read once is read again") }
    let uid = newUID()
    var edit = CalendarEdit(of: alone)
    edit.set(ContentLine("UID", text: uid), in: original)
    for name in ["RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID"] {
      edit.remove(name, from: original)
    }
    var zones = entry.zones
    if row.series == nil {
      if current.steps > 0 { edit.shift(original, from: base, to: current, &zones, counts: false) }
    } else {
      if entry.own.title.isEmpty { edit.set("SUMMARY", row.reminder.title, in: original) }
      if entry.own.start == nil, entry.own.due == nil {
        if let start = row.reminder.start { edit.set(start.line("DTSTART"), in: original) }
        if let due = row.reminder.due { edit.set(due.line("DUE"), in: original) }
      }
    }
    edit.set(ContentLine("CREATED", value: CalendarTime.utcValue(now)), in: original)
    edit.complete(original, now)
    edit.stamp(original, now)
    edit.rename(original, newUID)
    let file = edit.result
    return (uid, Array(file[head.count..<(file.count - end.count)]), file)
  }
}

extension CalendarEdit {
  fileprivate mutating func rename(_ component: CalendarComponent, _ newUID: () -> String) {
    for inner in component.components {
      // Apple writes the same UID of an alarm into two properties.
      let uid = newUID()
      for name in ["UID", "X-WR-ALARMUID"] where inner[name] != nil {
        set(ContentLine(name, text: uid), in: inner)
      }
      rename(inner, newUID)
    }
  }

  /// Moves a repeating VTODO from its own date to another of its occurrences. `counts`: true to
  /// reduce the rule's COUNT by the occurrences before it.
  fileprivate mutating func shift(
    _ task: CalendarComponent, from base: CalendarTime, to next: Series.Occurrence,
    _ zones: inout CalendarZones, counts: Bool = true
  ) {
    // The shift is in local time: a reminder at nine stays at nine after the clocks have changed.
    let shift = next.time.local - base.local
    for name in ["DTSTART", "DUE"] {
      guard let line = task.filled(name), let time = try? zones.time(line) else { continue }
      set(line.with(value: CalendarTime(time.local + shift, time.kind).value), in: task)
    }
    if counts, let line = task["RRULE"], let count = RecurrenceRule(line.value)?.count {
      set(line.with(value: line.value.replacingCount(with: count - next.steps)), in: task)
    }
    for alarm in task.components("VALARM") where !alarm.isAboutPlace {
      delay(alarm, by: next.time.instant - base.instant)
    }
  }

  fileprivate mutating func reopen(_ task: CalendarComponent) {
    if let status = task["STATUS"], status.value.trimmed.uppercased() != "NEEDS-ACTION" {
      set(ContentLine("STATUS", value: "NEEDS-ACTION"), in: task)
    }
    remove("COMPLETED", from: task)
    remove("PERCENT-COMPLETE", from: task)
  }

  /// Delays an alarm with a fixed time by an interval, as Apple does [O].
  private mutating func delay(_ alarm: CalendarComponent, by interval: Interval) {
    guard let line = alarm["TRIGGER"], let moment = CalendarTime.local(line.value.trimmed) else {
      return
    }
    let kind = line.value.trimmed.uppercased().hasSuffix("Z") ? CalendarTime.Kind.utc : .floating
    set(line.with(value: CalendarTime(moment + interval, kind).value), in: alarm)
  }
}

extension CalendarComponent {
  fileprivate var isAboutPlace: Bool {
    self["PROXIMITY"] != nil || self["X-APPLE-PROXIMITY"] != nil
  }
}

extension String {
  fileprivate func replacingCount(with count: Int64) -> String {
    split(separator: ";", omittingEmptySubsequences: false).map { part in
      let name = part.prefix { $0 != "=" }
      return String(name).trimmed.uppercased() == "COUNT" ? "\(name)=\(count)" : String(part)
    }.joined(separator: ";")
  }
}
