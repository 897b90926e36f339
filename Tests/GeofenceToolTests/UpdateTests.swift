import Foundation
import Testing

/// `geofence simulate --expect FILE --update` on bundled tracks.
struct UpdateTests {
  private let folder: TemporaryFolder
  private static let walk = [
    "simulate", "tracks/walk-through-one-region/track.gpx", "--regions",
    "tracks/walk-through-one-region/regions.json",
  ]

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  @Test(
    arguments: [
      ("expected.txt", "text"), ("expected.jsonl", "jsonl"), ("expected.json", "jsonl"),
      ("expected.csv", "text"),
    ])
  func `a first recording is what the run prints in the format that its name says`(
    _ name: String, _ format: String
  ) throws {
    let run = try ToolRun(Self.walk + ["--expect", path(name), "--update"])
    #expect(run.status == 0)
    #expect(run.errors == "\(path(name)): 2 events recorded, 2 new\n")
    #expect(try text(name) == ToolRun(Self.walk + ["--format", format]).output)
    #expect(try ToolRun(Self.walk + ["--expect", path(name)]).status == 0)
  }

  @Test func `a recording that is no longer met is updated in its own format, comments and all`()
    throws
  {
    let recording = try folder.file(
      "expected", "# the usual way\n2024-05-01T07:04:37Z enter tivoli\n")
    let run = try ToolRun(Self.walk + ["--expect", recording, "--update", "--format", "jsonl"])
    #expect(run.status == 0)
    #expect(run.errors == "\(recording): 2 events recorded, 1 new, 1 at another time\n")
    #expect(try text("expected") == "# the usual way\n" + ToolRun(Self.walk).output)
    let again = try ToolRun(Self.walk + ["--expect", recording, "--update"])
    #expect(again.errors == "\(recording): 2 events recorded, as before\n")
  }

  @Test func `a title without events stays above the first recording`() throws {
    let recording = try folder.file("titled.txt", "# the usual way\n")
    #expect(try ToolRun(Self.walk + ["--expect", recording, "--update"]).status == 0)
    #expect(try text("titled.txt") == "# the usual way\n" + ToolRun(Self.walk).output)
  }

  @Test func `a recording keeps its byte order mark and its line ends`() throws {
    let events = try ToolRun(Self.walk).output
    let recording = try folder.file(
      "expected", "\u{FEFF}# Windows\r\n" + events.replacing("\n", with: "\r\n"))
    let before = try Data(contentsOf: folder.url.appendingPathComponent("expected"))
    let run = try ToolRun(Self.walk + ["--expect", recording, "--update"])
    #expect(run.errors == "\(recording): 2 events recorded, as before\n")
    #expect(try Data(contentsOf: folder.url.appendingPathComponent("expected")) == before)
  }

  @Test func `a closed pipe does not change what is recorded`() throws {
    let unread = try ToolRun(Self.walk + ["--expect", path("new"), "--update"], isRead: false)
    #expect(unread.status == 0)
    #expect(try text("new") == ToolRun(Self.walk).output)
  }

  @Test func `one file serves several drives`() throws {
    let drives = try ["monday", "tuesday"].map { name in
      let url = folder.url.appendingPathComponent("\(name).gpx")
      try FileManager.default.copyItem(
        at: ToolRun.package.appendingPathComponent(Self.walk[1]), to: url)
      return url.path
    }
    let command = ["simulate"] + drives + Self.walk.suffix(2) + ["--expect", path("expected")]
    #expect(try ToolRun(command + ["--update"]).errors.hasSuffix(": 4 events recorded, 4 new\n"))
    let run = try ToolRun(command + ["--jobs", "2"])
    #expect(run.status == 0)
    #expect(run.errors.hasSuffix(": 4 of 4 expected events came\n"))
  }

  @Test func `a run that fails leaves the recording as it was`() throws {
    let recording = try folder.file("expected", "2024-05-01T07:04:37Z enter tivoli\n")
    let track = try folder.file(
      "broken.csv", "time,lat,lon\n2024-05-01T07:00:00Z,46.0553,14.4957\n900,\"46.05")
    let run = try ToolRun(
      ["simulate", track] + Self.walk.suffix(2) + ["--expect", recording, "--update"])
    #expect(run.status == 65)
    #expect(run.output.contains("enter"))
    #expect(try text("expected") == "2024-05-01T07:04:37Z enter tivoli\n")
    let new = try ToolRun(
      ["simulate", track] + Self.walk.suffix(2) + ["--expect", path("new"), "--update"])
    #expect(new.status == 65)
    #expect(!FileManager.default.fileExists(atPath: path("new")))
  }

  @Test func `a damaged recording is refused, not replaced`() throws {
    let recording = try folder.file("expected", "yesterday enter x\n")
    let run = try ToolRun(Self.walk + ["--expect", recording, "--update"])
    #expect(run.status == 65)
    #expect(try text("expected") == "yesterday enter x\n")
  }

  @Test func `registrations are recorded where the run is verbose and the recording has them`()
    throws
  {
    let verbose = Self.walk + ["--verbose", "--expect", path("expected"), "--update"]
    #expect(try ToolRun(verbose).status == 0)
    #expect(try text("expected") == ToolRun(Self.walk + ["--verbose"]).output)
    let run = try ToolRun(Self.walk + ["--expect", path("expected"), "--update"])
    #expect(run.status == 65)
    #expect(run.errors.contains("the recording is one of a run with --verbose"))
    #expect(try text("expected").contains("reselect"))

    let crossings = try folder.file("crossings", "2024-05-01T07:04:37Z enter tivoli\n")
    #expect(
      try ToolRun(Self.walk + ["--verbose", "--expect", crossings, "--update"]).status == 0)
    #expect(try !text("crossings").contains("reselect"))
    #expect(try ToolRun(Self.walk + ["--expect", crossings]).status == 0)
  }

  @Test func `the JUnit report of an update is that of the new recording`() throws {
    let recording = try folder.file("expected", "# head\n2024-05-01T07:04:37Z enter tivoli\n")
    let run = try ToolRun(
      Self.walk + ["--expect", recording, "--update", "--junit", path("junit.xml")])
    #expect(run.status == 0)
    let report = try text("junit.xml")
    #expect(report.contains("tests=\"2\" failures=\"0\" errors=\"0\""))
    #expect(report.contains("line=\"2\""))
  }

  @Test func `what cannot be updated is wrong usage`() throws {
    for options in [["--update"], ["--update", "--expect", "-"]] {
      let run = try ToolRun(Self.walk + options)
      #expect(run.status == 64)
      #expect(run.errors.contains("'--update' needs '--expect <file>'"), "\(run.errors)")
    }
    let run = try ToolRun(Self.walk + ["--expect", Self.walk[1], "--update"])
    #expect(run.status == 64)
    #expect(run.errors.contains("would overwrite the track"), "\(run.errors)")
  }
}
