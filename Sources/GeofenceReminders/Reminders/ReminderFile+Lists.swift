import GeofenceBytes

extension ReminderFile {
  /// Adds an empty list at the end of the file; the only list of a new file gets the name instead.
  package mutating func addList(_ name: String) throws(InputError) {
    if original == nil, calendars.count == 1, calendars[0].listName == nil {
      try nameList(calendars[0], name)
      return
    }
    guard !lists.contains(name) else { throw taken(name) }
    var edit = CalendarEdit(of: bytes)
    let lineEnd = edit.lineEnd(of: calendars[0])
    let isOpen = bytes.last != ASCII.lineFeed
    let calendar = CalendarComponent.calendar([.line(ContentLine("X-WR-CALNAME", text: name))])
    edit.insert((isOpen ? lineEnd : []) + calendar.bytes(lineEnd), at: bytes.count)
    try replace(by: edit)
  }

  package mutating func renameList(_ list: String, to name: String) throws(InputError) {
    guard lists.contains(list) else { throw unknownList(list) }
    guard list != name else { return }
    guard !lists.contains(name) else { throw taken(name) }
    for index in calendars.indices where (calendars[index].listName ?? namelessList) == list {
      try nameList(calendars[index], name)
    }
  }

  package mutating func deleteList(_ list: String, withContents: Bool = false) throws(InputError) {
    let own = calendars.filter { ($0.listName ?? namelessList) == list }
    guard !own.isEmpty else { throw unknownList(list) }
    guard own.count < calendars.count else {
      throw refusal(
        "\(list.quotedExcerpt()) is the only list of the file",
        help: "remove the file, or add another list first")
    }
    let contents = own.flatMap(\.components).filter { $0.name != "VTIMEZONE" }
    for calendar in own {
      guard let fault = faults(in: calendar).first else { continue }
      throw InputError(fault, source: source)
    }
    guard withContents || contents.isEmpty else {
      throw refusal(
        "the list \(list.quotedExcerpt()) is not empty: \(Self.count(of: contents))",
        help: "delete what is in it first, or all with --force")
    }
    var edit = CalendarEdit(of: bytes)
    for calendar in own { edit.remove(calendar) }
    try replace(by: edit)
  }

  private mutating func nameList(_ calendar: CalendarComponent, _ name: String) throws(InputError) {
    var edit = CalendarEdit(of: bytes)
    edit.set("X-WR-CALNAME", name, in: calendar)
    if calendar["NAME"] != nil { edit.set("NAME", name, in: calendar) }
    try replace(by: edit)
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
