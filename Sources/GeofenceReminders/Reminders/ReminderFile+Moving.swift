import GeofenceBytes

extension ReminderFile {
  /// A reminder, or a series with its changed occurrences, that is moved to another list.
  struct Parcel {
    let uid: String
    let tasks: [CalendarComponent]
    /// The time zones of their calendars that they need.
    var zones: [CalendarComponent] = []
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
    var parcel = Parcel(uid: uid, tasks: own.map(\.task), reminders: own.map(\.own))
    var file = root
    for entry in own {
      let names = entry.task.zoneNames
      for zone in entry.calendar.components("VTIMEZONE") {
        guard let name = zone.zoneName, names.contains(name),
          !parcel.zones.contains(where: { $0.zoneName == name })
        else { continue }
        parcel.zones.append(zone)
      }
      file[entry.place] = nil
    }
    try replace(by: file)
    return parcel
  }

  /// Adds VTODOs to the end of a list, byte for byte, and before them the time zones that it lacks.
  ///
  /// - Parameter list: The name of a calendar; `nil` for the first.
  mutating func put(_ parcel: Parcel, into list: String?) throws(InputError) {
    let index = try index(ofList: list)
    guard entries(of: parcel.uid).isEmpty else {
      throw refusal(
        "the UID \(parcel.uid.quotedExcerpt()) is there already",
        help: "give each reminder a UID of its own")
    }
    var edited = root
    let defined = Set(edited[component: index].components("VTIMEZONE").map(\.zoneName))
    for zone in parcel.zones where !defined.contains(zone.zoneName) {
      edited[component: index].insert(zone, after: "VTIMEZONE")
    }
    for task in parcel.tasks { edited[component: index].append(task) }
    var file = self
    try file.replace(by: edited)
    func unlisted(_ reminders: some Sequence<Reminder>) -> [Reminder] {
      reminders.map { reminder in
        var reminder = reminder
        reminder.list = ""
        return reminder
      }
    }
    let moved = unlisted(file.entries(of: parcel.uid).map { file.entries[$0].own })
    let sent = unlisted(parcel.reminders)
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
  fileprivate var zoneName: String? { self["TZID"]?.value.trimmed }

  fileprivate var zoneNames: Set<String> {
    var names = Set(lines.compactMap { $0["TZID"]?.trimmed })
    for component in components { names.formUnion(component.zoneNames) }
    return names
  }
}
