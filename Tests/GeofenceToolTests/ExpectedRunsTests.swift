import Foundation
import Testing

/// `--expect` with several tracks, with verbose runs, and with malformed files.
struct ExpectedRunsTests {
  private let folder: TemporaryFolder
  private let regions: String

  init() throws {
    folder = try TemporaryFolder()
    regions = try folder.file(
      "regions.json",
      #"[{"identifier": "old town", "latitude": 46.05, "longitude": 14.5, "radius": 100}]"#)
  }

  /// Writes a track that is five minutes inside from `second` on, then five minutes a kilometre
  /// away.
  private func track(_ name: String, from second: Int) throws -> String {
    let rows = (0..<60).map { "\(second + $0 * 10),\($0 < 30 ? 46.05 : 46.06),14.5" }
    return try folder.file(
      "\(name).csv", "time,lat,lon\n" + rows.joined(separator: "\n") + "\n")
  }

  private func simulate(_ tracks: [String], _ options: String..., input: String = "") throws
    -> ToolRun
  {
    try ToolRun(
      ["simulate"] + tracks + ["--regions", regions] + options, input: Data(input.utf8))
  }

  @Test(arguments: ["text", "jsonl"])
  func `several tracks meet their recording in any order and with any jobs`(_ format: String) throws
  {
    let tracks = try [track("monday", from: 0), track("tuesday", from: 86_400)]
    let recording = try folder.file("expected", simulate(tracks, "--format", format).output)
    for (tracks, jobs) in [(tracks, "1"), (tracks.reversed(), "2")] {
      let run = try simulate(tracks, "--expect", recording, "--jobs", jobs)
      #expect(run.status == 0)
      #expect(run.errors == "\(recording): 4 of 4 expected events came\n")
    }
  }

  @Test func `a recording of one track against a run of two differs in the devices`() throws {
    let tracks = try [track("monday", from: 0), track("tuesday", from: 0)]
    let recording = try folder.file("expected", simulate([tracks[0]]).output)
    let run = try simulate(tracks, "--expect", recording)
    #expect(run.status == 1)
    #expect(
      run.errors.contains("+ 1970-01-01T00:00:00Z  enter  \"old town\" of monday   unexpected"))
    #expect(run.errors.contains("\nhelp: this run tells devices apart"))
  }

  @Test(arguments: ["text", "jsonl"])
  func `a verbose recording is met by verbose runs and by others`(_ format: String) throws {
    let tracks = try [track("walk", from: 0)]
    let output = try simulate(tracks, "--verbose", "--format", format).output
    let recording = try folder.file("expected", output)
    let verbose = try simulate(tracks, "--verbose", "--expect", recording)
    #expect(verbose.status == 0)
    #expect(verbose.errors.hasSuffix("\(recording): 4 of 4 expected events came\n"))
    let quiet = try simulate(tracks, "--expect", recording)
    #expect(quiet.errors == "\(recording): 2 of 2 expected events came\n")
  }

  @Test func `a verbose run meets a recording of enters and exits alone`() throws {
    let tracks = try [track("walk", from: 0)]
    let recording = try folder.file("expected", simulate(tracks).output)
    #expect(try simulate(tracks, "--verbose", "--expect", recording).status == 0)
  }

  /// Of a run whose reader has closed the pipe, the whole is compared, with its warnings.
  @Test(arguments: ["1", "2"])
  func `a closed pipe does not change what is compared`(_ jobs: String) throws {
    let tracks = try [track("a", from: 0), track("b", from: 7)]
    let recording = try folder.file("expected.jsonl", simulate(tracks, "--format", "jsonl").output)
    let scenario = try folder.file("late.json", #"[{"at": "+9000s", "do": "background"}]"#)
    let arguments =
      ["simulate"] + tracks + [
        "--regions", regions, "--expect", recording, "--jobs", jobs, "--scenario", scenario,
      ]
    let unread = try ToolRun(arguments, isRead: false)
    #expect(unread.status == 0)
    #expect(unread.errors == (try ToolRun(arguments).errors))
    #expect(unread.errors.hasSuffix("4 of 4 expected events came\n"))
  }

  @Test func `a recording without devices is not one of the device that is asked for`() throws {
    let recording = try folder.file("expected", simulate([track("a", from: 0)]).output)
    let run = try simulate(
      [track("a", from: 0), track("b", from: 7)], "--expect", recording, "--device", "b")
    #expect(run.status == 1)
    #expect(run.errors.contains("0 of 2 expected events came: 2 missing, 2 unexpected"))
    #expect(run.errors.contains("help: this run tells devices apart"))
  }

  /// Each hint is the line that mends it, as it stands.
  @Test func `a hint at a recording can be followed`() throws {
    let track = try track("a", from: 0)
    let recording = try folder.file("expected", "1970-01-01T00:00:07Z enter old\\ town\n")
    #expect(
      try simulate([track], "--expect", recording, "--only", "old town").errors.hasSuffix(
        "record them with --update, without --only and --device\n"))
    let report = ["report", track, "--regions", regions, "-o", "\(folder.url.path)/page.html"]
    #expect(
      try ToolRun(report + ["--expect", recording]).errors.hasSuffix(
        "help: where the new events are right, record them with geofence simulate --update\n"))
    #expect(
      try ToolRun(report + ["--expect", "nowhere"]).errors.hasSuffix(
        "\nhelp: record the events there with geofence simulate --update\n"))
    #expect(
      try simulate([track], "--expect", folder.url.path).errors.hasSuffix(
        "is a directory\nhelp: name the files in it\n"))
  }

  @Test func `expectations come from standard input, too`() throws {
    let tracks = try [track("walk", from: 0)]
    let run = try simulate(tracks, "--expect", "-", input: simulate(tracks).output)
    #expect(run.status == 0)
    #expect(run.errors == "<stdin>: 2 of 2 expected events came\n")
    #expect(try simulate(["-"], "--expect", "-").status == 64)
  }

  @Test func `a damaged recording is refused before the first event, by its line`() throws {
    let good = try simulate([track("walk", from: 0)]).output
    let path = try folder.file("expected", good + "\nyesterday enter x\n")
    let junit = folder.url.appendingPathComponent("junit.xml").path
    let run = try simulate([track("walk", from: 0)], "--expect", path, "--junit", junit)
    #expect(run.status == 65)
    #expect(run.output.isEmpty)
    #expect(
      run.errors == """
        \(path):4: error: no time: "yesterday"
        help: write it as 2024-05-01T09:10:00Z

        """)
    #expect(try String(contentsOfFile: junit, encoding: .utf8).contains("errors=\"1\""))
  }

  @Test func `a track that breaks off is bad data, whatever was expected of it`() throws {
    let path = try track("walk", from: 0)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let broken = try folder.file("broken.csv", text + "900,\"46.05")
    let recording = try folder.file("expected", simulate([path]).output)
    let run = try simulate([broken], "--expect", recording)
    #expect(run.status == 65)
    #expect(run.output == (try simulate([path]).output))
    #expect(!run.errors.contains("expected events came"))
  }

  @Test func `JUnit that cannot be written is told before the first event`() throws {
    let recording = try folder.file("expected", "")
    let junit = folder.url.appendingPathComponent("no/junit.xml").path
    let run = try simulate(
      [track("walk", from: 0)], "--expect", recording, "--junit", junit)
    #expect(run.status == 73)
    #expect(run.output.isEmpty)
    #expect(run.errors == "\(junit): error: cannot be written: No such file or directory\n")
  }
}
