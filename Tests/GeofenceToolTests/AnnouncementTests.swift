import Foundation
import TestSupport
import Testing

/// The notes and warnings about options that have no effect, and about runs that take long.
struct AnnouncementTests {
  private let folder: TemporaryFolder
  private let regions: String

  init() throws {
    folder = try TemporaryFolder()
    regions = try folder.file(
      "regions.json",
      """
      [{"identifier": "a", "latitude": 46, "longitude": 14, "radius": 100},
       {"identifier": "b", "latitude": 46.1, "longitude": 14, "radius": 100}]
      """)
  }

  private func simulate(_ track: String, _ options: String...) throws -> ToolRun {
    let track = try folder.file("track.csv", "time,lat,lon\n\(track)")
    return try ToolRun(["simulate", track, "--regions", regions] + options)
  }

  @Test func `a gap of years is announced before it is filled with fixes`() throws {
    let run = try simulate(
      "2022-01-01T00:00:00Z,46,14\n2024-01-01T00:00:00Z,46,14\n", "--interpolate", "86400")
    #expect(
      run.errors.contains(
        "two of its fixes are 730 days apart, and --interpolate adds 729 fixes between them"))
  }

  @Test func `many fixes between two are announced, and few are not`() throws {
    let times = ("2024-01-01T00:00:00Z", "2024-01-12T00:00:00Z")
    let track = "\(times.0),46,14\n\(times.1),46,14.001\n"
    #expect(try simulate(track, "--interpolate", "0.9").errors.contains("adds 1055999 fixes"))
    #expect(try !simulate(track, "--interpolate", "60").errors.contains("adds"))
  }

  @Test func `gaps that are filled are a warning, and no run with them is green`() throws {
    // A minute in the circle on the way, then two gaps, the longer one first.
    let steps = (0...45).map { 45.99 + 0.01 * Double($0) / 45 }
    let places = steps + Array(repeating: 46, count: 6) + steps.map { $0 + 0.01 }
    var rows = places.enumerated().map { "\(1_714_546_800 + 10 * $0),\($1),14\n" }
    let end = 1_714_546_800 + 10 * places.count
    rows += [1200, 1600].map { "\(end + $0),46.02,14\n" }
    let track = try folder.file("drive.csv", "time,lat,lon\n" + rows.joined())
    func audit(_ options: String...) throws -> ToolRun {
      try ToolRun(["audit", track, "--regions", regions, "--format", "json"] + options)
    }
    let recorded = try audit()
    #expect(recorded.output.contains(#""green":true"#) && recorded.errors.isEmpty)
    let filled = try audit("--interpolate", "5")
    #expect(filled.output.contains(#""green":false"#))
    #expect(
      filled.errors == """
        \(track): warning: --interpolate fills 2 gaps of more than 5 min, the longest of 20 min 10 s up \
        to 2024-05-01T07:36:20Z
        help: nobody knows the path there: --from and --to play what lies between the gaps

        """)
    let page = try folder.file("page.html", "")
    let options = ["--regions", regions, "--interpolate", "5"]
    let report = try ToolRun(["report", track, "-o", page] + options)
    #expect(report.errors.contains("The input is doubtful: --interpolate fills 2 gaps"))
    for command in [["simulate", track], ["why", track, "a"]] {
      #expect(try ToolRun(command + options).errors == filled.errors)
    }
    let sparse = try ToolRun("simulate", track, "--regions", regions, "--interpolate", "1300")
    #expect(sparse.errors.isEmpty)
    // The times of an untimed track are no recording's.
    let untimed = try ToolRun(["simulate", track, "--ignore-times", "--speed", "0.1"] + options)
    #expect(!untimed.errors.contains("fills"))
  }

  @Test func `a limit above the interface's own is noted in every command`() throws {
    let track = try folder.file("drive.csv", "time,lat,lon\n2024-01-01T00:00:00Z,46,14\n")
    let note =
      "note: '--limit 21' is above the 20 conditions that clmonitor takes from one app: no app can "
      + "register more"
    let page = try folder.file("page.html", "")
    for command in [["simulate"], ["audit"], ["why"], ["validate"], ["report", "-o", page]] {
      func notes(_ limit: String) throws -> Int {
        let run = try ToolRun(command + [track, "--regions", regions, "--limit", limit])
        return run.errors.split(separator: "\n").count { $0.hasSuffix(note) }
      }
      #expect(try notes("21") == 1 && notes("20") == 0, "\(command)")
    }
    let run = try ToolRun(
      "audit", track, "--regions", regions, "--limit", "20,21", "--api",
      "clmonitor/geofencingclient")
    #expect(run.errors.hasSuffix(note + "\n"))
  }

  // Both points lie more than 100 km from the circles, between which the path leads.
  @Test func `a track is near its regions if the fixes that are added are`() throws {
    let track = "2024-01-01T00:00:00Z,44,14\n2024-01-01T04:00:00Z,48,14\n"
    #expect(try simulate(track).errors.contains("no region lies within 100 km"))
    let run = try simulate(track, "--interpolate", "1", "--cushion", "0", "--dwell", "0")
    #expect(!run.errors.contains("100 km"), "\(run.errors)")
    #expect(run.output.contains("enter  a"), "\(run.output)")
  }

  @Test func `an order by times is noted where there are none`() throws {
    let run = try simulate(
      "2024-01-01T00:00:00Z,46,14\n2024-01-01T00:01:00Z,46,14\n", "--sort", "--ignore-times")
    #expect(
      run.errors.contains("note: --sort has no effect: points without times keep their order"))
  }

  @Test func `a radius beside radii is noted, with what may be meant`() throws {
    let run = try simulate("2024-01-01T00:00:00Z,46,14\n", "--radius", "500")
    #expect(
      run.errors.contains("note: --radius has no effect: every region has its own radius"))
    #expect(run.errors.contains("help: --min-radius"))
  }

  @Test func `a radius that a scenario or another file needs is not said to have no effect`() throws
  {
    let place = #"{"identifier": "x", "latitude": 46.05, "longitude": 14.5}"#
    let life = try folder.file(
      "s.json", #"[{"at": "+0s", "do": "add", "region": \#(place)}]"#)
    let other = try folder.file("other.json", "[\(place)]")
    let track = "2024-01-01T00:00:00Z,46,14\n"
    for options in [["--scenario", life], ["--regions", other]] {
      let file = try folder.file("track.csv", "time,lat,lon\n\(track)")
      let run = try ToolRun(
        ["simulate", file, "--regions", regions, "--radius", "500"] + options)
      #expect(run.status == 0 && !run.errors.contains("--radius"), "\(run.errors)")
    }
    let validated = try ToolRun(
      "validate", "--regions", regions, "--regions", other, "--radius", "500")
    #expect(!validated.output.contains("no effect"), "\(validated.output)")
  }

  @Test func `a sentinel that takes the only slot is a warning`() throws {
    let track = "2024-01-01T00:00:00Z,46,14\n"
    let warning = "--limit 1 leaves no slot beside the sentinel's"
    #expect(
      try simulate(track, "--limit", "1", "--reselect-on", "sentinel").errors.contains(warning))
    #expect(
      try !simulate(track, "--limit", "2", "--reselect-on", "sentinel").errors.contains(warning))
  }

  @Test func `a header that is too long is refused by its length`() throws {
    let header = "time,lat,lon," + String(repeating: "c,", count: 17 << 20)
    let track = try folder.file("wide.csv", header + "\n2024-01-01T00:00:00Z,46,14\n")
    let run = try ToolRun("simulate", track, "--regions", regions)
    #expect(run.status == 65)
    #expect(run.errors.contains("the header is longer than 16 MiB"), "\(run.errors)")
  }
}
