import GeofenceCore

/// An iCalendar file with the reminders (VTODO) in it.
///
/// It holds the file's bytes: whatever is not edited stays as it is, byte for byte. What cannot be
/// read of a reminder is a warning; a reminder with such a fault is listed, and not edited.
///
///     try ReminderFile.update(path: "errands.ics") { file in
///       try file.edit("4D0E", at: now) { $0.title = "Buy oat milk" }
///     }
public struct ReminderFile: Sendable {
  /// What messages call the file.
  public let source: String
  public private(set) var bytes: [UInt8]
  /// The bytes that were read; `nil` for a file that is not there yet.
  let original: [UInt8]?
  private(set) var calendars: [CalendarComponent]
  /// The VTODOs, in the order of the file.
  private(set) var entries: [Entry]
  /// What the VTODOs stand for; see `reminders`.
  private(set) var rows: [Row]
  /// What could not be read, in the order of the lines.
  private(set) var faults: [Diagnosis]
  private var unknownZones: [Diagnosis]
  /// What a calendar without a name is called.
  let namelessList: String

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - orNew: whether a file that is not there is taken as one without reminders.
  ///   - list: what a calendar without a name is called; `nil` for what the file is called.
  /// - Throws: an error when the file cannot be read, or names line, reason and help when it is not
  ///   iCalendar, or damaged.
  public static func read(path: String, orNew: Bool = false, list: String? = nil)
    throws(InputError) -> ReminderFile
  {
    let found = try orNew ? ByteSource.present(path) : ByteSource.contents(of: path)
    guard let (bytes, name) = found else { return try ReminderFile(newAt: path, list: list) }
    return try ReminderFile(parsing: bytes, source: name, list: list)
  }

  public init(parsing bytes: [UInt8], source: String, list: String? = nil) throws(InputError) {
    try self.init(bytes, original: bytes, source: source, list)
  }

  /// A file that is not there yet: an empty calendar.
  init(newAt path: String, list: String? = nil) throws(InputError) {
    let bytes = CalendarComponent.calendar([]).bytes([ASCII.carriageReturn, ASCII.lineFeed])
    try self.init(bytes, original: nil, source: path, list)
  }

  private init(_ bytes: [UInt8], original: [UInt8]?, source: String, _ list: String?)
    throws(InputError)
  {
    self.source = source
    self.bytes = bytes
    self.original = original
    namelessList = list ?? FilePath.baseName(of: source)
    (calendars, faults) = try CalendarParser.read(bytes, source: source)
    (entries, rows, unknownZones) = ([], [], [])
    var unread = faults[...]
    var lines: [String: Int] = [:]
    for calendar in calendars {
      let defined = CalendarZones(calendar)
      var zones = defined
      let list = calendar.listName ?? namelessList
      for task in calendar.components("VTODO") {
        // The parser's faults are in the order of the lines, as the VTODOs are.
        unread = unread.drop { $0.line < task.number }
        var own = Array(unread.prefix { $0.line <= task.lastNumber })
        let known = own.count
        let reminder = Reminder(task, in: list, &zones, &own)
        let name = [reminder.uid, reminder.occurrence?.value ?? ""].joined(separator: "/")
        if !reminder.uid.isEmpty, let first = lines[name] {
          own.append(.duplicate(reminder, of: first, in: task))
        }
        lines[name] = lines[name] ?? task.number
        faults += own.dropFirst(known)
        entries.append(
          Entry(calendar: calendar, zones: defined, task: task, own: reminder, faults: own))
      }
      unknownZones += zones.unknown
    }
    rows = Row.rows(of: entries)
    faults.sort { $0.line < $1.line }
  }

  /// The same file with other bytes: all or nothing, what could not be read again is not taken over.
  mutating func replace(by edit: CalendarEdit) throws(InputError) {
    let edited = try ReminderFile(edit.result, original: original, source: source, namelessList)
    // What was wrong elsewhere stays so; nothing else may be.
    if edited.faults.count > faults.count {
      let known = Set(faults.map(\.problem))
      let new = edited.faults.first { !known.contains($0.problem) } ?? edited.faults.first
      if let new { throw InputError(new, source: source) }
    }
    self = edited
  }

