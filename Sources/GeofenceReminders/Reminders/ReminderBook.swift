import GeofenceBytes
import GeofenceCore

/// The lists and reminders that several editors share, as the event stores of an app do: those of
/// iCalendar files and folders, which others may change, too, or else its own.
///
/// Each change of files is that of `ReminderEditor`, so that they have the same bytes as after
/// `geofence reminders`. A list of a file has its name as its identifier.
///
/// - Complexity: O(1) for a change of one own reminder, whatever the number of the others. Of files,
///   O(n) for a call of `apply` with additions to one list, n reminders in all; O(k n) for k other
///   changes.
package struct ReminderBook: Sendable {
  /// The files and folders; empty for reminders that no file keeps.
  package let paths: [String]
  package private(set) var lists: [ReminderList] = []
  /// The reminders in the order in which they were added; `nil` for a removed one.
  private var slots: [Reminder?] = []
  private var positions: [String: Int] = [:]

  package init(lists: [ReminderList]) { (paths, self.lists) = ([], lists) }

  /// Reads files; the first may be missing, and is created with the first change.
  package init(paths: [String]) throws {
    self.paths = paths
    try reload()
  }

  /// The reminders, each with the identifier of its list as the list, in the order in which they
  /// were added.
  package var reminders: [Reminder] { slots.compactMap(\.self) }

  /// Returns the reminder of an identifier. O(1).
  package func reminder(_ identifier: String) -> Reminder? {
    positions[identifier].flatMap { slots[$0] }
  }

  /// Makes changes, all of them or none as far as one file is concerned.
  package mutating func apply(_ changes: [ReminderChange], at now: Timestamp) throws {
    if !paths.isEmpty { return try edit(at: now) { try Self.write(changes, by: $0) } }
    var before: [(identifier: String, reminder: Reminder?)] = []
    do {
      for change in changes { try apply(change, at: now, noting: &before) }
      forgetRemoved(before.map(\.identifier))
    } catch {
      for (identifier, reminder) in before.reversed() { set(identifier, reminder) }
      // There is no line to name.
      guard let error = error as? Diagnosis else { throw error }
      throw InputError(source: "reminders", problem: error.problem, help: error.help)
    }
  }

  package mutating func addList(_ list: ReminderList) throws {
    if !paths.isEmpty { return try edit { try $0.addList(list.title) } }
    lists.append(list)
  }

  package mutating func renameList(_ identifier: String, to title: String) throws {
    if !paths.isEmpty { return try edit { try $0.renameList(identifier, to: title) } }
    for index in lists.indices where lists[index].identifier == identifier {
      lists[index].title = title
    }
  }

  package mutating func removeList(_ identifier: String) throws {
    if !paths.isEmpty { return try edit { try $0.deleteList(identifier, withContents: true) } }
    lists.removeAll { $0.identifier == identifier }
    let removed = reminders.filter { $0.list == identifier }.map(\.identifier)
    for reminder in removed { set(reminder, nil) }
    forgetRemoved(removed)
  }
}

package struct ReminderList: Hashable, Sendable {
  package let identifier: String
  package var title: String

  package init(identifier: String, title: String) {
    self.identifier = identifier
    self.title = title
  }
}

package enum ReminderChange: Sendable {
  /// Adds a reminder with a UID to its list; one with a time of completion is complete.
  case add(Reminder)
  case edit(String, Edit)
  case remove(String)

  package struct Edit: Sendable {
    package var change: (@Sendable (inout Reminder) throws -> Void)?
    /// The identifier of the list that it moves to; `nil` for its own.
    package var list: String?
    package let completion: Completion?
    /// True to change the series where a changed occurrence is listed in its place, and to end it
    /// where it is completed.
    package let wholeSeries: Bool

    package init(
      list: String? = nil, completion: Completion? = nil, wholeSeries: Bool = false,
      _ change: (@Sendable (inout Reminder) throws -> Void)? = nil
    ) {
      self.change = change
      self.list = list
      self.completion = completion
      self.wholeSeries = wholeSeries
    }
  }

  package enum Completion: Sendable {
    case completed(Timestamp)
    case incomplete
  }

  package var identifier: String {
    switch self {
    case .add(let reminder): reminder.uid
    case .edit(let identifier, _), .remove(let identifier): identifier
    }
  }
}

// MARK: - Files

extension ReminderBook {
  private static func isMissing(_ paths: [String]) -> Bool {
    paths.count == 1 && !FilePath.exists(paths[0])
  }

