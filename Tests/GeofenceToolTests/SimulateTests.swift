import Foundation
import Testing

/// The output of `geofence simulate`.
struct SimulateTests {
  private let folder: TemporaryFolder
  private let regions: String

  init() throws {
    folder = try TemporaryFolder()
    regions = try folder.file(
      "regions.json",
      #"[{"identifier": "home", "latitude": 46.05, "longitude": 14.5, "radius": 100}]"#)
  }

  /// Three fixes: at home, away for too short a time, and away.
  private static let track = """
    time,latitude,longitude
    2024-05-01T09:00:00Z,46.05,14.5
    2024-05-01T09:10:00Z,46.06,14.5
    2024-05-01T09:10:25Z,46.061,14.5

    """

  private func simulate(_ track: String, _ options: String...) throws -> ToolRun {
    let path = try folder.file("track.csv", track)
    return try ToolRun(["simulate", path, "--regions", regions] + options)
  }

  @Test func `a length or a span of time may bear its unit`() throws {
    let plain = try simulate(Self.track, "--cushion", "1500", "--dwell", "60")
    let named = try simulate(Self.track, "--cushion", "1.5km", "--dwell", "1min")
    #expect(plain.status == 0)
    #expect(named.output == plain.output)
    #expect(try simulate(Self.track).output != plain.output)
    #expect(try simulate(Self.track, "--dwell", "1km").status == 64)
  }

  // MARK: formats

  @Test func `text has columns for people`() throws {
    #expect(
      try simulate(Self.track).output == """
        2024-05-01T09:00:00Z  enter  home  initial, 100.0 m inside
        2024-05-01T09:10:25Z  exit   home  1122.7 m outside, 25 s after crossing

        """)
  }

