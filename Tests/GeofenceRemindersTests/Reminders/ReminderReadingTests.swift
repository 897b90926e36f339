import GeofenceCore
import Testing

@testable import GeofenceReminders

/// The calendars that other programs write, which are read exactly.
struct ReminderReadingTests {
  /// Returns a calendar with one reminder of the given lines.
  static func calendar(_ lines: String, end: String = "\r\n") -> [UInt8] {
    let text = """
      BEGIN:VCALENDAR
      VERSION:2.0
      BEGIN:VTODO
      UID:u
      \(lines)
      END:VTODO
      END:VCALENDAR

      """
    return Array(text.replacing("\n", with: end).utf8)
  }

  private func reminder(_ lines: String) throws -> Reminder {
    try #require(ReminderFile(parsing: Self.calendar(lines), source: "t.ics").reminders.first)
  }

  private func alarms(_ lines: String) throws -> [LocationAlarm] {
    try reminder("BEGIN:VALARM\n\(lines)\nEND:VALARM").alarms
  }

  private static let placeholder = "TRIGGER;VALUE=DATE-TIME:19760401T005545Z\n"

  // MARK: places

  @Test(
    arguments: [
      // These are in Apple's form.
      (
        "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-APPLE-RADIUS=141.175;X-TITLE=Home:geo:46.05,14.5",
        "Home", 141.175
      ),
      ("X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=\"A: b; c\":geo:46.05,14.5", "A: b; c", 0),
      (
        "X-APPLE-STRUCTURED-LOCATION;X-APPLE-RADIUS=0;X-TITLE=A^'b^':geo:46.05\\,14.5", "A\"b\"",
        0
      ),
      ("X-APPLE-STRUCTURED-LOCATION:geo:46.05,14.5;u=35.5", nil, 35.5),
      ("X-APPLE-STRUCTURED-LOCATION:geo:46.05\\,14.5?u=35", nil, 35),
      ("x-apple-structured-location;x-apple-radius=70:GEO:46.05,14.5,300;crs=wgs84;u=9", nil, 70),
      (
        "X-APPLE-STRUCTURED-LOCATION;X-ADDRESS=Street 1\\nTown:geo:46.05,14.5", "Street 1\nTown",
        0
      ),
    ] as [(String, String?, Double)])
  func `Apple's location has a place, a name and a radius`(
    _ line: String, _ name: String?, _ radius: Double
  ) throws {
    let alarms = try alarms(Self.placeholder + "X-APPLE-PROXIMITY:ARRIVE\n" + line)
    let place = LocationAlarm.Place(
      name: name, coordinate: Coordinate(latitude: 46.05, longitude: 14.5), radius: radius)
    #expect(alarms == [LocationAlarm(.arrive, at: [place])])
  }

