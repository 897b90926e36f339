import GeofenceCore
import Testing

@testable import GeofenceBytes

struct LocalClockTests {
  @Test(
    arguments: [
      (nil, "2024-05-01T09:10:00.500Z", "2024-05-01T09:10:00.500Z"),
      ("Europe/Ljubljana", "2024-05-01T09:10:00.500Z", "2024-05-01T11:10:00.500+02:00"),
      ("Europe/Ljubljana", "2024-12-31T23:30:00Z", "2025-01-01T00:30:00+01:00"),
      ("America/St_Johns", "2024-05-01T02:00:00Z", "2024-04-30T23:30:00-02:30"),
      ("Asia/Kolkata", "1969-12-31T23:59:59Z", "1970-01-01T05:29:59+05:30"),
      // Clocks once followed the sun; the text still names the same instant.
      ("Europe/Ljubljana", "1850-01-01T00:00:00Z", "1850-01-01T00:58:00+00:58"),
    ] as [(String?, String, String)])
  func `a moment is shown as the clocks of its place show it`(
    _ zone: String?, _ time: String, _ text: String
  ) throws {
    let clock = LocalClock(zone.flatMap { ZoneInfo(named: $0) })
    let time = try #require(Timestamp(parsing: time))
    #expect(clock.text(time) == text)
    #expect(Timestamp(parsing: text) == time)
  }

  @Test func `the offsets of some years are those of every change of the clocks`() throws {
    let zone: ZoneInfo = try #require(ZoneInfo(named: "Europe/Ljubljana"))
    let start = try #require(Timestamp(parsing: "2024-01-15T12:34:56Z"))
    let end = try #require(Timestamp(parsing: "2025-04-01T00:00:00Z"))
    let offsets = LocalClock(zone).offsets(in: start...end)
    #expect(
      offsets.map { "\($0.from.rfc3339) \($0.offset)" } == [
        "2024-01-15T12:34:56Z 3600", "2024-03-31T01:00:00Z 7200", "2024-10-27T01:00:00Z 3600",
        "2025-03-30T01:00:00Z 7200",
      ])
    #expect(LocalClock().offsets(in: start...end).map(\.offset) == [0])
  }
}
