import Foundation
import TestSupport
import Testing

/// The files of `--junit`, which show this run, whatever its outcome.
struct JUnitFilesTests {
  private let folder: TemporaryFolder
  private let junit: String
  private static let walk = "tracks/walk-through-one-region"
  private static let recorded = "\(walk)/expected.jsonl"

  init() throws {
    folder = try TemporaryFolder()
    junit = try folder.file("junit.xml", "yesterday's")
  }

  /// Runs the tool and returns the report that the run left.
  private func report(
    _ arguments: [String], status: Int32, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JUnitSchema {
    let run = try ToolRun(arguments + ["--junit", junit])
    #expect(run.status == status, "\(run.errors)", sourceLocation: sourceLocation)
    let document = try JUnitSchema(String(contentsOfFile: junit, encoding: .utf8))
    #expect(document.violations == [], sourceLocation: sourceLocation)
    return document
  }

  @Test(
    arguments: [
      (
        "simulate nowhere.gpx --regions \(walk)/regions.json --expect \(recorded)", "nowhere.gpx",
        66
      ),
      ("simulate \(walk)/track.gpx --regions nowhere --expect \(recorded)", "nowhere", 66),
      ("simulate \(walk)/track.gpx --regions Makefile --expect \(recorded)", "Makefile", 65),
      (
        "simulate \(walk)/track.gpx --regions \(walk)/regions.json --expect Makefile", "Makefile",
        65
      ),
      (
        "simulate \(walk)/track.gpx --regions \(walk)/regions.json --expect \(recorded) "
          + "--scenario Makefile", "Makefile", 65
      ),
      (
        "report \(walk)/track.gpx --regions Makefile -o /dev/null --expect \(recorded)", "Makefile",
        65
      ),
    ])
  func `a run that fails before its first event is one error, not yesterday's report`(
    _ command: String, _ file: String, _ status: Int32
  ) throws {
    let document = try report(command.split(separator: " ").map(String.init), status: status)
    let cases = document.root.all("testcase")
    #expect(cases.map { $0.attributes["file"] } == [file])
    #expect(cases.flatMap(\.children).map(\.name) == ["error"])
  }

  @Test func `a run that fails after its first event is one error, too`() throws {
    let track = try folder.file(
      "broken.csv", "time,lat,lon\n2024-05-01T07:00:00Z,46.0553,14.4957\n900,\"46.05")
    let document = try report(
      ["simulate", track, "--regions", "\(Self.walk)/regions.json", "--expect", Self.recorded],
      status: 65)
    #expect(document.root.all("error").count == 1)
  }

  @Test func `a comparison leads to the lines of the recording`() throws {
    let document = try report(
      [
        "simulate", "\(Self.walk)/track.gpx", "--regions", "\(Self.walk)/regions.json", "--expect",
        Self.recorded, "--dwell", "30",
      ], status: 1)
    #expect(
      document.root.all("testcase").map { [$0.attributes["file"], $0.attributes["line"]] }
        == [[Self.recorded, "1"], [Self.recorded, "2"]])
    #expect(document.root.all("failure").map { $0.attributes["type"] } == ["late"])
  }

  @Test func `a validation has a case for each file and each finding that counts`() throws {
    let regions = "tracks/large-region-by-centre/regions.geojson"
    let command = ["validate", "\(Self.walk)/track.gpx", "--regions", regions]
    let document = try report(command, status: 0)
    #expect(
      document.root.all("testcase").map { $0.attributes["file"] }
        == [regions, "\(Self.walk)/track.gpx"])
    #expect(document.root.all("system-out").first?.text.contains("warning: features[0]") == true)

    let strict = try report(command + ["--strict"], status: 1)
    #expect(
      strict.root.all("failure").map { $0.attributes["type"] } == ["above-limit", "crowded"])
    let broken = try report(["validate", "--regions", "Makefile"], status: 65)
    #expect(broken.root.all("error").map { $0.attributes["type"] } == ["unreadable"])
  }

  @Test func `wrong usage touches nothing`() throws {
    for arguments in [["simulate", "--junit", junit], ["validate", "--junit", junit]] {
      #expect(try ToolRun(arguments).status == 64)
    }
    let track = "\(Self.walk)/track.gpx"
    #expect(try ToolRun("validate", track, "--junit", track).status == 64)
    #expect(try String(contentsOfFile: junit, encoding: .utf8) == "yesterday's")
  }

  @Test func `a report that cannot be written is told before anything is read`() throws {
    let path = folder.url.appendingPathComponent("no/junit.xml").path
    let run = try ToolRun("validate", "nowhere.gpx", "--junit", path)
    #expect(run.status == 73)
    #expect(run.output.isEmpty)
    #expect(run.errors == "\(path): error: cannot be written: No such file or directory\n")
  }

  /// The reader is junitparser, on which many tools for JUnit XML are built, GitHub's among them.
  @Test(.enabled(if: Self.hasReader, "Python's junitparser is not installed"))
  func `a widely used reader reads it`() throws {
    _ = try report(
      [
        "simulate", "\(Self.walk)/track.gpx", "--regions", "\(Self.walk)/regions.json", "--expect",
        Self.recorded, "--dwell", "9999",
      ], status: 1)
    let script = """
      import junitparser, sys
      suites = junitparser.JUnitXml.fromfile(sys.argv[1])
      print(suites.tests, [(c.classname, c.name, c.result[0].type) for s in suites for c in s])
      """
    #expect(
      try Self.python(script, junit) == """
        2 [('geofence', 'enter tivoli #1', 'missing'), \
        ('geofence', 'exit tivoli #1', 'missing')]

        """)
  }

  private static let hasReader = (try? python("import junitparser")) == ""

  /// Returns the standard output and standard error of a Python script.
  private static func python(_ script: String, _ arguments: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
