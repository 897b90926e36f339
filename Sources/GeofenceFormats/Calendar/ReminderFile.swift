public import GeofenceCore

/// An iCalendar file with the reminders (VTODO) in it.
///
/// It holds the file's bytes: whatever is not edited stays as it is, byte for byte.
///
///     var file = try ReminderFile.read(path: "errands.ics")
///     try file.edit("4D0E", at: now) { $0.title = "Buy oat milk" }
///     try file.write(to: "errands.ics")
public struct ReminderFile: Sendable {
  /// What messages call the file.
  public let source: String
  public private(set) var bytes: [UInt8]
  /// The bytes that were read; `nil` for a file that is not there yet.
  let original: [UInt8]?
  private var calendars: [CalendarComponent]
  /// In the order of the file, without the changed instances of repeating ones.
  public private(set) var reminders: [Reminder]

  /// What is wrong with a line.
  struct Mistake: Error {
    let number: Int
    let problem: String
    let help: String
  }

  /// - Throws: an error when the file cannot be read, or names line, reason and help when it is not
  ///   iCalendar, is damaged, or has a reminder that cannot be read.
  ///
  /// - Parameter orNew: whether a file that is not there is taken as one without reminders.
  public static func read(path: String, orNew: Bool = false) throws(InputError) -> ReminderFile {
    let found = try orNew ? ByteSource.present(path) : ByteSource.contents(of: path)
    guard let (bytes, name) = found else { return try ReminderFile(newAt: path) }
    return try ReminderFile(parsing: bytes, source: name)
  }

  public init(parsing bytes: [UInt8], source: String) throws(InputError) {
    try self.init(bytes, original: bytes, source: source)
  }

  /// A file that is not there yet: an empty calendar.
  init(newAt path: String) throws(InputError) {
    let calendar = CalendarComponent(
      "VCALENDAR",
      [
        .line(ContentLine("VERSION", value: "2.0")),
        .line(ContentLine("PRODID", value: "-//geofence//geofence//EN")),
      ])
    try self.init(calendar.bytes, original: nil, source: path)
  }

  private init(_ bytes: [UInt8], original: [UInt8]?, source: String) throws(InputError) {
    self.source = source
    self.bytes = bytes
    self.original = original
    calendars = try CalendarParser.calendars(in: bytes, source: source)
    do {
      reminders = try Self.reminders(in: calendars, fallback: Self.baseName(of: source))
    } catch {
      throw InputError(
        source: source, place: .line(error.number), problem: error.problem, help: error.help)
    }
  }

  private static func baseName(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return file }
    return String(file[..<dot])
  }

  private static func reminders(in calendars: [CalendarComponent], fallback: String)
    throws(Mistake) -> [Reminder]
  {
    var reminders: [Reminder] = []
    var lines: [String: Int] = [:]
    for calendar in calendars {
      let times = CalendarTime(calendar)
      let list = calendar.listName ?? fallback
      for task in calendar.components("VTODO") where task["RECURRENCE-ID"] == nil {
        let reminder = try Reminder(task, in: list, times)
        if let first = lines.updateValue(task.number, forKey: reminder.uid) {
          throw Mistake(
            number: task.number,
            problem: "the UID \(reminder.uid.quotedExcerpt()) is already that of line \(first)",
            help: "give each reminder a UID of its own")
        }
        reminders.append(reminder)
      }
    }
    return reminders
  }

  /// The lists of the file, in its order.
  public var lists: [String] {
    let fallback = Self.baseName(of: source)
    var seen: Set<String> = []
    return calendars.map { $0.listName ?? fallback }.filter { seen.insert($0).inserted }
  }

  /// The reminder of a UID or of the only UID that begins so.
  ///
  /// - Throws: an error when there is none, or more than one.
  public func reminder(_ prefix: String) throws(InputError) -> Reminder {
    if let exact = reminders.first(where: { $0.uid == prefix }) { return exact }
    let found = reminders.filter { $0.uid.hasPrefix(prefix) }
    guard let first = found.first, !prefix.isEmpty else {
      throw InputError(
        source: source,
        problem: "no reminder with a UID that begins with \(prefix.quotedExcerpt())",
        help: "'geofence reminders list --all' shows the UIDs")
    }
    guard found.count == 1 else {
      throw InputError(
        source: source,
        problem: "\(found.count) reminders have a UID that begins with \(prefix.quotedExcerpt())",
        help: "give more of it: \(found.prefix(5).map(\.uid).joined(separator: ", "))")
    }
    return first
  }
}

