import Foundation
import GeofenceCore
import Testing

@testable import GeofenceBytes
@testable import GeofenceReminders

/// The moves of reminders between lists of a file, files and folders, byte for byte.
struct ReminderMovingTests {
  private let now = Timestamp(milliseconds: 1_714_554_600_000)

  private static let zone = """
    BEGIN:VTIMEZONE
    TZID:Tokyo
    BEGIN:STANDARD
    DTSTART:19510909T010000
    TZOFFSETFROM:+1000
    TZOFFSETTO:+0900
    END:STANDARD
    END:VTIMEZONE

    """

  /// A reminder that is folded and spelled as no writer would do it.
  private static let task = """
    BEGIN:VTODO
    uid:u
    Summary;X-A="b:c":Wa
     ter
    DTSTART;TZID=Tokyo:20240501T090000\r
    RRULE:FREQ=DAILY
    END:VTODO
    BEGIN:VTODO
    UID:u
    RECURRENCE-ID;TZID=Tokyo:20240503T090000
    SUMMARY:Third
    END:VTODO

    """

  private static func calendar(_ name: String?, _ items: String) -> String {
    "BEGIN:VCALENDAR\n\(name.map { "X-WR-CALNAME:\($0)\n" } ?? "")\(items)END:VCALENDAR\n"
  }

  private func file(_ text: String) throws -> ReminderFile {
    try ReminderFile(parsing: Array(text.utf8), source: "t.ics")
  }

  private func text(_ file: ReminderFile) -> String { String(decoding: file.bytes, as: UTF8.self) }

  // MARK: within a file

