import Foundation
import TestSupport
import Testing

/// The option `--scenario`, as users see it.
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

  /// Returns rows that are at home for 100 s, then away.
  private static func rows(_ numbers: Range<Int>) -> String {
    "t,lat,lon\n"
      + numbers.map { "\($0 * 10),\($0 < 10 ? "46.05" : "46.07"),14.5\n" }.joined()
  }

  private func simulate(_ scenario: String, _ options: String...) throws -> ToolRun {
    try ToolRun(
      ["simulate", track, "--regions", regions, "--scenario", try folder.file("s.json", scenario)]
        + options)
  }

  @Test func `seconds from the track's first fix need no unit`() throws {
    let whole = try simulate(#"[{"at": "+50s", "do": "reboot"}]"#, "--verbose")
    let bare = try simulate(#"[{"at": "+50", "do": "reboot"}]"#, "--verbose")
    #expect(whole.status == 0 && bare.output == whole.output)
  }

  @Test func `nothing starts an app again that was stopped by force`() throws {
    let run = try simulate(#"[{"at": "+50s", "do": "force-stop", "relaunch": "by-events"}]"#)
    #expect(run.status == 65)
    #expect(run.errors.contains("\"force-stop\" takes no \"relaunch\""))
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

  @Test func `a restart may take the registrations away until the app runs again`() throws {
    let lost = #"{"at": "+50s", "do": "reboot", "registrations": "lost"}"#
    let unlock = #"{"at": "+60s", "do": "unlock"}"#
    let run = try simulate("[\(lost), \(unlock)]", "--verbose", "--reselect-on", "event")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output.split(separator: "\n").suffix(2) == [
        "1970-01-01T00:00:50Z  device       -     reboot registrations lost",
        "1970-01-01T00:01:00Z  device       -     unlock",
      ])
    let launch = #"{"at": "+150s", "do": "launch"}"#
    #expect(
      try simulate("[\(lost), \(unlock), \(launch)]", "--verbose").output
        .split(separator: "\n").suffix(4) == [
          "1970-01-01T00:02:30Z  device       -     launch",
          "1970-01-01T00:02:30Z  reselect     -     cause restart, 1 of 1 registered (+1 -0)",
          "1970-01-01T00:02:30Z  monitor      home  2123.0 m outside, 2223.0 m from the centre, "
            + "assumed satisfied",
          "1970-01-01T00:02:50Z  exit         home  2123.0 m outside, 20 s after crossing",
        ])
    let kept = lost.replacing("lost", with: "kept")
    #expect(
      try simulate("[\(kept), \(unlock)]").output
        == (try simulate(#"[{"at": "+50s", "do": "reboot"}, \#(unlock)]"#).output))
  }

  @Test func `on a Mac a visit while the app is quit is lost, and an audit says so`() throws {
    let life = try folder.file(
      "quit.json", #"[{"at": "+50s", "do": "terminate"}, {"at": "+300s", "do": "launch"}]"#)
    // The phone is at home again from 200 s on.
    let visit = try folder.file(
      "visit.csv",
      "t,lat,lon\n"
        + (0..<40).map { "\($0 * 10),\((10..<20).contains($0) ? "46.07" : "46.05"),14.5\n" }
        .joined())
    let options = ["--regions", regions, "--scenario", life, "--platform", "macos"]
    let run = try ToolRun(["simulate", visit] + options)
    #expect(run.output.split(separator: "\n").count == 1)
    let audit = try ToolRun(["audit", visit, "--all"] + options)
    #expect(audit.output.contains("suspended"), "\(audit.output)")
    #expect(!audit.output.contains("100 %"), "\(audit.output)")
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
        "exit         home  2123.0 m outside, 3 min 20 s after crossing, waited 3 min for the app\n"
      ))
  }

  @Test(
    arguments: [
      (
        #"[{"at": "+1s", "do": "termnate"}]"#, #"[0].do: unknown action "termnate""#,
        "did you mean \"terminate\"? 'geofence help scenarios' has them"
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
        #"[{"at": "300", "do": "launch"}]"#, #"[0].at: the time "300" cannot be read"#,
        "write 2024-05-01T09:10:00Z, or +600s for ten minutes after the track's start"
      ),
      (
        #"[{"at": 300, "do": "launch"}]"#, "[0].at: not a time",
        "write 2024-05-01T09:10:00Z, or +600s for ten minutes after the track's start"
      ),
      (
        #"[{"at": "+1s", "do": "authorize", "to": "never"}]"#, #"[0].to: unknown value "never""#,
        "\"to\" is one of always, denied, not-determined, restricted, when-in-use"
      ),
      (
        #"[{"at": "+1s", "do": "reboot", "registrations": "gone"}]"#,
        #"[0].registrations: unknown value "gone""#, "\"registrations\" is one of kept, lost"
      ),
      (
        #"[{"at": "+1s", "do": "terminate", "registrations": "lost"}]"#,
        #"[0].registrations: "terminate" takes no "registrations""#, "leave it out"
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
      (
        #"[{"at": "+1s", "do": "add", "region": {"identifier": "x", "latitude": 1, "longitude": 1, "radius": 1, "icon": "x"}}]"#,
        "[0].region.icon: unknown key \"icon\"",
        "'geofence help regions' has those that are read"
      ),
      (#"{"at": "+1s"}"#, "not a list", #"write [{"at": "+600s", "do": "terminate"}]"#),
      ("[5]", "[0]: not an object", #"write [{"at": "+600s", "do": "terminate"}]"#),
      ("[null]", "[0]: null instead of an object", #"write [{"at": "+600s", "do": "terminate"}]"#),
    ])
  func `a mistake is refused with its place`(_ scenario: String, _ problem: String, _ help: String)
    throws
  {
    let run = try simulate(scenario)
    #expect(run.status == 65)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasSuffix("s.json: error: \(problem)\nhelp: \(help)\n"), "\(run.errors)")
  }

  @Test(arguments: ["kill", "swipe"])
  func `what people call the end of an app leads to its actions`(_ name: String) throws {
    let run = try simulate(#"[{"at": "+1s", "do": "\#(name)"}]"#)
    #expect(run.status == 65)
    #expect(run.errors.contains(#"help: write "force-quit" for a user who swiped the app away"#))
    #expect(run.errors.contains(#""terminate" for the system"#))
    #expect(run.errors.contains("geofence help symptoms"))
  }

  @Test(arguments: [
    (#""do": "background""#, "the app is not in the foreground: a drive begins in the background"),
    (#""do": "authorize", "to": "always""#, "the authorization is always already"),
    (#""do": "accuracy", "to": "full""#, "the accuracy is full already"),
    (#""do": "background-refresh", "to": "on""#, "it is on already"),
  ])
  func `an action that changes nothing is noted once, with what may be meant`(
    _ action: String, _ reason: String
  ) throws {
    let run = try simulate("[{\"at\": \"+1s\", \(action)}]")
    #expect(run.status == 0)
    #expect(
      run.errors.matches(of: #/s\.json: note: \[0\]: ".*" changes nothing here: /#).count == 1)
    #expect(run.errors.contains("\(reason)\nhelp: did you mean "), "\(run.errors)")
    let plain = try simulate("[]")
    #expect(run.output == plain.output)
  }

  @Test
  func `the end of an app that is sure not to run, and the start of one in front, change nothing`()
    throws
  {
    func notes(_ actions: String..., options: [String] = []) throws -> Int {
      let life = actions.enumerated().map { "{\"at\": \"+\($0)s\", \"do\": \"\($1)\"}" }
      let scenario = try folder.file("s.json", "[\(life.joined(separator: ","))]")
      let run = try ToolRun(
        ["simulate", track, "--regions", regions, "--scenario", scenario] + options)
      #expect(run.status == 0, "\(run.errors)")
      return run.errors.matches(of: /changes nothing here/).count
    }
    let android = ["--api", "geofencingclient"]
    #expect(try notes("force-quit", "terminate") == 1)
    #expect(try notes("force-quit", "terminate", options: android) == 1)
    #expect(try notes("terminate", "terminate", options: ["--platform", "macos"]) == 1)
    // An event, or a broadcast, may have started the app again.
    #expect(try notes("terminate", "terminate") == 0)
    #expect(try notes("update", "terminate", options: android) == 0)
    #expect(try notes("force-quit", "launch", "terminate") == 0)
    #expect(try notes("launch", "launch") == 1)
    // It adds its geofences again.
    #expect(try notes("launch", "launch", options: android) == 0)
  }

  @Test func `an app that the user has ended is started by events, as Apple documents it`() throws {
    let run = try simulate(
      #"[{"at": "+50s", "do": "force-quit", "relaunch": "by-events"}]"#, "--verbose")
    #expect(
      run.output.contains("device       -     force-quit relaunch by-events"), "\(run.output)")
    #expect(run.output.contains("relaunch     -     event"))
  }

  @Test func `an app is in the background when a track begins`() throws {
    let inUse = #"{"at": "+0s", "do": "authorize", "to": "when-in-use"}"#
    let silent = try simulate("[\(inUse)]")
    #expect(silent.status == 0 && silent.output.isEmpty)
    let opened = try simulate(#"[\#(inUse), {"at": "+0s", "do": "foreground"}]"#)
    #expect(try opened.output == simulate("[]").output)
    #expect(!opened.errors.contains("changes nothing"))
  }

  @Test func `an app asks for the state of a region`() throws {
    let ask = #"[{"at": "+5s", "do": "determine", "identifier": "home"}]"#
    let track = try folder.file("t.csv", "t,lat,lon\n0,46.05,14.5\n10,46.05,14.5\n")
    let life = try folder.file("ask.json", ask)
    let options = [track, "--regions", regions, "--scenario", life]
    #expect(
      try ToolRun(["simulate"] + options + ["--api", "cllocationmanager"]).output
        .contains("1970-01-01T00:00:10Z  inside  home"))
    let unknown = try simulate(ask.replacing("home", with: "hom"))
    #expect(unknown.status == 65)
    #expect(unknown.errors.contains("there is no region \"hom\""))
    let android = try ToolRun(["simulate"] + options + ["--api", "geofencingclient"])
    #expect(android.status == 65)
    #expect(android.errors.contains("Android tells an app no state that it asks for"))
  }

  @Test func `a key that stands twice is a mistake, but for comments`() throws {
    let run = try simulate(#"[{"at": "+5s", "do": "launch", "at": "+6s"}]"#)
    #expect(run.status == 65)
    #expect(run.errors.contains("s.json:1:32: error: the key \"at\" is there twice in one object"))
    #expect(try simulate(#"[{"//": 1, "//": 2, "at": "+5s", "do": "launch"}]"#).status == 0)
  }

  @Test func `an action after the track's end is a warning`() throws {
    let run = try simulate(#"[{"at": "+391s", "do": "terminate"}]"#)
    #expect(run.status == 0)
    #expect(
      run.errors.hasSuffix(
        "s.json: warning: [0]: \"terminate\" is never done: its time is after the track's end\n"))
  }

  @Test func `an action that was due long before the track is a warning`() throws {
    let run = try simulate(#"[{"at": "1960-01-01T00:00:00Z", "do": "terminate"}]"#)
    #expect(run.status == 0)
    #expect(
      run.errors.contains(
        #"s.json: warning: [0]: "terminate" is done at the first fix: its time is"#))
  }

  @Test func `what can happen is judged in the order of time, not of the list`() throws {
    let possible = try simulate(
      #"[{"at": "+100s", "do": "unlock"}, {"at": "+50s", "do": "reboot"}]"#)
    #expect(possible.status == 0, "\(possible.errors)")
    // One action is relative, one absolute: their order is known when the track begins, and the
    // error is printed before any event.
    let impossible = try simulate(
      #"[{"at": "+100s", "do": "reboot"}, {"at": "1970-01-01T00:00:50Z", "do": "unlock"}]"#)
    #expect(impossible.status == 65)
    #expect(impossible.output.isEmpty)
    #expect(impossible.errors.contains("[1]: \"unlock\" is impossible along "))
  }

  @Test(arguments: ["simulate", "audit", "report"])
  func `an impossible action names the track along which it is`(command: String) throws {
    for (name, start) in [("early", 0), ("late", 1000)] {
      _ = try folder.file(
        "\(name).csv", "t,lat,lon\n\(start),46.05,14.5\n\(start + 9),46.05,14.5\n")
    }
    // The order is possible if the track begins before the time of the first action.
    let scenario =
      #"[{"at": "1970-01-01T00:00:50Z", "do": "reboot"}, {"at": "+100s", "do": "unlock"},"#
      + #" {"at": "+200s", "do": "reboot"}, {"at": "1970-01-01T00:10:00Z", "do": "unlock"}]"#
    _ = try folder.file("s.json", scenario)
    let run = try ToolRun(
      [command, "early.csv", "late.csv", "--regions", regions, "--scenario", "s.json"]
        + (command == "report" ? ["-o", "x.html"] : []), in: folder.url)
    #expect(run.status == 65, "\(run.errors)")
    #expect(
      run.errors.contains(
        "s.json: error: [1]: \"unlock\" is impossible along late.csv: the device has not restarted"),
      "\(run.errors)")
  }

  @Test func `a relative time counts from the first fix of the file, whatever the device`() throws {
    let track = try folder.file(
      "two.csv",
      "t,lat,lon,device\n0,46.05,14.5,a\n100,46.05,14.5,b\n110,46.07,14.5,a\n"
        + "110,46.07,14.5,b\n140,46.07,14.5,a\n140,46.07,14.5,b\n")
    let scenario = try folder.file("s.json", #"[{"at": "+120s", "do": "terminate"}]"#)
    let run = try ToolRun(
      "simulate", track, "--regions", regions, "--scenario", scenario, "--verbose")
    #expect(
      run.output.split(separator: "\n").filter { $0.contains("terminate") }.map { $0.prefix(20) }
        == ["1970-01-01T00:02:20Z", "1970-01-01T00:02:20Z"])
  }
}