extension CalendarComponent {
  /// The calendar's name.
  fileprivate var listName: String? { text("X-WR-CALNAME") ?? text("NAME") }
}

extension Reminder {
  fileprivate init(_ task: CalendarComponent, in list: String, _ times: CalendarTime)
    throws(ReminderFile.Mistake)
  {
    guard let uid = task.text("UID") else {
      throw ReminderFile.Mistake(
        number: task.number, problem: "a VTODO without a UID", help: "give it a line UID:…")
    }
    self.init(uid: uid, title: task.text("SUMMARY") ?? "", list: list)
    notes = task.text("DESCRIPTION")
    if let line = task.filled("PRIORITY") {
      guard let number = Int(line.value.trimmed) else {
        throw ReminderFile.Mistake(
          number: line.number, problem: "no priority: \(line.value.quotedExcerpt())",
          help: "write 0 to 9")
      }
      priority = Priority(number)
    }
    if let line = task.filled("COMPLETED") { completed = try times.timestamp(line) }
    if let line = task.filled("DUE") { due = try times.timestamp(line) }
    if let line = task.filled("CREATED") { created = try times.timestamp(line) }
    switch task["STATUS"]?.value.trimmed.uppercased() {
    case "COMPLETED": status = .completed
    case "CANCELLED": status = .cancelled
    case "NEEDS-ACTION", "IN-PROCESS": status = .incomplete
    default:
      let isDone =
        completed != nil || task["PERCENT-COMPLETE"]?.value.trimmed == "100"
      status = isDone ? .completed : .incomplete
    }
    for alarm in task.components("VALARM") {
      if let alarm = try LocationAlarm(alarm) { alarms.append(alarm) }
    }
  }
}

// MARK: - editing

extension ReminderFile {
  /// What can be changed of a reminder.
  public struct Draft: Sendable {
    public var title: String
    public var notes: String?
    public var priority: Reminder.Priority
    public var due: Timestamp?
    public var alarm: LocationAlarm?

    public init(
      title: String, notes: String? = nil, priority: Reminder.Priority = .none,
      due: Timestamp? = nil, alarm: LocationAlarm? = nil
    ) {
      self.title = title
      self.notes = notes
      self.priority = priority
      self.due = due
      self.alarm = alarm
    }
  }

  /// Adds a reminder at the end of a list.
  ///
  /// - Parameter list: the name of a calendar; `nil` for the first.
  /// - Throws: an error when there is no such list, or the UID is taken.
  public mutating func add(
    _ draft: Draft, uid: String, to list: String? = nil, at now: Timestamp
  ) throws(InputError) {
    let name = Self.baseName(of: source)
    let target = calendars.first { list == nil || ($0.listName ?? name) == list }
    guard let calendar = target else {
      throw InputError(
        source: source, problem: "no list \((list ?? "").quotedExcerpt())",
        help: "it has \(lists.map { $0.quotedExcerpt() }.joined(separator: ", "))")
    }
    var task = CalendarComponent("VTODO", [.line(ContentLine("UID", text: uid))])
    task.set(ContentLine("CREATED", value: CalendarTime.text(now)))
    task.set(ContentLine("STATUS", value: "NEEDS-ACTION"))
    task.write(draft, over: Draft(title: ""))
    task.stamp(now)
    try replace(calendar.end..<calendar.end, with: task.bytes)
  }

