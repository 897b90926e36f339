public import GeofenceCore

extension ReminderFile {
  /// What can be changed of a reminder.
  public struct Draft: Sendable {
    public var title: String
    public var notes: String?
    public var priority: Reminder.Priority
    public var start: CalendarTime?
    public var due: CalendarTime?
    /// The zone in which a new start or due date is meant; `nil` for the kind that it has.
    public var zone: String?
    public var alarm: LocationAlarm?

    public init(
      title: String, notes: String? = nil, priority: Reminder.Priority = .none,
      start: CalendarTime? = nil, due: CalendarTime? = nil, alarm: LocationAlarm? = nil
    ) {
      self.title = title
      self.notes = notes
      self.priority = priority
      self.start = start
      self.due = due
      self.alarm = alarm
    }
  }

  /// A VTODO and the calendar that it is in.
  struct Place {
    let calendar: CalendarComponent
    let task: CalendarComponent
  }

  /// Adds a reminder at the end of a list.
  ///
  /// - Parameter list: the name of a calendar; `nil` for the first.
  /// - Throws: an error when there is no such list, the UID is taken, or the file has a fault.
  public mutating func add(
    _ draft: Draft, uid: String, to list: String? = nil, at now: Timestamp
  ) throws(InputError) {
    try requireSoundness()
    let target = calendars.first { list == nil || ($0.listName ?? namelessList) == list }
    guard let calendar = target else { throw unknownList(list ?? "") }
    let time = CalendarTime.utcValue(now)
    let task = CalendarComponent(
      "VTODO",
      [
        .line(ContentLine("UID", text: uid)), .line(ContentLine("CREATED", value: time)),
        .line(ContentLine("DTSTAMP", value: time)),
        .line(ContentLine("LAST-MODIFIED", value: time)),
        .line(ContentLine("STATUS", value: "NEEDS-ACTION")),
      ])
    var copy = self
    var edit = CalendarEdit(of: bytes)
    edit.add(task, to: calendar)
    try copy.replace(by: edit)
    let file = copy
    try copy.change(uid) { (edit, place) throws(InputError) in
      try file.write(draft, over: Draft(title: ""), to: place, &edit)
    }
    self = copy
  }

  /// Changes what `change` changes of a reminder, and nothing else.
  ///
  /// - Parameter prefix: a UID or the beginning of only one.
  /// - Throws: an error when there is no such reminder, it has several location alarms and one would
  ///   be changed, its dates would contradict each other, or the file has a fault.
  public mutating func edit(
    _ prefix: String, at now: Timestamp, _ change: (inout Draft) throws -> Void
  ) throws {
    try requireSoundness()
    let reminder = try reminder(prefix)
    let old = Draft(
      title: reminder.title, notes: reminder.notes, priority: reminder.priority,
      start: reminder.start, due: reminder.due, alarm: reminder.alarms.first)
    var draft = old
    try change(&draft)
    if draft.alarm != old.alarm, reminder.alarms.count > 1 || old.alarm?.places.count ?? 1 > 1 {
      throw InputError(
        source: source, problem: "the reminder has several places to fire at",
        help: "its location can be edited in the file only")
    }
    let file = self
    try self.change(reminder.uid, stampedAt: now) { (edit, place) throws(InputError) in
      try file.write(draft, over: old, to: place, &edit)
    }
  }

  /// Takes back that a reminder is complete.
  public mutating func uncomplete(_ prefix: String, at now: Timestamp) throws(InputError) {
    try requireSoundness()
    let reminder = try reminder(prefix)
    guard reminder.status == .completed else { return }
    try change(reminder.uid, stampedAt: now) { (edit, place) in
      edit.set(ContentLine("STATUS", value: "NEEDS-ACTION"), in: place.task)
      edit.remove("COMPLETED", from: place.task)
      edit.remove("PERCENT-COMPLETE", from: place.task)
    }
  }

