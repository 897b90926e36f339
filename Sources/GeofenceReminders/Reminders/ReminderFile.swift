import GeofenceBytes

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
    var root = CalendarComponent("", [.component(.calendar([]))], begin: [])
    root.end = []
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
      let zones = CalendarZones(calendar)
      var unknown: [Diagnosis] = []
      let list = calendar.listName ?? namelessList
      for number in calendar.indices(of: "VTODO") {
        let task = calendar[component: number]
        var own: [Diagnosis] = []
        let reminder = Reminder(task, in: list, zones, &own)
        let name = [reminder.uid, reminder.occurrence?.value ?? ""].joined(separator: "/")
        if !reminder.uid.isEmpty, let first = lines[name] {
          own.append(.duplicate(reminder, of: first, in: task))
        }
        lines[name] = lines[name] ?? task.number
        for fault in zones.unknown(in: task)
        where !unknown.contains(where: { $0.problem == fault.problem }) { unknown.append(fault) }
        faults += own
        entries.append(
          Entry(
            calendar: calendar, zones: zones, task: task, place: (index, number), own: reminder,
            faults: task.faults + own))
      }
      unknownZones += unknown
    }
    rows = allRows()
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

  func refusal(_ problem: String, help: String) -> InputError {
    InputError(source: source, problem: problem, help: help)
  }
}

extension [Reminder] {
  /// Returns the index of the reminder of a UID, or of the unique beginning of one.
  ///
  /// - Parameter source: The name in messages for the file or the files they are from.
  func index(of prefix: String, in source: String) throws(InputError) -> Int {
    let named = indices.filter { self[$0].identifier == prefix }
    if named.count == 1 { return named[0] }
    let exact = named.isEmpty ? indices.filter { self[$0].uid == prefix } : named
    let found = exact.isEmpty ? indices.filter { self[$0].answers(to: prefix) } : exact
    // A series is preferred to its changed occurrences, which have the same UID.
    let series = found.filter { self[$0].identifier == self[$0].uid }
    if series.count == 1, found.allSatisfy({ self[$0].uid == self[series[0]].uid }) {
      return series[0]
    }
    guard let first = found.first, !prefix.isEmpty else {
      throw InputError(
        source: source,
        problem: "no reminder with a UID that begins with \(prefix.quotedExcerpt())",
        help: "'geofence reminders list --all "
          + source.split(separator: ", ").map { String($0).shellWord }.joined(separator: " ")
          + "' shows the UIDs")
    }
    if found.count == 1 { return first }
    let identifiers = found.map { self[$0].identifier }
    throw InputError(
      source: source,
      problem: "\(found.count) reminders have a UID that begins with \(prefix.quotedExcerpt())",
      help: identifiers.dropFirst().contains(identifiers[0])
        ? "give each its own UID, in the file"
        : "give more of it: \(identifiers.prefix(5).joined(separator: ", "))")
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
        help: "give each reminder its own UID", at: .line(task.number))
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

// MARK: - Writing

extension ReminderFile {
  /// Changes the file at `path` while its other writers wait, from reading it to writing it.
  ///
  /// The file is not written if `change` leaves it as it is, or throws. `WholeFile` says which of
  /// its properties are kept.
  ///
  /// - Parameters:
  ///   - orNew: True to treat a missing file as one without reminders.
  ///   - removingEmpty: True to remove a file in which nothing is left.
  ///   - interrupted: A closure that is called when a signal arrives during the wait; true ends it.
  ///   - willWrite: A closure that is called before the file is written or removed.
  package static func update(
    path: String, orNew: Bool = false, removingEmpty: Bool = false,
    interrupted: @escaping @Sendable () -> Bool = { false }, willWrite: () -> Void = {},
    _ change: (inout ReminderFile) throws -> Void
  ) throws {
    // A missing file is reported as a missing input, before it would fail as an output.
    if !orNew { _ = try ByteSource(path: path) }
    let claimed = try WholeFile(claiming: path, interrupted: interrupted)
    var file =
      try orNew && claimed.isStream ? ReminderFile(newAt: path) : read(path: path, orNew: orNew)
    try change(&file)
    let bytes = file.bytes
    if removingEmpty, file.isEmpty {
      willWrite()
      try claimed.remove()
    } else if bytes != file.original {
      willWrite()
      try claimed.commit(bytes)
    }
  }

  var isEmpty: Bool {
    calendars.allSatisfy { calendar in calendar.components.allSatisfy { $0.name == "VTIMEZONE" } }
  }
}

// MARK: - Lists

extension ReminderFile {
  /// Adds an empty list at the end of the file; the only list of a new file gets the name instead.
  package mutating func addList(_ name: String) throws(InputError) {
    if original == nil, calendars.count == 1, calendars[0].listName == nil {
      try nameLists(name) { _ in true }
      return
    }
    guard !lists.contains(name) else { throw taken(name) }
    var file = root
    if bytes.last != ASCII.lineFeed {
      file.items.append(.other((calendars[0].lineEnd ?? Self.lineEnd)[...], nil))
    }
    file.append(.calendar([.line(ContentLine("X-WR-CALNAME", text: name))]))
    try replace(by: file)
  }

  package mutating func renameList(_ list: String, to name: String) throws(InputError) {
    guard lists.contains(list) else { throw unknownList(list) }
    guard list != name else { return }
    guard !lists.contains(name) else { throw taken(name) }
    try nameLists(name) { $0 == list }
  }

  package mutating func deleteList(_ list: String, withContents: Bool = false) throws(InputError) {
    let own = calendars.filter { name(of: $0) == list }
    guard !own.isEmpty else { throw unknownList(list) }
    guard own.count < calendars.count else {
      throw refusal(
        "\(list.quotedExcerpt()) is the only list of the file",
        help: "remove the file, or add another list first")
    }
    let contents = own.flatMap(\.components).filter { $0.name != "VTIMEZONE" }
    let faults = own.flatMap(\.faults) + entries.filter { $0.own.list == list }.flatMap(\.faults)
    if let fault = faults.min(by: { $0.line < $1.line }) { throw InputError(fault, source: source) }
    guard withContents || contents.isEmpty else {
      throw refusal(
        "the list \(list.quotedExcerpt()) is not empty: \(Self.count(of: contents))",
        help: "delete what is in it first, or all with --force")
    }
    var file = root
    file.items.removeAll { $0.component.map { name(of: $0) == list } ?? false }
    try replace(by: file)
  }

  private mutating func nameLists(
    _ new: String, _ isWanted: (String) -> Bool
  ) throws(InputError) {
    var file = root
    for index in file.indices(of: "VCALENDAR") where isWanted(name(of: file[component: index])) {
      file[component: index].setText("X-WR-CALNAME", new)
      if file[component: index]["NAME"] != nil { file[component: index].setText("NAME", new) }
    }
    try replace(by: file)
  }

  private func taken(_ name: String) -> InputError {
    InputError(
      source: source, problem: "there is a list \(name.quotedExcerpt()) already",
      help: "give another name")
  }

  private static func count(of contents: [CalendarComponent]) -> String {
    let names = ["VTODO": "reminder", "VEVENT": "event"]
    let counts = Dictionary(grouping: contents) { names[$0.name] ?? "other component" }
    return counts.sorted { $0.key > $1.key }.map { counted($0.value.count, $0.key) }
      .joined(separator: ", ")
  }
}
