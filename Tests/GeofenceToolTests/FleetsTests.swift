import Foundation
import Testing

@Suite struct `A fleet that names its devices in a column of another name` {
  private static let regions =
    "[{\"identifier\": \"a\", \"latitude\": 40, \"longitude\": 5, \"radius\": 300}]"

  /// Returns rows of vehicles that are a degree apart, in the order of time or one after the other.
  private static func fleet(inOrder: Bool) -> String {
    var rows: [(minute: Int, number: Int)] = []
    for minute in 0..<600 { for number in 0..<8 { rows.append((minute, number)) } }
    if !inOrder { rows.sort { $0.number < $1.number } }
    var text = "time,hull,lat,lon\n"
    for (minute, number) in rows {
      let time = 1_714_554_600 + 60 * minute
      text += "\(time),h\(number),\(40 + number).0\(minute % 10),\(5 + number)\n"
    }
    return text
  }

  @Test(arguments: ["simulate", "validate", "audit"])
  func `has a warning in every command`(command: String) throws {
    let folder = try TemporaryFolder()
    let track = try folder.file("t.csv", Self.fleet(inOrder: true))
    let regions = try folder.file("r.json", Self.regions)
    let run = try ToolRun(command, track, "--regions", regions)
    #expect(
      (run.output + run.errors).contains(
        "help: \"hull\" would tell them apart: pass --columns device=hull"), "\(run.errors)")
    #expect(!(run.output + run.errors).contains("--interpolate"), "fixes between vehicles")
  }

  @Test(arguments: ["1", "4"])
  func `ends with 65 after its events where most of its points are skipped`(jobs: String) throws {
    let folder = try TemporaryFolder()
    let track = try folder.file("t.csv", Self.fleet(inOrder: false))
    let regions = try folder.file("r.json", Self.regions)
    let run = try ToolRun("simulate", track, "--regions", regions, "--jobs", jobs)
    #expect(run.status == 65)
    #expect(run.output.hasPrefix("2024-05-01T09:10:00Z  enter  a"))
    #expect(run.errors.contains("are skipped, more than half: likely these are several devices"))
    #expect(run.errors.contains("pass --columns device=hull"))
    let told = try ToolRun(
      "simulate", track, "--regions", regions, "--jobs", jobs, "--columns", "device=hull")
    #expect(told.status == 0)
    #expect(!told.errors.contains("500 m/s"))
  }

  @Test(arguments: ["audit", "why"])
  func `shows one device alone`(command: String) throws {
    let folder = try TemporaryFolder()
    let regions = try folder.file("r.json", Self.regions)
    let rows = Self.fleet(inOrder: true).split(separator: "\n")
    let all = try folder.file("all.csv", rows.joined(separator: "\n"))
    let one = try folder.file(
      "one.csv", ([rows[0]] + rows.filter { $0.contains(",h0,") }).joined(separator: "\n"))
    func run(_ track: String, _ options: String...) throws -> ToolRun {
      try ToolRun(
        [command, track] + (command == "why" ? ["a"] : [])
          + ["--regions", regions, "--columns", "device=hull"] + options)
    }
    let scope = "with --device h0, "
    let alone = try run(one).output.lowercased()
    let shown = try run(all, "--device", "h0").output.lowercased().replacing(scope, with: "")
    #expect(shown == alone)
    #expect(try run(all).output.lowercased() != alone || command == "why")
    let unknown = try run(all, "--device", "x")
    #expect(unknown.status == 65)
    #expect(unknown.errors.contains("there is no device \"x\" (--device)"))
  }

  @Test func `is put in order by sorting, and simulated as if it had been`() throws {
    let folder = try TemporaryFolder()
    let regions = try folder.file("r.json", Self.regions)
    let rows = Self.fleet(inOrder: true).split(separator: "\n")
    let backwards = try folder.file(
      "b.csv", ([rows[0]] + rows.dropFirst().reversed()).joined(separator: "\n") + "\n")
    let straight = try folder.file("s.csv", rows.joined(separator: "\n") + "\n")
    let options = ["--regions", regions, "--columns", "device=hull", "--format", "jsonl"]
    let expected = try ToolRun(["simulate", straight] + options)
    #expect(!expected.output.isEmpty)
    #expect(try ToolRun(["simulate", backwards] + options).status == 65)
    for jobs in ["1", "4"] {
      let run = try ToolRun(["simulate", backwards, "--sort", "--jobs", jobs] + options)
      #expect(run.status == 0)
      #expect(run.output == expected.output)
    }
  }

  @Test func `has its times in the zone that is given, wherever the machine stands`() throws {
    let folder = try TemporaryFolder()
    let regions = try folder.file("r.json", Self.regions)
    let track = try folder.file("t.csv", "time,lat,lon\n2024-05-01 07:00:00,40,5\n")
    for zone in ["UTC", "Asia/Tokyo"] {
      let run = try ToolRun(
        ["simulate", track, "--regions", regions, "--track-timezone", "America/New_York"],
        environment: ["TZ": zone])
      #expect(run.output.hasPrefix("2024-05-01T11:00:00Z"))
      #expect(run.errors.contains("taken as those of America/New_York"))
    }
    let wrong = try ToolRun("simulate", track, "--regions", regions, "--track-timezone", "Mars")
    #expect(wrong.status == 64)
  }
}
