import GeofenceBytes
import GeofenceCore

/// A book of reminders that no file keeps.
///
/// - Complexity: O(1) for a change of one reminder, whatever the number of the others.
package struct OwnReminders: ReminderBook {
  private struct Cell {
    var reminder: Reminder
    var list: String
    let number: Int
  }

  package private(set) var lists: [ReminderList]
  private var cells: [String: Cell] = [:]
  private var added = 0
  private var zones = CalendarZones()

  package init(lists: [ReminderList]) { self.lists = lists }

  package var reminders: [(reminder: Reminder, list: String)] {
    cells.values.sorted { $0.number < $1.number }.map { ($0.reminder, $0.list) }
  }

  package func reminder(_ identifier: String) -> (reminder: Reminder, list: String)? {
    cells[identifier].map { ($0.reminder, $0.list) }
  }

  package mutating func apply(_ changes: [ReminderChange], at now: Timestamp) throws {
    var before: [(identifier: String, cell: Cell?)] = []
    do {
      for change in changes { try apply(change, at: now, noting: &before) }
    } catch {
      for (identifier, cell) in before.reversed() { cells[identifier] = cell }
      // There is no line to name.
      guard let error = error as? Diagnosis else { throw error }
      throw InputError(source: "reminders", problem: error.problem, help: error.help)
    }
  }

  private mutating func apply(
    _ change: ReminderChange, at now: Timestamp,
    noting before: inout [(identifier: String, cell: Cell?)]
  ) throws {
    let identifier = change.identifier
    before.append((identifier, cells[identifier]))
    switch change {
    case .add(var reminder, let list):
      guard cells[identifier] == nil else {
        throw InputError.taken(uid: identifier, in: "reminders")
      }
      try settle(&reminder, since: Reminder(uid: identifier, title: ""), at: now)
      reminder.created = CalendarTime.whole(now)
      if let time = reminder.completed { reminder.finish(at: CalendarTime.whole(time)) }
      insert(reminder, into: list)
    case .edit(_, let edit):
      guard var cell = cells[identifier] else { throw unknown(identifier) }
      cell.list = edit.list ?? cell.list
      let old = cell.reminder
      try edit.change?(&cell.reminder)
      if cell.reminder != old { try settle(&cell.reminder, since: old, at: now) }
      switch edit.completion {
      case .completed(let time) where cell.reminder.status != .completed:
        let time = CalendarTime.whole(time)
        if var copy = try cell.reminder.completeNext(at: time, &zones) {
          copy.uid = ReminderFile.newUID()
          (copy.identifier, copy.modified) = (copy.uid, time)
          before.append((copy.uid, nil))
          insert(copy, into: cell.list)
        }
        cell.reminder.modified = time
      case .incomplete where cell.reminder.status == .completed:
        cell.reminder.reopen()
        cell.reminder.modified = CalendarTime.whole(now)
      default: break
      }
      cells[identifier] = cell
    case .remove:
      guard cells.removeValue(forKey: identifier) != nil else { throw unknown(identifier) }
    }
  }

  private mutating func settle(
    _ reminder: inout Reminder, since old: Reminder, at now: Timestamp
  ) throws {
    reminder.title = reminder.title.calendarEscaped.calendarUnescaped
    for path in [\Reminder.notes, \.location] {
      let text = reminder[keyPath: path]?.calendarEscaped.calendarUnescaped
      reminder[keyPath: path] = text?.isEmpty == true ? nil : text
    }
    let places = reminder.alarms.flatMap(\.places)
    guard places.allSatisfy({ $0.radius <= CircularRegion.largestRadius }) else {
      throw Diagnosis("the radius is larger than the Earth")
    }
    let times = [reminder.start, reminder.due].compactMap(\.self)
    if let time = times.first(where: { CalendarTime.local($0.value) == nil }) {
      throw Diagnosis("no time of the calendar: \(time.text)")
    }
    try reminder.settleDates(since: old, hasDue: old.due != nil, &zones)
    reminder.allAlarms = reminder.allAlarms.enumerated().map { number, alarm in
      guard case .moment(let time) = alarm.trigger else {
        return ReminderAlarm(alarm.trigger, number: number)
      }
      return ReminderAlarm(.moment(CalendarTime.whole(time)), number: number)
    }
    reminder.modified = CalendarTime.whole(now)
  }

  private mutating func insert(_ reminder: Reminder, into list: String) {
    added += 1
    cells[reminder.uid] = Cell(reminder: reminder, list: list, number: added)
  }

  private func unknown(_ identifier: String) -> InputError {
    InputError(
      source: "reminders", problem: "no reminder with a UID \(identifier.quotedExcerpt())")
  }

  package mutating func addList(_ list: ReminderList) { lists.append(list) }

  package mutating func renameList(_ identifier: String, to title: String) {
    for index in lists.indices where lists[index].identifier == identifier {
      lists[index].title = title
    }
  }

  package mutating func removeList(_ identifier: String) {
    lists.removeAll { $0.identifier == identifier }
    cells = cells.filter { $0.value.list != identifier }
  }
}

extension Reminder {
  /// Completes the reminder, or its first date if it repeats; see `complete`.
  fileprivate mutating func completeNext(
    at now: Timestamp, _ zones: inout CalendarZones
  ) throws(Diagnosis) -> Reminder? {
    guard let recurrence, let base else { return complete(at: now, &zones) }
    var series = try Series(ContentLine("RRULE", value: recurrence), from: base, zones)
    return complete(at: now, dates: series.upcoming(2), &zones)
  }
}
