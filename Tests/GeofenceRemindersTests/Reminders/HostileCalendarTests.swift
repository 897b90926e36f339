import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceBytes
@testable import GeofenceReminders

/// Hostile calendars, none of which crashes the reader or keeps it busy for longer than its size
/// explains.
@Suite(.slow) struct HostileCalendarTests {
  private static func zoned(_ rule: String) -> [UInt8] {
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VTIMEZONE
      TZID:Z
      BEGIN:STANDARD
      DTSTART:19700101T000000
      TZOFFSETFROM:+0100
      TZOFFSETTO:+0200
      RRULE:FREQ=YEARLY;\(rule)
      END:STANDARD
      END:VTIMEZONE
      BEGIN:VTODO
      UID:u
      DUE;TZID=Z:20240501T091000
      END:VTODO
      END:VCALENDAR
      """
    return Array(text.utf8)
  }

  @Test(
    arguments: [
      "BYMONTH=3;BYDAY=9223372036854775807SU", "BYMONTH=3;BYDAY=-9223372036854775808SU",
      "BYMONTH=3;BYDAY=54SU", "BYMONTH=9223372036854775807;BYDAY=1SU", "BYMONTH=-1;BYDAY=1SU",
      "BYMONTH=0", "BYMONTH=13;BYDAY=-1SU", "BYMONTH=2;BYMONTHDAY=9223372036854775807;BYDAY=SU",
      "BYDAY=", "UNTIL=99991231T235959Z;BYMONTH=12;BYDAY=-1SU",
    ])
  func `a zone's rule that names no day leaves the zone as it began`(_ rule: String) throws {
    let file = try ReminderFile(parsing: Self.zoned(rule), source: "t.ics")
    let due = file.reminders.first?.due?.instant.rfc3339
    #expect(due == "2024-05-01T07:10:00Z")
  }

  @Test func `as many lists as the file has room for`() throws {
    let count = 5_000
    let text = (0..<count).map {
      "BEGIN:VCALENDAR\nNAME:n\($0)\nBEGIN:VTODO\nUID:\($0)\nEND:VTODO\nEND:VCALENDAR\n"
    }
    try withFile(text.joined().utf8) { path in
      let store = try ReminderStore(paths: [path])
      #expect(store.lists.count == count && store.lists.last == "n\(count - 1)")
      #expect(
        ReminderListing.lists(of: store).utf8.count { $0 == UInt8(ascii: "\n") } == count)
    }
  }

  /// Each part of a zone's name was looked up with all behind it.
  @Test func `a zone's name of many parts is looked up by the last of them`() throws {
    let parts = String(repeating: "a/", count: 200_000)
    #expect(ZoneInfo(named: parts) == nil)
    #expect(ZoneInfo(named: "/\(parts)America/Argentina/Salta")?.name == "America/Argentina/Salta")
  }

  @Test func `a line of megabytes is passed over, named and kept`() throws {
    let long = "ATTACH:" + String(repeating: "x", count: 5 << 20)
    let bytes = Array(
      "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:u\n\(long)\nSUMMARY:t\nEND:VTODO\nEND:VCALENDAR\n".utf8)
    let file = try ReminderFile(parsing: bytes, source: "t.ics")
    #expect(file.reminders.map(\.title) == ["t"])
    #expect(file.bytes == bytes)
    let fault = try #require(try CalendarParser.read(bytes, source: "t.ics").faults.first)
    #expect(fault.problem == "the line is longer than 4 MiB, and is passed over")
    #expect(fault.place == .line(4))
  }

  @Test func `components deeper than 32 are refused`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      let inside = (1..<depth)
      let text =
        "BEGIN:VCALENDAR\n" + inside.map { "BEGIN:X-\($0)\n" }.joined()
        + inside.reversed().map { "END:X-\($0)\n" }.joined() + "END:VCALENDAR\n"
      return Array(text.utf8)
    }
    #expect(try ReminderFile(parsing: nested(32), source: "t.ics").reminders.isEmpty)
    let error = #expect(throws: InputError.self) {
      try ReminderFile(parsing: nested(100_000), source: "t.ics")
    }
    #expect(error?.place == .line(33))
  }
}