  /// Takes a reminder out of the file, with the changed instances of it.
  public mutating func delete(_ prefix: String) throws(InputError) {
    try requireSoundness()
    let uid = try reminder(prefix).uid
    var edit = CalendarEdit(of: bytes)
    for place in places(of: uid) { edit.remove(place.task) }
    try replace(by: edit)
  }

  // MARK: -

  /// - Throws: the first fault of the file: who edits has to have read it all.
  func requireSoundness() throws(InputError) {
    guard var error = faults.first.map({ InputError($0, source: source) }) else { return }
    error.help = "\(error.help ?? ""); the file is left as it is".trimmingPrefix("; ").description
    throw error
  }

  func unknownList(_ list: String) -> InputError {
    .unknownList(list, among: lists, in: source)
  }

  /// The VTODO of a UID and its changed instances.
  func places(of uid: String) -> [Place] {
    calendars.flatMap { calendar in
      calendar.components("VTODO").filter { $0.text("UID") == uid }
        .map { Place(calendar: calendar, task: $0) }
    }
  }

  /// Lets `change` edit the VTODO of a UID; what changes nothing leaves it as it is.
  ///
  /// - Parameter now: when it is changed, for the lines that say so; `nil` leaves them.
  mutating func change(
    _ uid: String, stampedAt now: Timestamp? = nil,
    _ change: (inout CalendarEdit, Place) throws(InputError) -> Void
  ) throws(InputError) {
    guard let place = places(of: uid).first(where: { $0.task["RECURRENCE-ID"] == nil }) else {
      return
    }
    var edit = CalendarEdit(of: bytes)
    try change(&edit, place)
    guard !edit.isEmpty else { return }
    if let now { edit.stamp(place.task, now) }
    try replace(by: edit)
  }

  /// Writes what is other in `draft` than it was in `old`.
  private func write(
    _ draft: Draft, over old: Draft, to place: Place, _ edit: inout CalendarEdit
  ) throws(InputError) {
    let task = place.task
    // Equal characters may be other bytes.
    if !draft.title.utf8.elementsEqual(old.title.utf8) {
      edit.set("SUMMARY", draft.title, in: task)
    }
    if draft.notes.map({ Array($0.utf8) }) != old.notes.map({ Array($0.utf8) }) {
      edit.set("DESCRIPTION", draft.notes, in: task)
    }
    if draft.priority != old.priority {
      edit.set(ContentLine("PRIORITY", value: "\(draft.priority.number)"), in: task)
    }
    try writeDates(of: draft, over: old, to: place, &edit)
    if draft.alarm != old.alarm { edit.setAlarm(draft.alarm, title: draft.title, of: task) }
  }
}

extension CalendarEdit {
  /// Notes that a component was changed at `now`.
  mutating func stamp(_ task: CalendarComponent, _ now: Timestamp) {
    set(ContentLine("DTSTAMP", value: CalendarTime.utcValue(now)), in: task)
    set(ContentLine("LAST-MODIFIED", value: CalendarTime.utcValue(now)), in: task)
    if let line = task["SEQUENCE"], let sequence = Int(line.value.trimmed), sequence < Int.max {
      set(line.with(value: "\(sequence + 1)"), in: task)
    }
  }

  /// Gives a component's line another text, or takes it out; its parameters stay.
  mutating func set(_ name: String, _ text: String?, in component: CalendarComponent) {
    guard let text, !text.isEmpty else { return remove(name, from: component) }
    set(
      component[name]?.with(value: text.calendarEscaped) ?? ContentLine(name, text: text),
      in: component)
  }

  /// Completes a VTODO.
  mutating func complete(_ task: CalendarComponent, _ time: Timestamp) {
    set(ContentLine("STATUS", value: "COMPLETED"), in: task)
    set(ContentLine("COMPLETED", value: CalendarTime.utcValue(time)), in: task)
    set(ContentLine("PERCENT-COMPLETE", value: "100"), in: task)
  }
}
