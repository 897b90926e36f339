import GeofenceCore
import Testing

@testable import GeofenceBytes
@testable import GeofenceReminders

/// The days, floating times and instants that people and calendars write.
struct CalendarTimeTests {
  @Test(
    arguments: [
      ("2026-12-01", CalendarTime.Kind.day, "20261201"), ("20261201", .day, "20261201"),
      ("2026-12-01T10:00", .floating, "20261201T100000"),
      ("2026-12-01 10:00:30", .floating, "20261201T100030"),
      ("20261201T100000", .floating, "20261201T100000"),
      ("2026-12-01T10:00Z", .utc, "20261201T100000Z"),
      ("20261201T100000Z", .utc, "20261201T100000Z"),
      ("2026-12-01T10:00+05:45", .utc, "20261201T041500Z"),
      ("2026-12-01T10:00:00.9-01", .utc, "20261201T110000Z"),
      ("0001-01-01", .day, "00010101"), ("9999-12-31T23:59:59Z", .utc, "99991231T235959Z"),
    ])
  func `what people write`(_ text: String, _ kind: CalendarTime.Kind, _ value: String) throws {
    let time = try #require(CalendarTime(parsing: text))
    #expect(time.kind == kind && time.value == value)
  }

  @Test(
    arguments: [
      "", "none", "tomorrow", "2026", "2026-12", "2026-13-01", "2026-02-30", "20260230",
      "1714554600",
      "2026-12-01T", "2026-12-01T25:00", "2026-12-01T10", "10:00", "2026-12-01T10:00+99:00",
      "2026-12-01T10:00 Europe/Ljubljana",
    ])
  func `what is no time`(_ text: String) { #expect(CalendarTime(parsing: text) == nil) }

  @Test func `each kind is shown, and given to programs, as what it is`() throws {
    let rules = ZoneRules.system(
      ZoneInfo(
        name: "Z", first: .init(offset: -12_600, abbreviation: "Z", isDaylight: false),
        changes: [], rule: nil))
    let local = try #require(Timestamp(parsing: "2026-12-01T10:00:00Z"))
    let zoned = CalendarTime(local, .zoned("Z"), in: rules)
    #expect(zoned.text == "2026-12-01T10:00:00-03:30" && zoned.data == "2026-12-01T13:30:00Z")
    #expect(zoned.line("DUE").text == "DUE;TZID=Z:20261201T100000")
    #expect(CalendarTime(local, .floating).text == "2026-12-01T10:00:00")
    #expect(CalendarTime(local, .utc).data == "2026-12-01T10:00:00Z")
    let day = CalendarTime(CivilDate(dayOf: local).start, .day)
    #expect(day.text == "2026-12-01" && day.line("DUE").text == "DUE;VALUE=DATE:20261201")
  }

  @Test(
    arguments: [
      ("P1D", "20260329T100000"), ("PT24H", "20260329T110000"), ("P1W", "20260404T100000"),
      ("-PT15M", "20260328T094500"), ("P1DT2H30M", "20260329T123000"), ("+P0D", "20260328T100000"),
    ])
  func `a day of a duration is one of the calendar, an hour one of the clock's sum`(
    _ duration: String, _ end: String
  ) throws {
    // In the following night, clocks go from two to three.
    let calendar = CalendarComponent.calendar([
      .component(
        CalendarComponent(
          "VTIMEZONE",
          [.line(ContentLine("TZID", text: "Z"))]
            + [("DAYLIGHT", "20260329T020000", "+0100", "+0200")].map { name, start, from, to in
              .component(
                CalendarComponent(
                  name,
                  [
                    .line(ContentLine("DTSTART", value: start)),
                    .line(ContentLine("TZOFFSETFROM", value: from)),
                    .line(ContentLine("TZOFFSETTO", value: to)),
                  ]))
            }))
    ])
    let zones = CalendarZones(calendar)
    let start = try zones.time(ContentLine("X", [.init("TZID", "Z")], value: "20260328T100000"))
    #expect(try #require(CalendarDuration(duration)).after(start, zones).value == end)
  }

  @Test(arguments: ["", "P", "1D", "PT", "P1H", "PT1D", "P1DT", "P-1D", "P1Y", "P99999999999D"])
  func `what is no duration`(_ text: String) { #expect(CalendarDuration(text) == nil) }
}
