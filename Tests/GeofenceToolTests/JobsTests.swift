import Foundation
import Testing

/// Runs that simulate several tracks at a time.
struct JobsTests {
  private let folder: TemporaryFolder
  private let regions: String

  init() throws {
    folder = try TemporaryFolder()
    regions = try folder.file(
      "regions.json",
      #"[{"identifier": "home", "latitude": 46.05, "longitude": 14.5, "radius": 100}]"#)
  }

  private func track(_ name: String, _ rows: Int, brokenOff: Bool = false) throws -> String {
    var text = "time,latitude,longitude,device\n"
    for row in 0..<rows {
      let isHome = row / 10 % 2 == 0
      text += "\(row * 30),\(isHome ? 46.05 : 46.06),14.5,\(name)-\(row % 3)\n"
    }
    if brokenOff { text += "60000,\"46.05" }
    return try folder.file("\(name).csv", text)
  }

  @Test func `the output is the same whatever the number of jobs`() throws {
    let tracks = try (0..<7).map { try track("t\($0)", 40 * ($0 % 4 + 1)) }
    let runs = try ["1", "2", "4", "20", "1024"].map { jobs in
      try ToolRun(["simulate"] + tracks + ["--regions", regions, "--summary", "--jobs", jobs])
    }
    #expect(runs[0].status == 0)
    #expect(runs[0].output.contains("device t0-0") && runs[0].output.contains("device t6-2"))
    for run in runs.dropFirst() {
      #expect(run.output == runs[0].output)
      #expect(run.errors == runs[0].errors)
    }
  }

  @Test func `a page is the same whatever the number of jobs`() throws {
    let track = try track("t", 40)
    let pages = try [[], ["--jobs", "1"], ["--jobs=3"]].map { jobs in
      try ToolRun(["report", track, "--regions", regions, "-o", "-"] + jobs).output
    }
    #expect(pages[0].contains("</html>"))
    #expect(Set(pages).count == 1)
  }

  @Test(arguments: ["broken off", "missing"])
  func `tracks after one that failed say nothing`(_ failure: String) throws {
    let missing = folder.url.appendingPathComponent("none.csv").path
    let bad = try failure == "missing" ? missing : track("bad", 30, brokenOff: true)
    let tracks = try [track("a", 100), bad, track("c", 400), track("d", 30)]
    let runs = try ["1", "2", "4"].map { jobs in
      try ToolRun(["simulate"] + tracks + ["--regions", regions, "--jobs", jobs])
    }
    #expect(runs[0].status == (failure == "missing" ? 66 : 65))
    #expect(runs[0].output.contains("device a-0") && !runs[0].output.contains("device c-0"))
    #expect(runs[0].output.contains("device bad-0") == (failure != "missing"))
    for errors in try [
      runs[0].errors, ToolRun(["audit"] + tracks + ["--regions", regions]).errors,
    ] {
      #expect(
        errors.contains(
          "warning: 2 tracks were not played, since the one before them has an error: "))
    }
    for run in runs.dropFirst() {
      #expect(run.status == runs[0].status)
      #expect(run.output == runs[0].output)
      #expect(run.errors == runs[0].errors)
    }
  }

  @Test func `a file's events bear its name where it names no devices`() throws {
    let text = "time,latitude,longitude\n0,46.05,14.5\n"
    let tracks = try [folder.file("morning.csv", text), folder.file("evening.drive.csv", text)]
    let run = try ToolRun(["simulate"] + tracks + ["--regions", regions, "--format", "jsonl"])
    let devices = run.output.matches(of: /"device":"([^"]*)"/).map { String($0.1) }
    #expect(devices == ["morning", "evening.drive"])
  }

  @Test func `devices in one stream have monitors of their own`() throws {
    let rows = (0..<60).map { row in
      "\(row * 10),\(row < 30 ? 46.05 : 46.06),14.5,phone-\(row % 2)"
    }
    let text = "time,lat,lon,device\n" + rows.joined(separator: "\n") + "\n"
    let path = try folder.file("fleet.csv", text)
    func events(_ device: String, in run: ToolRun) -> [String] {
      run.output.split(separator: "\n").map(String.init).filter { $0.hasSuffix("device \(device)") }
    }
    let both = try ToolRun("simulate", path, "--regions", regions)
    for number in 0...1 {
      let own = rows.enumerated().filter { $0.offset % 2 == number }.map(\.element)
      let alone = try folder.file(
        "alone.csv", "time,lat,lon,device\n" + own.joined(separator: "\n") + "\n")
      let run = try ToolRun("simulate", alone, "--regions", regions)
      #expect(events("phone-\(number)", in: both) == events("phone-\(number)", in: run))
      #expect(events("phone-\(number)", in: both).count == 2)
    }
  }

  @Test func `there is no progress line in a pipe`() throws {
    let run = try ToolRun("simulate", try track("long", 20_000), "--regions", regions)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
  }
}
