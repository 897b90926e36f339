import Foundation
import TestSupport
import Testing

/// Ordinary runs of which the first sentence once was false: each says what is true of it.
struct NineRunsTests {
  private static let drive = "tracks/a-winding-drive"
  private static let inputs = ["\(drive)/track.gpx", "--regions", "\(drive)/regions.json"]

  /// Runs an audit and a report of the same inputs.
  private func both(_ inputs: [String]) throws -> (audit: String, verdict: String, page: String) {
    let audit = try ToolRun(["audit"] + inputs)
    let report = try ToolRun(["report"] + inputs + ["-o", "-"])
    #expect(audit.status == 0 && report.status == 0, "\(audit.errors)")
    return (audit.output, report.errors, report.output)
  }

  /// Writes a track to the east of a circle of 100 m at these seconds and metres from its centre.
  private func inputs(_ places: [(second: Int, metres: Double)], _ folder: TemporaryFolder) throws
    -> [String]
  {
    let rows = places.map { "\(1_700_000_000 + $0.second),0,\($0.metres / 111_320)" }
    let track = try folder.file(
      "track.csv", "time,latitude,longitude\n" + rows.joined(separator: "\n") + "\n")
    let regions = try folder.file(
      "regions.csv", "identifier,latitude,longitude,radius\ndesk,0,0,100\n")
    return [track, "--regions", regions]
  }

  @Test func `an app whose access was denied: since when, and what it cost`() throws {
    let folder = try TemporaryFolder()
    let scenario = try folder.file(
      "scenario.json", #"[{"at": "+75s", "do": "authorize", "to": "denied"}]"#)
    let run = try both(Self.inputs + ["--scenario", scenario])
    // Most regions had no slot when it was, which came first.
    let words =
      "39 because all 20 slots were taken, 37 because from 08:11:15 on location access was denied"
    #expect(run.audit.prefix { $0 != "\n" }.contains(words))
    #expect(run.verdict.contains(words))
  }

  @Test func `a lunch just past the boundary: the exit is late, and nothing is green`() throws {
    let folder = try TemporaryFolder()
    let places =
      [(0, 0.0), (60, 0)] + (0...260).map { (70 + $0 * 10, 190.0) }
      + [(2680, 900), (2720, 1500), (3400, 1500)]
    let run = try both(inputs(places, folder))
    let words = "1 of 1 departure came late, by more than 5 min."
    #expect(run.audit.hasPrefix(words) && run.verdict.hasPrefix(words))
    #expect(
      run.audit.contains(
        "late, 43 min 30 s: at most 90 m past the boundary until 22:58:00; a departure needs 100 m")
    )
    #expect(run.page.contains("<h1 class=\"open\"") && !run.page.contains("Nothing went wrong"))
  }

