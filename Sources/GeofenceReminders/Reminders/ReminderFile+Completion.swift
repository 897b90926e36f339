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
    let series = entries[row.series ?? row.entry]
    if wholeSeries, !series.task.isInstance {
      numbers += entries(of: row.reminder.uid).filter {
        entries[$0].own.status == .incomplete && !numbers.contains($0)
      }
      try requireSoundness(of: numbers)
    } else if series.task.isInstance {
      if !wholeSeries { try requireOneDate(series) }
    } else if series.own.repeats, let moved = try moveOn(row, series, now, keepsCopy, newUID) {
      return moved
    }
    try change(numbers, stampedAt: now) { $0.finish(at: now) }
    return .completed
  }

  package mutating func uncomplete(_ prefix: String, at now: Timestamp) throws(InputError) {
    let row = try row(prefix)
    guard row.reminder.status == .completed else { return }
    let done = [row.entry, row.series].compactMap(\.self)
      .filter { entries[$0].own.status == .completed }
    try requireSoundness(of: done)
    try change(done, stampedAt: now) { $0.reopen() }
  }

  package static func newUID() -> String { UUID().uuidString }

  /// Completes the date that a row shows; `nil` if it is the last, and nothing has to move.
  private mutating func moveOn(
    _ row: Row, _ series: Entry, _ now: Timestamp, _ keepsCopy: Bool, _ newUID: () -> String
  ) throws(InputError) -> Completion? {
    let instances = entries(of: series.own.uid).map { entries[$0] }.filter(\.task.isInstance)
    let dates: [Series.Occurrence]
    do {
      dates = try Row.upcoming(2, of: series, instances)
    } catch {
      throw InputError(error, source: source)
    }
    guard series.own.base != nil, !dates.isEmpty, dates.count > 1 || row.series == nil else {
      return nil
    }
    var (moved, zones) = (series.own, series.zones)
    var done = moved.complete(at: now, dates: dates, &zones)
    if series.task.filled("DUE") == nil {
      // It goes on following the start by its duration.
      moved.due = series.own.due
      done?.due = series.own.due
    }
    var edit = CalendarEdit(of: bytes)
    edit.write(moved, over: series.own, to: series.task)
    edit.stamp(series.task, now)
    guard var done else {
      try replace(by: edit)
      return .completed
    }
    edit.reopen(series.task)
    let shown = entries[row.entry]
    if row.series != nil {
      done = row.reminder
      (done.recurrence, done.created) = (nil, now)
      done.finish(at: now)
      edit.remove(shown.task)
    }
    done.uid = newUID()
    let copy = try alone(Array(bytes[shown.task.range]), in: shown.calendar, like: shown.task) {
      for name in ["RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID"] {
        $0.remove(name, from: $1)
      }
      $0.write(done, over: shown.own, to: $1)
      $0.stamp($1, now)
      $0.rename($1, newUID)
    }
    if keepsCopy {
      let isBeside = shown.calendar.range == series.calendar.range
      edit.insert(copy.task, at: (isBeside ? series : shown).task.range.upperBound)
    }
    try replace(by: edit)
    let due = rows.first { $0.reminder.identifier == series.own.uid }?.reminder.due
    return .movedOn(
      to: due ?? dates[1].time, copy: Copy(uid: done.uid, file: copy.file))
  }

  /// Returns the bytes of a VTODO after `change`, alone and in a file of its own.
  ///
  /// - Parameters:
  ///   - calendar: The calendar whose time zones it needs.
  ///   - model: A component with its line end.
  func alone(
    _ task: [UInt8], in calendar: CalendarComponent, like model: CalendarComponent,
    _ change: (inout CalendarEdit, CalendarComponent) -> Void
  ) throws(InputError) -> (task: [UInt8], file: [UInt8]) {
    let lineEnd = CalendarEdit(of: bytes).lineEnd(of: model)
    let end = ContentLine("END", value: "VCALENDAR").folded(lineEnd)
    let head =
      CalendarComponent.calendar([]).bytes(lineEnd).dropLast(end.count)
      + calendar.components("VTIMEZONE").flatMap { bytes[$0.range] }
    let file = Array(head) + task + end
    let read = try CalendarParser.read(file, source: source).calendars.first
    guard let original = read?.components("VTODO").first else {
      preconditionFailure("what was read once is read again")
    }
    var edit = CalendarEdit(of: file)
    change(&edit, original)
    let result = edit.result
    return (Array(result[head.count..<(result.count - end.count)]), result)
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
}
