import GeofenceCore
import Testing

@testable import GeofenceReminders

/// The time zones that programs write: rules that end, lists of dates, and weekdays in ranges of
/// days.
struct CalendarZoneTests {
  /// Returns the instant at which a reminder is due, for a local time of the zone.
  private func due(_ local: String, _ observances: String) throws -> String? {
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VTIMEZONE
      TZID:Zone
      \(observances)
      END:VTIMEZONE
      BEGIN:VTODO
      UID:u
      DUE;TZID="Zone":\(local)
      END:VTODO
      END:VCALENDAR
      """
    let file = try ReminderFile(parsing: Array(text.utf8), source: "t.ics")
    return file.reminders.first?.due?.instant.rfc3339
  }

  private static func observance(
    _ name: String, _ start: String, from: String, to: String, _ rule: String = ""
  ) -> String {
    "BEGIN:\(name)\nDTSTART:\(start)\nTZOFFSETFROM:\(from)\nTZOFFSETTO:\(to)\n\(rule)\nEND:\(name)\n"
  }

  @Test(
    arguments: [
      ("20060701T120000", "2006-07-01T16:00:00Z"), ("20061201T120000", "2006-12-01T17:00:00Z"),
      ("20070320T120000", "2007-03-20T16:00:00Z"), ("20240310T013000", "2024-03-10T06:30:00Z"),
      ("20240310T033000", "2024-03-10T07:30:00Z"), ("20241103T013000", "2024-11-03T05:30:00Z"),
      ("20241103T023000", "2024-11-03T07:30:00Z"), ("19600101T120000", "1960-01-01T17:00:00Z"),
    ])
  func `a rule that ended and the one after it`(_ local: String, _ utc: String) throws {
    let zone =
      Self.observance(
        "DAYLIGHT", "20000402T020000", from: "-0500", to: "-0400",
        "RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;UNTIL=20060402T070000Z")
      + Self.observance(
        "STANDARD", "20001029T020000", from: "-0400", to: "-0500",
        "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20061029T060000Z")
      + Self.observance(
        "DAYLIGHT", "20070311T020000", from: "-0500", to: "-0400",
        "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU")
      + Self.observance(
        "STANDARD", "20071104T020000", from: "-0400", to: "-0500",
        "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU")
    #expect(try due(local, zone) == utc)
  }

  @Test func `a rule that counts its onsets ends with the last of them`() throws {
    let zone =
      Self.observance(
        "DAYLIGHT", "19810329T020000", from: "+0100", to: "+0200",
        "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3")
      + Self.observance(
        "STANDARD", "19800928T030000", from: "+0200", to: "+0100",
        "RRULE:FREQ=YEARLY;COUNT=16;BYDAY=-1SU;BYMONTH=9")
      + Self.observance(
        "STANDARD", "19961027T030000", from: "+0200", to: "+0100",
        "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10")
    #expect(try due("19951001T120000", zone) == "1995-10-01T11:00:00Z")
    #expect(try due("19961001T120000", zone) == "1996-10-01T10:00:00Z")
    #expect(try due("20241010T120000", zone) == "2024-10-10T10:00:00Z")
    #expect(try due("20241110T120000", zone) == "2024-11-10T11:00:00Z")
  }

  @Test(arguments: ["BYMINUTE=0;BYHOUR=2;", "BYHOUR=02;BYMINUTE=00;BYSECOND=0;", "X-A=1;"])
  func `a rule may say its time of day again`(_ parts: String) throws {
    let zone =
      Self.observance(
        "DAYLIGHT", "19500101T020000", from: "+0100", to: "+0200",
        "RRULE:FREQ=YEARLY;\(parts)BYDAY=-1SU;BYMONTH=3")
      + Self.observance(
        "STANDARD", "19500101T020000", from: "+0200", to: "+0100",
        "RRULE:FREQ=YEARLY;\(parts)BYDAY=-1SU;BYMONTH=10")
    #expect(try due("20240715T120000", zone) == "2024-07-15T10:00:00Z")
    #expect(try due("20241215T120000", zone) == "2024-12-15T11:00:00Z")
  }

  /// The system knows a zone of that name, or there is a warning.
  @Test(
    arguments: [
      ("Europe/Paris", "", "2024-07-15T10:00:00Z", 0),
      ("Europe/Paris", "BEGIN:STANDARD\nTZOFFSETTO:+0100\nEND:STANDARD", "2024-07-15T10:00:00Z", 0),
      ("Home", "BEGIN:STANDARD\nTZOFFSETTO:+0100\nEND:STANDARD", "2024-07-15T12:00:00Z", 1),
      (
        "Home",
        observance(
          "STANDARD", "19700101T000000", from: "+0100", to: "+0100", "RRULE:FREQ=YEARLY;BYHOUR=3"),
        "2024-07-15T11:00:00Z", 1
      ),
    ])
  func `a definition of which nothing is understood is none`(
    _ name: String, _ observances: String, _ due: String, _ warnings: Int
  ) throws {
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VTIMEZONE
      TZID:\(name)
      \(observances)
      END:VTIMEZONE
      BEGIN:VTODO
      UID:u
      DUE;TZID=\(name):20240715T120000
      END:VTODO
      END:VCALENDAR
      """
    let file = try ReminderFile(parsing: Array(text.utf8), source: "t.ics")
    #expect(file.reminders.first?.due?.instant.rfc3339 == due)
    #expect(file.warnings.count == warnings, "\(file.warnings)")
  }

