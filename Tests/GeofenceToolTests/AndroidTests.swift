import Foundation
import TestSupport
import Testing

/// `--api geofencingclient`: Android's geofences from the command line.
struct AndroidTests {
  private static let commute = [
    "tracks/a-commute-on-two-phones/track.csv", "--regions",
    "tracks/a-commute-on-two-phones/regions.json",
  ]

  private func run(_ options: String..., command: String = "simulate") throws -> ToolRun {
    try ToolRun([command] + Self.commute + ["--api", "geofencingclient"] + options)
  }

  /// Writes a walk to a landmark with a quarter of an hour there.
  private static func visit(in folder: TemporaryFolder) throws -> (track: String, regions: String) {
    let walk = (0...36).map { "\($0 * 10),46.05,\(14.507775 - Double($0) * 0.000216)\n" }
    let stay = (1...30).map { "\(360 + $0 * 30),46.05,14.5\n" }
    return try (
      folder.file("t.csv", "t,lat,lon\n" + (walk + stay).joined()),
      folder.file(
        "r.json",
        #"[{"identifier": "landmark", "latitude": 46.05, "longitude": 14.5, "radius": 100}]"#)
    )
  }

  // MARK: refusals

  @Test(
    arguments: [
      ["--dwell", "20"], ["--cushion", "50"], ["--cushion-in", "10"], ["--ignore-accuracy"],
      ["--platform", "ios"], ["--dwell-from", "cushion"],
    ])
  func `options of Core Location's rules are refused`(_ options: [String]) throws {
    for command in ["simulate", "audit"] {
      let run = try ToolRun([command] + Self.commute + ["--api", "geofencingclient"] + options)
      #expect(run.status == 64)
      #expect(run.errors.contains("'--api geofencingclient' has no '\(options[0])'"))
    }
  }

  @Test(
    arguments: [
      ["--overlap", "0.8,0.2"], ["--initial-trigger", "none"],
      ["--responsiveness", "60"], ["--expire", "60"], ["--reregister", "boot"],
    ])
  func `options of Android's geofences are refused for other interfaces`(_ options: [String])
    throws
  {
    let run = try ToolRun(["simulate"] + Self.commute + options)
    #expect(run.status == 64)
    #expect(run.errors.contains("'\(options[0])' is an option of Android's geofences"))
  }

  @Test func `a dwell is refused on iOS with what an app does in its place`() throws {
    let run = try ToolRun(["simulate"] + Self.commute + ["--loitering", "60"])
    #expect(run.status == 64)
    #expect(
      run.errors.contains("'--loitering' needs '--api geofencingclient': Core Location has no"))
    #expect(run.errors.contains("for so long after the enter, and cancels it at the exit"))
  }

