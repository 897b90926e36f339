import GeofenceCore
import GeofenceWriting
import TestSupport
import Testing

/// The text of an audit, for people.
struct AuditTextTests {
  @Test func `nothing lost is said in a few lines`() throws {
    let drive = AuditedDrive(places: AuditedDrive.pastHome)
    let text = try drive.text()
    #expect(
      text == """
        All 2 arrivals and departures reached the app in time, the latest after 20 s.

        audit of 1 track, 1 device, 40 fixes, 1 region, 1970-01-01T00:00:00Z to 1970-01-01T00:06:30Z
        strategy: rank centre, reselect-on significant, limit 20, renew changed, dwell 20 s, cushion 100 m, clmonitor

        crossings
          by plain geometry                       2
          delivered to the app                    2  reach 100 %
          lost to the rules                       0
          lost to the app                         0
          undecided                               0
          confirmed with unlimited registrations  2  2 of them delivered: recall 100 %
          unconfirmed                             0
          0 deliveries late; delay median 20 s, worst 20 s; 0 reselections, 1 registration changed, 9.2 an hour

        regions
          region  geometry  delivered  lost  undecided  confirmed  unconfirmed  lost to
          home           2          2     0          0          2            0
        """)
  }

  @Test func `rules that no app can choose are rows to compare with, never the best`() throws {
    let drive = AuditedDrive(
      places: AuditedDrive.pastHome + [(500, 1000, nil), (600, 1000, nil)],
      strategies: [1500, 100, 0].map { cushion in
        AuditedDrive.settings {
          $0.crossing.cushion = cushion
          $0.triggers = [.significant, .event]
        }
      })
    let text = try drive.text()
    #expect(
      text.hasPrefix(
        """
        With --cushion 100, all 3 arrivals and departures reached the app in time, the latest after 1 min 40 s.

        audit of 1 track, 1 device, 42 fixes, 1 region, 1970-01-01T00:00:00Z to 1970-01-01T00:10:00Z
        in common: rank centre, reselect-on significant,event, limit 20, renew changed, dwell 20 s, clmonitor

        what if the system were another, which no app can choose
          cushion     recall   reach  missed  unconfirmed  delayed  median       worst  changed/h
          100 m, 0 m   100 %   100 %       0            0        0    20 s  1 min 40 s          6
          1500 m       100 %  33.3 %       0            0        0    20 s        20 s          6
        """))
    #expect(!text.contains("the best:") && !text.contains("strategies, the best first"))
  }

  @Test func `nothing crossed has no recall`() throws {
    let drive = AuditedDrive(places: [(0, 5000, nil), (10, 5000, nil)])
    let text = try drive.text()
    #expect(
      text == """
        No region was entered; the nearest, home, was 3.8 km away at 00:00:00.

        audit of 1 track, 1 device, 2 fixes, 1 region, 1970-01-01T00:00:00Z to 1970-01-01T00:00:10Z
        strategy: rank centre, reselect-on significant, limit 20, renew changed, dwell 20 s, cushion 100 m, clmonitor

        crossings
          by plain geometry                       0  no region was crossed
          delivered to the app                    0
          lost to the rules                       0
          lost to the app                         0
          undecided                               0
          confirmed with unlimited registrations  0
          unconfirmed                             0
          0 deliveries late; delay median -, worst -; 0 reselections, 1 registration changed, 360 an hour

        regions
          home    never entered; nearest 3.8 km outside at 00:00:00
        """)
  }

  @Test func `a complete text lists every crossing with its device`() throws {
    let drive = AuditedDrive(
      places: Line.pace(from: 10, to: 1260, by: 50), devices: ["phone", "old phone"])
    let text = try drive.text(isComplete: true)
    #expect(
      text == """
        All 2 arrivals and departures reached the app in time, the latest after 20 s. The recording cannot decide 2 of 4.

        audit of 2 tracks, 2 devices, 52 fixes, 1 region, 1970-01-01T00:00:00Z to 1970-01-01T00:04:10Z
        strategy: rank centre, reselect-on significant, limit 20, renew changed, dwell 20 s, cushion 100 m, clmonitor

        crossings
          by plain geometry                       4
          delivered to the app                    2  reach 100 %
          lost to the rules                       0
          lost to the app                         0
          undecided                               2  neither delivered nor confirmed when the track ends there
          confirmed with unlimited registrations  2  2 of them delivered: recall 100 %
          unconfirmed                             0
          0 deliveries late; delay median 20 s, worst 20 s; 0 reselections, 2 registrations changed, 14 an hour

        regions
          region  geometry  delivered  lost  undecided  confirmed  unconfirmed  lost to
          home           4          2     0          2          2            0

        every arrival and departure
          1970-01-01T00:02:40Z  enter  home of phone        inTime       delivered at 00:03:00, 20 s later
          1970-01-01T00:04:00Z  exit   home of phone        undecidable  undecidable: the recording ends too soon
          1970-01-01T00:02:40Z  enter  home of "old phone"  inTime       delivered at 00:03:00, 20 s later
          1970-01-01T00:04:00Z  exit   home of "old phone"  undecidable  undecidable: the recording ends too soon
        """)
  }

  @Test func `lists that are too long end with how much more there is`() throws {
    let drive = AuditedDrive(
      regions: (0..<20).map { Line.region("p\($0)", at: 500 + Double($0) * 400, radius: 150) },
      places: Line.pace(from: 10, to: 9000, by: 50),
      strategies: [AuditedDrive.settings { $0.crossing.dwell = Interval(seconds: 3600) }])
    let regions = try drive.section("regions, those that lost most and the nearest of the others")
    #expect(regions.count == 1 + 8 + 1)
    #expect(
      regions.dropFirst().first
        == "p0             2          0     2          0          0            0  dwell 2")
    #expect(regions.last == "… and 12 more that were crossed (--all lists every region)")
    #expect(
      try drive.section(
        "the first 10 of 40 that were missed, late or undecidable (--all lists every crossing)"
      ).count == 10)
    #expect(try drive.section("every arrival and departure", isComplete: true).count == 40)
    #expect(try drive.section("regions", isComplete: true).count == 1 + 20)
  }

  /// The two lines that an audit begins with.
  private func conclusion(of drive: AuditedDrive, advice: [Advice]? = []) throws -> [String] {
    var report = try drive.report()
    if let advice { report.advice[report.best] = advice }
    return Array(AuditText(report, isComplete: false).lines.prefix(2))
  }

  @Test func `the conclusion says what was lost and why, and that nothing helps`() throws {
    let short = AuditedDrive(
      places: [(0, 0, nil), (28, 700, nil), (30, 950, nil), (35, 0, nil), (7200, 0, nil)])
    #expect(
      try conclusion(of: short) == [
        "2 of 2 arrivals and departures never reached the app because the stay was too short.",
        "Nothing that was tried delivers more.",
      ])
    let initial = "1 event came because the device was already inside."
    var full = AuditedDrive(
      regions: [
        Line.region("pier", at: 0, radius: 100), Line.region("home", at: 1000, radius: 200),
      ],
      places: [
        (0, 0, nil), (60, 0, nil), (120, 950, nil), (180, 950, nil), (190, 5000, nil),
        (200, 0, nil), (210, 5000, nil), (600, 5000, nil),
      ],
      strategies: [
        AuditedDrive.settings {
          ($0.limit, $0.significantInterval) = (1, Interval(seconds: 36_000))
        }
      ])
    #expect(
      try conclusion(of: full)[0]
        == "4 of 5 arrivals and departures never reached the app, at 2 of 2 places: 2 because the stay was "
        + "too short, 2 because the one slot was taken. \(initial)")
    full.places.removeLast(4)
    #expect(
      try conclusion(of: full)[0]
        == "1 of 2 arrivals and departures never reached the app, at 1 of 2 places, because the one slot "
        + "was taken. \(initial)")
  }

  @Test func `a stay that may have been long enough is undecidable, and nothing is tried`() throws {
    let open = AuditedDrive(places: [(0, 0, nil), (30, 950, nil), (40, 0, nil), (7200, 0, nil)])
    #expect(try conclusion(of: open) == ["The recording decides none of 2.", ""])
  }

  @Test func `the conclusion gives no all-clear where nothing was decided`() throws {
    let end = AuditedDrive(places: [(0, 0, nil), (30, 950, nil)])
    #expect(
      try conclusion(of: end, advice: nil)[0]
        == "The recording decides none of 1.")
    var flagged = AuditedDrive(places: AuditedDrive.pastHome)
    flagged.regions[0].notifyOnEntry = false
    flagged.regions[0].notifyOnExit = false
    #expect(
      try conclusion(of: flagged, advice: nil)[0]
        == "No arrival or departure happened that the app asks for.")
  }
}