  @Test func `the last onset of a rule counts to the east of UTC, too`() throws {
    let zone =
      Self.observance(
        "DAYLIGHT", "19930328T020000", from: "+0200", to: "+0300",
        "RRULE:FREQ=YEARLY;UNTIL=20160327T000000Z;BYMONTH=3;BYDAY=-1SU")
      + Self.observance(
        "STANDARD", "19961027T030000", from: "+0300", to: "+0200",
        "RRULE:FREQ=YEARLY;UNTIL=20151025T000000Z;BYMONTH=10;BYDAY=-1SU")
    #expect(try due("20160101T120000", zone) == "2016-01-01T10:00:00Z")
    #expect(try due("20200101T120000", zone) == "2020-01-01T09:00:00Z")
  }

  @Test(
    arguments: [
      ("20110101T120000", "2011-01-01T09:00:00Z"), ("20120101T120000", "2012-01-01T08:00:00Z"),
      ("20150101T120000", "2015-01-01T09:00:00Z"), ("20100101T120000", "2010-01-01T09:00:00Z"),
    ])
  func `dates one by one`(_ local: String, _ utc: String) throws {
    let zone =
      Self.observance(
        "STANDARD", "20091025T030000", from: "+0400", to: "+0300",
        "RDATE:20091025T030000,20101031T030000\nRDATE;VALUE=DATE-TIME:20141026T020000")
      + Self.observance(
        "DAYLIGHT", "20110327T020000", from: "+0300", to: "+0400", "RDATE:20110327T020000")
    #expect(try due(local, zone) == utc)
  }

  @Test(
    arguments: [
      ("20240309T120000", "2024-03-09T17:00:00Z"), ("20240310T120000", "2024-03-10T16:00:00Z"),
    ]
  )
  func `a weekday among days of the month`(_ local: String, _ utc: String) throws {
    let zone =
      Self.observance(
        "DAYLIGHT", "20070311T020000", from: "-0500", to: "-0400",
        "RRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=8,9,10,11,12,13,14;BYDAY=SU")
      + Self.observance(
        "STANDARD", "20071104T020000", from: "-0400", to: "-0500",
        "RRULE:FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=1,2,3,4,5,6,7;BYDAY=SU")
    #expect(try due(local, zone) == utc)
  }
}