  /// Changes what `change` changes of a reminder, and nothing else.
  ///
  /// - Parameter prefix: a UID or the beginning of only one.
  /// - Throws: an error when there is no such reminder, or it has several location alarms and one
  ///   would be changed.
  public mutating func edit(
    _ prefix: String, at now: Timestamp, _ change: (inout Draft) throws -> Void
  ) throws {
    let reminder = try reminder(prefix)
    let old = Draft(
      title: reminder.title, notes: reminder.notes, priority: reminder.priority, due: reminder.due,
      alarm: reminder.alarms.first)
    var draft = old
    try change(&draft)
    if draft.alarm != old.alarm, reminder.alarms.count > 1 || old.alarm?.places.count ?? 1 > 1 {
      throw InputError(
        source: source, problem: "the reminder has several places to fire at",
        help: "its location can be edited in the file only")
    }
    try rewrite(reminder.uid, at: now) { $0.write(draft, over: old) }
  }

  /// Completes a reminder, or takes its completion back where `time` is `nil`.
  public mutating func complete(_ prefix: String, _ time: Timestamp?, at now: Timestamp)
    throws(InputError)
  {
    let reminder = try reminder(prefix)
    try rewrite(reminder.uid, at: now) { task in
      task.set(ContentLine("STATUS", value: time == nil ? "NEEDS-ACTION" : "COMPLETED"))
      if let time {
        task.set(ContentLine("COMPLETED", value: CalendarTime.text(time)))
        task.set(ContentLine("PERCENT-COMPLETE", value: "100"))
      } else {
        task.remove("COMPLETED")
        task.remove("PERCENT-COMPLETE")
      }
    }
  }

  /// Takes a reminder out of the file, with the changed instances of it.
  public mutating func delete(_ prefix: String) throws(InputError) {
    let uid = try reminder(prefix).uid
    for task in tasks(of: uid).reversed() { try replace(task.range, with: []) }
  }

  private func tasks(of uid: String) -> [CalendarComponent] {
    calendars.flatMap { $0.components("VTODO") }.filter { $0.text("UID") == uid }
  }

  private mutating func rewrite(
    _ uid: String, at now: Timestamp, _ change: (inout CalendarComponent) -> Void
  ) throws(InputError) {
    guard var task = tasks(of: uid).first(where: { $0["RECURRENCE-ID"] == nil }) else { return }
    let range = task.range
    change(&task)
    task.stamp(now)
    try replace(range, with: task.bytes)
  }

  /// All or nothing: what would not be read again is not taken over.
  private mutating func replace(_ range: Range<Int>, with new: [UInt8]) throws(InputError) {
    var bytes = bytes
    bytes.replaceSubrange(range, with: new)
    self = try ReminderFile(bytes, original: original, source: source)
  }
}

extension CalendarComponent {
  /// Notes that the component was changed at `now`.
  fileprivate mutating func stamp(_ now: Timestamp) {
    set(ContentLine("DTSTAMP", value: CalendarTime.text(now)))
    set(ContentLine("LAST-MODIFIED", value: CalendarTime.text(now)))
    if let sequence = self["SEQUENCE"].flatMap({ Int($0.value.trimmed) }), sequence < Int.max {
      set(ContentLine("SEQUENCE", value: "\(sequence + 1)"))
    }
  }

  /// Writes what is other in `draft` than it was in `old`.
  fileprivate mutating func write(_ draft: ReminderFile.Draft, over old: ReminderFile.Draft) {
    func set(_ name: String, _ text: String?, _ task: inout CalendarComponent) {
      if let text, !text.isEmpty {
        task.set(ContentLine(name, text: text))
      } else {
        task.remove(name)
      }
    }
    // Equal characters may be other bytes.
    if !draft.title.utf8.elementsEqual(old.title.utf8) { set("SUMMARY", draft.title, &self) }
    if draft.notes.map({ Array($0.utf8) }) != old.notes.map({ Array($0.utf8) }) {
      set("DESCRIPTION", draft.notes, &self)
    }
    if draft.priority != old.priority {
      self.set(ContentLine("PRIORITY", value: "\(draft.priority.number)"))
    }
    if draft.due != old.due {
      remove("DUE")
      // RFC 5545 has one of the two.
      if let due = draft.due {
        remove("DURATION")
        self.set(ContentLine("DUE", value: CalendarTime.text(due)))
      }
    }
    if draft.alarm != old.alarm { writeAlarm(draft.alarm, title: draft.title) }
  }

