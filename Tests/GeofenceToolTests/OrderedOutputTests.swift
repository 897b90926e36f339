import Foundation
import TestSupport
import Testing

/// The output of several tracks at a time, which is in the order of the tracks, whichever is ready
/// first.
@Suite(.slow) struct OrderedOutputTests {
  private let folder: TemporaryFolder
  private let regions: String
  private static let jobs = ["1", "2", "4"]

  init() throws {
    folder = try TemporaryFolder()
    regions = try folder.file(
      "regions.json",
      #"[{"identifier": "home", "latitude": 46.05, "longitude": 14.5, "radius": 100}]"#)
  }

  /// Writes a track that goes in and out every ten rows, then `bad` rows without a latitude, then
  /// `end`.
  private func track(_ name: String, rows: Int, bad: Int = 0, end: String = "") throws -> String {
    var text = "time,latitude,longitude\n"
    for row in 0..<rows { text += "\(row * 30),\(row / 10 % 2 == 0 ? 46.05 : 46.06),14.5\n" }
    for row in rows..<(rows + bad) { text += "\(row * 30),north,14.5\n" }
    return try folder.file("\(name).csv", text + end)
  }

  /// Returns the run that all numbers of jobs agree on.
  private func simulate(_ tracks: [String], _ options: String...) throws -> ToolRun {
    let runs = try Self.jobs.map { jobs in
      try ToolRun(["simulate"] + tracks + ["--regions", regions, "--jobs", jobs] + options)
    }
    for (run, jobs) in zip(runs, Self.jobs) {
      #expect(run.status == runs[0].status, "--jobs \(jobs)")
      #expect(run.output == runs[0].output, "--jobs \(jobs)")
      #expect(run.errors == runs[0].errors, "--jobs \(jobs)")
    }
    return runs[0]
  }

  private func devices(_ run: ToolRun) -> [String] {
    run.output.split(separator: "\n").reduce(into: []) { devices, line in
      let device = line.split(separator: " ").last.map(String.init) ?? ""
      if devices.last != device { devices.append(device) }
    }
  }

  @Test func `remarks stand between the events' tracks as they would one by one`() throws {
    let tracks = try [
      track("long", rows: 4000, bad: 2), track("short", rows: 20, bad: 1), track("none", rows: 20),
    ]
    let run = try simulate(tracks, "--summary")
    #expect(run.status == 0)
    #expect(devices(run) == ["long", "short", "none"])
    let remarks = run.errors.split(separator: "\n").filter { $0.contains(".csv") }
    #expect(remarks.first?.contains("long.csv") == true)
    #expect(remarks.last?.contains("short.csv") == true)
    #expect(!run.errors.contains("none.csv"))
  }

  @Test func `of two tracks that fail the first one is told`() throws {
    let tracks = try [
      track("a", rows: 2000), track("b", rows: 2000, end: "99999,\"46"),
      folder.url.appendingPathComponent("missing.csv").path, track("d", rows: 20, end: "9999,\"46"),
    ]
    let run = try simulate(tracks)
    #expect(run.status == 65)
    #expect(devices(run) == ["a", "b"])
    #expect(run.errors.contains("b.csv:2002"))
    #expect(!run.errors.contains("missing.csv") && !run.errors.contains("d.csv"))
  }

  @Test func `the first track may fail, and then the others are said not to be played`() throws {
    let missing = folder.url.appendingPathComponent("missing.csv").path
    let run = try simulate([missing, try track("b", rows: 2000)], "--format", "csv")
    #expect(run.status == 66)
    #expect(run.output.split(separator: "\n").count == 1, "the header alone")
    #expect(
      run.errors.hasPrefix(
        "geofence: warning: 1 track was not played, since the one before it has an error: "))
    #expect(run.errors.contains("\n\(missing): error: no such file\n"))
  }

  @Test func `a bad point that is fatal ends the run at its track`() throws {
    let tracks = try [track("a", rows: 20), track("b", rows: 20, bad: 1), track("c", rows: 20)]
    let run = try simulate(tracks, "--strict")
    #expect(run.status == 65)
    #expect(devices(run) == ["a", "b"])
    #expect(run.errors.contains("b.csv:22"))
  }

  @Test func `a track that waits with megabytes of events loses none of them`() throws {
    // A job keeps at most 4 MB waiting; the lines of the second track add up to 6 MB.
    let name = String(repeating: "x", count: 4000)
    let long = try folder.file(
      "long.json",
      #"[{"identifier": "\#(name)", "latitude": 46.05, "longitude": 14.5, "radius": 100}]"#)
    let tracks = try [track("first", rows: 20_000), track("second", rows: 15_000)]
    let runs = try ["1", "2"].map { jobs in
      try ToolRun(["simulate"] + tracks + ["--regions", long, "--format", "jsonl", "--jobs", jobs])
    }
    #expect(runs[0].status == 0)
    #expect(runs[1].output == runs[0].output && runs[1].errors.isEmpty)
    let lines = runs[1].output.split(separator: "\n")
    #expect(lines.count { $0.contains(#""device":"first""#) } == 2000)
    #expect(lines.count { $0.contains(#""device":"second""#) } == 1500)
  }

  @Test func `standard input among several tracks is called by its name`() throws {
    let path = try track("file", rows: 20)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let run = try ToolRun(
      ["simulate", path, "-", "--regions", regions, "--jobs", "4"], input: Data(text.utf8))
    #expect(run.status == 0)
    #expect(devices(run) == ["file", "stdin"])
  }
}
