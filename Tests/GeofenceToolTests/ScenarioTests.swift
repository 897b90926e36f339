import Foundation
import TestSupport
import Testing

/// `--scenario` and `--state` as their users meet them.
struct ScenarioTests {
  private let folder: TemporaryFolder
  private let regions: String
  private let track: String

  init() throws {
    folder = try TemporaryFolder()
    regions = try folder.file(
      "regions.json",
      #"[{"identifier": "home", "latitude": 46.05, "longitude": 14.5, "radius": 100}]"#)
    track = try folder.file("track.csv", Self.rows(0..<40))
  }

  /// At home for 100 s, then away.
  private static func rows(_ numbers: Range<Int>) -> String {
    "t,lat,lon\n"
      + numbers.map { "\($0 * 10),\($0 < 10 ? "46.05" : "46.07"),14.5\n" }.joined()
  }

  private func simulate(_ scenario: String, _ options: String...) throws -> ToolRun {
    try ToolRun(
      ["simulate", track, "--regions", regions, "--scenario", try folder.file("s.json", scenario)]
        + options)
  }

  @Test func `what happens to the device decides what the app hears`() throws {
    let scenario = """
      [{"//": "the phone is restarted at home and unlocked on the way"},
       {"at": "+50s", "do": "reboot"},
       {"at": "1970-01-01T00:03:20Z", "do": "unlock"}]
      """
    let run = try simulate(scenario, "--api", "cllocationmanager")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test func `verbose shows what happened, what the app was started for and what waited`() throws {
    let scenario = """
      [{"at": "+50s", "do": "terminate"}, {"at": "+300s", "do": "launch"}]
      """
    #expect(
      try simulate(scenario, "--verbose").output.split(separator: "\n").suffix(3) == [
        "1970-01-01T00:02:00Z  relaunch     -     event",
        "1970-01-01T00:02:00Z  exit         home  2123.0 m outside, 20 s after crossing",
        "1970-01-01T00:05:00Z  device       -     launch",
      ])
    #expect(
      try simulate(
        """
        [{"at": "+50s", "do": "terminate"}, {"at": "+60s", "do": "background-refresh", "to": "off"},
         {"at": "+300s", "do": "launch"}]
        """, "--verbose"
      ).output.hasSuffix(
        "exit         home  2123.0 m outside, 200 s after crossing, waited 180 s for the app\n"))
  }

  @Test(
    arguments: [
      (
        #"[{"at": "+1s", "do": "termnate"}]"#, #"[0].do: unknown action "termnate""#,
        "did you mean \"terminate\"?"
      ),
      (
        #"[{"at": "+1s", "do": "unlock"}]"#,
        #"[0]: "unlock" is impossible here: the device has not restarted"#,
        "put \"reboot\" before it, or leave it out"
      ),
      (
        #"[{"at": "+1s", "do": "sleep"}]"#, #"[0]: "sleep" is impossible here: only a Mac sleeps"#,
        "leave it out, or pass --platform macos"
      ),
      (
        #"[{"at": "+1s", "do": "reboot"}, {"at": "+2s", "do": "launch"}]"#,
        #"[1]: "launch" is impossible here: the device is locked"#, "put \"unlock\" before it"
      ),
      (
        #"[{"at": "soon", "do": "launch"}]"#, #"[0].at: the time "soon" cannot be read"#,
        "write 2024-05-01T09:10:00Z, or +600s for ten minutes after the track's start"
      ),
      (
        #"[{"at": "+1s", "do": "authorize", "to": "never"}]"#, #"[0].to: unknown value "never""#,
        "\"to\" is one of always, denied, not-determined, restricted, when-in-use"
      ),
      (
        #"[{"at": "+1s", "do": "remove", "identifier": "x"}]"#,
        #"[0]: "remove" is impossible here: there is no region "x""#,
        "name a region of --regions or one that was added before"
      ),
      (
        #"[{"at": "+1s", "do": "add", "region": {"identifier": "x", "latitude": 91, "longitude": 1, "radius": 1}}]"#,
        "[0].region.latitude: the latitude 91 is outside -90…90",
        "are latitude and longitude swapped?"
      ),
    ])
  func `a mistake is refused with its place`(_ scenario: String, _ problem: String, _ help: String)
    throws
  {
    let run = try simulate(scenario)
    #expect(run.status == 65)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasSuffix("s.json: error: \(problem)\nhelp: \(help)\n"), "\(run.errors)")
  }

  @Test func `an action after the track's end is a warning`() throws {
    let run = try simulate(#"[{"at": "+391s", "do": "terminate"}]"#)
    #expect(run.status == 0)
    #expect(
      run.errors.hasSuffix(
        "s.json: warning: [0]: \"terminate\" is never done: its time is after the track's end\n"))
  }

  // MARK: state

  @Test(arguments: [[], ["--interpolate", "7"], ["--ignore-times", "--speed", "5"]])
  func `a track cut anywhere gives the events of the whole`(_ options: [String]) throws {
    let scenario = try folder.file(
      "s.json",
      """
      [{"at": "+50s", "do": "terminate"}, {"at": "+55s", "do": "background-refresh", "to": "off"},
       {"at": "+300s", "do": "launch"}]
      """)
    let common = ["--regions", regions, "--scenario", scenario, "--format", "jsonl"] + options
    let whole = try ToolRun(["simulate", track] + common)
    #expect(!whole.output.isEmpty)
    for cut in stride(from: 1, to: 40, by: 3) {
      let state = folder.url.appendingPathComponent("state-\(cut)").path
      let first = try folder.file("first.csv", Self.rows(0..<cut))
      let second = try folder.file("second.csv", Self.rows(cut..<40))
      let pieces = try [first, second].map {
        try ToolRun(["simulate", $0, "--state", state] + common)
      }
      #expect(pieces.allSatisfy { $0.status == 0 }, "\(pieces)")
      #expect(pieces.map(\.output).joined() == whole.output, "cut after \(cut)")
    }
  }

  @Test func `a damaged or foreign state is refused and left alone`() throws {
    let state = folder.url.appendingPathComponent("state")
    let arguments = ["simulate", track, "--regions", regions, "--state", state.path]
    #expect(try ToolRun(arguments).status == 0)
    let good = try Data(contentsOf: state)
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<20 {
      var bad = good
      let index = Int.random(in: 0..<good.count, using: &generator)
      bad[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      try bad.write(to: state)
      let run = try ToolRun(arguments)
      #expect(run.status == 65, "byte \(index)")
      #expect(run.output.isEmpty)
      #expect(try Data(contentsOf: state) == bad)
    }
    try Data("{}".utf8).write(to: state)
    #expect(try ToolRun(arguments).errors.contains("not a state of geofence"))
  }

  @Test func `a state of other settings is refused with the option to pass`() throws {
    let state = folder.url.appendingPathComponent("state").path
    let arguments = ["simulate", track, "--regions", regions, "--state", state]
    #expect(try ToolRun(arguments + ["--limit", "3"]).status == 0)
    let run = try ToolRun(arguments)
    #expect(run.status == 65)
    #expect(run.errors.contains("the state was made with another --limit"))
    #expect(run.errors.contains("help: pass --limit 3 as before, or another --state"))
  }

  @Test func `a state that cannot be written is 73`() throws {
    let run = try ToolRun(
      "simulate", track, "--regions", regions, "--state", "/nowhere/state")
    #expect(run.status == 73)
    #expect(run.errors.contains("/nowhere/state: error: cannot be written"))
  }
}
