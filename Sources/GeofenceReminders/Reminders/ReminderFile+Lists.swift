import GeofenceBytes

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
    file.items.removeAll {
      if case .component(let calendar) = $0 { name(of: calendar) == list } else { false }
    }
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
