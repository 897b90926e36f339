import GeofenceCore
import Testing

@testable import GeofenceBytes
@testable import GeofenceReminders

/// The lists of a file, which are its calendars.
struct ReminderListsTests {
  private func file(_ text: String) throws -> ReminderFile {
    try ReminderFile(parsing: Array(text.utf8), source: "folder/b.ics")
  }

  private static let two =
    "BEGIN:VCALENDAR\nX-WR-CALNAME:A\nBEGIN:VTODO\nUID:1\nEND:VTODO\nEND:VCALENDAR\n"
    + "BEGIN:VCALENDAR\nNAME:C\nX-KEPT:1\nEND:VCALENDAR"

  @Test func `a new list is a calendar at the end, with the file's own line ends`() throws {
    var file = try file(Self.two)
    try file.addList("Ä, b")
    #expect(file.lists == ["A", "C", "Ä, b"])
    #expect(
      String(decoding: file.bytes, as: UTF8.self)
        == Self.two + "\nBEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//geofence//geofence//EN\n"
        + "X-WR-CALNAME:Ä\\, b\nEND:VCALENDAR\n")
    #expect(throws: InputError.self) { try file.addList("C") }
  }

  @Test func `a new file's only list gets the name`() throws {
    var file = ReminderFile(newAt: "new.ics")
    #expect(file.lists == ["new"])
    try file.addList("Home")
    #expect(file.lists == ["Home"])
  }

  @Test func `a list is renamed where its name is`() throws {
    var file = try file(Self.two)
    try file.renameList("C", to: "D")
    try file.renameList("A", to: "A")
    #expect(
      String(decoding: file.bytes, as: UTF8.self)
        == Self.two.replacing(
          "NAME:C\nX-KEPT:1\n", with: "NAME:D\nX-KEPT:1\nX-WR-CALNAME:D\n"))
    #expect(throws: InputError.self) { try file.renameList("D", to: "A") }
    #expect(throws: InputError.self) { try file.renameList("X", to: "Y") }
  }

  @Test func `a list named after the file gets a name of its own`() throws {
    var file = try file("BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nEND:VTODO\nEND:VCALENDAR\n")
    try file.renameList("b", to: "B")
    #expect(
      String(decoding: file.bytes, as: UTF8.self)
        == "BEGIN:VCALENDAR\nX-WR-CALNAME:B\nBEGIN:VTODO\nUID:1\nEND:VTODO\nEND:VCALENDAR\n")
  }

  @Test func `a list goes when it is empty, or all of it is to go`() throws {
    var file = try file(Self.two)
    let error = #expect(throws: InputError.self) { try file.deleteList("A") }
    #expect(error?.problem == "the list \"A\" is not empty: 1 reminder")
    #expect(error?.help?.contains("--force") == true)
    try file.deleteList("C")
    #expect(file.lists == ["A"])
    #expect(throws: InputError.self) { try file.deleteList("A", withContents: true) }
    file = try self.file(Self.two)
    try file.deleteList("A", withContents: true)
    #expect(
      String(decoding: file.bytes, as: UTF8.self)
        == "BEGIN:VCALENDAR\nNAME:C\nX-KEPT:1\nEND:VCALENDAR")
  }
}
