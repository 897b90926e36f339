import GeofenceBytes
import GeofenceCore

extension ReminderFile {
  /// A reminder as it is to be: its title, notes, URL, location, priority, dates, rule and alarms can be
  /// changed, and the other properties stay.
  @dynamicMemberLookup
  package struct Draft: Sendable {
    package var reminder: Reminder
    /// The zone of a new start or due date; `nil` to keep the kind that the date has.
    package var zone: String?
    fileprivate var setsAlarm = false

    package init(
      title: String, notes: String? = nil, priority: Reminder.Priority = .none,
      start: CalendarTime? = nil, due: CalendarTime? = nil, alarm: LocationAlarm? = nil
    ) {
      reminder = Reminder(uid: "", title: title, list: "")
      reminder.notes = notes
      reminder.priority = priority
      (reminder.start, reminder.due) = (start, due)
      self.alarm = alarm
    }

    fileprivate init(_ reminder: Reminder) { self.reminder = reminder }

    package subscript<Value>(dynamicMember path: WritableKeyPath<Reminder, Value>) -> Value {
      get { reminder[keyPath: path] }
      set { reminder[keyPath: path] = newValue }
    }

    /// The only alarm at a place; a reminder with several cannot be given another.
    package var alarm: LocationAlarm? {
      get { reminder.alarms.first }
      set {
        setsAlarm = true
        let index = reminder.allAlarms.firstIndex { $0.place != nil }
        switch (index, newValue) {
        case (let index?, let new?): reminder.allAlarms[index].trigger = .place(new)
        case (let index?, nil): reminder.allAlarms.remove(at: index)
        case (nil, let new?): reminder.allAlarms.append(ReminderAlarm(.place(new)))
        case (nil, nil): break
        }
      }
    }
  }

  /// Adds reminders at the end of a list, all of them or none.
  ///
  /// - Parameters:
  ///   - drafts: Reminders with UIDs; one with a time of completion is complete.
  ///   - list: The name of a calendar; `nil` for the first.
  /// - Complexity: O(n + k) for n reminders in the file and k new ones.
  package mutating func add(
    _ drafts: [Draft], to list: String? = nil, at now: Timestamp
  ) throws(InputError) {
    let target = calendars.first { list == nil || ($0.listName ?? namelessList) == list }
    guard let calendar = target else { throw unknownList(list ?? "") }
    let time = CalendarTime.utcValue(now)
    let known = Set(entries.lazy.map(\.own.uid))
    var byUID: [String: Draft] = [:]
    var copy = self
    var edit = CalendarEdit(of: bytes)
    for draft in drafts {
      guard !known.contains(draft.uid), byUID.updateValue(draft, forKey: draft.uid) == nil else {
        throw .taken(uid: draft.uid, in: source)
      }
      edit.add(
        CalendarComponent(
          "VTODO",
          [
            .line(ContentLine("UID", text: draft.uid)),
            .line(ContentLine("CREATED", value: time)), .line(ContentLine("DTSTAMP", value: time)),
            .line(ContentLine("LAST-MODIFIED", value: time)),
            .line(ContentLine("STATUS", value: "NEEDS-ACTION")),
          ]), to: calendar)
    }
    try copy.replace(by: edit)
    let file = copy
    let added = copy.entries.indices.filter { byUID[copy.entries[$0].own.uid] != nil }
    try copy.change(added) { (edit, entry) throws(InputError) in
      guard let draft = byUID[entry.own.uid] else { return }
      try file.write(draft, over: Draft(title: ""), to: entry, &edit)
    }
    for draft in drafts {
      if let time = draft.completed { try copy.complete(draft.uid, at: time, wholeSeries: true) }
    }
    self = copy
  }

  /// Applies `change` to a reminder, and changes nothing else.
  ///
  /// - Parameters:
  ///   - prefix: A UID, or the unique beginning of one.
  ///   - wholeSeries: True to change the series, if a changed occurrence is listed in its place.
  package mutating func edit(
    _ prefix: String, at now: Timestamp, wholeSeries: Bool = false,
    _ change: (inout Draft) throws -> Void
  ) throws {
    let row = try row(prefix)
    let number = wholeSeries ? row.series ?? row.entry : row.entry
    try requireSoundness(of: [number])
    let own = entries[number].own
    let shown = Draft(number == row.entry ? row.reminder : own)
    var draft = shown
    try change(&draft)
    if draft.setsAlarm, draft.alarm != shown.alarm,
      own.alarms.count > 1 || shown.alarm?.places.count ?? 1 > 1
    {
      throw refusal(
        "the reminder has several places to fire at",
        help: "its location can be edited in the file only")
    }
    if draft.start != shown.start || draft.due != shown.due, number == row.entry {
      try requireOwnDates(row)
    }
    // The reminder may be listed with other values than those in its own lines.
    let old = Draft(own)
    if draft.title.utf8.elementsEqual(shown.title.utf8) { draft.title = old.title }
    if draft.start == shown.start { draft.start = old.start }
    if draft.due == shown.due { draft.due = old.due }
    if draft.recurrence == shown.recurrence { draft.recurrence = old.recurrence }
    let file = self
    try self.change([number], stampedAt: now) { (edit, entry) throws(InputError) in
      try file.write(draft, over: old, to: entry, &edit)
    }
  }