  /// Gives the only location alarm another place, adds one, or takes it out.
  private mutating func writeAlarm(_ alarm: LocationAlarm?, title: String) {
    let position = items.firstIndex { item in
      guard case .component(let component) = item, component.name == "VALARM" else { return false }
      return (try? LocationAlarm(component)) != nil
    }
    guard let alarm else {
      if let position { items.remove(at: position) }
      return
    }
    if let position, case .component(var component) = items[position] {
      component.locate(alarm, ofReminder: text("UID") ?? "")
      items[position] = .component(component)
    } else {
      var component = CalendarComponent(
        "VALARM",
        [
          .line(ContentLine("ACTION", value: "DISPLAY")),
          .line(ContentLine("DESCRIPTION", text: title.isEmpty ? "Reminder" : title)),
          // Apple's placeholder: an alarm needs a trigger, and this one never comes.
          .line(
            ContentLine("TRIGGER", [("VALUE", "DATE-TIME")], value: "19760401T005545Z")),
        ])
      component.locate(alarm, ofReminder: text("UID") ?? "")
      items.append(.component(component))
    }
  }

  /// Puts the place of `alarm` into a VALARM, as RFC 9074 and as Apple writes it.
  ///
  /// What else is known of the place stays, but for what Apple knows of another place.
  private mutating func locate(_ alarm: LocationAlarm, ofReminder uid: String) {
    guard let place = alarm.places.first else { return }
    let old = (try? LocationAlarm(self))?.places.first
    let proximity = alarm.proximity.rawValue.uppercased()
    set(ContentLine("PROXIMITY", value: proximity))
    set(ContentLine("X-APPLE-PROXIMITY", value: proximity))
    remove("X-APPLE-RADIUS")
    set(structuredLocation(place, isElsewhere: old?.coordinate != place.coordinate))
    let locations = items.indices.filter { index in
      if case .component(let location) = items[index] {
        location.name == "VLOCATION"
      } else {
        false
      }
    }
    let position = locations.first { index in
      if case .component(let location) = items[index] { location.isPlace } else { false }
    }
    guard let position = position ?? locations.first,
      case .component(var location) = items[position]
    else {
      var location = CalendarComponent(
        "VLOCATION", [.line(ContentLine("UID", text: "\(uid)-place"))])
      location.place(place)
      items.append(.component(location))
      return
    }
    location.place(place)
    items[position] = .component(location)
  }

  private func structuredLocation(_ place: LocationAlarm.Place, isElsewhere: Bool) -> ContentLine {
    var parameters = [
      (name: "VALUE", value: "URI"), (name: "X-APPLE-RADIUS", value: place.radius.plainDecimal),
    ]
    // Apple escapes in parameters as in text.
    if let name = place.name {
      parameters.append((name: "X-TITLE", value: name.replacing("\\", with: "\\\\")))
    }
    let stale = isElsewhere ? ["X-ADDRESS", "X-APPLE-MAPKIT-HANDLE", "X-APPLE-ABUID"] : []
    for other in self["X-APPLE-STRUCTURED-LOCATION"]?.parameters ?? []
    where !["VALUE", "X-APPLE-RADIUS", "X-TITLE"].contains(other.name)
      && !stale.contains(other.name)
    {
      parameters.append((name: other.name, value: other.values.joined(separator: ",")))
    }
    return ContentLine(
      "X-APPLE-STRUCTURED-LOCATION", parameters, value: GeoURI.text(place.coordinate))
  }

  /// Puts `place` into a VLOCATION.
  private mutating func place(_ place: LocationAlarm.Place) {
    remove("X-APPLE-RADIUS")
    if let name = place.name {
      set(ContentLine("NAME", text: name))
    } else {
      remove("NAME")
    }
    let uri = GeoURI.text(place.coordinate, uncertainty: place.radius)
    // Other URLs are none of a place's business.
    let position = items.firstIndex { item in
      if case .line(let line) = item { line.isPlaceURL } else { false }
    }
    if let position, case .line(let line) = items[position] {
      items[position] = .line(line.with(value: uri))
      remove("GEO")
    } else {
      remove("GEO")
      let end = items.firstIndex { if case .component = $0 { true } else { false } }
      items.insert(.line(ContentLine("URL", value: uri)), at: end ?? items.endIndex)
    }
  }
}
