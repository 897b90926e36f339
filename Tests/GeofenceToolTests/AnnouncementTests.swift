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
    #expect(try simulate(track, "--interpolate", "60").errors.isEmpty)
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