  /// The reminders, in the order of the file.
  ///
  /// A series is listed once, at the first of its dates that is to be done: as a changed occurrence of
  /// that date has it, where there is one. Changed occurrences of other dates, and those without a
  /// series, are reminders of their own.
  public var reminders: [Reminder] { rows.map(\.reminder) }

  /// What could not be read, a message each.
  public var warnings: [InputError] {
    (faults + unknownZones).sorted { $0.line < $1.line }.map { InputError($0, source: source) }
  }

  /// What could not be read of a component.
  func faults(in component: CalendarComponent) -> [Diagnosis] {
    faults.filter { component.number...component.lastNumber ~= $0.line }
  }

  /// For each reminder, the lines where its location alarms begin.
  var alarmLines: [[Int]] { rows.map { entries[$0.entry].task.alarmLines } }

  /// The lists of the file, in its order.
  public var lists: [String] { calendars.map { $0.listName ?? namelessList }.distinct }

  /// The reminder of a UID or of the only UID that begins so.
  ///
  /// - Throws: an error when there is none, or more than one.
  public func reminder(_ prefix: String) throws(InputError) -> Reminder {
    try reminders.only(prefix, in: source)
  }
}

extension [Reminder] {
  /// The reminder of a UID or of the only UID that begins so.
  ///
  /// - Parameter source: what messages call where they are from.
  /// - Throws: an error when there is none, or more than one.
  func only(_ prefix: String, in source: String) throws(InputError) -> Reminder {
    let named = filter { $0.identifier == prefix }
    if let first = named.first, named.count == 1 { return first }
    let exact = named.isEmpty ? filter { $0.uid == prefix } : named
    let found = exact.isEmpty ? filter { $0.answers(to: prefix) } : exact
    // A series goes before its changed occurrences, which have its UID.
    let series = found.filter { $0.identifier == $0.uid }
    if let first = series.first, series.count == 1, found.allSatisfy({ $0.uid == first.uid }) {
      return first
    }
    guard let first = found.first, !prefix.isEmpty else {
      throw InputError(
        source: source,
        problem: "no reminder with a UID that begins with \(prefix.quotedExcerpt())",
        help: "'geofence reminders list --all' shows the UIDs")
    }
    guard found.count == 1 else {
      let isTwin = found.dropFirst().contains { $0.identifier == first.identifier }
      throw InputError(
        source: source,
        problem: "\(found.count) reminders have a UID that begins with \(prefix.quotedExcerpt())",
        help: isTwin
          ? "give each a UID of its own, in the file"
          : "give more of it: \(found.prefix(5).map(\.identifier).joined(separator: ", "))")
    }
    return first
  }
}

extension Diagnosis {
  /// Of a calendar.
  fileprivate var line: Int { if case .line(let line, _) = place { line } else { 0 } }

  fileprivate static func duplicate(
    _ reminder: Reminder, of line: Int, in task: CalendarComponent
  ) -> Diagnosis {
    let uid = reminder.uid.quotedExcerpt()
    guard let occurrence = reminder.occurrence else {
      return Diagnosis(
        "the UID \(uid) is already that of line \(line)",
        help: "give each reminder a UID of its own", at: .line(task.number))
    }
    return Diagnosis(
      "the occurrence \(occurrence.value) of \(uid) is already that of line \(line)",
      help: "keep one of the two", at: .line(task.number))
  }
}

extension CalendarComponent {
  /// The calendar's name.
  var listName: String? { text("X-WR-CALNAME") ?? text("NAME") }

  /// A calendar of its own making.
  static func calendar(_ items: [Item]) -> CalendarComponent {
    CalendarComponent(
      "VCALENDAR",
      [
        .line(ContentLine("VERSION", value: "2.0")),
        .line(ContentLine("PRODID", value: "-//geofence//geofence//EN")),
      ] + items)
  }
}
