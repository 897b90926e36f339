import GeofenceCore
import GeofenceFormats
import TestSupport
import Testing

/// An audit as a screen for people.
struct AuditTextTests {
  @Test func `nothing lost is said in a few lines`() throws {
    let drive = AuditedDrive(places: AuditedDrive.pastHome)
    #expect(
      try drive.text() == """
        audit of 1 track, 1 device, 40 fixes, 1 region, 1970-01-01T00:00:00Z to 1970-01-01T00:06:30Z
        strategy: rank centre, reselect-on significant, limit 20, renew changed, dwell 20 s, cushion 200 m, clmonitor

        crossings
          by plain geometry                       2
          confirmed with unlimited registrations  2
          delivered to the app                    2  recall 100.0 %
          0 deliveries late; delay median 30 s, worst 40 s; 0 reselections, 1 registration changed
        """)
  }

  @Test func `strategies are rows of what differs between them, the best named as options`() throws
  {
    let drive = AuditedDrive(
      places: AuditedDrive.pastHome,
      strategies: [1500, 200, 0].map { cushion in
        AuditedDrive.settings {
          $0.crossing.cushion = cushion
          $0.triggers = [.significant, .event]
        }
      })
    #expect(
      try drive.text() == """
        audit of 1 track, 1 device, 40 fixes, 1 region, 1970-01-01T00:00:00Z to 1970-01-01T00:06:30Z
        in common: rank centre, reselect-on significant,event, limit 20, renew changed, dwell 20 s, clmonitor

        strategies, the best first
          cushion   recall  missed  late  median  worst  changed  lost to
          0 m      100.0 %       0     0    20 s   20 s        1
          200 m    100.0 %       0     0    30 s   40 s        1
          1500 m    50.0 %       1     0    20 s   20 s        1  cushion 1

        the best: --cushion 0

        crossings
          by plain geometry                       2
          confirmed with unlimited registrations  2
          delivered to the app                    2  recall 100.0 %
          0 deliveries late; delay median 20 s, worst 20 s; 0 reselections, 1 registration changed
        """)
  }

  @Test func `nothing crossed has no recall`() throws {
    let drive = AuditedDrive(places: [(0, 5000, nil), (10, 5000, nil)])
    #expect(
      try drive.text() == """
        audit of 1 track, 1 device, 2 fixes, 1 region, 1970-01-01T00:00:00Z to 1970-01-01T00:00:10Z
        strategy: rank centre, reselect-on significant, limit 20, renew changed, dwell 20 s, cushion 200 m, clmonitor

        crossings
          by plain geometry                       0
          confirmed with unlimited registrations  0
          delivered to the app                    0  no region was crossed
          0 deliveries late; delay median -, worst -; 0 reselections, 1 registration changed
        """)
  }

  @Test func `a complete text lists every crossing with its device`() throws {
    let drive = AuditedDrive(
      places: Line.pace(from: 10, to: 1360, by: 50), devices: ["phone", "old phone"])
    #expect(
      try drive.text(isComplete: true) == """
        audit of 2 tracks, 2 devices, 56 fixes, 1 region, 1970-01-01T00:00:00Z to 1970-01-01T00:04:30Z
        strategy: rank centre, reselect-on significant, limit 20, renew changed, dwell 20 s, cushion 200 m, clmonitor

        crossings
          by plain geometry                       4
          confirmed with unlimited registrations  2  2 lost to the rules
          delivered to the app                    2  recall 50.0 %
          0 deliveries late; delay median 20 s, worst 20 s; 0 reselections, 2 registrations changed

        lost to
          cushion  2  the pass is shallower than the cushion: draw a larger circle, or do not wait for it

        regions that lost most
          region  geometry  confirmed  delivered  lost to
          home           4          2          2  cushion 2

        every crossing
          1970-01-01T00:02:40Z  enter  home of phone        delivered  20 s after the crossing
          1970-01-01T00:04:00Z  exit   home of phone        cushion    at most 160.0 m past the boundary in 30 s, 200.0 m are needed; then the track ends
          1970-01-01T00:02:40Z  enter  home of "old phone"  delivered  20 s after the crossing
          1970-01-01T00:04:00Z  exit   home of "old phone"  cushion    at most 160.0 m past the boundary in 30 s, 200.0 m are needed; then the track ends
        """)
  }

  @Test func `lists that are too long end with how much more there is`() throws {
    let drive = AuditedDrive(
      regions: (0..<12).map { Line.region("p\($0)", at: 500 + Double($0) * 400, radius: 150) },
      places: Line.pace(from: 10, to: 6000, by: 50),
      strategies: [AuditedDrive.settings { $0.crossing.dwell = Interval(seconds: 3600) }])
    let regions = try drive.section("regions that lost most")
    #expect(regions.count == 1 + 8 + 1)
    #expect(regions[1] == "p0             2          0          0  dwell 2")
    #expect(regions.last == "… and 4 more regions")
    #expect(
      try drive.section("the first 10 of 24 losses (--all lists every crossing)").count == 10)
    #expect(try drive.section("every crossing", isComplete: true).count == 24)
    #expect(try drive.section("regions that lost most", isComplete: true).count == 1 + 12)
  }
}
