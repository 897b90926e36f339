public import GeofenceCore

#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

extension ReminderFile {
  /// What has become of a reminder that was completed.
  public enum Completion: Sendable {
    /// It was complete already.
    case unchanged
    case completed
    /// It repeats, and is due again; what is done is a reminder of its own.
    case movedOn(to: CalendarTime, copy: Copy)
  }

  /// A completed occurrence of a repeating reminder.
  public struct Copy: Sendable {
    public let uid: String
    /// A calendar with it alone, and the time zones that it needs.
    let file: [UInt8]
  }

  /// Completes a reminder. One that repeats moves to its next date, and a completed copy of it
  /// stays, as Apple's Reminders do it [O]: with the dates it had, a UID of its own, and no rule.
  ///
  /// - Parameters:
  ///   - now: when it was done.
  ///   - wholeSeries: whether a repeating reminder ends.
  ///   - keepsCopy: whether the copy goes into this file; otherwise it is the caller's to write.
  ///   - newUID: gives UIDs for the copy and its alarms.
  /// - Throws: an error when there is no such reminder, its rule is not understood, or the file has a
  ///   fault.
  @discardableResult
  public mutating func complete(
    _ prefix: String, at now: Timestamp, wholeSeries: Bool = false, keepsCopy: Bool = true,
    newUID: () -> String = ReminderFile.newUID
  ) throws(InputError) -> Completion {
    try requireSoundness()
    let reminder = try reminder(prefix)
    if reminder.status == .completed { return .unchanged }
    let places = places(of: reminder.uid)
    guard let place = places.first(where: { $0.task["RECURRENCE-ID"] == nil }) else {
      return .unchanged
    }
    if reminder.recurrence != nil, !wholeSeries {
      let instances = places.map(\.task).filter { $0["RECURRENCE-ID"] != nil }
      if let moved = try moveOn(place, instances, now, keepsCopy, newUID) { return moved }
    }
    try change(reminder.uid, stampedAt: now) { (edit, place) in edit.complete(place.task, now) }
    return .completed
  }

  /// A UID that nothing has.
  public static func newUID() -> String { UUID().uuidString }

  /// - Returns: `nil` when this occurrence is the last.
  private mutating func moveOn(
    _ place: Place, _ instances: [CalendarComponent], _ now: Timestamp, _ keepsCopy: Bool,
    _ newUID: () -> String
  ) throws(InputError) -> Completion? {
    let task = place.task
    var zones = CalendarZones(place.calendar)
    let current: CalendarTime
    let next: (time: CalendarTime, steps: Int64)
    var changed: CalendarComponent?
    do {
      var series = try Series(of: task, instances, zones)
      guard let following = series.next() else { return nil }
      (current, next) = (series.current, following)
      for instance in instances {
        guard let line = instance["RECURRENCE-ID"] else { continue }
        if try zones.time(line).isSameOccurrence(as: current) { changed = instance }
      }
    } catch {
      throw InputError(error, source: source)
    }
    let copy = try copy(of: changed ?? task, in: place.calendar, now, newUID)
    var edit = CalendarEdit(of: bytes)
    if let changed { edit.remove(changed) }
    edit.move(task, from: current, to: next, &zones)
    edit.stamp(task, now)
    if keepsCopy { edit.insert(copy.task, at: task.range.upperBound) }
    try replace(by: edit)
    return .movedOn(to: due(of: task) ?? next.time, copy: Copy(uid: copy.uid, file: copy.file))
  }

  /// When the reminder of a VTODO is due now.
  private func due(of task: CalendarComponent) -> CalendarTime? {
    reminders.first { $0.uid == task.text("UID") }?.due
  }

  /// A VTODO as one that is done and does not repeat.
  private func copy(
    of task: CalendarComponent, in calendar: CalendarComponent, _ now: Timestamp,
    _ newUID: () -> String
  ) throws(InputError) -> (uid: String, task: [UInt8], file: [UInt8]) {
    let lineEnd = CalendarEdit(of: bytes).lineEnd(of: task)
    let zones = calendar.components("VTIMEZONE").flatMap { bytes[$0.range] }
    let begin = CalendarComponent.calendar([]).bytes(lineEnd)
    let end = ContentLine("END", value: "VCALENDAR").folded(lineEnd)
    let head = begin.dropLast(end.count) + zones
    // Read by itself, so that its lines can be edited.
    let alone = Array(head + bytes[task.range] + end)
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
    edit.set(ContentLine("CREATED", value: CalendarTime.utcValue(now)), in: original)
    edit.complete(original, now)
    edit.stamp(original, now)
    edit.rename(original, newUID)
    let file = edit.result
    return (uid, Array(file[head.count..<(file.count - end.count)]), file)
  }
}

extension CalendarEdit {
  /// Gives what is within a component UIDs of its own.
  fileprivate mutating func rename(_ component: CalendarComponent, _ newUID: () -> String) {
    for inner in component.components {
      // Apple gives an alarm the same twice.
      let uid = newUID()
      for name in ["UID", "X-WR-ALARMUID"] where inner[name] != nil {
        set(ContentLine(name, text: uid), in: inner)
      }
      rename(inner, newUID)
    }
  }

  /// Moves a repeating VTODO from one of its occurrences to another.
  fileprivate mutating func move(
    _ task: CalendarComponent, from current: CalendarTime,
    to next: (time: CalendarTime, steps: Int64), _ zones: inout CalendarZones
  ) {
    // By the clock: a reminder for nine is for nine after the clocks have changed.
    let shift = next.time.local - current.local
    for name in ["DTSTART", "DUE"] {
      guard let line = task.filled(name), let time = try? zones.time(line) else { continue }
      set(line.with(value: CalendarTime(time.local + shift, time.kind).value), in: task)
    }
    if let line = task["RRULE"], let count = RecurrenceRule(line.value)?.count {
      set(line.with(value: line.value.replacingCount(with: count - next.steps)), in: task)
    }
    if let status = task["STATUS"], status.value.trimmed.uppercased() != "NEEDS-ACTION" {
      set(ContentLine("STATUS", value: "NEEDS-ACTION"), in: task)
    }
    remove("COMPLETED", from: task)
    remove("PERCENT-COMPLETE", from: task)
    for alarm in task.components("VALARM") where !alarm.isAboutPlace {
      delay(alarm, by: next.time.instant - current.instant)
    }
  }

  /// Lets an alarm that comes at a moment come so much later, as Apple does [O].
  private mutating func delay(_ alarm: CalendarComponent, by interval: Interval) {
    guard let line = alarm["TRIGGER"], let moment = CalendarTime.local(line.value.trimmed) else {
      return
    }
    let kind = line.value.trimmed.uppercased().hasSuffix("Z") ? CalendarTime.Kind.utc : .floating
    set(line.with(value: CalendarTime(moment + interval, kind).value), in: alarm)
  }
}

extension CalendarComponent {
  /// Whether a VALARM waits for a place, not for a moment.
  fileprivate var isAboutPlace: Bool {
    self["PROXIMITY"] != nil || self["X-APPLE-PROXIMITY"] != nil
  }
}

extension String {
  /// A rule with another COUNT; the rest as it is written.
  fileprivate func replacingCount(with count: Int64) -> String {
    split(separator: ";", omittingEmptySubsequences: false).map { part in
      let name = part.prefix { $0 != "=" }
      return String(name).trimmed.uppercased() == "COUNT" ? "\(name)=\(count)" : String(part)
    }.joined(separator: ";")
  }
}
