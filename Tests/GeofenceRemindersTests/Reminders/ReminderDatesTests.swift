import GeofenceCore
import Testing

@testable import GeofenceBytes
@testable import GeofenceReminders

/// The start, due date and duration, which agree after every edit unless it is refused.
struct ReminderDatesTests {
  private let now = Timestamp(milliseconds: 1_714_554_600_000)

  /// Returns the lines about dates after an edit.
  private func lines(
    _ lines: String, due: String?, zone: String? = nil, start: String? = nil
  ) throws -> [String] {
    var file = try ReminderFile(
      parsing: ReminderReadingTests.calendar(lines, end: "\n"), source: "t.ics")
    let zone = zone.flatMap(ZoneInfo.init(named:))
    func time(_ text: String) -> CalendarTime? {
      let time = CalendarTime(parsing: text)
      return zone.flatMap { time?.placed(in: $0) } ?? time
    }
    try file.edit("u", at: now) { reminder in
      if let due { reminder.due = time(due) }
      if let start { reminder.start = time(start) }
    }
    return String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("D") && !$0.hasPrefix("DTSTAMP") }
  }

  @Test(
    arguments: [
      ("X:", "2026-12-01", ["DUE;VALUE=DATE:20261201"]),
      ("X:", "20261201", ["DUE;VALUE=DATE:20261201"]),
      ("X:", "2026-12-01T10:00", ["DUE:20261201T100000"]),
      ("X:", "2026-12-01T10:00+01:00", ["DUE:20261201T090000Z"]),
      ("DUE;VALUE=DATE:20240101;", "2026-12-01", ["DUE;VALUE=DATE:20261201"]),
      ("DUE:20240101T090000Z", "none", []),
      // Apple writes both dates with the same value, and they move together.
      (
        "DTSTART;VALUE=DATE:20240101\nDUE;VALUE=DATE:20240101", "2026-12-01T10:00Z",
        ["DTSTART:20261201T100000Z", "DUE:20261201T100000Z"]
      ),
      ("DTSTART;VALUE=DATE:20240101\nDUE;VALUE=DATE:20240101", "none", []),
      // A different start is kept, in the kind that matches the due date.
      (
        "DTSTART:20240101T080000\nDUE:20240102T090000", "2026-12-01",
        ["DTSTART;VALUE=DATE:20240101", "DUE;VALUE=DATE:20261201"]
      ),
      (
        "DTSTART;VALUE=DATE:20240101\nDUE;VALUE=DATE:20240102", "2026-12-01T10:00",
        ["DTSTART:20240101T000000", "DUE:20261201T100000"]
      ),
      (
        "DTSTART:20240101T080000\nDUE:20240102T090000", "2026-12-01T10:00Z",
        ["DTSTART:20240101T080000Z", "DUE:20261201T100000Z"]
      ),
      ("DTSTART:20240101T080000Z\nDUE:20240102T090000Z", "none", ["DTSTART:20240101T080000Z"]),
      // An end is given by either a due date or a duration.
      (
        "DTSTART:20240101T080000Z\nDURATION:PT1H", "2024-01-01T09:30Z",
        ["DTSTART:20240101T080000Z", "DUE:20240101T093000Z"]
      ),
      ("DTSTART:20240101T080000Z\nDURATION:PT1H", "none", ["DTSTART:20240101T080000Z"]),
    ])
  func `a new due date`(_ before: String, _ due: String, _ after: [String]) throws {
    let due = try lines(before.replacing("20240101;", with: "20240101"), due: due)
    #expect(due == after)
  }

  @Test func `a due date in a zone brings its definition along, once`() throws {
    guard let zone = ZoneInfo(named: "Europe/Ljubljana") else { return }
    var file = try ReminderFile(
      parsing: ReminderReadingTests.calendar("X:"), source: "t.ics")
    for hour in ["10", "11"] {
      try file.edit("u", at: now) {
        $0.due = CalendarTime(parsing: "2026-12-01T\(hour):00")?.placed(in: zone)
      }
    }
    let text = String(decoding: file.bytes, as: UTF8.self)
    #expect(text.split(separator: "BEGIN:VTIMEZONE").count == 2)
    #expect(text.contains("VERSION:2.0\r\nBEGIN:VTIMEZONE\r\nTZID:Europe/Ljubljana\r\n"))
    #expect(text.contains("\r\nDUE;TZID=Europe/Ljubljana:20261201T110000\r\n"))
    #expect(file.reminders.first?.due?.data == "2026-12-01T10:00:00Z")
  }

  @Test func `a moment can be given in a zone, and UTC is none`() throws {
    guard ZoneInfo(named: "Europe/Ljubljana") != nil else { return }
    #expect(
      try lines("X:", due: "2026-12-01T10:00Z", zone: "Europe/Ljubljana").last
        == "DUE;TZID=Europe/Ljubljana:20261201T110000")
    #expect(try lines("X:", due: "2026-12-01T10:00", zone: "UTC") == ["DUE:20261201T100000Z"])
  }

  @Test func `the same time of the clock in a zone is another time`() throws {
    guard ZoneInfo(named: "Europe/Ljubljana") != nil else { return }
    #expect(
      try lines("DUE:20261201T100000", due: "2026-12-01T10:00", zone: "Europe/Ljubljana").last
        == "DUE;TZID=Europe/Ljubljana:20261201T100000")
  }

  @Test(
    arguments: [
      ("DTSTART:20240102T080000Z\nDUE:20240103T080000Z", "2024-01-01T00:00Z", nil),
      ("DUE:20240103T080000Z", nil, "2024-01-04"),
      ("DUE:20240103T080000Z", nil, "2024-01-02T10:00"),
      ("DTSTART:20240501T090000Z\nDURATION:PT1H", nil, "2024-05-03"),
      ("DTSTART:20240501T090000Z\nDURATION:PT1H", nil, "none"),
      ("X:", "2024-01-01", "2024-01-02"), ("X:", "2024-01-02", "2024-01-01T10:00"),
      ("DUE:20240103T080000Z\nRRULE:FREQ=DAILY", "none", nil),
      ("DUE:20240103T080000Z\nRRULE:FREQ=DAILY", "2024-01-01", nil),
      ("DUE;VALUE=DATE:20240103\nRRULE:FREQ=DAILY", "2024-01-01T10:00", nil),
      (
        "DUE:20240103T080000Z\nRRULE:FREQ=DAILY\nEND:VTODO\nBEGIN:VTODO\nUID:u\n"
          + "RECURRENCE-ID:20240104T080000Z", "2024-01-01T10:00Z", nil
      ),
    ] as [(String, String?, String?)])
  func `what would contradict itself is refused`(_ before: String, _ due: String?, _ start: String?)
  {
    #expect(throws: InputError.self) { try lines(before, due: due, start: start) }
  }

  @Test(arguments: [
    ("PT1H", "2024-05-03T10:00Z", "DTSTART:20240503T100000Z"),
    ("P1D", "2024-05-03", "DTSTART;VALUE=DATE:20240503"),
  ])
  func `a duration stays behind a start that it can follow`(
    _ duration: String, _ start: String, _ line: String
  ) throws {
    let before = "DTSTART:20240501T090000Z\nDURATION:\(duration)"
    #expect(try lines(before, due: nil, start: start) == [line, "DURATION:\(duration)"])
  }

  @Test func `no zone is defined in which no date is written any more`() throws {
    let lines = "DTSTART;TZID=America/New_York:20240501T090000\nDURATION:PT1H"
    var file = try ReminderFile(parsing: ReminderReadingTests.calendar(lines), source: "t.ics")
    try file.edit("u", at: now) { $0.start = CalendarTime(parsing: "2024-05-02T09:00") }
    #expect(!String(decoding: file.bytes, as: UTF8.self).contains("America/New_York"))
  }

  @Test func `a date that the zone of the file places otherwise is refused with its moment`() throws
  {
    guard let zone = ZoneInfo(named: "America/Sao_Paulo") else { return }
    var file = try ReminderFile(parsing: ReminderReadingTests.calendar("X:"), source: "t.ics")
    try file.edit("u", at: now) {
      $0.due = CalendarTime(parsing: "2026-07-01T10:00")?.placed(in: zone)
    }
    // The definition that was written begins after 2018.
    let before = file.bytes
    let early = CalendarTime(parsing: "2018-07-01T10:00")?.placed(in: zone)
    let error = #expect(throws: InputError.self) { try file.edit("u", at: now) { $0.due = early } }
    #expect(error?.problem.hasPrefix("2018-07-01T10:00:00-03:00 would be at another time") == true)
    #expect(file.bytes == before)
    var new = Reminder(uid: "v", title: "t")
    new.due = early
    #expect(throws: InputError.self) { try file.add([new], at: now) }
    try file.edit("u", at: now) { $0.due = CalendarTime(parsing: "2018-07-01T10:00-03:00") }
    #expect(file.reminders.first?.due?.data == "2018-07-01T13:00:00Z")
  }

  @Test func `the same due date again changes nothing`() throws {
    let bytes = ReminderReadingTests.calendar("DUE;VALUE=DATE;X-KEPT=1:20240101")
    var file = try ReminderFile(parsing: bytes, source: "t.ics")
    try file.edit("u", at: now) { $0.due = CalendarTime(parsing: "2024-01-01") }
    #expect(file.bytes == bytes)
  }
}
