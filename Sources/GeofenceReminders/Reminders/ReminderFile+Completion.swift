import GeofenceBytes

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
    let row = try row(prefix, wholeSeries: wholeSeries)
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
    let done = [row.entry, row.series].compactMap(\.self)
      .filter { entries[$0].own.status != .incomplete }
    try requireSoundness(of: done)
    try change(done, stampedAt: now) { $0.reopen() }
  }

  /// Returns true if a reminder has the same alarms at another date after one more completion.
  ///
  /// - Parameter count: The number of completions before.
  func repeats(_ identifier: String, after count: Int) throws(InputError) -> Bool {
    let row = try row(identifier)
    let series = entries[row.series ?? row.entry]
    guard row.reminder.status == .incomplete, !series.task.isInstance, series.own.repeats else {
      return false
    }
    let instances = entries(of: series.own.uid).map { entries[$0] }.filter(\.task.isInstance)
    do throws(Diagnosis) {
      let dates = try upcoming(count + 2, of: series, instances).dropFirst(count).map(\.time)
      guard dates.count > 1 else { return false }
      var changed = OccurrenceTable<Bool>()
      for date in instances.compactMap(\.own.occurrence) { changed.insert(true, at: date) }
      guard changed[dates[0]] == nil else {
        throw Diagnosis("a changed occurrence of it is due, and its next date has other alarms")
      }
      return changed[dates[1]] == nil
    } catch {
      throw refusal(
        error.problem, help: "complete it in the file before: 'geofence reminders complete'")
    }
  }

  package static func newUID() -> String { UUID().uuidString }

  /// Completes the date that a row shows; `nil` if it is the last, and nothing has to move.
  private mutating func moveOn(
    _ row: Row, _ series: Entry, _ now: Timestamp, _ keepsCopy: Bool, _ newUID: () -> String
  ) throws(InputError) -> Completion? {
    let instances = entries(of: series.own.uid).map { entries[$0] }.filter(\.task.isInstance)
    let dates = try placed { () throws(Diagnosis) in try upcoming(2, of: series, instances) }
    guard series.own.base != nil, !dates.isEmpty, dates.count > 1 || row.series == nil else {
      return nil
    }
    var moved = series.own
    var done = moved.complete(at: now, dates: dates, series.zones)
    if series.task.filled("DUE") == nil {
      // It goes on following the start by its duration.
      moved.due = series.own.due
      done?.due = series.own.due
    }
    var (file, task) = (root, series.task)
    let shown = entries[row.entry]
    task.write(moved, over: series.own)
    guard var done else {
      task.stamp(now)
      file[series.place] = task
      try replace(by: file)
      return .completed
    }
    task.reopen()
    task.stamp(now)
    file[series.place] = task
    if row.series != nil {
      file[shown.place] = nil
      done = row.reminder
      (done.recurrence, done.created) = (nil, now)
      done.finish(at: now)
    }
    done.uid = newUID()
    var copy = shown.task
    for name in ["RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID"] { copy.remove(name) }
    copy.write(done, over: shown.own)
    copy.stamp(now)
    copy.rename(newUID)
    if keepsCopy {
      let isBeside = shown.place.calendar == series.place.calendar
      file.insert(copy, after: (isBeside ? series : shown).place)
    }
    try replace(by: file)
    let due = rows.first { $0.reminder.identifier == series.own.uid }?.reminder.due
    let parts = shown.calendar.components("VTIMEZONE") + [copy]
    let alone = CalendarComponent.calendar(parts.map { .component($0) })
    return .movedOn(
      to: due ?? dates[1].time,
      copy: Copy(uid: done.uid, file: alone.bytes(shown.task.lineEnd ?? Self.lineEnd)))
  }
}

extension CalendarComponent {
  /// Gives the alarms of a copied VTODO UIDs of their own.
  fileprivate mutating func rename(_ newUID: () -> String) {
    for index in items.indices {
      guard case .component(var inner) = items[index] else { continue }
      // Apple writes the same UID of an alarm into two properties.
      let uid = newUID()
      for name in ["UID", "X-WR-ALARMUID"] where inner[name] != nil {
        inner.set(ContentLine(name, text: uid))
      }
      inner.rename(newUID)
      items[index] = .component(inner)
    }
  }
}