  package mutating func reload() throws {
    let store =
      Self.isMissing(paths)
      ? ReminderStore(files: [try ReminderFile.read(path: paths[0], orNew: true)])
      : try ReminderStore(paths: paths)
    lists = store.lists.map { ReminderList(identifier: $0, title: $0) }
    slots = store.reminders
    positions = Dictionary(store.reminders.enumerated().map { ($1.identifier, $0) }) { first, _ in
      first
    }
  }

  /// - Parameter now: The time of the edit; that of a change of lists is written nowhere.
  private mutating func edit(
    at now: Timestamp = .distantPast, _ body: (ReminderEditor) throws -> Void
  ) throws {
    do {
      try body(ReminderEditor(paths: paths, at: now))
    } catch {
      try? reload()
      throw error
    }
    try reload()
  }

  private static func write(_ changes: [ReminderChange], by editor: ReminderEditor) throws {
    var rest = changes[...]
    while let first = rest.popFirst() {
      switch first {
      case .add(let reminder):
        // Additions to one list are written at once.
        var new = [reminder]
        while case .add(let next)? = rest.first, next.list == reminder.list {
          new.append(next)
          rest.removeFirst()
        }
        // A file that is missing gets no name for its list but its own.
        try editor.add(new, to: isMissing(editor.paths) ? nil : reminder.list)
      case .edit(let identifier, let edit): try editor.edit([identifier], edit)
      case .remove(let identifier): try editor.delete([identifier])
      }
    }
  }
}

// MARK: - Own reminders

extension ReminderBook {
  private mutating func set(_ identifier: String, _ reminder: Reminder?) {
    if let position = positions[identifier] {
      slots[position] = reminder
    } else if let reminder {
      positions[identifier] = slots.count
      slots.append(reminder)
    }
  }

  /// Forgets the places of those reminders that are gone for good, and their slots once they are
  /// more than half of all.
  private mutating func forgetRemoved(_ identifiers: [String]) {
    for identifier in identifiers where reminder(identifier) == nil { positions[identifier] = nil }
    guard slots.count > 2 * positions.count else { return }
    slots.removeAll { $0 == nil }
    for (position, reminder) in reminders.enumerated() { positions[reminder.identifier] = position }
  }

  private mutating func apply(
    _ change: ReminderChange, at now: Timestamp,
    noting before: inout [(identifier: String, reminder: Reminder?)]
  ) throws {
    let identifier = change.identifier
    let old = reminder(identifier)
    before.append((identifier, old))
    switch change {
    case .add(var new):
      guard old == nil else { throw InputError.taken(uid: identifier, in: "reminders") }
      try settle(&new, since: Reminder(uid: identifier, title: ""), at: now)
      new.created = CalendarTime.whole(now)
      if let time = new.completed { new.finish(at: CalendarTime.whole(time)) }
      set(identifier, new)
    case .edit(_, let edit):
      guard var old else { throw Self.unknown(identifier) }
      old.list = edit.list ?? old.list
      var new = old
      try edit.change?(&new)
      if new != old { try settle(&new, since: old, at: now) }
      switch edit.completion {
      case .completed(let time) where new.status != .completed:
        let time = CalendarTime.whole(time)
        if var copy = try new.completeNext(at: time) {
          copy.uid = ReminderFile.newUID()
          (copy.identifier, copy.modified) = (copy.uid, time)
          before.append((copy.uid, nil))
          set(copy.uid, copy)
        }
        new.modified = time
      case .incomplete where new.status != .incomplete:
        new.reopen()
        new.modified = CalendarTime.whole(now)
      default: break
      }
      set(identifier, new)
    case .remove:
      if old == nil { throw Self.unknown(identifier) }
      set(identifier, nil)
    }
  }

  /// Makes a changed reminder what a file would keep of it.
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
    try reminder.settleDates(since: old, CalendarZones())
    reminder.allAlarms = reminder.allAlarms.enumerated().map { number, alarm in
      guard case .moment(let time) = alarm.trigger else {
        return ReminderAlarm(alarm.trigger, number: number)
      }
      return ReminderAlarm(.moment(CalendarTime.whole(time)), number: number)
    }
    reminder.modified = CalendarTime.whole(now)
  }

  private static func unknown(_ identifier: String) -> InputError {
    InputError(
      source: "reminders", problem: "no reminder with a UID \(identifier.quotedExcerpt())")
  }
}

extension Reminder {
  /// Completes the reminder, or its first date if it repeats; see `complete`.
  fileprivate mutating func completeNext(at now: Timestamp) throws(Diagnosis) -> Reminder? {
    let zones = CalendarZones()
    guard let recurrence, let base else { return complete(at: now, dates: [], zones) }
    let series = try Series(ContentLine("RRULE", value: recurrence), from: base, zones)
    return complete(at: now, dates: series.upcoming(2), zones)
  }
}
