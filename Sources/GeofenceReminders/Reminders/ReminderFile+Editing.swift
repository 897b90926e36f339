import GeofenceBytes
import GeofenceCore

extension ReminderFile {
  /// Adds reminders at the end of a list, all of them or none.
  ///
  /// - Parameters:
  ///   - new: Reminders with UIDs; one with a time of completion is complete.
  ///   - list: The name of a calendar; `nil` for the first.
  /// - Complexity: O(n + k) for n reminders in the file and k new ones.
  package mutating func add(
    _ new: [Reminder], to list: String? = nil, at now: Timestamp
  ) throws(InputError) {
    let calendar = try index(ofList: list)
    let blank = Reminder(uid: "", title: "")
    let time = CalendarTime.utcValue(now)
    var known = Set(entries.lazy.map(\.own.uid))
    var file = root
    var zones = CalendarZones(file[component: calendar])
    for var reminder in new {
      guard known.insert(reminder.uid).inserted else { throw .taken(uid: reminder.uid, in: source) }
      try settle(&reminder, since: blank, hasDue: true, &zones)
      if reminder.completed != nil { reminder.status = .completed }
      reminder.created = nil
      var task = CalendarComponent("VTODO", [.line(ContentLine("UID", text: reminder.uid))])
      for name in ["CREATED", "DTSTAMP", "LAST-MODIFIED"] {
        task.set(ContentLine(name, value: time))
      }
      task.set(ContentLine("STATUS", value: "NEEDS-ACTION"))
      task.write(reminder, over: Reminder(uid: reminder.uid, title: ""))
      define(reminder, in: &file[component: calendar])
      file[component: calendar].append(task)
    }
    try replace(by: file)
  }

  /// Applies `change` to a reminder, and changes nothing else.
  ///
  /// - Parameters:
  ///   - prefix: A UID, or the unique beginning of one.
  ///   - wholeSeries: True to change the series, if a changed occurrence is listed in its place.
  package mutating func edit(
    _ prefix: String, at now: Timestamp, wholeSeries: Bool = false,
    _ change: (inout Reminder) throws -> Void
  ) throws {
    let row = try row(prefix)
    let number = wholeSeries ? row.series ?? row.entry : row.entry
    try requireSoundness(of: [number])
    let entry = entries[number]
    let shown = number == row.entry ? row.reminder : entry.own
    var new = shown
    do {
      try change(&new)
    } catch let error as Diagnosis {
      throw InputError(error, source: source)
    }
    if new.start != shown.start || new.due != shown.due, number == row.entry {
      try requireOwnDates(row)
    }
    // The reminder may be listed with other values than those in its own lines.
    var own = entry.own
    own.merge(new, since: shown)
    var zones = entry.zones
    let hasInstances = entries(of: own.uid).contains { entries[$0].task.isInstance }
    try settle(
      &own, since: entry.own, hasDue: entry.task.filled("DUE") != nil, hasInstances: hasInstances,
      &zones)
    var (file, task) = (root, entry.task)
    task.write(own, over: entry.own)
    guard task != entry.task else { return }
    task.stamp(now)
    file[entry.place] = task
    if (own.start, own.due) != (entry.own.start, entry.own.due) {
      define(own, in: &file[component: entry.place.calendar])
    }
    try replace(by: file)
  }

  /// Removes a reminder from the file.
  ///
  /// A series is removed with all its changed occurrences. If a changed occurrence is removed, its
  /// date is excluded from the series.
  package mutating func delete(_ prefix: String, at now: Timestamp? = nil) throws(InputError) {
    let row = try row(prefix)
    let entry = entries[row.entry]
    let own = entries(of: entry.own.uid)
    let series = own.first { !entries[$0].task.isInstance }
    var file = root
    if entry.task.isInstance, row.series == nil {
      try requireSoundness(of: [row.entry])
      try requireOneDate(entry)
      file[entry.place] = nil
      if let series, entries[series].own.repeats, let date = entry.task["RECURRENCE-ID"] {
        try requireSoundness(of: [series])
        let parameters = date.parameters.filter { ["TZID", "VALUE"].contains($0.name) }
        var task = entries[series].task
        task.put(ContentLine("EXDATE", parameters, value: date.value), at: nil)
        if let now { task.stamp(now) }
        file[entries[series].place] = task
      }
    } else {
      let all = entry.own.uid.isEmpty ? [row.entry] : own
      try requireSoundness(of: all)
      for number in all { file[entries[number].place] = nil }
    }
    try replace(by: file)
  }

