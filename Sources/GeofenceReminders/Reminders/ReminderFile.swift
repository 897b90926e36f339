import GeofenceBytes
import GeofenceCore

/// An iCalendar file with its reminders (VTODO).
///
/// It holds the file's bytes: every line that is not edited stays as it is, byte for byte. A part
/// of a reminder that cannot be read is a warning; a reminder with such a fault is listed, and not
/// edited.
///
///     try ReminderFile.update(path: "errands.ics") { file in
///       try file.edit("4D0E", at: now) { $0.title = "Buy oat milk" }
///     }
package struct ReminderFile: Sendable {
  package let source: String
  /// The calendars, and the bytes around them.
  let root: CalendarComponent
  /// The bytes that were read; `nil` for a file that does not exist yet.
  let original: [UInt8]?
  private(set) var entries: [Entry] = []
  private(set) var rows: [Row] = []
  private(set) var faults: [Diagnosis] = []
  private var unknownZones: [Diagnosis] = []
  /// The name that is used for a calendar without a name.
  let namelessList: String

  var calendars: [CalendarComponent] { root.components }

  package var bytes: [UInt8] { root.bytes(calendars.first?.lineEnd ?? Self.lineEnd) }

  static let lineEnd = [ASCII.carriageReturn, ASCII.lineFeed]

  package static func read(path: String, orNew: Bool = false, list: String? = nil)
    throws(InputError) -> ReminderFile
  {
    let found = try orNew ? ByteSource.present(path) : ByteSource.contents(of: path)
    guard let (bytes, name) = found else { return ReminderFile(newAt: path, list: list) }
    return try ReminderFile(parsing: bytes, source: name, list: list)
  }

  package init(parsing bytes: [UInt8], source: String, list: String? = nil) throws(InputError) {
    self.init(
      try CalendarParser.read(bytes, source: source), original: bytes, source: source, list)
  }

  init(newAt path: String, list: String? = nil) {
    let root = CalendarComponent("", [.component(.calendar([]))], (begin: [], end: []))
    self.init(root, original: nil, source: path, list)
  }

  private init(
    _ root: CalendarComponent, original: [UInt8]?, source: String, _ list: String?
  ) {
    (self.root, self.original, self.source) = (root, original, source)
    namelessList = list ?? FilePath.baseName(of: source)
    var lines: [String: Int] = [:]
    for index in root.indices(of: "VCALENDAR") {
      let calendar = root[component: index]
      let defined = CalendarZones(calendar)
      var zones = defined
      let list = calendar.listName ?? namelessList
      for number in calendar.indices(of: "VTODO") {
        let task = calendar[component: number]
        var own: [Diagnosis] = []
        let reminder = Reminder(task, in: list, &zones, &own)
        let name = [reminder.uid, reminder.occurrence?.value ?? ""].joined(separator: "/")
        if !reminder.uid.isEmpty, let first = lines[name] {
          own.append(.duplicate(reminder, of: first, in: task))
        }
        lines[name] = lines[name] ?? task.number
        faults += own
        entries.append(
          Entry(
            calendar: calendar, zones: defined, task: task, place: (index, number), own: reminder,
            faults: task.faults + own))
      }
      unknownZones += zones.unknown
    }
    rows = Row.rows(of: entries)
    faults = (root.faults + faults).sorted { $0.line < $1.line }
  }

  /// Replaces the content of the file, unless it would have more faults than before.
  mutating func replace(by root: CalendarComponent) throws(InputError) {
    let edited = ReminderFile(root, original: original, source: source, namelessList)
    if edited.faults.count > faults.count {
      let known = Set(faults.map(\.problem))
      let new = edited.faults.first { !known.contains($0.problem) } ?? edited.faults.first
      if let new { throw InputError(new, source: source) }
    }
    self = edited
  }

  /// The reminders, in the order of the file. A series is listed once, at its first date that is
  /// not completed, in the form of that date's changed occurrence if there is one. Changed
  /// occurrences of other dates, and those without a series, are reminders of their own.
  package var reminders: [Reminder] { rows.map(\.reminder) }

  /// The messages about faults, and about alarms of reminders to be done that are never watched.
  package var warnings: [InputError] {
    let unwatched = entries.filter { $0.own.status == .incomplete }
      .flatMap { $0.task.components("VALARM").compactMap(\.unwatched) }
    return (faults + unknownZones + unwatched).sorted { $0.line < $1.line }.map {
      InputError($0, source: source)
    }
  }

  var alarmLines: [[Int]] { rows.map { entries[$0.entry].task.alarmLines } }

  package var lists: [String] { calendars.map(name).distinct }

  package func reminder(_ prefix: String) throws(InputError) -> Reminder {
    try reminders.only(prefix, in: source)
  }
}

extension ReminderFile {
  func refusal(_ problem: String, help: String) -> InputError {
    InputError(source: source, problem: problem, help: help)
  }
}

extension [Reminder] {
  /// Returns the reminder of a UID, or of the unique beginning of one.
  ///
  /// - Parameter source: The name in messages for the file or the files they are from.
  func only(_ prefix: String, in source: String) throws(InputError) -> Reminder {
    let named = filter { $0.identifier == prefix }
    if let first = named.first, named.count == 1 { return first }
    let exact = named.isEmpty ? filter { $0.uid == prefix } : named
    let found = exact.isEmpty ? filter { $0.answers(to: prefix) } : exact
    // A series is preferred to its changed occurrences, which have the same UID.
    let series = found.filter { $0.identifier == $0.uid }
    if let first = series.first, series.count == 1, found.allSatisfy({ $0.uid == first.uid }) {
      return first
    }
    guard let first = found.first, !prefix.isEmpty else {
      throw InputError(
        source: source,
        problem: "no reminder with a UID that begins with \(prefix.quotedExcerpt())",
        help: "'geofence reminders list --all \(source.shellWord)' shows the UIDs")
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
  var line: Int { if case .line(let line, _) = place { line } else { 0 } }

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
  var listName: String? { text("X-WR-CALNAME") ?? text("NAME") }

  static func calendar(_ items: [Item]) -> CalendarComponent {
    CalendarComponent(
      "VCALENDAR",
      [
        .line(ContentLine("VERSION", value: "2.0")),
        .line(ContentLine("PRODID", value: "-//geofence//geofence//EN")),
      ] + items)
  }
}
