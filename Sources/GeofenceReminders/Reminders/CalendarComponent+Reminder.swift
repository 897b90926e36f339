import GeofenceBytes

extension CalendarComponent {
  /// Writes the properties of a VTODO that differ between two states of its reminder; all other
  /// lines keep their bytes.
  mutating func write(_ new: Reminder, over old: Reminder) {
    if new.uid != old.uid { set(ContentLine("UID", text: new.uid)) }
    // Texts of canonically equivalent characters are equal, though their bytes may differ.
    if !new.title.utf8.elementsEqual(old.title.utf8) { setText("SUMMARY", new.title) }
    if new.notes.map({ Array($0.utf8) }) != old.notes.map({ Array($0.utf8) }) {
      setText("DESCRIPTION", new.notes)
    }
    if new.priorityNumber != old.priorityNumber {
      set(ContentLine("PRIORITY", value: "\(new.priorityNumber)"))
    }
    if new.due != old.due {
      remove("DURATION")
      setTime("DUE", new.due, over: old.due)
    }
    if new.start != old.start { setTime("DTSTART", new.start, over: old.start) }
    if new.allAlarms != old.allAlarms { setAlarms(of: new, over: old) }
    if new.url != old.url { setValue("URL", new.url) }
    if new.location != old.location { setText("LOCATION", new.location) }
    if new.recurrence != old.recurrence { setValue("RRULE", new.recurrence) }
    if let created = new.created, created != old.created {
      set(ContentLine("CREATED", value: CalendarTime.utcValue(created)))
    }
    if (new.status, new.completed) != (old.status, old.completed) {
      let isDone = new.status == .completed
      set(ContentLine("STATUS", value: isDone ? "COMPLETED" : "NEEDS-ACTION"))
      setValue("COMPLETED", new.completed.map(CalendarTime.utcValue))
      setValue("PERCENT-COMPLETE", isDone ? "100" : nil)
    }
  }

  /// Takes back what says that a VTODO is under way or done.
  mutating func reopen() {
    if let status = self["STATUS"], status.value.trimmed.uppercased() != "NEEDS-ACTION" {
      set(ContentLine("STATUS", value: "NEEDS-ACTION"))
    }
    remove("COMPLETED")
    remove("PERCENT-COMPLETE")
  }

  mutating func stamp(_ now: Timestamp) {
    set(ContentLine("DTSTAMP", value: CalendarTime.utcValue(now)))
    set(ContentLine("LAST-MODIFIED", value: CalendarTime.utcValue(now)))
    if let line = self["SEQUENCE"], let sequence = Int(line.value.trimmed), sequence < Int.max {
      set(line.with(value: "\(sequence + 1)"))
    }
  }

  /// Sets or removes a date; its parameters stay if it is of the same kind as before.
  private mutating func setTime(_ name: String, _ time: CalendarTime?, over old: CalendarTime?) {
    guard let time else { return remove(name) }
    let line = time.kind == old?.kind ? filled(name)?.with(value: time.value) : nil
    set(line ?? time.line(name))
  }

  // MARK: - Alarms

  /// Writes the alarms that differ. VALARMs that are no alarms of `old` stay.
  private mutating func setAlarms(of new: Reminder, over old: Reminder) {
    let (uid, places) = (text("UID") ?? "", indices(of: "VALARM"))
    var gone: [Int] = []
    var added: [ReminderAlarm] = []
    for alarm in old.allAlarms {
      guard let number = alarm.number else { continue }
      let other = new.allAlarms.first { $0.number == number }
      if other?.trigger == alarm.trigger { continue }
      let index = places[number]
      switch (alarm.trigger, other?.trigger) {
      case (.place, .place(let alarm)?):
        if let place = alarm.places.first {
          self[component: index].write(alarm, at: place, ofReminder: uid)
        }
      case (.moment, .moment(let time)?):
        guard let line = self[component: index]["TRIGGER"] else { continue }
        let isUTC = line.value.trimmed.uppercased().hasSuffix("Z")
        let value = CalendarTime(time, isUTC ? .utc : .floating).value
        self[component: index].set(line.with(value: value))
      default:
        gone.append(index)
        added += other.map { [$0] } ?? []
      }
    }
    for index in gone.reversed() { items.remove(at: index) }
    for alarm in added + new.allAlarms.filter({ $0.number == nil }) {
      append(alarm, of: new, uid)
    }
  }

  private mutating func append(_ alarm: ReminderAlarm, of reminder: Reminder, _ uid: String) {
    var component = CalendarComponent(
      "VALARM",
      [
        .line(ContentLine("ACTION", value: "DISPLAY")),
        .line(ContentLine("DESCRIPTION", text: reminder.title)),
      ])
    func trigger(_ parameter: String, _ kind: String, _ value: String) -> CalendarComponent.Item {
      .line(ContentLine("TRIGGER", [.init(parameter, kind)], value: value))
    }
    switch alarm.trigger {
    case .place(let alarm):
      guard let place = alarm.places.first else { return }
      // This is Apple's placeholder: an alarm needs a trigger, and this one is in the past.
      component.items.append(trigger("VALUE", "DATE-TIME", "19760401T005545Z"))
      component.write(alarm, at: place, ofReminder: uid)
    case .moment(let time):
      component.items.append(trigger("VALUE", "DATE-TIME", CalendarTime.utcValue(time)))
    case .offset(let seconds):
      // Without RELATED, a trigger counts from the start, which a reminder need not have.
      let text = (seconds < 0 ? "-PT" : "PT") + "\(seconds.magnitude)S"
      component.items.append(trigger("RELATED", "END", text))
    }
    append(component)
  }
}