  @Test func `PROXIMITY with VLOCATION wins over Apple's properties`() throws {
    let alarms = try alarms(
      """
      X-APPLE-PROXIMITY:ARRIVE
      X-APPLE-STRUCTURED-LOCATION;X-APPLE-RADIUS=10:geo:1,1
      PROXIMITY:DEPART
      BEGIN:VLOCATION
      NAME:One\\, two
      URL:https://example.org
      URL:geo:2,3;u=40
      END:VLOCATION
      BEGIN:VLOCATION
      GEO:4.5;-5.5
      END:VLOCATION
      """)
    #expect(
      alarms == [
        LocationAlarm(
          .depart,
          at: [
            .init(name: "One, two", coordinate: Coordinate(latitude: 2, longitude: 3), radius: 40),
            .init(name: nil, coordinate: Coordinate(latitude: 4.5, longitude: -5.5)),
          ])
      ])
  }

  @Test(
    arguments: [
      "TRIGGER:-PT15M\nACTION:DISPLAY",
      "PROXIMITY:CONNECT\nBEGIN:VLOCATION\nURL:geo:1,2\nEND:VLOCATION",
      "X-APPLE-PROXIMITY:DISCONNECT\nX-APPLE-STRUCTURED-LOCATION:geo:0,0",
      "X-APPLE-PROXIMITY:ARRIVE\nX-APPLE-STRUCTURED-LOCATION;X-TITLE=Unknown:",
      "PROXIMITY:ARRIVE", "X-APPLE-STRUCTURED-LOCATION:geo:1,2",
      "PROXIMITY:ARRIVE\nBEGIN:VLOCATION\nNAME:Office\nGEO:\nEND:VLOCATION",
      "BEGIN:VLOCATION\nURL:geo:1,2\nEND:VLOCATION",
    ])
  func `other alarms are none of a place`(_ lines: String) throws {
    #expect(try alarms(lines) == [])
  }

  @Test func `an alarm of a proximity that is not known is never watched, and says so`() throws {
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      UID:1
      BEGIN:VALARM
      PROXIMITY:ARRIVES
      END:VALARM
      END:VTODO
      END:VCALENDAR

      """
    let file = try ReminderFile(parsing: Array(text.utf8), source: "todo.ics")
    #expect(
      file.warnings.map(\.problem) == ["an alarm of the proximity \"ARRIVES\" is never watched"])
  }

  @Test(arguments: [("CONNECT", "into"), ("DISCONNECT", "out of")])
  func `an alarm on getting into a car is never watched, and says so while it is to be done`(
    _ kind: String, _ way: String
  ) throws {
    for status in ["", "STATUS:COMPLETED\n"] {
      let text = """
        BEGIN:VCALENDAR
        BEGIN:VTODO
        UID:1
        \(status)BEGIN:VALARM
        X-APPLE-PROXIMITY:\(kind)
        END:VALARM
        END:VTODO
        END:VCALENDAR

        """
      let file = try ReminderFile(parsing: Array(text.utf8), source: "car.ics")
      let warnings = file.warnings.filter { $0.problem.contains("never watched") }
      #expect(
        warnings.map(\.problem)
          == (status.isEmpty
            ? ["an alarm on getting \(way) a car (\(kind)) is never watched"] : []))
      #expect(warnings.allSatisfy { $0.description.contains("car.ics:5: ") })
    }
  }

  @Test func `a VLOCATION that does not say where it is leaves the others`() throws {
    let nowhere = "BEGIN:VLOCATION\nNAME:Office\nURL:https://example.org\nEND:VLOCATION\n"
    let apple = "X-APPLE-PROXIMITY:ARRIVE\nX-APPLE-STRUCTURED-LOCATION:geo:1,2"
    let coordinate = Coordinate(latitude: 1, longitude: 2)
    #expect(
      try alarms("PROXIMITY:DEPART\n" + nowhere + apple)
        == [LocationAlarm(.arrive, at: [.init(name: nil, coordinate: coordinate)])])
    #expect(
      try alarms(
        "PROXIMITY:DEPART\n" + nowhere + "BEGIN:VLOCATION\nGEO:1\\;2\nEND:VLOCATION\n" + apple)
        == [LocationAlarm(.depart, at: [.init(name: nil, coordinate: coordinate)])])
  }

  @Test func `a radius of the place goes before one of its alarm`() throws {
    let alarm = "X-APPLE-PROXIMITY:ARRIVE\nX-APPLE-RADIUS:500\nX-APPLE-STRUCTURED-LOCATION"
    for (place, radius) in [(";X-APPLE-RADIUS=100:geo:1,2", 100.0), (":geo:1,2", 500)] {
      #expect(try alarms(alarm + place).first?.places.map(\.radius) == [radius])
    }
  }

  @Test(
    arguments: [
      ("geo:1,2", "geo:1,2", 250), ("geo:1,2;u=40", "geo:1,2", 40), ("geo:1,2", "geo:1,2.1", 100),
    ] as [(String, String, Double)])
  func `a VLOCATION without a radius has that of Apple's location at the same place`(
    _ own: String, _ apple: String, _ radius: Double
  ) throws {
    let alarm = try alarms(
      """
      PROXIMITY:ARRIVE
      BEGIN:VLOCATION
      URL:\(own)
      END:VLOCATION
      X-APPLE-STRUCTURED-LOCATION;X-APPLE-RADIUS=250:\(apple)
      """)
    #expect(alarm.first?.places.map(\.radius) == [radius])
  }

  @Test
  func `an alarm whose spellings disagree fires by VLOCATION, and is no warning where they agree`()
    throws
  {
    for (apple, count) in [("geo:1,2.1", 1), ("geo:1.000000,2.000001", 0)] {
      let file = try ReminderFile(
        parsing: Self.calendar(
          """
          BEGIN:VALARM
          PROXIMITY:ARRIVE
          X-APPLE-PROXIMITY:Arrive
          X-APPLE-STRUCTURED-LOCATION;X-APPLE-RADIUS=141.175:\(apple)
          BEGIN:VLOCATION
          URL:geo:1,2;u=141
          END:VLOCATION
          END:VALARM
          """), source: "t.ics")
      #expect(file.reminders.first?.alarm?.places.map(\.coordinate.longitude) == [2])
      #expect(file.warnings.count == count)
    }
  }

  @Test func `a time alarm beside a location alarm, and unknown components anywhere`() throws {
    let reminder = try reminder(
      """
      BEGIN:VALARM
      TRIGGER:-PT15M
      END:VALARM
      BEGIN:X-THING
      BEGIN:VALARM
      X-APPLE-PROXIMITY:ARRIVE
      END:VALARM
      END:X-THING
      BEGIN:VALARM
      X-APPLE-PROXIMITY:DEPART
      X-UNKNOWN;A=1,"2;3";B=:c:d
      X-APPLE-STRUCTURED-LOCATION:geo:1,2
      END:VALARM
      """)
    #expect(reminder.alarms.map(\.proximity) == [.depart])
  }

  // MARK: properties

  @Test(
    arguments: [
      ("0", Reminder.Priority.none), ("1", .high), ("4", .high), ("5", .medium), ("6", .low),
      ("9", .low),
    ])
  func `priorities`(_ number: String, _ priority: Reminder.Priority) throws {
    #expect(try reminder("PRIORITY:\(number)").priority == priority)
  }

  @Test(
    arguments: [
      ("STATUS:NEEDS-ACTION", Reminder.Status.incomplete), ("", .incomplete),
      ("STATUS:COMPLETED", .completed), ("COMPLETED:20240501T091000Z", .completed),
      ("PERCENT-COMPLETE:100", .completed), ("PERCENT-COMPLETE:50", .incomplete),
      ("STATUS:CANCELLED", .cancelled),
      ("STATUS:NEEDS-ACTION\nCOMPLETED:20240501T091000Z", .incomplete),
    ])
  func `what is done`(_ lines: String, _ status: Reminder.Status) throws {
    #expect(try reminder(lines).status == status)
  }

  @Test func `text has its escapes resolved`() throws {
    let reminder = try reminder("SUMMARY:a\\, b\\; c\\\\d\\ne\nDESCRIPTION;LANGUAGE=de:ü\\N")
    #expect(reminder.title == "a, b; c\\d\ne")
    #expect(reminder.notes == "ü\n")
  }

  @Test func `a backslash that escapes nothing stays`() throws {
    #expect(try reminder("SUMMARY:C:\\temp \\\\n \\").title == "C:\\temp \\n \\")
  }

  @Test func `an empty property counts as none`() throws {
    let reminder = try reminder("DUE:\nPRIORITY:\nCOMPLETED;VALUE=DATE-TIME: \nCREATED:\nSUMMARY:")
    #expect(reminder == (try self.reminder("X:")))
  }

  @Test(
    arguments: [
      ("DUE:20240501T091000Z", "2024-05-01T09:10:00Z"),
      ("DUE;VALUE=DATE:20240501", "2024-05-01T00:00:00Z"),
      ("DUE:20240501T091000", "2024-05-01T09:10:00Z"),
      ("DUE;TZID=Europe/Ljubljana:20240501T091000", "2024-05-01T07:10:00Z"),
      ("DUE;TZID=Europe/Ljubljana:20241201T091000", "2024-12-01T08:10:00Z"),
      ("DUE;TZID=Europe/Ljubljana:20240331T013000", "2024-03-31T00:30:00Z"),
      ("DUE;TZID=Europe/Ljubljana:20240331T033000", "2024-03-31T01:30:00Z"),
      // The first time is skipped by clocks, and the second is shown twice by them.
      ("DUE;TZID=Europe/Ljubljana:20240331T023000", "2024-03-31T01:30:00Z"),
      ("DUE;TZID=Europe/Ljubljana:20241027T023000", "2024-10-27T00:30:00Z"),
      ("DUE;TZID=Somewhere/Else:20240501T091000", "2024-05-01T09:10:00Z"),
    ])
  func `due dates, in the zones of the file`(_ line: String, _ due: String) throws {
    let zone = """
      BEGIN:VTIMEZONE
      TZID:Europe/Ljubljana
      BEGIN:DAYLIGHT
      DTSTART:19810329T020000
      TZOFFSETFROM:+0100
      TZOFFSETTO:+0200
      RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
      END:DAYLIGHT
      BEGIN:STANDARD
      DTSTART:19961027T030000
      TZOFFSETFROM:+0200
      TZOFFSETTO:+0100
      RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
      END:STANDARD
      END:VTIMEZONE
      """
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      UID:u
      \(line)
      END:VTODO
      \(zone)
      END:VCALENDAR
      """
    let file = try ReminderFile(parsing: Array(text.utf8), source: "t.ics")
    #expect(file.reminders.first?.due?.instant.rfc3339 == due)
  }

  // MARK: lines

  @Test(arguments: [1, 2, 3, 7, 20, 74])
  func `lines folded anywhere, within a character, too`(_ width: Int) throws {
    let lines = """
      SUMMARY:Grüße ☕️, straßenweit
      BEGIN:VALARM
      X-APPLE-PROXIMITY:ARRIVE
      X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-APPLE-RADIUS=50;X-TITLE="Büro":geo:46,14
      END:VALARM
      """
    for end in ["\r\n", "\n"] {
      let plain = Self.calendar(lines, end: end)
      var folded: [UInt8] = []
      var count = 0
      for byte in plain {
        if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
          count = 0
        } else if count == width {
          folded += Array("\(end)\(width % 2 == 0 ? " " : "\t")".utf8)
          count = 1
        } else {
          count += 1
        }
        folded.append(byte)
      }
      let file = try ReminderFile(parsing: folded, source: "t.ics")
      #expect(file.reminders == (try ReminderFile(parsing: plain, source: "t.ics").reminders))
      #expect(file.reminders.first?.title == "Grüße ☕️, straßenweit")
    }
  }

  @Test func `a byte order mark, empty lines, several calendars, no last line end`() throws {
    let text =
      "\u{FEFF}BEGIN:VCALENDAR\nX-WR-CALNAME:A\n\nBEGIN:VTODO\nUID:1\nEND:VTODO\nEND:VCALENDAR\n\n"
      + "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:e\nEND:VEVENT\nBEGIN:VTODO\nUID:2\n"
      + "END:VTODO\nBEGIN:VTODO\nUID:2\nRECURRENCE-ID:20240501\nEND:VTODO\nEND:VCALENDAR"
    let file = try ReminderFile(parsing: Array(text.utf8), source: "folder/b.ics")
    #expect(file.reminders.map(\.identifier) == ["1", "2", "2/20240501"])
    #expect(file.lists == ["A", "b"])
    #expect(file.bytes == Array(text.utf8))
  }

  @Test func `a file that was converted twice has more than one carriage return a line`() throws {
    let bytes = Self.calendar("SUMMARY:a\n b", end: "\r\r\n")
    let file = try ReminderFile(parsing: bytes, source: "t.ics")
    #expect(file.reminders.first?.uid == "u" && file.reminders.first?.title == "ab")
    #expect(file.bytes == bytes)
  }

  // MARK: mistakes

  @Test(
    arguments: [
      ("", "t.ics: error: the file is empty"),
      ("hello", "t.ics:1: error: a property without a value: \"hello\""),
      ("<html>", "t.ics:1: error: a line without a property"),
      (
        "BEGIN:VCALENDAR\rEND:VCALENDAR\r",
        "t.ics:1: error: the lines end with a carriage return alone"
      ),
      ("X:1\n", "t.ics:1: error: \"X:1\" outside of a calendar"),
      ("BEGIN:VTODO\nEND:VTODO", "t.ics:1: error: \"BEGIN:VTODO\" outside of a calendar"),
      ("BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\n", "t.ics:3: error: the file breaks off within VTODO"),
      (
        "BEGIN:VCALENDAR\nBEGIN:VTODO\nEND:VCALENDAR",
        "t.ics:3: error: END:VCALENDAR where VTODO of line 2 is open"
      ),
      ("BEGIN:VCALENDAR\nX:\u{0}\nEND:VCALENDAR", "t.ics:2: error: a NUL byte"),
    ])
  func `what is damaged is refused with its line`(_ text: String, _ message: String) {
    #expect {
      try ReminderFile(parsing: Array(text.utf8), source: "t.ics")
    } throws: { error in
      "\(error)".hasPrefix(message)
    }
  }

  // MARK: faults

  /// Returns the warnings about a calendar with the given lines in its reminder.
  private func warnings(_ lines: String) throws -> [String] {
    try ReminderFile(parsing: Self.calendar(lines), source: "t.ics").warnings.map(\.description)
  }

  @Test(
    arguments: [
      ("PRIORITY:high", "5: error: no priority"), ("DUE:tomorrow", "5: error: no time in DUE"),
      ("DTSTART:20240501\nDURATION:long", "6: error: no duration"),
      (
        "BEGIN:VALARM\nX-APPLE-PROXIMITY:ARRIVE\nX-APPLE-STRUCTURED-LOCATION:geo:91,0\nEND:VALARM",
        "7: error: no place on the earth"
      ),
      (
        "BEGIN:VALARM\nPROXIMITY:ARRIVE\nBEGIN:VLOCATION\nGEO:1\nEND:VLOCATION\nEND:VALARM",
        "8: error: no place on the earth"
      ),
      (
        "BEGIN:VALARM\nX-APPLE-PROXIMITY:ARRIVE\nX-APPLE-STRUCTURED-LOCATION;X-APPLE-RADIUS=-5:"
          + "geo:1,0\nEND:VALARM", "7: error: no radius"
      ),
      (
        "BEGIN:VALARM\nPROXIMITY:ARRIVE\nX-APPLE-PROXIMITY:DEPART\n"
          + "X-APPLE-STRUCTURED-LOCATION:geo:1,2\nEND:VALARM",
        "7: error: X-APPLE-PROXIMITY is \"DEPART\", and PROXIMITY \"ARRIVE\""
      ),
      (
        "BEGIN:VALARM\nPROXIMITY:ARRIVE\nX-APPLE-STRUCTURED-LOCATION:geo:1,2.1\n"
          + "BEGIN:VLOCATION\nURL:geo:1,2\nEND:VLOCATION\nEND:VALARM",
        "7: error: X-APPLE-STRUCTURED-LOCATION is not the circle of the alarm's VLOCATION"
      ),
      (
        "BEGIN:VALARM\nX-APPLE-PROXIMITY:ARRIVE\nX-APPLE-STRUCTURED-LOCATION;X-APPLE-RADIUS=250:"
          + "geo:1,2\nBEGIN:VLOCATION\nURL:geo:1,2;u=150\nEND:VLOCATION\nEND:VALARM",
        "7: error: X-APPLE-STRUCTURED-LOCATION is not the circle of the alarm's VLOCATION"
      ),
      (
        "BEGIN:VALARM\nX-APPLE-PROXIMITY:ARRIVE\nX-APPLE-STRUCTURED-LOCATION:geo:1,2\n"
          + "X-APPLE-STRUCTURED-LOCATION:geo:1,3\nEND:VALARM",
        "8: error: a second place of one alarm, which is not read"
      ),
      ("END:VTODO\nBEGIN:VTODO\nUID:u", "6: error: the UID \"u\" is already that of line 3"),
      ("END:VTODO\nBEGIN:VTODO", "6: error: a VTODO without a UID"),
      ("X;A=\"b:c", "5: error: a quotation mark without an end"),
      ("X;A:c", "5: error: a parameter without a value"),
      ("no property", "5: error: a property without a value"),
    ])
  func `what cannot be read is passed over with a warning, and the reminder is not edited`(
    _ lines: String, _ message: String
  ) throws {
    let lines = lines + "\nSUMMARY:read"
    let warnings = try warnings(lines)
    #expect(warnings.count == 1 && warnings[0].hasPrefix("t.ics:\(message)"), "\(warnings)")
    var file = try ReminderFile(parsing: Self.calendar(lines), source: "t.ics")
    #expect(file.reminders.last?.title == "read")
    let now = Timestamp(milliseconds: 0)
    for edit in [
      { try file.complete("u", at: now) }, { try file.edit("u", at: now) { $0.title = "t" } },
      { try file.delete("u") }, { _ = try file.take("u") },
    ] as [() throws -> Void] {
      // A UID that two reminders share identifies neither; beside a reminder without a UID, another
      // one can be changed.
      if lines.hasPrefix("END:VTODO\nBEGIN:VTODO\nSUMMARY") { break }
      #expect {
        try edit()
      } throws: {
        "\($0)".hasPrefix("t.ics:\(message)") || "\($0)".contains("2 reminders have a UID")
      }
    }
    #expect(file.bytes == Self.calendar(lines))
    try file.add(Reminder(title: "t"), uid: "new", at: now)
    try file.complete("new", at: now)
    #expect(file.warnings.map(\.description) == warnings)
  }

  @Test(
    arguments: [
      "geo:90.1,0", "geo:-90.1,0", "geo:0,180.1", "geo:0,-180.1", "geo:nan,0", "geo:0,inf",
      "geo:1e999,0", "geo:1", "geo:1,", "geo:,1", "geo:1;2", "geo:1,2,3,4", "geo:", "1,2",
      "https://example.org", "geo:1,2;u=1e999", "geo:1,2;u=-1", "geo:1,2;u=nan", "geo:1,2;u=inf",
      "geo:1,2;u=", "geo:1,2?u=-1", "geo:1,2;u=20037509",
    ])
  func `what is no place on the earth is passed over with its line`(_ uri: String) throws {
    let warnings = try warnings(
      "BEGIN:VALARM\nX-APPLE-PROXIMITY:ARRIVE\nX-APPLE-STRUCTURED-LOCATION:\(uri)\nEND:VALARM")
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasPrefix("t.ics:7: error: no place on the earth") == true)
  }

  @Test func `bytes that are no UTF-8 are shown as such, with their line`() throws {
    let bytes = Self.calendar("SUMMARY:Gr")
      .replacing(Array("SUMMARY:Gr".utf8), with: Array("SUMMARY:Gr".utf8) + [0xFC])
    let file = try ReminderFile(parsing: bytes, source: "t.ics")
    #expect(file.warnings.map(\.place) == [.line(5)])
    #expect(file.reminders.map(\.title) == ["Gr\u{FFFD}"])
  }

  @Test func `a zone that nobody knows counts as UTC, with a warning, and is no obstacle`() throws {
    let lines = "DUE;TZID=Middle/Earth:20240501T091000\nDTSTART;TZID=Middle/Earth:20240501T080000"
    var file = try ReminderFile(parsing: Self.calendar(lines), source: "t.ics")
    #expect(file.reminders.first?.due?.instant.rfc3339 == "2024-05-01T09:10:00Z")
    #expect(file.warnings.count == 1)
    #expect(file.warnings[0].description.hasPrefix("t.ics:6: error: unknown time zone"))
    try file.edit("u", at: Timestamp(milliseconds: 0)) { $0.title = "t" }
    #expect(String(decoding: file.bytes, as: UTF8.self).contains("DUE;TZID=Middle/Earth:"))
  }
}