  @Test func `a series moves with its occurrences and its time zone, byte for byte`() throws {
    let other = "BEGIN:VTODO\nUID:o\nEND:VTODO\n"
    var file = try file(
      Self.calendar("A", Self.zone + Self.task + other)
        + Self.calendar("B", other.replacing("o", with: "p")))
    try file.move("u", to: "B")
    #expect(
      text(file)
        == Self.calendar("A", Self.zone + other)
        + Self.calendar("B", Self.zone + other.replacing("o", with: "p") + Self.task))
    #expect(try file.reminder("u").list == "B")
    let moved = text(file)
    try file.move("u", to: "B")
    #expect(text(file) == moved)
    #expect(throws: InputError.self) { try file.move("u", to: "C") }
  }

  @Test func `a time zone that is there already is not written again`() throws {
    var file = try file(
      Self.calendar("A", Self.zone + Self.task) + Self.calendar("B", Self.zone))
    try file.move("u", to: "B")
    #expect(
      text(file) == Self.calendar("A", Self.zone) + Self.calendar("B", Self.zone + Self.task))
  }

  @Test func `a time zone of other rules under the same name is refused`() throws {
    var file = try file(
      Self.calendar("A", Self.zone + Self.task)
        + Self.calendar("B", Self.zone.replacing("+0900", with: "+0800")))
    let before = text(file)
    let error = #expect(throws: InputError.self) { try file.move("u", to: "B") }
    #expect(error?.problem.contains("zone") == true)
    #expect(text(file) == before)
  }

  @Test func `a reminder with a fault stays where it is`() throws {
    var file = try file(
      Self.calendar("A", "BEGIN:VTODO\nUID:u\nDUE:x\nEND:VTODO\n") + Self.calendar("B", ""))
    let before = text(file)
    #expect(throws: InputError.self) { try file.move("u", to: "B") }
    #expect(text(file) == before)
  }

  // MARK: between files and folders

  /// Runs `body` with a folder that contains `work` (a folder), `a.ics` and `b.ics`.
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("moving-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["work", "home"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    try write(Self.calendar("A", Self.zone + Self.task), to: "\(folder.path)/a.ics")
    try write(Self.calendar("B", ""), to: "\(folder.path)/b.ics")
    let other = Self.task.replacing("uid:u", with: "uid:w").replacing("UID:u", with: "UID:w")
    try write(Self.calendar(nil, "X:1\n" + Self.zone + other), to: "\(folder.path)/work/w.ics")
    try body(folder.path)
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

  @Test func `from file to file`() throws {
    try inFolder { folder in
      let (a, b) = ("\(folder)/a.ics", "\(folder)/b.ics")
      try editor(a, b).edit(["u"], movingTo: "B") { _ in }
      #expect(try text(a) == Self.calendar("A", Self.zone))
      #expect(try text(b) == Self.calendar("B", Self.zone + Self.task))
      // The reminder moves back, with another title.
      try editor(b, a).edit(["u"], movingTo: "A") { $0.title = "New" }
      #expect(try text(b) == Self.calendar("B", Self.zone))
      #expect(try ReminderStore(paths: [a]).reminder("u").title == "New")
    }
  }

  @Test func `from folder to folder the file goes as it is`() throws {
    try inFolder { folder in
      let (work, home) = ("\(folder)/work", "\(folder)/home")
      let before = try text("\(work)/w.ics")
      try editor(work, home).edit(["w"], movingTo: "home") { _ in }
      #expect(try text("\(home)/w.ics") == before)
      #expect(!FileManager.default.fileExists(atPath: "\(work)/w.ics"))
      #expect(try ReminderStore(paths: [work, home]).reminders.map(\.list) == ["home", "home"])
    }
  }

  @Test func `from file to folder and back`() throws {
    try inFolder { folder in
      let (a, home) = ("\(folder)/a.ics", "\(folder)/home")
      try editor(a, home).edit(["u"], movingTo: "home") { _ in }
      #expect(try text(a) == Self.calendar("A", Self.zone))
      #expect(try text("\(home)/u.ics").contains(Self.zone + Self.task))
      try editor(a, home).edit(["u"], movingTo: "A") { _ in }
      #expect(try text(a) == Self.calendar("A", Self.zone + Self.task))
      #expect(try FileManager.default.contentsOfDirectory(atPath: home).isEmpty)
    }
  }

  @Test func `what is a part of a reminder goes along, and nothing else`() throws {
    try inFolder { folder in
      let (a, b) = ("\(folder)/a.ics", "\(folder)/b.ics")
      func part(_ uid: String, of parent: String) -> String {
        "BEGIN:VTODO\nUID:\(uid)\nRELATED-TO:\(parent)\nEND:VTODO\n"
      }
      try write(
        Self.calendar(
          "A",
          Self.task + part("v", of: "u") + part("w", of: "v") + part("x", of: "y")
            + part("u2", of: "w")), to: a)
      try editor(a, b).edit(["u"], movingTo: "B") { _ in }
      #expect(try ReminderStore(paths: [a]).reminders.map(\.uid) == ["x"])
      #expect(try ReminderStore(paths: [b]).reminders.map(\.uid) == ["u", "u", "v", "w", "u2"])
    }
  }

  @Test func `nothing changes where it cannot move`() throws {
    try inFolder { folder in
      let (a, b) = ("\(folder)/a.ics", "\(folder)/b.ics")
      let before = try text(a)
      for (uid, list) in [("u", "C"), ("x", "B"), ("u/20240503T090000", "B")] {
        #expect(throws: InputError.self) {
          try editor(a, b).edit([uid], movingTo: list) { $0.title = "New" }
        }
      }
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: b)
      #expect(throws: InputError.self) {
        try editor(a, b).edit(["u"], movingTo: "B") { $0.title = "New" }
      }
      #expect(try text(a) == before)
      #expect(try text(b) == Self.calendar("B", ""))
      // No temporary file is left.
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 4)
    }
  }

  @Test func `an edit that moves into the list where it is changes the rest`() throws {
    try inFolder { folder in
      let (a, work) = ("\(folder)/a.ics", "\(folder)/work")
      try editor(a, work).edit(["u"], movingTo: "A") { $0.title = "New" }
      try editor(a, work).edit(["w"], movingTo: "work") { $0.title = "Newer" }
      let store = try ReminderStore(paths: [a, work])
      #expect(try store.reminder("u").title == "New")
      #expect(try store.reminder("w").title == "Newer")
      #expect(try FileManager.default.contentsOfDirectory(atPath: work) == ["w.ics"])
    }
  }
}