  @Test func `what became of each dwell is said by why and audit, late ones with the reason`()
    throws
  {
    let folder = try TemporaryFolder()
    let (track, regions) = try Self.visit(in: folder)
    let options = ["--regions", regions, "--api", "geofencingclient", "--loitering", "10"]
    let story = try ToolRun(["why", track, "landmark"] + options).output
    #expect(story.contains("the one dwell that was due reached the app in time"), "\(story)")
    #expect(story.contains(/\n    dwell of .*: delivered at once\n/), "\(story)")
    let audit = try ToolRun(["audit", track, "--all", "--format", "json"] + options).output
    let counts = try #require(audit.firstMatch(of: /"dwells":\{([^}]*)\}/)?.1, "\(audit)")
    for count in [#""due":1"#, #""delivered":1"#, #""late":0"#, #""missed":0"#] {
      #expect(counts.contains(count), "\(counts)")
    }
    let late = try ToolRun(["why", track, "landmark"] + options + ["--positioning", "android"])
      .output
    #expect(
      late.contains("    dwell of ")
        && (late.contains("late, ") || late.contains("undecidable") || late.contains("delivered")),
      "\(late)")
  }

  @Test func `a page has a card for the dwells that went wrong, beside the events`() throws {
    let folder = try TemporaryFolder()
    let (track, regions) = try Self.visit(in: folder)
    let scenario = try folder.file("s.json", #"[{"at": "+400s", "do": "update"}]"#)
    let page = try ToolRun(
      "report", track, "--regions", regions, "--api", "geofencingclient", "--loitering", "300",
      "--scenario", scenario, "-o", "-"
    ).output
    let card = try #require(
      page.firstMatch(of: /<details class="card lost".*?<\/details>/.dotMatchesNewlines())?.0)
    #expect(
      card.contains("1 of 1 dwell that was due never reached the app because the update of "),
      "\(card)")
    #expect(card.contains("dwell <strong><bdi>landmark</bdi></strong>"), "\(card)")
    #expect(card.contains("missed because the update of "), "\(card)")
    #expect(!page.contains("card false"))
  }

  @Test func `significant changes are refused with what there is instead`() throws {
    let run = try run("--reselect-on", "event,significant")
    #expect(run.status == 64)
    #expect(run.errors.contains("has no significant changes: pass '--reselect-on sentinel'"))
  }

  @Test func `an app that is opened adds what had expired, too`() throws {
    let folder = try TemporaryFolder()
    let track = try folder.file(
      "t.csv",
      """
      time,lat,lon
      2024-05-01T07:00:00Z,46.05,14.5
      2024-05-01T07:00:30Z,46.06,14.5
      2024-05-01T07:01:30Z,46.06,14.5
      2024-05-01T07:02:10Z,46.05,14.5
      2024-05-01T07:02:40Z,46.06,14.5

      """)
    let regions = try folder.file("r.csv", "id,lat,lon,radius\na,46.05,14.5,100\n")
    let life = try folder.file(
      "s.json", #"[{"at": "+100s", "do": "terminate"}, {"at": "+120s", "do": "launch"}]"#)
    let run = try ToolRun(
      "simulate", track, "--regions", regions, "--api", "geofencingclient", "--expire", "60",
      "--scenario", life)
    #expect(
      run.output.split(separator: "\n").map { $0.split(separator: " ").prefix(2).last }
        == ["enter", "exit", "enter", "exit"], "\(run.output)")
  }

  @Test func `no app has more than 100 geofences`() throws {
    #expect(try run("--limit", "100").status == 0)
    let refused = try run("--limit", "101")
    #expect(refused.status == 64)
    #expect(refused.errors.contains("'--limit 101' is above the 100 geofences"))
  }

  @Test(arguments: ["0.25,0.75", "0.5", "0.5,0.5", "1.2,0.1", "0.7;0.2"])
  func `shares that are none are refused`(_ shares: String) throws {
    let refused = try run("--overlap", shares)
    #expect(refused.status == 64)
    #expect(refused.errors.contains("two shares from 0 to 1"))
  }

  @Test func `actions of another system are refused in a scenario`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("scenario.json")
    func status(_ action: String, _ options: [String]) throws -> ToolRun {
      try Data("[{\"at\": \"+60s\", \(action)}]".utf8).write(to: file)
      return try ToolRun(
        ["simulate"] + Self.commute + ["--scenario", file.path, "--quiet"] + options)
    }
    let android = ["--api", "geofencingclient"]
    for action in [
      #""do": "update""#, #""do": "clear-data""#, #""do": "location", "to": "off""#,
    ] {
      #expect(try status(action, android).status == 0)
      let refused = try status(action, [])
      #expect(refused.status == 65)
      #expect(refused.errors.contains("only Android has it"))
      #expect(refused.errors.contains("--api geofencingclient"))
    }
    for action in [
      #""do": "background-refresh", "to": "off""#, #""do": "sleep""#, #""do": "wake""#,
    ] {
      #expect(try status(action, android).status == 65)
    }
    for (action, help) in [
      (#""do": "reboot", "registrations": "kept""#, "iOS keeps them without it, too"),
      (#""do": "force-quit", "relaunch": "by-events""#, "leave out \"relaunch\", or write \"ter"),
    ] {
      #expect(try status(action, []).status == 0)
      let refused = try status(action, android)
      #expect(refused.status == 65 && refused.errors.contains(help), "\(refused.errors)")
    }
    #expect(try status(#""do": "location", "to": "away""#, android).status == 65)
  }

  // MARK: output

  @Test func `a dwell is an event of its own`() throws {
    let run = try run("--loitering", "90", "--format", "jsonl")
    let lines = run.output.split(separator: "\n").filter { $0.contains("\"library\"") }
    try #require(lines.count == 3)
    #expect(lines[1].contains(#""event":"dwell""#))
    func crossedAt(_ line: Substring) -> Substring? {
      line.firstMatch(of: /"crossedAt":"[^"]*"/)?.output
    }
    #expect(crossedAt(lines[1]) == crossedAt(lines[0]))
  }

  @Test func `a dwell alone is an event of the summary, and no silence`() throws {
    let folder = try TemporaryFolder()
    let track = try folder.file(
      "t.csv",
      "time,lat,lon\n" + (0..<30).map { "2024-05-01T07:\($0 + 10):00Z,46.05,14.5\n" }.joined())
    let regions = try folder.file(
      "r.json", #"[{"identifier":"home","latitude":46.05,"longitude":14.5,"radius":150}]"#)
    let run = try ToolRun(
      "simulate", track, "--regions", regions, "--api", "geofencingclient", "--initial-trigger",
      "dwell", "--loitering", "600", "--summary")
    #expect(run.output.contains("dwell  home"))
    #expect(run.errors.contains("0 enter (0 initial), 0 exit, 1 dwell\n"))
    #expect(!run.errors.contains("note:"), "\(run.errors)")
  }

  @Test func `recorded dwells are compared as crossings are`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("expected.txt")
    try Data(try run("--loitering", "90").output.utf8).write(to: file)
    #expect(try run("--loitering", "90", "--expect", file.path).status == 0)
    let without = try run("--expect", file.path)
    #expect(without.status == 1)
    #expect(without.errors.contains("dwell"))
  }

  @Test func `every rule in force is marked as documented, observed or assumed`() throws {
    let run = try run("--verbose", "--overlap", "0.85,0.15", "--loitering", "5min")
    let rules = run.errors.split(separator: "\n").drop { !$0.contains("assumptions in force") }
      .dropFirst().prefix { $0.hasPrefix("  ") }
    #expect(rules.count == 12)
    for rule in rules where !rule.contains("not modelled") {
      #expect(rule.contains(/\[?[DOA][:\] ]/), "\(rule)")
    }
    #expect(
      run.errors.contains("a share of 0.85 of a fix's circle of accuracy, outside up to 0.15"))
    #expect(run.errors.contains("in 2013"))
    #expect(run.errors.contains("dwell: 300 s after an enter"))
  }

  // MARK: pieces of a track

  @Test func `a track in pieces gives the events of the whole`() throws {
    let folder = try TemporaryFolder()
    let scenario = folder.url.appendingPathComponent("scenario.json")
    try Data(
      """
      [{"at": "+100s", "do": "location", "to": "off"}, {"at": "+110s", "do": "location", "to": "on"},
       {"at": "+180s", "do": "authorize", "to": "denied"}, {"at": "+190s", "do": "launch"},
       {"at": "+300s", "do": "authorize", "to": "always"}, {"at": "+700s", "do": "force-stop"}]
      """.utf8
    ).write(to: scenario)
    let options = [
      "--api", "geofencingclient", "--loitering", "60", "--expire", "500", "--verbose", "--limit",
      "9", "--scenario", scenario.path,
    ]
    let whole = try ToolRun(["simulate"] + Self.commute + options)
    let track = try String(
      contentsOf: ToolRun.package.appendingPathComponent(Self.commute[0]), encoding: .utf8)
    let rows = track.split(separator: "\n")
    for piece in [7, 40] {
      let state = folder.url.appendingPathComponent("state-\(piece)").path
      var output = ""
      for start in stride(from: 1, to: rows.count, by: piece) {
        let part = [rows[0]] + rows[start..<min(start + piece, rows.count)]
        let run = try ToolRun(
          ["simulate", "-"] + Self.commute.dropFirst() + options + ["--state", state],
          input: Data((part.joined(separator: "\n") + "\n").utf8))
        #expect(run.status == 0, "\(run.errors)")
        output += run.output
      }
      #expect(output == whole.output, "pieces of \(piece)")
    }
  }

  @Test func `a state belongs to the options it was made with`() throws {
    let folder = try TemporaryFolder()
    let state = folder.url.appendingPathComponent("state").path
    #expect(try run("--state", state, "--loitering", "60").status == 0)
    let other = try run("--state", state, "--loitering", "90")
    #expect(other.status == 65)
    #expect(other.errors.contains("the state was made with another --loitering"))
  }

  // MARK: audit

  @Test func `an option that one interface refuses holds for the other, which a note says`() throws
  {
    let run = try ToolRun(
      ["audit"] + Self.commute + [
        "--api", "clmonitor,geofencingclient", "--dwell", "0", "--format", "json",
      ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("note: '--api geofencingclient' has no '--dwell'"))
    #expect(run.errors.contains("it holds for the other interfaces"))
    let limit = try ToolRun(
      ["audit"] + Self.commute + ["--api", "clmonitor,geofencingclient", "--limit", "30/200"])
    #expect(limit.status == 0, "\(limit.errors)")
  }

  @Test func `the settings of the best strategy can be run on Android, too`() throws {
    let folder = try TemporaryFolder()
    let best = folder.url.appendingPathComponent("best.json").path
    let audit = try ToolRun(
      ["audit"] + Self.commute + [
        "--api", "geofencingclient", "--overlap", "0.8,0.2", "--best", best,
      ])
    #expect(audit.status == 0, "\(audit.errors)")
    let run = try ToolRun(["simulate"] + Self.commute + ["--settings", best])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try run.output == self.run("--overlap", "0.8,0.2").output)
  }

  @Test func `an enter repeated by an add is counted`() throws {
    let folder = try TemporaryFolder()
    let scenario = folder.url.appendingPathComponent("scenario.json")
    try Data(
      #"[{"at": "+150s", "do": "launch"}, {"at": "+160s", "do": "launch"}]"#.utf8
    ).write(to: scenario)
    let audit = try run(
      "--scenario", scenario.path, "--format", "json", command: "audit")
    #expect(audit.output.contains("\"repeated\":2"))
  }

  @Test func `a loss to a lost registration is named so`() throws {
    let folder = try TemporaryFolder()
    let scenario = folder.url.appendingPathComponent("scenario.json")
    try Data(#"[{"at": "+20s", "do": "update"}]"#.utf8).write(to: scenario)
    let audit = try run("--scenario", scenario.path, command: "audit")
    #expect(audit.output.contains("removed"))
    #expect(audit.output.contains("because the update of "), "\(audit.output)")
    #expect(
      audit.output.contains(
        " removed the registrations, and the app did not add them again in time."))
  }

  @Test func `an add while location is off is refused, so that there was nothing to remove`() throws
  {
    let folder = try TemporaryFolder()
    let scenario = try folder.file(
      "s.json",
      #"[{"at": "+0s", "do": "location", "to": "off"}, {"at": "+20s", "do": "location", "to": "on"}]"#
    )
    #expect(
      try run("--scenario", scenario, "--verbose").output
        .contains(/cause first, 0 of \d+ registered \(\+0 -0\)/))
    let why = try ToolRun(
      ["why"] + Self.commute + ["*", "--api", "geofencingclient", "--scenario", scenario]
    ).output
    #expect(
      why.contains(
        /location was switched off at \S+, so that the system refused its registration, and the app/
      ),
      "\(why)")
    #expect(!why.contains("removed") && !why.contains("also in its way"), "\(why)")
    // What it had registered was removed.
    _ = try folder.file("s.json", #"[{"at": "+20s", "do": "location", "to": "off"}]"#)
    let audit = try run("--scenario", scenario, "--renew", "all", command: "audit").output
    #expect(audit.contains("because switching location off at "), "\(audit)")
  }

  @Test func `an audit of a phone that restarts tries to add the regions again`() throws {
    let folder = try TemporaryFolder()
    let scenario = try folder.file(
      "s.json", #"[{"at": "+10s", "do": "reboot"}, {"at": "+20s", "do": "unlock"}]"#)
    let audit = try run("--scenario", scenario, command: "audit")
    #expect(audit.status == 0)
    #expect(audit.output.contains("--reregister boot,update"), "\(audit.output)")
  }

  @Test func `an audit of geofences that expire tries them without an end`() throws {
    let audit = try run("--expire", "60", "--reselect-on", "none", command: "audit")
    #expect(audit.output.contains("without --expire: recall "), "\(audit.output)")
    let lasting = try run(
      "--expire", "86400", "--reselect-on", "none", "--format", "json", command: "audit")
    #expect(!lasting.output.contains("without --expire: "))
    #expect(!(try run(command: "audit")).output.contains("without"))
    // The command that makes a page with it is one that can be run.
    let page = try run(
      "--expire", "60", "--reselect-on", "none", "-o", "-", command: "report"
    ).output
    let commands = page.matches(of: /<code>geofence report ([^<]*)<\/code>/).map { $0.1 }
    #expect(commands.contains { !$0.contains("--expire") }, "\(commands)")
    #expect(!commands.contains { $0.contains("without") })
    let why = try ToolRun(
      ["why"] + Self.commute + ["*", "--api", "geofencingclient", "--expire", "60"])
    #expect(why.output.contains(/\ delivered at \S+ without --expire\n/), "\(why.output)")
  }

  @Test func `a loss to circles that overlap too little is named so`() throws {
    let audit = try run("--overlap", "1,0", command: "audit")
    #expect(audit.status == 0, "\(audit.errors)")
    #expect(audit.output.contains("overlap"))
  }
}
