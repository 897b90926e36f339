import Foundation
import TestSupport
import Testing

/// Files that are pieces of one recording.
struct JoinTests {
  private static let courier = "tracks/a-courier-in-midtown"
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Cuts a CSV after some shares of its rows, and returns the paths of the pieces.
  private func pieces(of path: String, after shares: Double...) throws -> [String] {
    let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let cuts = [1] + shares.map { 1 + Int($0 * Double(rows.count - 1)) } + [rows.count]
    return try zip(cuts, cuts.dropFirst()).enumerated().map { number, cut in
      try folder.file(
        "piece\(number).csv",
        ([rows[0]] + rows[cut.0..<cut.1]).joined(separator: "\n") + "\n")
    }
  }

  @Test(arguments: [
    [], ["--interpolate", "1"], ["--positioning", "phone"], ["--format", "jsonl"],
  ])
  func `pieces give the events of the whole`(_ options: [String]) throws {
    let track = "\(Self.courier)/track.csv"
    let rest = ["--regions", "\(Self.courier)/regions.csv", "--limit", "5"] + options
    let whole = try ToolRun(["simulate", track] + rest)
    let parts = try pieces(of: track, after: 0.2, 0.21, 0.7)
    let joined = try ToolRun(["simulate"] + parts + ["--join"] + rest)
    #expect(joined.status == 0)
    #expect(!whole.output.isEmpty)
    #expect(joined.output == whole.output)
    #expect(!joined.errors.contains("phone of its own"), "\(joined.errors)")
  }

  /// Files that share the points at a cut, as exports of whole hours do.
  @Test(arguments: [
    ["--positioning", "phone"], ["--reselect-on", "fix", "--verbose"], ["--interpolate", "1"],
  ])
  func `points that two files share are played once`(_ options: [String]) throws {
    let track = "\(Self.courier)/track.csv"
    let rest = ["--regions", "\(Self.courier)/regions.csv", "--limit", "5"] + options
    let rows = try String(contentsOfFile: track, encoding: .utf8).split(separator: "\n")
    let cuts = [1, 300, 301, 900, rows.count]
    let parts = try zip(cuts, cuts.dropFirst()).enumerated().map { number, cut in
      let shared = rows[max(cut.0 - 1, 1)..<cut.1]
      return try folder.file("p\(number).csv", ([rows[0]] + shared).joined(separator: "\n"))
    }
    let whole = try ToolRun(["simulate", track] + rest)
    let joined = try ToolRun(["simulate"] + parts + ["--join"] + rest)
    #expect(!whole.output.isEmpty)
    #expect(joined.output == whole.output)
    let note = "note: 1 point passed over: an earlier file got farther"
    #expect(joined.errors.components(separatedBy: note).count == 4, "\(joined.errors)")
  }

  @Test func `an audit of pieces is that of the whole`() throws {
    let track = "\(Self.courier)/track.csv"
    let rest = ["--regions", "\(Self.courier)/regions.csv", "--format", "json", "--all"]
    let whole = try ToolRun(["audit", track] + rest)
    let joined = try ToolRun(["audit"] + pieces(of: track, after: 0.3) + ["--join"] + rest)
    #expect(joined.output == whole.output)
    #expect(joined.status == 0)
  }

  @Test func `a device is one through all files`() throws {
    let regions = "tracks/walk-through-one-region/regions.json"
    let header = "device,time,lat,lon\n"
    // The devices take turns, and come in another order in each file.
    let rows = (0..<60).flatMap { step in
      ["bus", "tram", "van"].map { name in
        let place = 46.0569 + Double(step % 20) * 0.0005 * (name == "bus" ? 1 : -1)
        return "\(name),\(1_714_546_800 + step * 60),\(place),14.5058\n"
      }
    }
    let cuts = [0, 46, 101, rows.count]
    let parts = try zip(cuts, cuts.dropFirst()).enumerated().map { number, cut in
      try folder.file("p\(number).csv", header + rows[cut.0..<cut.1].joined())
    }
    let track = try folder.file("all.csv", header + rows.joined())
    let rest = ["--regions", regions, "--cushion", "0", "--verbose"]
    let whole = try ToolRun(["simulate", track] + rest).output
    #expect(whole.contains("van"))
    #expect(try ToolRun(["simulate"] + parts + ["--join"] + rest).output == whole)
    let state = folder.url.appendingPathComponent("state").path
    let first = try ToolRun(
      ["simulate"] + parts.prefix(2) + ["--join", "--state", state] + rest)
    let last = try ToolRun(["simulate", parts[2], "--state", state] + rest)
    #expect(first.output + last.output == whole, "\(last.errors)")
  }

