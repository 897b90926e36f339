import Foundation
import Testing

/// What is said of a run in which no event came.
struct SilentRunTests {
  private let folder: TemporaryFolder
  private let regions: String

  init() throws {
    folder = try TemporaryFolder()
    regions = try folder.file(
      "r.csv", "id,lat,lon,radius\nHome,46,14,200\nThe shop,46.1,14,200\n")
  }

  /// Fixes along a meridian, ten seconds apart.
  private func track(_ latitudes: [Double], _ name: String = "t.csv") throws -> String {
    let rows = latitudes.enumerated().map { "\($0 * 10),\($1),14\n" }
    return try folder.file(name, "time,lat,lon\n" + rows.joined())
  }

  private func simulate(_ arguments: String...) throws -> ToolRun {
    try ToolRun(["simulate", "--regions", regions] + arguments)
  }

  @Test func `a line says which region was nearest, when and how far`() throws {
    let track = try track([46.05, 46.09, 46.08])
    let run = try simulate(track)
    #expect(run.status == 0 && run.output.isEmpty)
    #expect(
      run.errors == """
        geofence: note: no event came: the nearest fix, at 1970-01-01T00:00:10Z, lies 912 m outside \
        "The shop"; 'geofence why \(track) 'The shop' --regions \(regions)' says why

        """)
  }

  @Test func `one that was entered, but not for long enough, leads to the audit`() throws {
    let track = try track([46.01, 46, 46.01])
    let run = try simulate(track)
    #expect(
      run.errors == """
        geofence: note: no event came: the nearest fix, at 1970-01-01T00:00:10Z, lies 200 m inside \
        Home; 'geofence why \(track) Home --regions \(regions)' says why

        """)
  }

  @Test func `an alarm leads to the audit with its files`() throws {
    let reminders = folder.url.appendingPathComponent("t.ics").path
    #expect(
      try ToolRun("reminders", "add", reminders, "Milk", "--uid", "M", "--at", "46.02,14").status
        == 0)
    let scenario = try folder.file(
      "s.json", #"[{"at": "+0s", "do": "complete", "uid": "M"}]"#)
    let track = try track([46.01, 46.02, 46.01])
    let run = try ToolRun(
      "simulate", track, "--reminders", reminders, "--scenario", scenario
    )
    #expect(
      run.errors.contains(
        "'geofence why \(track) M --reminders \(reminders) --scenario \(scenario)' says why"),
      "\(run.errors)")
  }

  @Test func `the command that it leads to explains the same run`() throws {
    let track = try track([46.01, 46, 46.01])
    let run = try simulate(
      track, "--verbose", "--api=geofencingclient", "--initial-trigger", "none", "--expire", "5",
      "--format", "jsonl")
    let command = try #require(
      run.errors.firstMatch(of: /'geofence (why .*)' says why/)?.1, "\(run.errors)")
    #expect(
      command
        == "why \(track) Home --regions \(regions) --api=geofencingclient --initial-trigger none --expire 5"
    )
    let why = try ToolRun(
      command.split(separator: " ").map(String.init))
    #expect(why.output.contains("never reached the app"), "\(why.output)")
  }

  @Test(arguments: [
    ("Café $HOME", "'Café $HOME'"), ("$(touch x)", "'$(touch x)'"), ("it's", "'it'\\''s'"),
    ("a&b;c", "'a&b;c'"),
  ])
  func `the command is one for a shell, whatever the names are`(_ name: String, _ word: String)
    throws
  {
    let regions = try folder.file("my regions.csv", "id,lat,lon,radius\n\(name),46,14,200\n")
    let track = try track([46.01, 46, 46.01], "my drive.csv")
    let run = try ToolRun("simulate", track, "--regions", regions)
    #expect(
      run.errors.contains("'geofence why '\(track)' \(word) --regions '\(regions)'' says why"),
      "\(run.errors)")
  }

  @Test func `of several tracks and devices the nearest is named`() throws {
    let run = try simulate(try track([46.03], "far.csv"), try track([46.02], "near.csv"))
    #expect(run.errors.contains("the nearest fix of near, at"))
  }

  @Test func `files that are joined are all named`() throws {
    let early = try track([46.05, 46.09])
    let late = try folder.file("late.csv", "time,lat,lon\n20,46.08,14\n")
    let run = try simulate(early, late, "--join")
    #expect(
      run.errors.contains(
        "'geofence why \(early) \(late) 'The shop' --regions \(regions) --join' says why"),
      "\(run.errors)")
  }

  @Test func `only the regions that are asked for count`() throws {
    let run = try simulate(try track([46, 46, 46.01]), "--only", "The*")
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("geofence: note: no such event came: the nearest fix"))
    #expect(run.errors.contains("outside \"The shop\""))
  }

  @Test func `nothing is said where an event came, with --quiet, or after a warning`() throws {
    #expect(try simulate(try track([46, 46.01])).errors.isEmpty)
    let silent = try track([46.05, 46.06])
    #expect(try simulate(silent, "--quiet").errors.isEmpty)
    let far = try simulate(try track([56]))
    #expect(far.errors.contains("no region lies within") && !far.errors.contains("no event came"))
  }

  @Test func `a pipe, which is read once alone, has its place, too`() throws {
    let run = try ToolRun(
      ["simulate", "-", "--regions", regions], input: Data("time,lat,lon\n0,46.05,14\n".utf8))
    #expect(
      run.errors == """
        geofence: note: no event came: the nearest fix, at 1970-01-01T00:00:00Z, lies 5.4 km outside \
        Home; 'geofence why <track> Home --regions \(regions)' says why

        """)
  }
}