  @Test func `jsonl has sorted keys`() throws {
    #expect(
      try simulate(Self.track, "--format", "jsonl").output == """
        {"crossedAt":"2024-05-01T09:00:00Z","distance":-100,"event":"enter","initial":true,\
        "latitude":46.05,"longitude":14.5,"region":"home","time":"2024-05-01T09:00:00Z"}
        {"crossedAt":"2024-05-01T09:10:00Z","distance":1122.7,"event":"exit",\
        "latitude":46.061,"longitude":14.5,"region":"home","time":"2024-05-01T09:10:25Z"}

        """)
  }

  @Test func `csv has a header`() throws {
    #expect(
      try simulate(Self.track, "--format", "csv").output == """
        time,event,region,device,initial,distance,crossedAt,latitude,longitude
        2024-05-01T09:00:00Z,enter,home,,true,-100.0,2024-05-01T09:00:00Z,46.05,14.5
        2024-05-01T09:10:25Z,exit,home,,,1122.7,2024-05-01T09:10:00Z,46.061,14.5

        """)
  }

  @Test func `verbose shows registrations on standard output and assumptions on standard error`()
    throws
  {
    let run = try simulate(Self.track, "--verbose")
    #expect(
      run.output == """
        2024-05-01T09:00:00Z  reselect     -     cause first, 1 of 1 registered (+1 -0)
        2024-05-01T09:00:00Z  monitor      home  100.0 m inside, 0.0 m from the centre
        2024-05-01T09:00:00Z  enter        home  initial, 100.0 m inside
        2024-05-01T09:10:25Z  exit         home  1122.7 m outside, 25 s after crossing

        """)
    #expect(
      run.errors == """
        assumptions in force:
          accuracy: a fix whose uncertainty circle straddles a boundary decides nothing there
          maximum radius: 100 km
          the app runs in the background when a track begins
          events that the app cannot receive wait: the latest of each region while it runs; while it \
        does not run, the first, and the region is not watched until then
          while monitoring is off, each region keeps its last state, and the dwell begins again \
        afterwards; with reduced accuracy the app receives places as recorded
          a region above the maximum radius fails as it does for CLLocationManager

        """)
  }

  @Test func `a region that the device stands in and that loses its slot is called out`() throws {
    let regions = try folder.file(
      "two.json",
      """
      [{"identifier": "city", "latitude": 46.05, "longitude": 14.5, "radius": 5000},
       {"identifier": "shop", "latitude": 46.06, "longitude": 14.5, "radius": 100}]
      """)
    let track = try folder.file("track.csv", Self.track)
    let run = try ToolRun("simulate", track, "--regions", regions, "--limit", "1", "--verbose")
    #expect(
      run.output.contains(
        "2024-05-01T09:10:00Z  unmonitor    city  3888.5 m inside, 1111.5 m from the centre, "
          + "THE DEVICE STANDS IN IT\n"), "\(run.output)")
  }

  @Test func `verbose shows a refused region in its place, in Core Location's words`() throws {
    #expect(
      try simulate(Self.track, "--max-radius", "50", "--verbose").output.hasPrefix(
        "2024-05-01T09:00:00Z  failed       home  regionMonitoringFailure, its radius is above the "
          + "maximum\n"))
  }

  @Test func `a summary closes with counts on standard error`() throws {
    #expect(
      try simulate(Self.track, "--summary").errors == """
        summary:
          input       1 track, 1 device, 3 fixes, 0 points skipped
          time        2024-05-01T09:00:00Z to 2024-05-01T09:10:25Z
          regions     1
          events      1 enter (1 initial), 1 exit
          selection   0 reselections, 1 registered, 0 unregistered

        """)
  }

  @Test func `nothing in a file steers the terminal`() throws {
    let regions = try folder.file(
      "regions.json",
      #"[{"identifier": "a\u001b[31m b", "latitude": 46.05, "longitude": 14.5, "radius": 100}]"#)
    let track = try folder.file("track.csv", Self.track)
    let run = try ToolRun("simulate", track, "--regions", regions)
    #expect(run.output.hasPrefix(#"2024-05-01T09:00:00Z  enter  "a\u001b[31m b"  initial"#))
  }

  // MARK: several devices

  @Test func `each file and each device has its own monitor`() throws {
    let plain = try folder.file("van.csv", Self.track)
    let fleet = try folder.file(
      "fleet.csv",
      """
      device,time,latitude,longitude
      one,2024-05-01T09:00:00Z,46.05,14.5
      two,2024-05-01T08:00:00Z,46.05,14.5
      one,2024-05-01T09:10:00Z,46.06,14.5
      one,2024-05-01T09:10:20Z,46.06,14.5
      two,2024-05-01T08:10:00Z,46.05,14.5

      """)
    let run = try ToolRun("simulate", plain, fleet, "--regions", regions)
    #expect(
      run.output == """
        2024-05-01T09:00:00Z  enter  home  initial, 100.0 m inside, device van
        2024-05-01T09:10:25Z  exit   home  1122.7 m outside, 25 s after crossing, device van
        2024-05-01T09:00:00Z  enter  home  initial, 100.0 m inside, device one
        2024-05-01T08:00:00Z  enter  home  initial, 100.0 m inside, device two
        2024-05-01T09:10:20Z  exit   home  1011.5 m outside, 20 s after crossing, device one

        """, "\(run.errors)")
  }

  // MARK: failures

  @Test func `a missing input is 66 and says which`() throws {
    let run = try ToolRun("simulate", "nowhere.gpx", "--regions", regions)
    #expect(run.status == 66)
    #expect(run.errors.hasPrefix("nowhere.gpx: error: "))
    #expect(try ToolRun("simulate", "nowhere.gpx", "--regions", "none.json").status == 66)
  }

  @Test func `nothing is simulated on a half-read region set`() throws {
    let regions = try folder.file(
      "regions.json",
      #"[{"identifier": "home", "latitude": 46.05, "longitude": 14.5, "radius": 100}, {}]"#)
    let track = try folder.file("track.csv", Self.track)
    let run = try ToolRun("simulate", track, "--regions", regions)
    #expect(run.status == 65)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("regions.json: error: "))
  }

  @Test func `events before a break stand`() throws {
    let points = [(0, 46.05), (30, 46.06), (60, 46.06)].map { second, latitude in
      """
      <trkpt lat="\(latitude)" lon="14.5"><time>2024-05-01T09:\(second < 60 ? "00:\(second == 0 ? "00" : "30")" : "01:00")Z</time></trkpt>

      """
    }
    let path = try folder.file("cut.gpx", "<gpx><trk><trkseg>\n" + points.joined() + "<trkpt la")
    let run = try ToolRun("simulate", path, "--regions", regions)
    #expect(run.status == 65)
    #expect(run.output.split(separator: "\n").count == 2)
    #expect(run.errors.contains("cut.gpx:5:"), "\(run.errors)")
  }

  @Test func `a region that is never monitored is warned about`() throws {
    let run = try simulate(Self.track, "--max-radius", "50")
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(
      run.errors == """
        geofence: warning: region 'home' is never monitored: the device monitors no circle of more than 50 m \
        (max-radius in --settings)

        """)
  }
}
