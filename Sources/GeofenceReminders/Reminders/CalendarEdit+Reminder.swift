import GeofenceCore

extension CalendarEdit {
  /// Writes the properties of a VTODO that differ between two states of its reminder; all other
  /// lines keep their bytes.
  mutating func write(_ new: Reminder, over old: Reminder, to task: CalendarComponent) {
    if new.uid != old.uid { set(ContentLine("UID", text: new.uid), in: task) }
    // Texts of canonically equivalent characters are equal, though their bytes may differ.
    if !new.title.utf8.elementsEqual(old.title.utf8) { set("SUMMARY", new.title, in: task) }
    if new.notes.map({ Array($0.utf8) }) != old.notes.map({ Array($0.utf8) }) {
      set("DESCRIPTION", new.notes, in: task)
    }
    if new.priorityNumber != old.priorityNumber {
      set(ContentLine("PRIORITY", value: "\(new.priorityNumber)"), in: task)
    }
    if new.due != old.due {
      remove("DURATION", from: task)
      set("DUE", new.due, over: old.due, in: task)
    }
    if new.start != old.start { set("DTSTART", new.start, over: old.start, in: task) }
    if new.allAlarms != old.allAlarms { setAlarms(of: new, over: old, in: task) }
    if new.url != old.url { setValue("URL", new.url, in: task) }
    if new.location != old.location { set("LOCATION", new.location, in: task) }
    if new.recurrence != old.recurrence { setValue("RRULE", new.recurrence, in: task) }
    if let created = new.created, created != old.created {
      set(ContentLine("CREATED", value: CalendarTime.utcValue(created)), in: task)
    }
    if (new.status, new.completed) != (old.status, old.completed) { setStatus(of: new, in: task) }
  }

  private mutating func setStatus(of reminder: Reminder, in task: CalendarComponent) {
    let isDone = reminder.status == .completed
    set(ContentLine("STATUS", value: isDone ? "COMPLETED" : "NEEDS-ACTION"), in: task)
    setValue("COMPLETED", reminder.completed.map(CalendarTime.utcValue), in: task)
    setValue("PERCENT-COMPLETE", isDone ? "100" : nil, in: task)
  }

  /// Takes back what says that a VTODO is under way or done.
  mutating func reopen(_ task: CalendarComponent) {
    if let status = task["STATUS"], status.value.trimmed.uppercased() != "NEEDS-ACTION" {
      set(ContentLine("STATUS", value: "NEEDS-ACTION"), in: task)
    }
    remove("COMPLETED", from: task)
    remove("PERCENT-COMPLETE", from: task)
  }

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
  private mutating func setValue(_ name: String, _ value: String?, in component: CalendarComponent)
  {
    guard let value, !value.isEmpty else { return remove(name, from: component) }
    set(component[name]?.with(value: value) ?? ContentLine(name, value: value), in: component)
  }

  /// Sets or removes a date; its parameters stay if it is of the same kind as before.
  private mutating func set(
    _ name: String, _ time: CalendarTime?, over old: CalendarTime?, in task: CalendarComponent
  ) {
    guard let time else { return remove(name, from: task) }
    let line = time.kind == old?.kind ? task.filled(name)?.with(value: time.value) : nil
    set(line ?? time.line(name), in: task)
  }

  // MARK: - Alarms

  /// Writes the alarms that differ. VALARMs that are no alarms of `old` stay.
  private mutating func setAlarms(
    of new: Reminder, over old: Reminder, in task: CalendarComponent
  ) {
    let known = task.components("VALARM")
    let uid = task.text("UID") ?? ""
    for alarm in old.allAlarms {
      guard let number = alarm.number else { continue }
      let component = known[number]
      let other = new.allAlarms.first { $0.number == number }
      if other?.trigger == alarm.trigger { continue }
      switch (alarm.trigger, other?.trigger) {
      case (.place, .place(let alarm)?):
        if let place = alarm.places.first {
          change(component, to: alarm, at: place, ofReminder: uid)
        }
      case (.moment, .moment(let time)?):
        guard let line = component["TRIGGER"] else { continue }
        let isUTC = line.value.trimmed.uppercased().hasSuffix("Z")
        let value = CalendarTime(time, isUTC ? .utc : .floating).value
        set(line.with(value: value), in: component)
      default:
        remove(component)
        if let other { add(other, of: new, uid, to: task) }
      }
    }
    for alarm in new.allAlarms where alarm.number == nil { add(alarm, of: new, uid, to: task) }
  }

  private mutating func add(
    _ alarm: ReminderAlarm, of reminder: Reminder, _ uid: String, to task: CalendarComponent
  ) {
    let trigger: ContentLine
    var more: [CalendarComponent.Item] = []
    switch alarm.trigger {
    case .place(let alarm):
      guard let place = alarm.places.first else { return }
      // This is Apple's placeholder: an alarm needs a trigger, and this one is in the past.
      trigger = ContentLine("TRIGGER", [.init("VALUE", "DATE-TIME")], value: "19760401T005545Z")
      more = alarm.items(at: place, ofReminder: uid)
    case .moment(let time):
      trigger = ContentLine(
        "TRIGGER", [.init("VALUE", "DATE-TIME")], value: CalendarTime.utcValue(time))
    case .offset(let seconds):
      // Without RELATED, a trigger counts from the start, which a reminder need not have.
      trigger = ContentLine(
        "TRIGGER", [.init("RELATED", "END")],
        value: (seconds < 0 ? "-PT" : "PT") + "\(seconds.magnitude)S")
    }
    let items: [CalendarComponent.Item] = [
      .line(ContentLine("ACTION", value: "DISPLAY")),
      .line(ContentLine("DESCRIPTION", text: reminder.title)), .line(trigger),
    ]
    add(CalendarComponent("VALARM", items + more), to: task)
  }
}