  @Test func `two interfaces: each has its line, and nothing is green while one misses some`()
    throws
  {
    let track = "tracks/a-commute-on-two-phones"
    let run = try both([
      "\(track)/track.csv", "--regions", "\(track)/regions.json", "--api",
      "clmonitor,geofencingclient",
    ])
    #expect(
      run.audit.hasPrefix(
        """
        Ideal positions: both phones saw every recorded fix. Real ones see fewer.
        iPhone: 2 of 3 arrivals and departures never reached the app, at 1 of 2 places, because all 20 slots were taken.
        Android: all 3 arrivals and departures reached the app in time; Doze and makers' battery savers, \
        which may hold events back for hours, are not modelled.

        """))
    #expect(run.verdict.contains("iPhone: 2 of 3 arrivals and departures never reached the app"))
    #expect(!run.page.contains("<h1 class=\"good\""))
    #expect(!run.page.contains("</b> Nothing went wrong</h3>"))
  }

  @Test func `trials: the mean and the interval, never one draw`() throws {
    let run = try both(Self.inputs + ["--positioning", "phone", "--trials", "5"])
    let sentence =
      /^In 5 trials on average [0-9.]+ % of a trial's arrivals and departures reached the app/
    #expect(run.audit.contains(sentence) && run.verdict.contains(sentence))
    #expect(
      run.audit.prefix { $0 != "\n" } == run.verdict.prefix(run.audit.prefix { $0 != "\n" }.count))
    #expect(!run.verdict.contains("first of"))
  }

  @Test func `swapped coordinates are said first, and nothing before them`() throws {
    let folder = try TemporaryFolder()
    let text = try String(
      contentsOf: ToolRun.package.appendingPathComponent("\(Self.drive)/regions.json"),
      encoding: .utf8)
    let swapped = text.replacingOccurrences(of: "\"latitude\"", with: "\"?\"")
      .replacingOccurrences(of: "\"longitude\"", with: "\"latitude\"")
      .replacingOccurrences(of: "\"?\"", with: "\"longitude\"")
    let regions = try folder.file("swapped.json", swapped)
    let run = try both(["\(Self.drive)/track.gpx", "--regions", regions])
    let words = "No region lies within 100 km of the track: with latitude and longitude swapped"
    #expect(run.audit.hasPrefix(words) && run.page.contains("<h1 class=\"bad\">\(words)"))
    #expect(!run.verdict.contains("km away") && !run.verdict.contains("doubtful in"))
  }

  @Test func `times that are made up are said alone, unless somebody chose their pace`() throws {
    let folder = try TemporaryFolder()
    let text = try String(
      contentsOf: ToolRun.package.appendingPathComponent("\(Self.drive)/track.gpx"),
      encoding: .utf8)
    let track = try folder.file(
      "route.gpx", text.replacing(/<time>[^<]*<\/time>/, with: ""))
    let inputs = [track, "--regions", "\(Self.drive)/regions.json"]
    let words = "The times are made up, as no time of the recording is read: "
    for arguments in [inputs, inputs + ["--api", "clmonitor,cllocationmanager"]] {
      let run = try both(arguments)
      #expect(run.audit.hasPrefix(words) && run.page.contains("<h1 class=\"bad\">\(words)"))
      #expect(!run.audit.contains("delivers") && !run.verdict.contains("doubtful"))
    }
    let chosen = try both(inputs + ["--speed", "10"]).audit
    #expect(chosen.contains("arrivals and departures") && !chosen.contains("made up"))
  }

  @Test func `a track of which most points are skipped is said alone`() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<40).map { "\($0 % 10 < 6 ? "?" : "\($0)"),46.05,14.5" }
    let track = try folder.file("track.csv", "time,lat,lon\n" + rows.joined(separator: "\n"))
    let regions = try folder.file("office.csv", "id,lat,lon,radius\noffice,46.05,14.5,50\n")
    let run = try ToolRun(["audit", track, "--regions", regions])
    #expect(run.status == 65)
    #expect(
      run.output.hasPrefix("24 of 40 points with a place are skipped, more than half: "),
      "\(run.output)")
  }

  @Test func `jitter at a desk is a flutter, not a failure`() throws {
    let folder = try TemporaryFolder()
    let places =
      [(0, 300.0), (30, 250), (60, 120)]
      + (0..<54).map { (70 + $0 * 10, $0 % 2 == 0 ? 95.0 : 105) }
      + (0..<30).map { (620 + $0 * 10, 50.0) }
    let run = try both(inputs(places, folder))
    let words = "crossings are jitter on the edge, which the 20 s rule filters out."
    #expect(run.audit.contains(words) && run.verdict.contains(words))
    #expect(!run.page.contains("<h1 class=\"good\""))
  }

  @Test func `jitter with pauses is said as one, too`() throws {
    let folder = try TemporaryFolder()
    let places =
      [(0, 300.0), (30, 250), (60, 120)]
      + (0..<90).map { ($0 * 10 + $0 / 9 * 20 + 70, $0 % 2 == 0 ? 95.0 : 105) }
      + (0..<30).map { (1300 + $0 * 10, 50.0) }
    let run = try both(inputs(places, folder))
    #expect(
      run.audit.contains("crossings are jitter on the edge, which the 20 s rule filters out."))
  }

  @Test func `ten thousand regions: two things together, and one sentence for all`() throws {
    let folder = try TemporaryFolder()
    let circles = (0..<10_000).map { number in
      let place = (45.98 + Double(number / 100) * 0.0012, 14.28 + Double(number % 100) * 0.0028)
      return "g\(number),\(place.0),\(place.1),60"
    }
    let grid = try folder.file(
      "grid.csv", "identifier,latitude,longitude,radius\n" + circles.joined(separator: "\n") + "\n")
    let inputs = ["\(Self.drive)/track.gpx", "--regions", grid]
    let run = try both(inputs)
    // One sentence for all, by cause.
    let words =
      /[0-9]+ of 159 arrivals and departures never reached the app, at [0-9]+ of [0-9]+ places:/
    #expect(run.audit.prefix { $0 != "\n" }.contains(words) && run.verdict.contains(words))
    func events(_ options: String...) throws -> Int {
      try ToolRun(["simulate"] + inputs + options).output.split(separator: "\n").count
    }
    // Without both all come, and neither alone explains much.
    #expect(try events("--limit", "10000", "--dwell", "0") >= 159)
    #expect(try events("--limit", "10000") < 40)
    #expect(try events("--dwell", "0") < 40)
  }

  @Test func `a failing test says first what it expected and what came`() throws {
    let folder = try TemporaryFolder()
    let expected = try folder.file(
      "expected.txt", "2024-05-03T08:20:00Z  enter  clinic\n")
    let report = try ToolRun(["report"] + Self.inputs + ["--expect", expected, "-o", "-"])
    #expect(
      report.output.contains(
        /<h1 class="bad">The events are not as expected: 1 missing, \d+ unexpected/))
  }
}
