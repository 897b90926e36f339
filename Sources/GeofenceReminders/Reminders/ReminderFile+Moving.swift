import GeofenceBytes

extension ReminderFile {
  /// A reminder, or a series with its changed occurrences, that is moved to another list.
  struct Parcel {
    let uid: String
    let tasks: [[UInt8]]
    /// The time zones of their calendars that they need, by their names.
    let zones: [(name: String, definition: CalendarComponent, bytes: [UInt8])]
    let reminders: [Reminder]
  }

  mutating func move(_ uids: [String], to list: String) throws(InputError) {
    guard lists.contains(list) else { throw unknownList(list) }
    var file = self
    for uid in uids where file.entries.contains(where: { $0.own.uid == uid && $0.own.list != list })
    {
      let parcel = try file.take(uid)
      try file.put(parcel, into: list)
    }
    self = file
  }

  mutating func take(_ uid: String) throws(InputError) -> Parcel {
    let numbers = entries(of: uid)
    try requireSoundness(of: numbers)
    let own = numbers.map { entries[$0] }
    var zones: [(name: String, definition: CalendarComponent, bytes: [UInt8])] = []
    for entry in own {
      let names = entry.task.zoneNames
      for zone in entry.calendar.components("VTIMEZONE") {
        guard let name = zone["TZID"]?.value.trimmed, names.contains(name),
          !zones.contains(where: { $0.name == name })
        else { continue }
        zones.append((name, zone, Array(bytes[zone.range])))
      }
    }
    let parcel = Parcel(
      uid: uid, tasks: own.map { Array(bytes[$0.task.range]) }, zones: zones,
      reminders: own.map(\.own))
    var edit = CalendarEdit(of: bytes)
    for entry in own { edit.remove(entry.task) }
    try replace(by: edit)
    return parcel
  }

  /// Adds VTODOs to the end of a list, byte for byte, and before them the time zones that it lacks.
  ///
  /// - Parameter list: The name of a calendar; `nil` for the first.
  mutating func put(_ parcel: Parcel, into list: String?) throws(InputError) {
    let target = calendars.first { list == nil || ($0.listName ?? namelessList) == list }
    guard let calendar = target else { throw unknownList(list ?? "") }
    guard entries(of: parcel.uid).isEmpty else {
      throw refusal(
        "the UID \(parcel.uid.quotedExcerpt()) is there already",
        help: "give each reminder a UID of its own")
    }
    let defined = Set(calendar.components("VTIMEZONE").compactMap { $0["TZID"]?.value.trimmed })
    var edit = CalendarEdit(of: bytes)
    let first = calendar.components.first { $0.name != "VTIMEZONE" }?.range.lowerBound
    for zone in parcel.zones where !defined.contains(zone.name) {
      edit.insert(zone.bytes, at: first ?? calendar.end)
    }
    for task in parcel.tasks { edit.insert(task, at: calendar.end) }
    var file = self
    try file.replace(by: edit)
    let moved = file.entries(of: parcel.uid).map { number in
      var reminder = file.entries[number].own
      reminder.list = parcel.reminders.first?.list ?? ""
      return reminder
    }
    let sent = parcel.reminders.map { reminder in
      var reminder = reminder
      reminder.list = parcel.reminders.first?.list ?? ""
      return reminder
    }
    guard moved == sent else {
      throw InputError(
        source: source,
        problem: "\(parcel.uid.quotedExcerpt()) would be at another time: the list defines its "
          + "time zone otherwise", help: "give its dates another zone first (--due and --timezone)")
    }
    self = file
  }
}

extension CalendarComponent {
  fileprivate var zoneNames: Set<String> {
    var names = Set(lines.compactMap { $0["TZID"]?.trimmed })
    for component in components { names.formUnion(component.zoneNames) }
    return names
  }
}