  // MARK: - Helpers

  func row(_ prefix: String) throws(InputError) -> Row {
    let reminder = try reminder(prefix)
    guard let row = rows.first(where: { $0.reminder.identifier == reminder.identifier }) else {
      preconditionFailure("a reminder is one of its file's")
    }
    return row
  }

  private func requireOwnDates(_ row: Row) throws(InputError) {
    let entry = entries[row.entry]
    guard !entry.task.isInstance,
      entry.own.start != row.reminder.start || entry.own.due != row.reminder.due
    else { return }
    throw refusal(
      "its first dates are finished or excluded, and the others are counted from them",
      help: "change its date in the program that finished them")
  }

  func entries(of uid: String) -> [Int] {
    entries.indices.filter { entries[$0].own.uid == uid }
  }

  /// Throws the first fault of the VTODOs, since only a component that was read in full is edited.
  func requireSoundness(of numbers: some Sequence<Int>) throws(InputError) {
    let fault = numbers.lazy.compactMap { entries[$0].faults.first }.first
    guard var error = fault.map({ InputError($0, source: source) }) else { return }
    error.help =
      "\(error.help ?? ""); the reminder is left as it is".trimmingPrefix("; ")
      .description
    throw error
  }

  func requireOneDate(_ entry: Entry) throws(InputError) {
    guard let line = entry.task["RECURRENCE-ID"], let range = line["RANGE"] else { return }
    throw InputError(
      line.mistake(
        "it stands for later dates, too: RANGE=\(range) is not understood",
        help: "change it in the program that made it, or end all of it: complete --whole-series "
          + "or delete \(entry.own.uid.quotedExcerpt())"),
      source: source)
  }

  func unknownList(_ list: String) -> InputError {
    .unknownList(list, among: lists, in: source)
  }

  /// Returns the index in the file of the first calendar of a list; of the first one for `nil`.
  func index(ofList list: String?) throws(InputError) -> Int {
    let index = root.indices(of: "VCALENDAR").first {
      list == nil || name(of: root[component: $0]) == list
    }
    guard let index else { throw unknownList(list ?? "") }
    return index
  }

  func name(of calendar: CalendarComponent) -> String { calendar.listName ?? namelessList }

  /// Edits VTODOs with `change`; those that it leaves unchanged are not stamped.
  mutating func change(
    _ numbers: [Int], stampedAt now: Timestamp, _ change: (inout Reminder) -> Void
  ) throws(InputError) {
    var file = root
    for number in numbers {
      let entry = entries[number]
      var (reminder, task) = (entry.own, entry.task)
      change(&reminder)
      task.write(reminder, over: entry.own)
      if task == entry.task { continue }
      task.stamp(now)
      file[entry.place] = task
    }
    try replace(by: file)
  }

  private func settle(
    _ reminder: inout Reminder, since old: Reminder, hasDue: Bool, hasInstances: Bool = false,
    _ zones: inout CalendarZones
  ) throws(InputError) {
    do {
      try reminder.settleDates(since: old, hasDue: hasDue, hasInstances: hasInstances, &zones)
    } catch {
      throw InputError(error, source: source)
    }
  }

  /// Adds the system's definition of the zones of a reminder's dates to a calendar that does not
  /// define them.
  private func define(_ reminder: Reminder, in calendar: inout CalendarComponent) {
    let times = [reminder.start, reminder.due].compactMap(\.self)
    for name in Set(times.compactMap(\.zone)).sorted() where !CalendarZones(calendar).defines(name)
    {
      // The definition begins before every date in the file that depends on it.
      let others = reminders.flatMap { [$0.start, $0.due].compactMap(\.self) }
      let first = (times + others).filter { $0.zone == name }.map(\.instant).min()
      guard let first, let zone = ZoneInfo(named: name) else { continue }
      calendar.insert(zone.component(named: name, from: first), after: "VTIMEZONE")
    }
  }
}