  package mutating func uncomplete(_ prefix: String, at now: Timestamp) throws(InputError) {
    let row = try row(prefix)
    guard row.reminder.status == .completed else { return }
    let done = [row.entry, row.series].compactMap(\.self)
      .filter { entries[$0].own.status == .completed }
    try requireSoundness(of: done)
    try change(done, stampedAt: now) { (edit, entry) in
      edit.set(ContentLine("STATUS", value: "NEEDS-ACTION"), in: entry.task)
      edit.remove("COMPLETED", from: entry.task)
      edit.remove("PERCENT-COMPLETE", from: entry.task)
    }
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
    var edit = CalendarEdit(of: bytes)
    if entry.task.isInstance, row.series == nil {
      try requireSoundness(of: [row.entry])
      try requireOneDate(entry)
      edit.remove(entry.task)
      if let series, entries[series].own.repeats, let date = entry.task["RECURRENCE-ID"] {
        try requireSoundness(of: [series])
        let parameters = date.parameters.filter { ["TZID", "VALUE"].contains($0.name) }
        edit.replace(
          [], with: ContentLine("EXDATE", parameters, value: date.value), in: entries[series].task)
        if let now { edit.stamp(entries[series].task, now) }
      }
    } else {
      let all = entry.own.uid.isEmpty ? [row.entry] : own
      try requireSoundness(of: all)
      for number in all { edit.remove(entries[number].task) }
    }
    try replace(by: edit)
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

  /// Edits VTODOs with `change`; those that it leaves unchanged are not stamped.
  ///
  /// - Parameter now: The time of the change, for the properties that record it; `nil` to keep
  ///   them.
  mutating func change(
    _ numbers: [Int], stampedAt now: Timestamp? = nil,
    _ change: (inout CalendarEdit, Entry) throws(InputError) -> Void
  ) throws(InputError) {
    var edit = CalendarEdit(of: bytes)
    for number in numbers {
      let before = edit.count
      try change(&edit, entries[number])
      if let now, edit.count > before { edit.stamp(entries[number].task, now) }
    }
    guard !edit.isEmpty else { return }
    try replace(by: edit)
  }

  private func write(
    _ draft: Draft, over old: Draft, to entry: Entry, _ edit: inout CalendarEdit
  ) throws(InputError) {
    let task = entry.task
    // Texts of canonically equivalent characters are equal, though their bytes may differ.
    if !draft.title.utf8.elementsEqual(old.title.utf8) {
      edit.set("SUMMARY", draft.title, in: task)
    }
    if draft.notes.map({ Array($0.utf8) }) != old.notes.map({ Array($0.utf8) }) {
      edit.set("DESCRIPTION", draft.notes, in: task)
    }
    if draft.priorityNumber != old.priorityNumber {
      edit.set(ContentLine("PRIORITY", value: "\(draft.priorityNumber)"), in: task)
    }
    try writeDates(of: draft, over: old, to: entry, &edit)
    if draft.allAlarms != old.allAlarms {
      edit.setAlarms(draft.allAlarms, over: old.allAlarms, title: draft.title, of: task)
    }
    if draft.url != old.url { edit.setValue("URL", draft.url, in: task) }
    if draft.location != old.location { edit.set("LOCATION", draft.location, in: task) }
    if draft.recurrence != old.recurrence { edit.setValue("RRULE", draft.recurrence, in: task) }
  }
}

extension CalendarEdit {
  mutating func stamp(_ task: CalendarComponent, _ now: Timestamp) {
    set(ContentLine("DTSTAMP", value: CalendarTime.utcValue(now)), in: task)
    set(ContentLine("LAST-MODIFIED", value: CalendarTime.utcValue(now)), in: task)
    if let line = task["SEQUENCE"], let sequence = Int(line.value.trimmed), sequence < Int.max {
      set(line.with(value: "\(sequence + 1)"), in: task)
    }
  }

  /// Sets or removes the text of a component's property; its parameters stay.
  mutating func set(_ name: String, _ text: String?, in component: CalendarComponent) {
    setValue(name, text?.calendarEscaped, in: component)
  }

  /// Sets or removes a component's property; its parameters stay.
  mutating func setValue(_ name: String, _ value: String?, in component: CalendarComponent) {
    guard let value, !value.isEmpty else { return remove(name, from: component) }
    set(component[name]?.with(value: value) ?? ContentLine(name, value: value), in: component)
  }

  /// Sets or removes a component's property, with its parameters.
  mutating func set(_ name: String, to line: ContentLine?, in component: CalendarComponent) {
    if let line { set(line, in: component) } else { remove(name, from: component) }
  }

  mutating func complete(_ task: CalendarComponent, _ time: Timestamp) {
    set(ContentLine("STATUS", value: "COMPLETED"), in: task)
    set(ContentLine("COMPLETED", value: CalendarTime.utcValue(time)), in: task)
    set(ContentLine("PERCENT-COMPLETE", value: "100"), in: task)
  }
}