  @Test func `files in the wrong order are an error, as much would be lost`() throws {
    let track = "\(Self.courier)/track.csv"
    let parts = try pieces(of: track, after: 0.6)
    let run = try ToolRun(
      ["simulate", parts[1], parts[0], "--join", "--regions", "\(Self.courier)/regions.csv"])
    #expect(run.status == 65)
    #expect(run.errors.contains("it has points before the first one of the files before it"))
  }

  @Test func `a file that repeats an earlier one is passed over`() throws {
    let track = "\(Self.courier)/track.csv"
    let rest = ["--regions", "\(Self.courier)/regions.csv"]
    let twice = try ToolRun(["simulate", track, track, "--join"] + rest)
    #expect(try twice.output == ToolRun(["simulate", track] + rest).output)
    #expect(twice.errors.contains("points passed over: an earlier file got farther"))
    #expect(
      try ToolRun(["simulate", track, track] + rest).errors
        .contains("help: --join passes over what a file repeats"))
  }

  @Test func `a state of one file goes on with two`() throws {
    let track = "\(Self.courier)/track.csv"
    let state = folder.url.appendingPathComponent("state").path
    let rest = ["--regions", "\(Self.courier)/regions.csv", "--state", state]
    let parts = try pieces(of: track, after: 0.3, 0.6)
    let first = try ToolRun(["simulate", parts[0]] + rest)
    let apart = try ToolRun(["simulate"] + parts.dropFirst() + rest)
    #expect(apart.status == 65)
    #expect(apart.errors.contains("--join"), "\(apart.errors)")
    let others = try ToolRun(["simulate"] + parts.dropFirst() + ["--join"] + rest)
    let whole = try ToolRun(["simulate", track, "--regions", "\(Self.courier)/regions.csv"])
    #expect(first.output + others.output == whole.output)
  }

  @Test func `a piece that breaks off ends the run after its events`() throws {
    let track = "\(Self.courier)/track.csv"
    let parts = try pieces(of: track, after: 0.5)
    let bad = try folder.file("bad.gpx", "<gpx><trk><trkseg><trkpt lat=\"40\"")
    let run = try ToolRun(
      "simulate", parts[0], bad, parts[1], "--join", "--regions", "\(Self.courier)/regions.csv")
    let alone = try ToolRun("simulate", parts[0], "--regions", "\(Self.courier)/regions.csv")
    #expect(run.status == 65)
    #expect(run.output == alone.output)
    #expect(run.errors.contains("bad.gpx:1"), "\(run.errors)")
  }

  @Test func `a folder of a test may say that its tracks are pieces`() throws {
    let manager = FileManager.default
    let test = folder.url.appendingPathComponent("case")
    try manager.copyItem(atPath: Self.courier, toPath: test.path)
    let parts = try pieces(of: "\(Self.courier)/track.csv", after: 0.4)
    try manager.removeItem(at: test.appendingPathComponent("track.csv"))
    for (number, part) in parts.enumerated() {
      try manager.copyItem(
        atPath: part, toPath: test.appendingPathComponent("track-\(number).csv").path)
    }
    let settings = test.appendingPathComponent("settings.json")
    let text = try String(contentsOf: settings, encoding: .utf8)
    try text.replacing("{", with: "{\"join\": true,", maxReplacements: 1)
      .write(to: settings, atomically: true, encoding: .utf8)
    let run = try ToolRun("test", test.path)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }
}
