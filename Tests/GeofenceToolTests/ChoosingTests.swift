import Foundation
import Testing

@testable import geofence

/// The choice of the events of a run that are simulated, printed and written, and of their
/// destination.
struct ChoosingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.file(
      "r.json",
      #"[{"identifier":"shop-1","name":"Bakery","latitude":1,"longitude":2,"radius":100},"#
        + #"{"identifier":"park","latitude":1,"longitude":2,"radius":300}]"#)
    // The phone is in both regions, then out of both, then in both again.
    let rows = (0..<60).map { step in
      "\(step * 10),\(20..<40 ~= step ? 1.02 : 1),2,phone\n"
    }
    _ = try folder.file("t.csv", "time,lat,lon,device\n" + rows.joined())
  }

  private func run(_ options: String...) throws -> ToolRun {
    try ToolRun(["simulate", "t.csv", "--regions", "r.json"] + options, in: folder.url)
  }

  private func events(_ options: String...) throws -> [String] {
    let run = try ToolRun(["simulate", "t.csv", "--regions", "r.json"] + options, in: folder.url)
    #expect(run.status == 0)
    return run.output.split(separator: "\n").map { line in
      line.split(separator: " ").prefix(3).joined(separator: " ")
        .replacing("1970-01-01T00:", with: "").replacing("Z", with: "")
    }
  }

  private static let all = [
    "00:00 enter park", "00:00 enter shop-1", "03:40 exit park", "03:40 exit shop-1",
    "07:00 enter park", "07:00 enter shop-1",
  ]

  @Test func `a track is cut by moments or by seconds from its beginning`() throws {
    #expect(try events() == Self.all)
    #expect(try events("--to", "+300s") == Array(Self.all.prefix(4)))
    #expect(try events("--to", "1970-01-01T00:03:39Z") == Array(Self.all.prefix(2)))
    #expect(
      try events("--from", "+300", "--to", "+420s") == ["07:00 enter park", "07:00 enter shop-1"])
    for command in ["simulate", "audit", "report"] {
      let page = command == "report" ? ["-o", "p.html"] : []
      let run = try ToolRun(
        [command, "t.csv", "--regions", "r.json", "--from", "+3600s"] + page, in: folder.url)
      #expect(run.status == 65)
      #expect(
        run.errors.contains(
          "t.csv: error: no fix lies between --from and --to\nhelp: its first is at 1970-"))
    }
    _ = try folder.file("u.csv", "time,lat,lon\n9000,1,2\n")
    let later = try ToolRun(
      ["simulate", "t.csv", "u.csv", "--regions", "r.json", "--from", "1970-01-01T01:00:00Z"],
      in: folder.url)
    #expect(later.status == 0)
    #expect(later.errors.contains("t.csv: warning: no fix lies between --from and --to"))
  }

  @Test func `a moment that names no zone is of the zone of the track's times, and noted`() throws {
    let zone = ["--track-timezone", "Europe/Ljubljana"]
    let local = "1970-01-01T01:03:39"
    let run = try ToolRun(
      ["simulate", "t.csv", "--regions", "r.json", "--to", local] + zone, in: folder.url)
    #expect(run.output.split(separator: "\n").count == 2)
    #expect(
      run.errors
        == "geofence: note: times of --to that name no zone are taken as those of Europe/Ljubljana\n"
    )
    #expect(
      try self.run("--to", local).errors.contains(
        "times of --to that name no zone are taken as UTC\n"))
    #expect(
      try self.run(
        "--from", "1970-01-01T01:00:00", "--to", "1970-01-01T00:30:00Z", zone[0], zone[1]
      )
      .output.split(separator: "\n").count == 6)
    let started = try self.run("--ignore-times", "--start", "1970-01-01T01:00:00", zone[0], zone[1])
    #expect(started.errors.contains("from 1970-01-01T00:00:00Z"), "\(started.errors)")
  }

  @Test func `the format of the output is that of its name`() throws {
    for (name, first) in [
      ("e.csv", "time,event,region"), ("e.jsonl", "{"), ("e.txt", "1970-01-01T"),
    ] {
      #expect(try run("-o", name).status == 0)
      let text = try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
      #expect(text.hasPrefix(first))
    }
    #expect(try run("-o", "e.csv", "--format", "text").status == 0)
    let text = try String(contentsOf: folder.url.appendingPathComponent("e.csv"), encoding: .utf8)
    #expect(text.hasPrefix("1970-01-01T"))
  }

  @Test(arguments: [(["shop-*"], 3), (["*"], 6), (["park", "s*1"], 6), (["*r*"], 3)])
  func `events of some regions are printed`(patterns: [String], count: Int) throws {
    let run = try ToolRun(
      ["simulate", "t.csv", "--regions", "r.json", "--summary"]
        + patterns.flatMap { ["--only", $0] }, in: folder.url)
    #expect(run.output.split(separator: "\n").count == count)
    // Only the printed events are chosen; all are simulated.
    #expect(run.errors.contains("4 enter (2 initial), 2 exit"))
  }

  @Test func `a name that has the word is offered before one that has its letters`() throws {
    let places = ["inn", "mall", "old-mill", "mill-bridge"].map {
      #"{"identifier": "\#($0)", "latitude": 46, "longitude": 14.5, "radius": 100}"#
    }
    _ = try folder.file("mills.json", "[\(places.joined(separator: ","))]")
    for command in [["simulate", "t.csv", "--only", "mill"], ["why", "t.csv", "mill"]] {
      let run = try ToolRun(command + ["--regions", "mills.json"], in: folder.url)
      #expect(run.errors.contains("did you mean mill-bridge?"), "\(run.errors)")
    }
  }

  @Test(arguments: [
    ("par", "did you mean park?"), ("shop-3", "did you mean shop-1?"),
    ("harbour*", "the name most like it is \"park\""), ("ARK", "did you mean park?"),
  ])
  func `to choose a region that is not in the set is wrong usage`(region: String, help: String)
    throws
  {
    _ = try folder.file("e.txt", "")
    for options in [[], ["--expect", "e.txt"], ["--only", "park"], ["-o", "out.txt"]] {
      let run = try ToolRun(
        ["simulate", "t.csv", "--regions", "r.json", "--only", region] + options, in: folder.url)
      #expect(run.status == 64)
      #expect(run.output.isEmpty)
      #expect(
        run.errors
          == "r.json: error: there is no region \"\(region)\" (--only)\nhelp: \(help)\n")
    }
    let output = folder.url.appendingPathComponent("out.txt")
    #expect(!FileManager.default.fileExists(atPath: output.path), "nothing was touched")
  }

  @Test func `a region that the scenario adds can be chosen`() throws {
    _ = try folder.file(
      "s.json",
      #"[{"at": "+5s", "do": "add", "region": "#
        + #"{"identifier": "kiosk", "latitude": 1, "longitude": 2, "radius": 50}}]"#)
    #expect(try run("--only", "kiosk", "--scenario", "s.json").status == 0)
  }

  @Test func `events of some devices are printed`() throws {
    #expect(try events("--device", "phone") == Self.all)
    #expect(try events("--device", "p*") == Self.all)
  }

  @Test func `to choose a device that never comes is bad data`() throws {
    _ = try folder.file("e.txt", "")
    for options in [["--device", "p*"], ["--expect", "e.txt", "--junit", "j.xml"], ["--quiet"]] {
      let run = try ToolRun(
        ["simulate", "t.csv", "--regions", "r.json", "--device", "phon"] + options, in: folder.url)
      #expect(run.status == 65)
      #expect(
        run.errors == "t.csv: error: there is no device \"phon\" (--device)\n"
          + "help: did you mean phone? the devices are \"phone\"\n")
    }
    let junit = try String(
      contentsOf: folder.url.appendingPathComponent("j.xml"), encoding: .utf8)
    #expect(junit.contains("<error"))
  }

  @Test func `devices that are listed are not too many`() throws {
    let rows = (0..<40).map { "0,46,14.5,car \($0)\n" }.joined()
    _ = try folder.file("fleet.csv", "time,lat,lon,device\n" + rows)
    let run = try ToolRun(
      ["simulate", "fleet.csv", "--regions", "r.json", "--device", "bus"], in: folder.url)
    #expect(run.errors.contains(#""car 6", "car 7", …"#))
    #expect(!run.errors.contains("car 8"))
  }

  @Test func `a piece of a track need not have every device`() throws {
    let run = try run("--device", "later", "--state", "state")
    #expect(run.status == 0)
    #expect(run.errors.contains("t.csv: warning: there is no device \"later\""))
  }

  @Test(arguments: ["1", "3"])
  func `the devices of a table are known however many threads work on it`(jobs: String) throws {
    let rows = (0..<60).map { "\($0),46,14.5,car \($0 % 20)\n" }.joined()
    _ = try folder.file("fleet.csv", "time,lat,lon,device\n1700000000,46,14.5,\n" + rows)
    let run = try ToolRun(
      ["simulate", "fleet.csv", "--regions", "r.json", "--jobs", jobs]
        + ["--device", "car 7", "--device", "car_19"], in: folder.url)
    #expect(run.errors.contains("there is no device \"car_19\""))
    #expect(run.errors.contains("help: did you mean \"car 19\"? the devices are \"car 0\", "))
  }

  @Test func `what is not printed is not expected`() throws {
    let recording = try run().output
    _ = try folder.file("e.txt", recording)
    #expect(try run("--expect", "e.txt", "--only", "park", "--quiet").status == 0)
    _ = try folder.file("e.txt", recording.replacing("exit   park", with: "exit   shop-1"))
    #expect(try run("--expect", "e.txt", "--only", "park", "--quiet").status == 1)
  }

  @Test func `nothing is printed where it is quiet`() throws {
    let run = try run("--quiet", "--summary")
    #expect(run.output == "")
    #expect(run.errors.contains("4 enter"))
  }

  @Test func `events go to a file, as a whole`() throws {
    let output = try run().output
    let run = try run("-o", "out.txt")
    #expect(run.output == "" && run.status == 0)
    let url = folder.url.appendingPathComponent("out.txt")
    #expect(try String(contentsOf: url, encoding: .utf8) == output)
    #expect(try self.run("-o", "-").output == output)
    #expect(try self.run("-o", "t.csv").status == 64)
    #expect(try self.run("-o", "nowhere/out.txt").status == 73)
  }

  @Test func `times are shown by the clocks of a place, in text`() throws {
    let line = try run("--timezone", "Europe/Ljubljana").output.split(separator: "\n").first
    #expect(line?.hasPrefix("1970-01-01T01:00:00+01:00  enter") == true)
    #expect(try run("--timezone", "Nowhere").status == 64)
    #expect(try run("--timezone", "UTC", "--format", "jsonl").status == 64)
  }

  @Test func `a region's name goes along`() throws {
    #expect(try run("--only", "shop-1").output.contains("enter  shop-1  Bakery, initial"))
    let line = try run("--only", "shop-1", "--format", "jsonl").output.split(separator: "\n").first
    #expect(line?.contains(#""name":"Bakery""#) == true)
  }

  @Test(
    arguments: [
      (["a/t.gpx"], [nil]), (["a.gpx", "b.csv"], ["a", "b"]),
      (["a/t.gpx", "b/t.gpx"], ["a/t", "b/t"]),
      (["t.gpx", "t.csv"], ["t.gpx", "t.csv"]),
      (["x/t.gpx", "x/t.csv", "u"], ["t.gpx", "t.csv", "u"]),
      (["1/a/t.gpx", "2/a/t.gpx"], ["1/a/t", "2/a/t"]),
      (["t.gpx", "t.gpx"], ["t", "t#2"]),
      (["-", "a"], ["stdin", "a"]),
    ] as [([String], [String?])])
  func `tracks of one name are told apart by their paths`(paths: [String], names: [String?]) {
    #expect(paths.trackNames == names)
  }
}
