import Foundation
import Testing

/// `geofence simulate --expect` on the bundled walk.
struct ExpectationsTests {
  private let folder: TemporaryFolder
  private let walk = [
    "simulate", "tracks/walk-through-one-region/track.gpx", "--regions",
    "tracks/walk-through-one-region/regions.json",
  ]
  private static let recorded = "tracks/walk-through-one-region/expected.jsonl"

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: ["text", "jsonl"])
  func `a run meets what it recorded itself`(_ format: String) throws {
    let recording = try ToolRun(walk + ["--format", format])
    let path = try folder.file("expected", recording.output)
    let run = try ToolRun(walk + ["--expect", path])
    #expect(run.status == 0)
    #expect(run.errors == "\(path): 2 of 2 expected events came\n")
  }

  @Test func `other events are a diff on standard error, and a failure`() throws {
    let path = try folder.file("expected", "2024-05-01T07:04:37Z enter tivoli\n")
    let run = try ToolRun(walk + ["--expect", path])
    #expect(run.status == 1)
    #expect(run.output == (try ToolRun(walk).output))
    #expect(
      run.errors == """
        ~ 2024-05-01T07:04:37Z  enter  tivoli  2 s early: came at 2024-05-01T07:04:35Z
            The boundary was crossed at 07:04:15, and the enter came 20 s later, 34 m inside. It \
        would pass with --tolerance 2, which allows every event 2 s.
        + 2024-05-01T07:09:00Z  exit   tivoli  unexpected; the nearest that is expected of this \
        region is the enter 4 min 23 s earlier, at 2024-05-01T07:04:37Z
            The boundary was crossed at 07:07:45, and the exit came 1 min 15 s later, 108 m outside.
        \(path): error: 0 of 1 expected events came: 1 early or late, 1 unexpected, tolerance 0 s
        help: where the new events are right, record them with --update

        """)
  }

  @Test func `times without a zone are those of the track's`() throws {
    let local = try folder.file(
      "expected",
      "2024-05-01T09:04:35 enter tivoli\n{\"event\": \"exit\", \"region\": \"tivoli\", "
        + "\"time\": \"2024-05-01T09:09:00\"}\n")
    let run = try ToolRun(walk + ["--expect", local, "--track-timezone", "Europe/Ljubljana"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.errors.contains(
        "\(local): note: times that name no zone are taken as those of Europe/Ljubljana\n"))
    let other = try ToolRun(walk + ["--expect", local])
    #expect(other.status == 1)
    #expect(other.errors.contains("note: times that name no zone are taken as UTC\n"))
  }

  @Test func `an empty recording expects no events`() throws {
    let path = try folder.file("expected", "")
    #expect(try ToolRun(walk + ["--expect", path]).status == 1)
    #expect(try ToolRun(walk + ["--expect", path, "--dwell", "9999"]).status == 0)
  }

  @Test func `a tolerance lets an event be early or late`() throws {
    let path = try folder.file(
      "expected", "2024-05-01T07:04:37Z enter tivoli\n2024-05-01T07:09:00Z exit tivoli\n")
    #expect(try ToolRun(walk + ["--expect", path, "--tolerance", "1.9"]).status == 1)
    #expect(try ToolRun(walk + ["--expect", path, "--tolerance", "2"]).status == 0)
  }

  @Test func `JUnit is written when the run fails and when it does not`() throws {
    let junit = folder.url.appendingPathComponent("junit.xml")
    for (dwell, status, failures) in [("20", 0 as Int32, "0"), ("9999", 1, "2")] {
      let run = try ToolRun(
        walk + ["--expect", Self.recorded, "--junit", junit.path, "--dwell", dwell])
      #expect(run.status == status)
      let text = try String(contentsOf: junit, encoding: .utf8)
      #expect(text.contains("tests=\"2\" failures=\"\(failures)\""))
    }
  }

  @Test(
    arguments: [
      (["--tolerance", "1"], 64 as Int32, "'--tolerance' and '--junit' need '--expect <file>'"),
      (["--junit", "x.xml"], 64, "'--tolerance' and '--junit' need '--expect <file>'"),
      (["--expect", "no-such-file"], 66, "no-such-file: error: "),
      (["--expect", "Package.swift"], 65, "Package.swift:"),
      (["--expect", recorded, "--junit", "no/such/folder/x.xml"], 73, "no/such/folder"),
    ])
  func `a mistake is refused`(_ options: [String], _ status: Int32, _ message: String) throws {
    let run = try ToolRun(walk + options)
    #expect(run.status == status)
    #expect(run.errors.contains(message), "\(run.errors)")
  }
}
