import Foundation
import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceBytes
@testable import GeofenceReminders

/// The files and folders of reminders, which are read as one store and edited in place.
struct ReminderStoreTests {
  private let now = Timestamp(milliseconds: 1_714_554_600_000)

  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("store-\(UUID().uuidString)/work")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    for (name, uid, more) in [
      ("a.ics", "one", "SUMMARY:One\nDUE:20240501T090000Z\nRRULE:FREQ=DAILY"),
      ("b.ICS", "two", "SUMMARY:Two"),
    ] { try write(Self.calendar(uid, more), to: "\(folder.path)/\(name)") }
    try write("BEGIN:VCALENDAR\nBEGIN:VTODO\n", to: "\(folder.path)/damaged.ics")
    try write(Self.calendar("hidden"), to: "\(folder.path)/.hidden.ics")
    try write(Self.calendar("other"), to: "\(folder.path)/other.txt")
    try body(folder.path)
  }

  private static func calendar(_ uid: String, _ lines: String = "X:1", list: String? = nil)
    -> String
  {
    "BEGIN:VCALENDAR\n\(list.map { "X-WR-CALNAME:\($0)\n" } ?? "")BEGIN:VTODO\nUID:\(uid)\n\(lines)\n"
      + "END:VTODO\nEND:VCALENDAR\n"
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private func editor(_ paths: String...) -> ReminderEditor {
    ReminderEditor(paths: paths, at: now, interrupted: { false })
  }

  @Test func `a folder is a list of its name, and passes over what is damaged`() throws {
    try inFolder { folder in
      let store = try ReminderStore(paths: [folder])
      #expect(store.reminders.map(\.uid) == ["one", "two"])
      #expect(store.lists == ["work"])
      #expect(store.warnings.count == 1 && store.warnings[0].source == "\(folder)/damaged.ics")
      try write("At work\n", to: "\(folder)/displayname")
      #expect(try ReminderStore(paths: [folder]).lists == ["At work"])
    }
  }

  @Test func `several files are one store, and a UID that is in two is told`() throws {
    try inFolder { folder in
      let file = "\(folder)/../private.ics"
      try write(Self.calendar("two") + Self.calendar("three", list: "Private"), to: file)
      let store = try ReminderStore(paths: [file, folder])
      #expect(store.reminders.map(\.uid) == ["two", "three", "one", "two"])
      #expect(store.lists == ["private", "Private", "work"])
      #expect(store.warnings.last?.problem == "the UID \"two\" is in \(file), too")
      #expect(throws: InputError.self) { try store.find("two") }
      #expect(try store.find("th").path == file)
      #expect(throws: InputError.self) { try editor(file, folder).delete(["two"]) }
      try editor(file, folder).edit(["one", "three"]) { $0.title = "new" }
      #expect(try ReminderStore(paths: [file, folder]).reminders.count { $0.title == "new" } == 2)
    }
  }

  @Test func `a damaged file that is named is an error`() throws {
    try inFolder { folder in
      #expect(throws: InputError.self) { try ReminderStore(paths: ["\(folder)/damaged.ics"]) }
    }
  }

  @Test func `in a folder a new reminder has a file of its own, and goes with it`() throws {
    try inFolder { folder in
      let draft = Reminder(title: "Three")
      let editor = editor(folder)
      #expect(try editor.add(draft, to: "work", uid: "three") == "three")
      #expect(try text("\(folder)/three.ics").contains("SUMMARY:Three\r\n"))
      #expect(throws: InputError.self) { try editor.add(draft, to: nil, uid: "one") }
      #expect(throws: InputError.self) { try editor.add(draft, to: "Home", uid: nil) }
      // A UID need not be valid as a file name.
      _ = try editor.add(draft, to: nil, uid: "../four")
      #expect(try ReminderStore(paths: [folder]).reminders.count == 4)
      try editor.delete(["three", "../four", "three"])
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/three.ics"))
      #expect(try ReminderStore(paths: [folder]).reminders.map(\.uid) == ["one", "two"])
    }
  }

  @Test func `in a folder what is done of a repeating reminder has a file of its own`() throws {
    try inFolder { folder in
      let completions = try editor(folder).complete(["one", "two"])
      #expect(completions.map(\.uid) == ["one", "two"])
      let store = try ReminderStore(paths: [folder])
      #expect(store.files.allSatisfy { $0.reminders.count == 1 })
      #expect(
        Set(store.reminders.map { "\($0.title) \($0.status) \($0.due?.value ?? "-")" }) == [
          "One incomplete 20240502T090000Z", "One completed 20240501T090000Z", "Two completed -",
        ])
      try editor(folder).edit(["two"], ReminderChange.Edit(completion: .incomplete))
      #expect(try ReminderStore(paths: [folder]).reminder("two").status == .incomplete)
    }
  }

  @Test func `a folder's list is renamed in its file of that name; others are other folders`()
    throws
  {
    try inFolder { folder in
      try editor(folder).renameList("work", to: "At work")
      #expect(try text("\(folder)/displayname") == "At work\n")
      #expect(throws: InputError.self) { try editor(folder).renameList("work", to: "x") }
      #expect(throws: InputError.self) { try editor(folder).addList("x") }
      #expect(throws: InputError.self) {
        try editor(folder).deleteList("At work", withContents: true)
      }
    }
  }

  @Test func `a new file has the list that is asked for, and of several the one that has it`()
    throws
  {
    try inFolder { folder in
      let draft = Reminder(title: "t")
      let (first, second) = ("\(folder)/../1.ics", "\(folder)/../2.ics")
      _ = try editor(first).add(draft, to: "Home", uid: "x")
      _ = try editor(second).add(draft, to: nil, uid: "y")
      #expect(try ReminderStore(paths: [first, second]).lists == ["Home", "2"])
      _ = try editor(first, second).add(draft, to: "2", uid: "z")
      #expect(try ReminderStore(paths: [second]).reminders.map(\.uid) == ["y", "z"])
      let error = #expect(throws: InputError.self) {
        try editor(first, second).add(draft, to: "Hone", uid: nil)
      }
      #expect(error?.help == "did you mean \"Home\"? there are \"Home\", \"2\"")
    }
  }

  // MARK: queries

  @Test func `what is overdue, and what is due before a time, by the zone of the reader`() throws {
    let text = ["DUE;VALUE=DATE:20240501", "DUE:20240501T100000", "DUE:20240501T100000Z", "X:1"]
      .enumerated().map { Self.calendar("\($0)", $1) }.joined()
    let store = try withFile(text.utf8) { try ReminderStore(paths: [$0]) }
    func uids(_ change: (inout ReminderQuery) throws -> Void) throws -> String {
      var query = ReminderQuery()
      try change(&query)
      return try query.select(from: store).map(\.uid).joined()
    }
    func moment(_ text: String) throws -> Timestamp { try #require(Timestamp(parsing: text)) }
    #expect(try uids { $0.overdueAt = try moment("2024-05-01T10:00:00Z") } == "")
    #expect(try uids { $0.overdueAt = try moment("2024-05-01T10:00:01Z") } == "12")
    #expect(try uids { $0.overdueAt = try moment("2024-05-02T00:00:00Z") } == "012")
    #expect(try uids { $0.dueBefore = CalendarTime(parsing: "2024-05-02") } == "012")
    #expect(try uids { $0.dueBefore = CalendarTime(parsing: "2024-05-01") } == "")
    let west = ZoneInfo(
      name: "W", first: .init(offset: -36_000, abbreviation: "W", isDaylight: false), changes: [],
      rule: nil)
    #expect(
      try uids {
        $0.zone = west
        $0.overdueAt = try moment("2024-05-02T09:59:59Z")
      } == "12")
    #expect(
      try uids {
        $0.zone = west
        $0.dueBefore = CalendarTime(parsing: "2024-05-01T20:00Z")
      } == "02")
    #expect(throws: InputError.self) { try uids { $0.lists = ["none"] } }
  }

  @Test func `a range of time has its beginning in it, and its end not`() throws {
    func lines(_ time: String) -> String { "DUE:\(time)\nSTATUS:COMPLETED\nCOMPLETED:\(time)" }
    let text =
      "BEGIN:VCALENDAR\n"
      + ["20240501T090000Z", "20240502T090000Z", "20240503T090000Z"]
      .enumerated().map { "BEGIN:VTODO\nUID:\($0)\n\(lines($1))\nEND:VTODO\n" }.joined()
      + "BEGIN:VTODO\nUID:3\nEND:VTODO\nEND:VCALENDAR\n"
    let store = ReminderStore(files: [
      try ReminderFile(parsing: Array(text.utf8), source: "t.ics")
    ])
    func uids(_ change: (inout ReminderQuery) -> Void) throws -> String {
      var query = ReminderQuery()
      query.status = nil
      change(&query)
      return try query.select(from: store).map(\.uid).joined()
    }
    let second = try #require(CalendarTime(parsing: "2024-05-02T09:00:00Z"))
    let third = try #require(CalendarTime(parsing: "2024-05-03"))
    #expect(try uids { _ in } == "0123")
    #expect(try uids { $0.dueAfter = second } == "12")
    #expect(try uids { $0.dueBefore = second } == "0")
    #expect(try uids { $0.completedAfter = second } == "12")
    #expect(try uids { $0.completedBefore = second } == "0")
    #expect(try uids { ($0.dueAfter, $0.dueBefore) = (second, third) } == "1")
    #expect(try uids { ($0.completedAfter, $0.completedBefore) = (second, third) } == "1")
    #expect(try uids { ($0.dueAfter, $0.dueBefore) = (third, second) } == "")
  }

  @Test(
    arguments: [
      (LengthUnit.metres, 402.336, "402 m"), (.metres, 9.876, "9.88 m"),
      (.kilometres, 402.336, "0.4 km"),
      (.kilometres, 152_400, "152 km"), (.feet, 30.48, "100 ft"), (.miles, 402.336, "0.25 mi"),
    ])
  func `lengths for reading`(_ unit: LengthUnit, _ metres: Double, _ text: String) {
    #expect(unit.text(metres) == text)
  }
}

extension ReminderEditor {
  func add(_ draft: Reminder, to list: String?, uid: String?) throws -> String {
    var draft = draft
    draft.uid = uid ?? ReminderFile.newUID()
    try add([draft], to: list)
    return draft.uid
  }

  func edit(
    _ uids: [String], movingTo list: String? = nil,
    _ change: @escaping @Sendable (inout Reminder) throws -> Void
  ) throws { try edit(uids, ReminderChange.Edit(list: list, change)) }

  func complete(_ uids: [String]) throws -> [(uid: String, completion: ReminderFile.Completion)] {
    try edit(uids, ReminderChange.Edit(completion: .completed(now)))
  }
}

extension ReminderFile {
  mutating func add(_ draft: Reminder, uid: String, to list: String? = nil, at now: Timestamp)
    throws(InputError)
  {
    var draft = draft
    draft.uid = uid
    try add([draft], to: list, at: now)
  }
}

extension Reminder {
  init(
    title: String, notes: String? = nil, priority: Priority = .none, due: CalendarTime? = nil,
    alarm: LocationAlarm? = nil
  ) {
    self.init(uid: "", title: title)
    (self.notes, self.priority, self.due, self.alarm) = (notes, priority, due, alarm)
  }
}