extension Reminder {
  /// Reads a VTODO; each part that cannot be read is left out, and becomes a fault.
  init(
    _ task: CalendarComponent, in list: String, _ zones: CalendarZones, _ faults: inout [Diagnosis]
  ) {
    func attempt<Value>(_ body: () throws(Diagnosis) -> Value?) -> Value? {
      do {
        return try body()
      } catch {
        faults.append(error)
        return nil
      }
    }
    func time(_ name: String) -> CalendarTime? {
      attempt { () throws(Diagnosis) in try zones.time(name, of: task) }
    }
    self.init(uid: task.text("UID") ?? "", title: task.text("SUMMARY") ?? "", list: list)
    if uid.isEmpty {
      faults.append(
        Diagnosis("a VTODO without a UID", help: "give it a line UID:…", at: .line(task.number)))
    }
    notes = task.text("DESCRIPTION")
    url = task.filled("URL")?.value.trimmed
    location = task.text("LOCATION")
    parent = task.lines.first { $0.name == "RELATED-TO" && $0.isParent }?.value.calendarUnescaped
    if !task.isInstance { recurrence = task.filled("RRULE")?.value.trimmed }
    otherRecurrence =
      Series.otherLines.filter { task.filled($0) != nil }
      + (task.lines.count { $0.name == "RRULE" } > 1 ? ["RRULE"] : [])
      + (task["RECURRENCE-ID"]?["RANGE"] == nil ? [] : ["RANGE"])
    occurrence = time("RECURRENCE-ID")
    priorityNumber = attempt { () throws(Diagnosis) in try task.priorityNumber } ?? 0
    completed = time("COMPLETED")?.instant
    created = time("CREATED")?.instant
    modified = (try? zones.time("LAST-MODIFIED", of: task))?.instant
    start = time("DTSTART")
    due = attempt { () throws(Diagnosis) in try task.due(from: start, zones) }
    lastDay = recurrence.flatMap {
      RecurrenceRule($0)?.lastDay(in: base.flatMap { zones.rules(of: $0.kind) })
    }
    switch task["STATUS"]?.value.trimmed.uppercased() {
    case "COMPLETED": status = .completed
    case "CANCELLED": status = .cancelled
    case "NEEDS-ACTION", "IN-PROCESS": status = .incomplete
    default:
      let isDone = completed != nil || task["PERCENT-COMPLETE"]?.value.trimmed == "100"
      status = isDone ? .completed : .incomplete
    }
    for (number, alarm) in task.components("VALARM").enumerated() {
      if let place = attempt({ () throws(Diagnosis) in try LocationAlarm(alarm) }) {
        allAlarms.append(ReminderAlarm(.place(place), number: number))
        if let contradiction = alarm.contradiction { faults.append(contradiction) }
      } else if let timed = ReminderAlarm(timed: alarm, number: number) {
        allAlarms.append(timed)
      }
    }
  }
}

extension CalendarComponent {
  var isInstance: Bool { self["RECURRENCE-ID"] != nil }

  var alarmLines: [Int] {
    components("VALARM").filter { (try? LocationAlarm($0)) != nil }.map(\.number)
  }

  /// The warning about a VALARM that depends on the Bluetooth of a car, or on nothing that is known;
  /// `nil` for another.
  var unwatched: Diagnosis? {
    guard let line = self["X-APPLE-PROXIMITY"] ?? self["PROXIMITY"] else { return nil }
    let kind = line.value.trimmed.uppercased()
    guard let way = ["CONNECT": "into", "DISCONNECT": "out of"][kind] else {
      guard LocationAlarm.Proximity(rawValue: kind.lowercased()) == nil else { return nil }
      return line.mistake(
        "an alarm of the proximity \(line.value.quotedExcerpt()) is never watched",
        help: "write ARRIVE or DEPART")
    }
    return line.mistake(
      "an alarm on getting \(way) a car (\(kind)) is never watched",
      help: "only arriving at a place and leaving it are simulated")
  }

  /// The duration by which the due date follows the start; `nil` where DUE gives the date, or nothing.
  var duration: CalendarDuration? {
    guard filled("DUE") == nil else { return nil }
    return filled("DURATION").flatMap { CalendarDuration($0.value.trimmed) }
  }

  fileprivate var priorityNumber: Int? {
    get throws(Diagnosis) {
      guard let line = filled("PRIORITY") else { return nil }
      guard let number = Int(line.value.trimmed) else {
        throw line.mistake("no priority: \(line.value.quotedExcerpt())", help: "write 0 to 9")
      }
      return number
    }
  }

  fileprivate func due(from start: CalendarTime?, _ zones: CalendarZones) throws(Diagnosis)
    -> CalendarTime?
  {
    if let line = filled("DUE") { return try zones.time(line) }
    guard let line = filled("DURATION"), let start else { return nil }
    guard let duration = CalendarDuration(line.value.trimmed) else {
      throw line.mistake(
        "no duration: \(line.value.quotedExcerpt())", help: "write PT30M, P1D or P2W")
    }
    return duration.after(start, zones)
  }
}

extension ContentLine {
  fileprivate var isParent: Bool { (self["RELTYPE"] ?? "PARENT").uppercased() == "PARENT" }
}
