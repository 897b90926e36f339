import GeofenceBytes

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
    let time = CalendarTime.utcValue(now)
    var known = Set(entries.lazy.map(\.own.uid))
    var file = root
    let zones = CalendarZones(file[component: calendar])
    for var reminder in new {
      guard known.insert(reminder.uid).inserted else { throw .taken(uid: reminder.uid, in: source) }
      let blank = Reminder(uid: reminder.uid, title: "")
      try placed { () throws(Diagnosis) in
        try reminder.settleDates(since: blank, zones)
      }
      if reminder.completed != nil { reminder.status = .completed }
      reminder.created = nil
      var task = CalendarComponent("VTODO", [.line(ContentLine("UID", text: reminder.uid))])
      for name in ["CREATED", "DTSTAMP", "LAST-MODIFIED"] {
        task.set(ContentLine(name, value: time))
      }
      task.set(ContentLine("STATUS", value: "NEEDS-ACTION"))
      task.write(reminder, over: blank)
      define(reminder, of: task, in: &file[component: calendar])
      file[component: calendar].append(task)
    }
    try replace(by: file)
  }

  /// Applies `change` to a reminder, and changes nothing else.
  ///
  /// - Parameters:
  ///   - prefix: A UID, or the unique beginning of one.
  ///   - wholeSeries: True to change the series, if a changed occurrence is listed in its place, or
  ///     is named.
  package mutating func edit(
    _ prefix: String, at now: Timestamp, wholeSeries: Bool = false,
    _ change: (inout Reminder) throws -> Void
  ) throws {
    let row = try row(prefix, wholeSeries: wholeSeries)
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
    let hasInstances = entries(of: own.uid).contains { entries[$0].task.isInstance }
    try placed { () throws(Diagnosis) in
      try own.settleDates(
        since: entry.own, duration: entry.task.duration, hasInstances: hasInstances,
        entry.zones)
    }
    try self.change([number], stampedAt: now) { $0 = own }
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

  /// Returns the row of a reminder, or that of its series.
  func row(_ prefix: String, wholeSeries: Bool = false) throws(InputError) -> Row {
    let row = rows[try reminders.index(of: prefix, in: source)]
    guard wholeSeries else { return row }
    return rows.first { $0.reminder.identifier == row.reminder.uid } ?? row
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

  /// Edits VTODOs with `change`; unchanged ones are not stamped.
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
      if (reminder.start, reminder.due) != (entry.own.start, entry.own.due) {
        define(reminder, of: task, in: &file[component: entry.place.calendar])
      }
    }
    try replace(by: file)
  }

  /// Returns the result of `body`, whose errors name this file.
  func placed<Value>(_ body: () throws(Diagnosis) -> Value) throws(InputError) -> Value {
    do {
      return try body()
    } catch {
      throw InputError(error, source: source)
    }
  }

  /// Adds the system's definition of the zones in which the dates of a task are written to a calendar
  /// that does not define them.
  private func define(
    _ reminder: Reminder, of task: CalendarComponent, in calendar: inout CalendarComponent
  ) {
    let times = [reminder.start, task.filled("DUE").flatMap { _ in reminder.due }]
      .compactMap(\.self)
    for name in Set(times.compactMap(\.zone)).sorted() where !CalendarZones(calendar).defines(name)
    {
      // The definition begins before every date in the file that depends on it.
      let others = reminders.flatMap { [$0.start, $0.due].compactMap(\.self) }
      let first = (times + others).filter { $0.zone == name }.map(\.instant).min()
      guard let first, let zone = ZoneInfo(named: name) else { continue }
      calendar.insert(zone.component(named: name, from: first), after: "VTIMEZONE")
    }
  }

  // MARK: - Moving

  mutating func move(_ uid: String, to list: String) throws(InputError) {
    guard lists.contains(list) else { throw unknownList(list) }
    guard entries(of: uid).contains(where: { entries[$0].own.list != list }) else { return }
    var file = self
    try file.put(try file.take(uid), into: list)
    self = file
  }

  /// Removes a reminder, or a series with its changed occurrences, which is moved to another list.
  mutating func take(_ uid: String) throws(InputError) -> [Entry] {
    let numbers = entries(of: uid)
    try requireSoundness(of: numbers)
    let taken = numbers.map { entries[$0] }
    var file = root
    for entry in taken { file[entry.place] = nil }
    try replace(by: file)
    return taken
  }

  /// Adds VTODOs to the end of a list, byte for byte, and before them the time zones that it lacks.
  ///
  /// - Parameters:
  ///   - sent: The VTODOs of one UID.
  ///   - list: The name of a calendar; `nil` for the first.
  mutating func put(_ sent: [Entry], into list: String?) throws(InputError) {
    let index = try index(ofList: list)
    let uid = sent.first?.own.uid ?? ""
    guard entries(of: uid).isEmpty else {
      throw refusal(
        "the UID \(uid.quotedExcerpt()) is there already",
        help: "give each reminder its own UID")
    }
    var (file, edited) = (self, root)
    for entry in sent {
      let needed = entry.task.zoneNames
      for zone in entry.calendar.components("VTIMEZONE") {
        let others = edited[component: index].components("VTIMEZONE")
        guard let name = zone.zoneName, needed.contains(name),
          !others.contains(where: { $0.zoneName == name })
        else { continue }
        edited[component: index].insert(zone, after: "VTIMEZONE")
      }
      edited[component: index].append(entry.task)
    }
    try file.replace(by: edited)
    func unlisted(_ entries: some Sequence<Entry>) -> [Reminder] {
      entries.map { entry in
        var reminder = entry.own
        reminder.list = ""
        return reminder
      }
    }
    guard unlisted(file.entries(of: uid).map { file.entries[$0] }) == unlisted(sent) else {
      throw InputError(
        source: source,
        problem: "\(uid.quotedExcerpt()) would be at another time: the list defines its "
          + "time zone otherwise", help: "give its dates another zone first (--due and --timezone)")
    }
    self = file
  }
}

extension CalendarComponent {
  fileprivate var zoneName: String? { self["TZID"]?.value.trimmed }

  fileprivate var zoneNames: Set<String> {
    var names = Set(lines.compactMap { $0["TZID"]?.trimmed })
    for component in components { names.formUnion(component.zoneNames) }
    return names
  }
}
