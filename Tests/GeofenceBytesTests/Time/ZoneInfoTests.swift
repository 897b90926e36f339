import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceBytes
@testable import GeofenceReminders

/// The time zones in the files of the system.
struct ZoneInfoTests {
  /// The file of a zone of the year 2000: two changes, then the rule of Central Europe.
  private static let file: [UInt8] = {
    func big(_ value: Int64, _ size: Int) -> [UInt8] {
      (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * Int64($0))) }
    }
    func block(timeSize: Int) -> [UInt8] {
      // The block has no indicators and no leap seconds, but two changes, two types and nine
      // characters.
      Array("TZif2".utf8) + Array(repeating: 0, count: 15)
        + [0, 0, 0, 2, 2, 9].flatMap { big($0, 4) }
        + [954_032_400, 972_781_200].flatMap { big($0, timeSize) } + [1, 0]
        + big(3600, 4) + [0, 0] + big(7200, 4) + [1, 4] + Array("CET\0CEST\0".utf8)
    }
    return block(timeSize: 4) + block(timeSize: 8) + Array("\nCET-1CEST,M3.5.0,M10.5.0/3\n".utf8)
  }()

  private let zone = ZoneInfo(name: "Test", file: file)

  @Test(
    arguments: [
      ("1999-07-01T12:00:00Z", 3600), ("2000-03-26T00:59:59Z", 3600),
      ("2000-03-26T01:00:00Z", 7200), ("2000-10-29T00:59:59Z", 7200),
      ("2000-10-29T01:00:00Z", 3600), ("2024-03-31T00:59:59.999Z", 3600),
      ("2024-03-31T01:00:00Z", 7200), ("2024-10-27T01:00:00Z", 3600),
      ("2400-07-01T00:00:00Z", 7200),
    ])
  func `the offset at a moment, by the file and by its rule`(_ moment: String, _ offset: Int64)
    throws
  {
    #expect(try #require(zone).offset(at: #require(Timestamp(parsing: moment))) == offset)
  }

  @Test(
    arguments: [
      // For a time that clocks skip or show twice, the offset from before the change applies.
      ("2000-03-26T02:30:00Z", 3600), ("2000-03-26T03:00:00Z", 7200),
      ("2000-10-29T02:30:00Z", 7200), ("2000-10-29T03:00:00Z", 3600),
      ("2024-03-31T02:30:00Z", 3600), ("2024-03-31T03:00:00Z", 7200),
      ("2024-10-27T02:30:00Z", 7200), ("2024-10-27T03:00:00Z", 3600),
    ])
  func `the offset at a time of the clock`(_ local: String, _ offset: Int64) throws {
    #expect(try #require(zone).offset(atLocal: #require(Timestamp(parsing: local))) == offset)
  }

  @Test func `a file that breaks off anywhere, or is another, is none`() {
    #expect(zone != nil)
    // Only the rule at the end may be missing.
    for count in 0..<(Self.file.count - "\nCET-1CEST,M3.5.0,M10.5.0/3\n".utf8.count) {
      #expect(ZoneInfo(name: "Test", file: Array(Self.file[..<count])) == nil, "\(count)")
    }
    #expect(ZoneInfo(name: "Test", file: Array("BEGIN:VCALENDAR".utf8)) == nil)
    #expect(ZoneInfo(named: "../../etc/passwd") == nil)
    #expect(ZoneInfo(named: "Middle/Earth") == nil)
  }

  @Test(
    arguments: [
      ("UTC0", 2024, []), ("<+0330>-3:30", 2024, []),
      ("EST5EDT,M3.2.0,M11.1.0", 2024, ["2024-03-10T07:00:00Z", "2024-11-03T06:00:00Z"]),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 2024, ["2024-03-31T01:00:00Z", "2024-10-27T01:00:00Z"]),
      ("EET-2EEST,M3.4.4/50,M10.4.4/50", 2024, ["2024-03-30T00:00:00Z", "2024-10-25T23:00:00Z"]),
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", 2024, ["2024-04-06T16:00:00Z", "2024-10-05T16:00:00Z"]),
      ("A0B,J60/0,J300", 2024, ["2024-03-01T00:00:00Z", "2024-10-27T01:00:00Z"]),
      ("A0B,59/0,299", 2024, ["2024-02-29T00:00:00Z", "2024-10-26T01:00:00Z"]),
    ] as [(String, Int64, [String])])
  func `when clocks change by a rule`(_ rule: String, _ year: Int64, _ changes: [String]) throws {
    let times = try #require(PosixZone(rule)).changes(in: year).map {
      Timestamp(milliseconds: 1000 * $0.time).rfc3339
    }
    #expect(times == changes)
  }

  @Test(arguments: [
    "", "5", "EST", "EST5EDT,", "EST5EDT,M13.1.0,M1.1.0", "EST5EDT,M3.2.0", "<EST5",
  ])
  func `what is no rule is none`(_ rule: String) { #expect(PosixZone(rule) == nil) }

  // MARK: definitions in calendars

  /// Returns the rules of the definition that the zone writes into a calendar.
  private func defined(_ zone: ZoneInfo, from time: Timestamp) throws -> ZoneRules {
    let calendar = CalendarComponent.calendar([
      .component(zone.component(named: zone.name, from: time))
    ])
    let read = try CalendarParser.read(calendar.bytes([13, 10]), source: "t.ics").components[0]
    let zones = CalendarZones(read)
    #expect(zones.defines(zone.name))
    let rules = zones.rules(named: zone.name)
    return try #require(rules)
  }

  @Test func `a calendar's definition is short where a rule says all`() throws {
    let zone = try #require(zone)
    let component = zone.component(named: "Test", from: Timestamp(milliseconds: 1_700_000_000_000))
    #expect(
      String(decoding: component.bytes([10]), as: UTF8.self) == """
        BEGIN:VTIMEZONE
        TZID:Test
        BEGIN:DAYLIGHT
        DTSTART:20000326T020000
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0200
        TZNAME:CEST
        RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
        END:DAYLIGHT
        BEGIN:STANDARD
        DTSTART:20001029T030000
        TZOFFSETFROM:+0200
        TZOFFSETTO:+0100
        TZNAME:CET
        RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
        END:STANDARD
        END:VTIMEZONE

        """)
  }

  @Test(
    arguments: [
      "Europe/Ljubljana", "America/New_York", "Asia/Tokyo", "America/Nuuk", "Asia/Gaza",
      "Africa/Casablanca", "Australia/Lord_Howe", "Europe/Dublin", "America/Santiago", "UTC",
    ])
  func `a calendar's definition says what the system says`(_ name: String) throws {
    // A system without zone files has nothing to compare with.
    guard let zone = ZoneInfo(named: name) else { return }
    var random = SeededGenerator(seed: 9)
    for _ in 0..<20 {
      let start = Int64(random.number(in: -20...50) * 365.25 * 86_400_000)
      let rules = try defined(zone, from: Timestamp(milliseconds: start))
      for _ in 0..<50 {
        let local = Timestamp(
          milliseconds: start + 86_400_000 + Int64(random.number(in: 0...28) * 365 * 86_400_000))
        #expect(rules.offset(atLocal: local) == zone.offset(atLocal: local), "\(local.rfc3339)")
      }
    }
  }

  @Test func `a name may have others before it`() throws {
    guard ZoneInfo(named: "Europe/Ljubljana") != nil else { return }
    let zone = ZoneInfo(named: "/freeassociation.sourceforge.net/Tzfile/Europe/Ljubljana")
    #expect(zone?.name == "Europe/Ljubljana")
  }
}
