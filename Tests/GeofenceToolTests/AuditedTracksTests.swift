import Foundation
import Testing

/// `geofence audit` on several tracks, on tracks that cannot be read, and on regions that no device
/// crosses.
struct AuditedTracksTests {
  private let folder: TemporaryFolder
  private let regions: String

  init() throws {
    folder = try TemporaryFolder()
    regions = try folder.file(
      "regions.json",
      #"[{"identifier": "home", "latitude": 46.05, "longitude": 14.5, "radius": 100}]"#)
  }

  /// Writes a track that is a minute outside, a minute inside and so on, with a row every 10 s.
  private func track(_ name: String, rows: Int, isBroken: Bool = false, devices: Int = 1) throws
    -> String
  {
    var text = "time,lat,lon" + (devices > 1 ? ",device\n" : "\n")
    for row in 0..<rows {
      text += "\(row * 10),\(row / 6 % 3 == 1 ? 46.05 : 46.06),14.5"
      text += devices > 1 ? ",phone-\(row % devices)\n" : "\n"
    }
    return try folder.file("\(name).csv", isBroken ? text + "9000,\"46" : text)
  }

  private func audit(_ tracks: [String], _ options: String...) throws -> ToolRun {
    try ToolRun(["audit"] + tracks + ["--regions", regions] + options)
  }

  @Test func `every device of every track is audited, in their order`() throws {
    let tracks = try [track("a", rows: 30), track("b", rows: 30, devices: 3)]
    let run = try audit(tracks, "--all", "--dwell", "0")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(
      run.output.contains("\n\naudit of 2 tracks, 4 devices, 60 fixes, 1 region, 1970-01-01T00:"))
    let devices = run.output.matches(of: /home of ([a-z0-9-]+)/).map { String($0.1) }
    #expect(devices == ["a", "phone-0", "phone-1", "phone-2"].flatMap { [$0, $0, $0] })
  }

  @Test(arguments: ["text", "json"])
  func `the report is the same whatever the number of jobs`(_ format: String) throws {
    let tracks = try (0..<5).map { try track("t\($0)", rows: 400 - $0 * 80, devices: $0 + 1) }
    let runs = try ["1", "2", "4"].map { try audit(tracks, "--format", format, "--jobs", $0) }
    #expect(runs[0].status == 0)
    for run in runs.dropFirst() {
      #expect(run.output == runs[0].output)
      #expect(run.errors == runs[0].errors)
    }
  }

  @Test func `an app that registers once takes the first of its file, in the explanations, too`()
    throws
  {
    // The drive stays 12 s in b, where 60 s are needed, and a minute in a, which has no slot.
    let regions = try folder.file(
      "two.json",
      #"[{"identifier": "b", "latitude": 46.02, "longitude": 14.5, "radius": 60}, "#
        + #"{"identifier": "a", "latitude": 46.06, "longitude": 14.5, "radius": 300}]"#)
    let rows = (0..<900).map { "\($0),\(46 + Double($0) / 10_000),14.5\n" }
    let track = try folder.file("north.csv", "time,lat,lon\n" + rows.joined())
    let run = try ToolRun(
      "audit", track, "--regions", regions, "--reselect-on", "none", "--limit", "1", "--dwell",
      "60", "--format", "json")
    let losses = run.output.matches(
      of: /"and":\[([^\]]*)\],"between":\[[^\]]*\],"cause":"([a-z-]+)".*"region":"(.)"/
    )
    .map { "\($0.3) \($0.2) \($0.1)" }
    #expect(
      losses == [
        "b dwell ", "b dwell ", "a not-registered \"dwell\"", "a not-registered \"dwell\"",
      ])
  }

  @Test func `what was read before a track broke off counts, and nothing after it`() throws {
    let tracks = try [
      track("a", rows: 30), track("b", rows: 30, isBroken: true), track("c", rows: 30),
    ]
    let runs = try ["1", "4"].map { try audit(tracks, "--jobs", $0, "--min-recall", "1") }
    #expect(runs[0].status == 65)
    #expect(runs[0].output.contains("\n\naudit of 2 tracks, 2 devices, 60 fixes"))
    #expect(runs[0].errors.contains("b.csv:32"))
    #expect(!runs[0].errors.contains("--min-recall"))
    #expect(runs[1].output == runs[0].output)
    #expect(runs[1].errors == runs[0].errors)
  }

  @Test func `a track that is not there is not counted`() throws {
    let missing = folder.url.appendingPathComponent("none.csv").path
    let run = try audit([track("a", rows: 30), missing])
    #expect(run.status == 66)
    #expect(run.output.contains("\n\naudit of 1 track, 1 device, 30 fixes"))
    let alone = try audit([missing])
    #expect(alone.status == 66)
    #expect(alone.output.isEmpty)
    #expect(alone.errors.hasPrefix("\(missing): error: no such file\n"))
    #expect(run.output.contains("The input is incomplete: \(missing): no such file."))
  }

  @Test(arguments: ["--min-recall", "--min-reach"])
  func `a bar fails where there is nothing to judge, and says why`(_ option: String) throws {
    let path = folder.url.appendingPathComponent("junit.xml").path
    let run = try audit([track("a", rows: 6)], option, "0.5", "--junit", path)
    #expect(run.status == 1)
    #expect(
      run.errors == "geofence: error: \(option) 0.5 has nothing to judge: no region was crossed\n")
    #expect(
      run.output.contains("by plain geometry                       0  no region was crossed\n"))
    #expect(!run.output.contains("%"))
    let junit = try String(contentsOfFile: path, encoding: .utf8)
    #expect(junit.contains("failures=\"1\""))
    #expect(junit.contains("has nothing to judge: no region was crossed"))
  }

  @Test func `a bar fails where regions have latitude and longitude swapped`() throws {
    let swapped = try folder.file(
      "swapped.json",
      #"[{"identifier": "home", "latitude": 14.5, "longitude": 46.05, "radius": 100}]"#)
    let run = try ToolRun([
      "audit", track("a", rows: 30), "--regions", swapped, "--min-reach", "0",
    ])
    #expect(run.status == 1)
    #expect(run.errors.contains("nothing to judge: no region was crossed"))
    #expect(run.errors.contains("swapped"))
  }

  @Test func `a bar says where the rules confirm nothing, or the track decides nothing`() throws {
    let passing = try folder.file(
      "passing.csv", "time,lat,lon\n0,46.06,14.5\n30,46.05,14.5\n40,46.06,14.5\n90,46.06,14.5\n")
    let recall = try audit([passing], "--min-recall", "0.5", "--min-reach", "0")
    #expect(recall.status == 1)
    #expect(
      recall.errors
        == "geofence: error: --min-recall 0.5 has nothing to judge: the rules confirm no crossing\n"
    )
    let ending = try folder.file("ending.csv", "time,lat,lon\n0,46.06,14.5\n30,46.05,14.5\n")
    let reach = try audit([ending], "--min-reach", "0.5")
    #expect(reach.status == 1)
    #expect(
      reach.errors
        == "geofence: error: --min-reach 0.5 has nothing to judge: every crossing is undecided when "
        + "the track ends\n"
    )
  }

  @Test func `a bar of trials fails where no trial has anything to judge`() throws {
    let run = try audit(
      [track("a", rows: 6)], "--positioning", "phone", "--trials", "3", "--min-recall", "0",
      "--confidence", "0")
    #expect(run.status == 1)
    #expect(
      run.errors.contains(
        "error: --min-recall 0 has nothing to judge in any trial: no region was crossed\n"))
  }

  @Test
  func `a region that was not crossed says how near the track came, or that it was never left`()
    throws
  {
    let away = try audit([track("a", rows: 6)])
    #expect(away.output.contains("  home    never entered; nearest 1 km outside at 00:00:00\n"))
    let inside = try folder.file("inside.csv", "time,lat,lon\n0,46.05,14.5\n60,46.05,14.5\n")
    #expect(try audit([inside]).output.contains("  home    never left\n"))
  }

  @Test func `every strategy is held against the bar, and those below it are told`() throws {
    let tracks = try [track("a", rows: 30)]
    let run = try audit(tracks, "--cushion", "0,50,9000", "--min-reach", "0.9")
    #expect(run.status == 1)
    #expect(
      run.errors
        == "geofence: error: --cushion 9000: reach 33.3 % (1 of 3) is below --min-reach 0.9\n")
    // A crossing that the rules never confirm is not lost by the app.
    #expect(try audit(tracks, "--cushion", "0,50,9000", "--min-recall", "1").status == 0)
  }

  @Test(
    arguments: [
      "--limit 20/20", "--dwell 20/20.0", "--rank centre,center", "--renew changed,changed",
      "--reselect-on significant,event/event,significant", "--cushion 200,2e2",
    ])
  func `an alternative that is asked for twice is audited once`(_ options: String) throws {
    let options = options.split(separator: " ").map(String.init)
    let run = try audit([track("a", rows: 30)], options[0], options[1])
    #expect(run.status == 0)
    #expect(run.output.contains("\nstrategy: "))
    #expect(!run.output.contains("the best"))
  }

  @Test(
    arguments: [
      "--limit 1,,2", "--dwell 20,-1", "--cushion 200;300", "--renew changed;all",
      "--reselect-on significant/", "--rank centre,", "--min-recall nan", "--min-recall 1.1",
      "--format yaml", "--jobs 0",
    ])
  func `a wrong alternative is wrong usage and says what was expected`(_ options: String) throws {
    let options = options.split(separator: " ").map(String.init)
    let run = try audit(["never-opened.gpx"], options[0], options[1])
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(
      run.errors.hasPrefix(
        "Error: The value '\(options[1])' is invalid for '\(options[0])': expected "))
  }

  /// The device is inside from 60 s to 110 s, and outside before and after.
  @Test(arguments: [
    (
      #""at": "+30s", "do": "remove", "identifier": "home""#, "it was removed at 00:00:30",
      "removedAt"
    ),
    (
      #""at": "+150s", "do": "add", "region": {"identifier": "home", "latitude": 46.05, "longitude": 14.5, "radius": 100}"#,
      "it was added at 00:02:30", "addedAt"
    ),
  ])
  func `a region that was not in the set while the device was inside says so`(
    action: String, reason: String, key: String
  ) throws {
    let other =
      #"{"identifier": "inn", "latitude": 46.06, "longitude": 14.52, "radius": 100}"#
    let home = #"{"identifier": "home", "latitude": 46.05, "longitude": 14.5, "radius": 100}"#
    let set = key == "addedAt" ? "[\(other)]" : "[\(home), \(other)]"
    let files = (
      regions: try folder.file("set.json", set),
      scenario: try folder.file("scenario.json", "[{\(action)}]")
    )
    let run = try ToolRun(
      "audit", track("a", rows: 18), "--regions", files.regions, "--scenario", files.scenario)
    #expect(
      run.output.contains(
        "  home    not in the app's set when the device was inside, at 00:01:00: \(reason)\n"))
    #expect(run.output.contains("  inn     never entered; nearest "))
    let json = try ToolRun(
      "audit", track("a", rows: 18), "--regions", files.regions, "--scenario", files.scenario,
      "--format", "json")
    #expect(json.output.contains(#"\#(key)":"#))
    #expect(json.output.matches(of: /neverEntered/).count == 1)
  }
}
