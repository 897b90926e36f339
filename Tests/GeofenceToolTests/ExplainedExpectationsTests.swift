import Foundation
import TestSupport
import Testing

/// Runs whose events differ from the recording, which explain each difference on the line below it.
struct ExplainedExpectationsTests {
  private let folder: TemporaryFolder
  private static let walk = "tracks/walk-through-one-region"
  private static let drive = "tracks/every-event-reselects"
  private static let recorded = "\(walk)/expected.jsonl"

  init() throws { folder = try TemporaryFolder() }

  /// Writes a regions file with one circle, which is the walk's but for the arguments given.
  private func regions(
    _ identifier: String = "tivoli", latitude: Double = 46.0553, longitude: Double = 14.4957,
    radius: Double = 150, flags: String = ""
  ) throws -> String {
    try folder.file(
      "regions.json",
      """
      [{"identifier": "\(identifier)", "latitude": \(latitude), "longitude": \(longitude), \
      "radius": \(radius)\(flags)}]
      """)
  }

  /// Returns the standard error of a walk past regions, which has to fail with status 1.
  private func log(
    _ options: String..., track: String = "\(walk)/track.gpx", regions: String? = nil,
    expect: String = recorded, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let run = try ToolRun(
      ["simulate", track, "--regions", regions ?? "\(Self.walk)/regions.json", "--expect", expect]
        + options)
    #expect(run.status == 1, "\(run.errors)", sourceLocation: sourceLocation)
    return run.errors.split(separator: "\n").map(String.init)
  }

  /// Returns the sentences below the differences.
  private func reasons(_ log: [String]) -> [String] {
    log.filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
  }

  /// Writes the walk up to a time.
  private func walk(until end: String) throws -> String {
    let text = try String(
      contentsOf: ToolRun.package.appendingPathComponent("\(Self.walk)/track.gpx"), encoding: .utf8)
    let time = try #require(text.range(of: end))
    let point = try #require(
      text.range(of: "<trkpt", options: .backwards, range: text.startIndex..<time.lowerBound))
    return try folder.file("cut.gpx", text[..<point.lowerBound] + "</trkseg></trk></gpx>")
  }

  @Test func `a region that is not in the set, with the nearest name`() throws {
    #expect(
      try reasons(log(regions: regions("tivolli"))) == [
        "Both: The set of this run (1 region) does not have it; did you mean tivolli?",
        "The boundary was crossed at 07:04:15, and the enter came 20 s later, 34 m inside.",
        "The boundary was crossed at 07:07:45, and the exit came 1 min 15 s later, 108 m outside.",
        "Both: The recording has tivoli instead, which this run lacks: has the region been renamed?",
      ])
    #expect(
      try reasons(log(regions: regions("home"))).contains(
        "Both: The set of this run (1 region: home) has no region of the recording: is it the set "
          + "that was meant?"))
  }

  @Test func `the boundary was crossed where vague fixes lie beyond it`() throws {
    let track = try folder.file(
      "vague.csv",
      "time,latitude,longitude,accuracy\n"
        + [(0, 46.06, 5), (30, 46.0556, 900), (60, 46.0553, 5), (90, 46.0553, 5)].map {
          "2024-05-01T07:0\($0.0 / 60):\($0.0 % 60 == 0 ? "00" : "30")Z,\($0.1),14.4957,\($0.2)\n"
        }.joined())
    let recording = try folder.file("expected", "2024-05-01T07:00:30Z enter tivoli\n")
    let sentence =
      "The boundary was crossed at 07:00:30, and the enter came 1 min later, 150 m inside."
    #expect(try reasons(log(track: track, expect: recording))[0].hasPrefix(sentence))
    // So it is where nobody expected it.
    let other = try folder.file("expected", "2024-05-01T07:00:30Z exit tivoli\n")
    #expect(try reasons(log(track: track, expect: other)).contains(sentence))
  }

  @Test func `a name that only looks like the recorded one`() throws {
    let recording = try folder.file("expected", "2024-05-01T07:04:35Z enter Caf\u{E9}\n")
    #expect(
      try reasons(log(regions: regions("Cafe\u{301}"), expect: recording)).contains(
        "The set of this run (1 region) does not have it; did you mean Cafe\u{301}? It looks the "
          + "same but is spelt with different characters."))
  }

  @Test func `a region without a fix in it: the nearest approach, when and how far`() throws {
    #expect(
      try reasons(log(regions: regions(latitude: 46.0593))) == [
        "Both: No fix lies in its circle of 150 m: the nearest, at 07:06:20, is 285 m outside."
      ])
  }

  @Test func `swapped coordinates are one line for all events`() throws {
    #expect(
      try reasons(log(regions: regions(latitude: 14.4957, longitude: 46.0553))) == [
        "Both: No region lies within 100 km of the track: with latitude and longitude swapped, one "
          + "does: check their order, here and in the regions"
      ])
  }

  @Test func `one region with swapped coordinates among others that are right`() throws {
    let regions = try folder.file(
      "regions.json",
      """
      [{"identifier": "tivoli", "latitude": 14.4957, "longitude": 46.0553, "radius": 150},
       {"identifier": "home", "latitude": 46.1, "longitude": 14.5, "radius": 150}]
      """)
    #expect(
      try reasons(log(regions: regions)) == [
        "Both: The region lies 4574 km from the nearest fix, at 07:00:00; with latitude and "
          + "longitude swapped it is near the track: check their order."
      ])
  }

  @Test func `a crossing that was lost: the audit's cause and its moment`() throws {
    let log = try log("--dwell", "220", "--to", "2024-05-01T07:10:30Z")
    #expect(
      reasons(log).first
        == "The boundary was crossed at 07:04:15; missed: stayed 3 min 25 s to 3 min 35 s; 3 min 40 s are "
        + "needed; some phones report an arrival at once.")
    #expect(log.last?.hasPrefix("help: 'geofence help losses' says what the causes mean") == true)
  }

  @Test func `a dwell that is missing: the sentence of why`() throws {
    let regions = try regions()
    let options = [
      "\(Self.walk)/track.gpx", "--regions", regions, "--api", "geofencingclient", "--loitering",
      "60",
    ]
    let expected = try folder.file("expected", ToolRun(["simulate"] + options).output)
    let life = try folder.file("s.json", #"[{"at": "2024-05-01T07:04:40Z", "do": "update"}]"#)
    let disturbed = options + ["--scenario", life]
    let run = try ToolRun(["simulate"] + disturbed + ["--expect", expected, "--quiet"])
    #expect(run.status == 1)
    let why = try ToolRun(["why"] + disturbed + ["tivoli"]).output
    let sentence = try #require(
      why.firstMatch(of: /dwell of \S+ (missed because the update .*)/)?.1)
    #expect(
      reasons(run.errors.split(separator: "\n").map(String.init)).contains {
        $0.hasPrefix("The device was inside from 07:04:15 on; its dwell of 07:05:15: ")
          && $0.hasSuffix("\(sentence).")
      }, "\(run.errors)")
  }

  @Test func `a region without a slot: who had the last one`() throws {
    let run = try ToolRun(
      "simulate", "\(Self.drive)/track.gpx", "--regions", "\(Self.drive)/regions.json", "--expect",
      "\(Self.drive)/expected.jsonl", "--quiet", "--only", "stop-26")
    #expect(run.status == 1)
    #expect(
      reasons(run.errors.split(separator: "\n").map(String.init)) == [
        "The boundary was crossed at 12:08:05; missed: all 20 slots were taken when the app selected at "
          + "12:05:00, 4.8 km from the region; the last slot went to stop-06, 4.4 km away; it reselected "
          + "at 12:10:00.",
        "The boundary was crossed at 12:08:40; missed: the region got a slot only at 12:10:00, "
          + "1 min 20 s after the crossing.",
      ])
  }

  @Test func `an outage that stood in the way, too, is named beside the slot`() throws {
    let drive = "tracks/a-winding-drive"
    let scenario = try folder.file(
      "scenario.json", #"[{"at": "+600s", "do": "authorize", "to": "denied"}]"#)
    let log = try log(
      "--scenario", scenario, "--quiet", track: "\(drive)/track.gpx",
      regions: "\(drive)/regions.json", expect: "\(drive)/expected.jsonl")
    let line = try #require(log.firstIndex { $0.contains("enter  farm-shop") })
    #expect(
      log[line + 1].hasSuffix(
        "it did not reselect after that; also in its way: the scenario's actions."), "\(log)")
    #expect(log.contains { $0.contains("28 missed: not-registered (and suspended)") }, "\(log)")
  }

  @Test func `each event of a set in which all regions were renamed is explained`() throws {
    let drive = "tracks/a-winding-drive"
    let text = try String(
      contentsOf: ToolRun.package.appendingPathComponent("\(drive)/regions.json"), encoding: .utf8)
    let renamed = text.replacing(#/"identifier": "([^"]*)"/#) {
      "\"identifier\": \"\($0.1.uppercased())\""
    }
    let log = try log(
      track: "\(drive)/track.gpx", regions: folder.file("upper.json", renamed),
      expect: "\(drive)/expected.jsonl")
    #expect(
      log.contains(
        "causes: 69 of a region that is not in the set, 69 of a region with another name in the "
          + "recording"), "\(log)")
  }

  @Test func `an event at another time: what it crossed, and the tolerance that would pass`() throws
  {
    let log = try log("--dwell", "60", "--tolerance", "5")
    #expect(
      reasons(log) == [
        "The boundary was crossed at 07:04:15, and the enter came 1 min later, 91 m inside. It "
          + "would pass with --tolerance 40, which allows every event 40 s."
      ])
    #expect(
      log.contains("help: --tolerance 40 would let this pass, and any event be 40 s early or late"))
  }

  @Test func `with a larger circle both events are measured from the region itself`() throws {
    let empty = try folder.file("none.jsonl", "")
    let log = try log("--min-radius", "400", expect: empty)
    let why = try ToolRun(
      "why", "\(Self.walk)/track.gpx", "tivoli", "--regions", "\(Self.walk)/regions.json",
      "--min-radius", "400")
    let crossings = why.output.matches(of: /(?:enter|exit) of (07:\d\d:\d\d): delivered at/).map(
      \.1)
    #expect(crossings.count == 2)
    for (reason, crossing) in zip(reasons(log), crossings) {
      #expect(reason.hasPrefix("The boundary was crossed at \(crossing), "), "\(log) \(why.output)")
      #expect(reason.hasSuffix("side the 400 m circle."), "\(reason)")
    }
  }

  @Test func `a crossing of which the event is another expectation's`() throws {
    let expected = ["07:04:15", "07:04:40"].map {
      #"{"time": "2024-05-01T\#($0)Z", "event": "enter", "region": "tivoli"}"#
    }
    let expect = try folder.file("expected.jsonl", expected.joined(separator: "\n") + "\n")
    #expect(
      try reasons(log(expect: expect)).contains(
        "The boundary was crossed then, and its enter came at 07:04:35."))
  }

  @Test func `an event that is expected at a missed crossing, and another that came before`() throws
  {
    // At home, away, and back; the restart ends the geofence of Android.
    let rows = (0...20).map { number in
      let degrees = (3..<11).contains(number) ? 14.515 : 14.5
      let clock = String(format: "%02d:%02d", number / 2, number % 2 * 30)
      return "2024-05-01T08:\(clock)Z,46.05,\(degrees)"
    }
    let track = try folder.file(
      "home.csv", "time,latitude,longitude\n" + rows.joined(separator: "\n") + "\n")
    let life = try folder.file(
      "scenario.json", #"[{"at": "+120s", "do": "reboot"}, {"at": "+130s", "do": "unlock"}]"#)
    let expect = try folder.file(
      "expected.jsonl",
      #"{"time": "2024-05-01T08:05:30Z", "event": "enter", "region": "home"}"# + "\n")
    let log = try log(
      "--api", "geofencingclient", "--scenario", life, track: track,
      regions: regions("home", latitude: 46.05, longitude: 14.5), expect: expect)
    #expect(
      reasons(log).contains(
        "The boundary was crossed at 08:05:30; missed: the reboot of 08:02:00 removed its "
          + "registration, and the app did not add it again in time."), "\(log)")
  }

  @Test func `an exit that only a state tells of`() throws {
    // The device leaves while it is locked.
    let track = try folder.file(
      "locked.csv",
      """
      time,latitude,longitude
      2024-05-01T07:00:00Z,46.05,14.5
      2024-05-01T07:01:00Z,46.05,14.5
      2024-05-01T07:02:00Z,46.06,14.5
      2024-05-01T07:05:00Z,46.06,14.5
      2024-05-01T07:06:00Z,46.06,14.5

      """)
    let life = try folder.file(
      "scenario.json", #"[{"at": "+90s", "do": "reboot"}, {"at": "+240s", "do": "unlock"}]"#)
    let expect = try folder.file(
      "expected.txt", "2024-05-01T07:00:00Z enter home\n2024-05-01T07:05:00Z exit home\n")
    let log = try log(
      "--scenario", life, track: track,
      regions: regions("home", latitude: 46.05, longitude: 14.5), expect: expect)
    #expect(
      reasons(log) == [
        "The boundary was crossed at 07:02:00; delivered at 07:05:00, 3 min later, as a first state; "
          + "--verbose shows it as unsatisfied."
      ])
    let silence = try folder.file(
      "silence.json",
      #"""
      [{"at": "+90s", "do": "background-refresh", "to": "off"},
       {"at": "+310s", "do": "background-refresh", "to": "on"}, {"at": "+330s", "do": "determine"}]
      """#)
    let exit = try folder.file("exit.txt", "2024-05-01T07:03:00Z exit home\n")
    let asked = try self.log(
      "--api", "cllocationmanager", "--scenario", silence, track: track,
      regions: regions("home", latitude: 46.05, longitude: 14.5), expect: exit)
    #expect(
      reasons(asked).first?.hasPrefix(
        "The boundary was crossed at 07:02:00; delivered at 07:06:00, 4 min later") == true,
      "\(asked)")
  }

  @Test func `an event that came late: when the rules would have confirmed it with a slot`() throws
  {
    let courier = "tracks/a-courier-in-midtown"
    let run = try ToolRun(
      "simulate", "\(courier)/track.csv", "--regions", "\(courier)/regions.csv", "--quiet",
      "--expect", "\(courier)/expected.jsonl", "--only", "10 Av & 47 St")
    #expect(
      reasons(run.errors.split(separator: "\n").map(String.init)).first
        == "The device was 16 m inside at 13:05:05, when the region's state was first determined, "
        + "1 min 25 s after the rules would have confirmed it with every region monitored. It would "
        + "pass with --tolerance 85, which allows every event 1 min 25 s.")
  }

  @Test func `a flag that suppresses the event`() throws {
    #expect(
      try reasons(log(regions: regions(flags: #", "notifyOnExit": false"#))) == [
        "Its exits are not reported (notifyOnExit is false)."
      ])
  }

  @Test func `a region above the maximum radius`() throws {
    #expect(
      try reasons(log("--max-radius", "100")) == [
        "Both: Its region is never monitored: the device monitors no circle of more than 100 m "
          + "(max-radius in --settings)."
      ])
  }

  @Test func `a track that ends before, and one that ends before the crossing counts`() throws {
    #expect(
      try reasons(log(track: walk(until: "<time>2024-05-01T07:06:00Z"))) == [
        "The track ends before, at 07:05:55."
      ])
    #expect(
      try reasons(log(track: walk(until: "<time>2024-05-01T07:04:30Z"))) == [
        "The boundary was crossed at 07:04:15; undecidable: the recording ends too soon.",
        "The track ends before, at 07:04:25.",
      ])
  }

  @Test func `an event before the track, or cut away from it`() throws {
    let recording = try folder.file(
      "expected", "2024-05-01T06:00:00Z enter tivoli\n2024-05-01T06:30:00Z exit tivoli\n")
    #expect(
      try reasons(log("--dwell", "9999", expect: recording)) == [
        "Both: The track begins only later, at 07:00:00."
      ])
    #expect(
      try reasons(log("--dwell", "9999", "--from", "+60s", "--to", "+90s")) == [
        "Both: --to leaves out what comes after 07:01:30."
      ])
    #expect(
      try reasons(log("--dwell", "9999", "--from", "+60s", expect: recording)) == [
        "Both: --from leaves out what comes before 07:01:00."
      ])
  }

  @Test func `another API: the device was inside before`() throws {
    let from = ["--from", "2024-05-01T07:05:30Z"]
    let recording = try folder.file(
      "expected",
      ToolRun(
        ["simulate", "\(Self.walk)/track.gpx", "--regions", "\(Self.walk)/regions.json"] + from
      ).output)
    #expect(
      try reasons(log(from[0], from[1], "--api", "cllocationmanager", expect: recording)) == [
        "The device was inside from 07:05:30 on: CLLocationManager reports no enter of a region that "
          + "the device is already in."
      ])
  }

  @Test func `a device that is not among those of the run`() throws {
    let text = "2024-05-01T07:04:35Z enter tivoli  device phones\n"
    let recording = try folder.file("expected", text)
    let copy = try folder.file(
      "phone.gpx",
      String(
        contentsOf: ToolRun.package.appendingPathComponent("\(Self.walk)/track.gpx"),
        encoding: .utf8
      ))
    let run = try ToolRun(
      "simulate", copy, "\(Self.walk)/track.gpx", "--regions", "\(Self.walk)/regions.json",
      "--expect", recording, "--dwell", "9999")
    #expect(run.errors.contains("\n    No device of this run is called so; did you mean phone?\n"))
    #expect(
      try reasons(log("--dwell", "9999", expect: recording)) == [
        "This run does not tell devices apart, and the recording does."
      ])
  }

  @Test func `a region that leaves the set on the way`() throws {
    let scenario = try folder.file(
      "scenario.json", #"[{"at": "+240s", "do": "remove", "identifier": "tivoli"}]"#)
    #expect(
      try reasons(log("--scenario", scenario)) == [
        "Both: The app's set has the region only until 07:04:00."
      ])
  }

  @Test func `an alarm that had fired before`() throws {
    let errands = "tracks/a-day-of-errands"
    let command = [
      "simulate", "\(errands)/track.gpx", "--regions", "\(errands)/regions.json", "--reminders",
      "\(errands)/reminders.ics", "--scenario", "\(errands)/scenario.json",
    ]
    let recording = try folder.file("expected", ToolRun(command + ["--repeat"]).output)
    let run = try ToolRun(command + ["--expect", recording])
    #expect(run.status == 1)
    #expect(
      run.errors.contains(
        "\n    Its alarm had fired at 07:08:30, and fires once without --repeat.\n"))
  }

  @Test func `a crossing that the phone did not see`() throws {
    let passed = "tracks/passed-between-two-looks"
    let command = ["simulate", "\(passed)/track.gpx", "--regions", "\(passed)/regions.json"]
    let recording = try folder.file("expected", ToolRun(command).output)
    let run = try ToolRun(command + ["--positioning", "phone", "--expect", recording])
    #expect(
      run.errors.contains("\n    The boundary was crossed at 07:02:49; missed: "))
  }

  @Test func `a track from a pipe is explained as the same file`() throws {
    let track = try Data(
      contentsOf: ToolRun.package.appendingPathComponent("\(Self.walk)/track.gpx"))
    let command = [
      "--regions", "\(Self.walk)/regions.json", "--expect", Self.recorded, "--dwell", "220",
    ]
    let piped = try ToolRun(["simulate", "-"] + command, input: track)
    let read = try ToolRun(["simulate", "\(Self.walk)/track.gpx"] + command)
    #expect(piped.status == 1)
    #expect(piped.errors == read.errors)
    #expect(piped.errors.contains("; missed: stayed 3 min 25 s to 3 min 35 s; "))
  }

  @Test(arguments: [[], ["--only", "tivoli"]])
  func `an event that is expected twice came once`(_ only: [String]) throws {
    let walk = "tracks/walk-through-one-region"
    let recorded = try String(contentsOfFile: "\(walk)/expected.jsonl", encoding: .utf8)
    let folder = try TemporaryFolder()
    let twice = try folder.file(
      "twice.jsonl", recorded + recorded.split(separator: "\n")[0] + "\n")
    let run = try ToolRun(
      ["simulate", "\(walk)/track.gpx", "--regions", "\(walk)/regions.json", "--expect", twice]
        + only)
    #expect(run.status == 1)
    #expect(run.errors.contains("    The recording has it twice, and it came once.\n"))
    #expect(!run.errors.contains("not crossed"), "\(run.errors)")
  }

  @Test func `an event without a crossing is explained by the error of the position`() throws {
    let error = "tracks/entered-by-error"
    let recorded = try String(contentsOfFile: "\(error)/expected.jsonl", encoding: .utf8)
    let folder = try TemporaryFolder()
    let swapped = try folder.file(
      "swapped.jsonl",
      recorded.replacing("\"enter\"", with: "\"x\"").replacing("\"exit\"", with: "\"enter\"")
        .replacing("\"x\"", with: "\"exit\""))
    let run = try ToolRun(
      "simulate", "\(error)/track.gpx", "--regions", "\(error)/regions.json", "--settings",
      "\(error)/settings.json", "--expect", swapped)
    #expect(run.status == 1)
    let sentence =
      /The boundary was not crossed: the device was [0-9.]+ m outside, and the position that the phone reported, which brought the (enter|exit), was [0-9.]+ m off\./
    #expect(run.errors.matches(of: sentence).count == 2, "\(run.errors)")
    #expect(!run.errors.contains("was crossed at"))
  }

  @Test func `several tracks are explained the same with any jobs`() throws {
    let tracks = ["\(Self.walk)/track.gpx", "\(Self.drive)/track.gpx"]
    let command =
      ["simulate"] + tracks + ["--regions", "\(Self.walk)/regions.json", "--expect"]
    let recording = try folder.file(
      "expected",
      ToolRun(["simulate"] + tracks + ["--regions", "\(Self.walk)/regions.json"]).output)
    let runs = try ["1", "4"].map {
      try ToolRun(command + [recording, "--dwell", "220", "--jobs", $0])
    }
    #expect(runs[0].errors.contains("; missed: stayed 3 min 25 s to 3 min 35 s; "))
    #expect(runs[0].errors == runs[1].errors)
  }

  @Test func `a run with a state says why it does not look for causes`() throws {
    let state = folder.url.appendingPathComponent("state").path
    #expect(
      try reasons(log("--dwell", "9999", "--state", state)) == [
        "Both: The cause is not looked for in a run with --state, which may begin in the middle of "
          + "the track: simulate the whole track without --state."
      ])
  }

  @Test func `a long failure is short: alike differences share a sentence and are counted`() throws
  {
    let rows = (0..<500).map { "2024-05-01T07:\(10 + $0 / 60):\(10 + $0 % 50)Z enter stop-\($0)\n" }
    let log = try log(expect: folder.file("expected", rows.joined()))
    #expect(log.count < 20, "\(log)")
    #expect(log.contains("  … and 495 more"))
    #expect(
      log.contains {
        $0.hasPrefix("    All 500: The set of this run (1 region: tivoli) has no region")
      })
    #expect(log.contains { $0 == "causes: 500 of a region that is not in the set" })
  }

  @Test func `causes of one kind are shown ten times, and counted`() throws {
    let courier = "tracks/a-courier-in-midtown"
    let run = try ToolRun(
      "simulate", "\(courier)/track.csv", "--regions", "\(courier)/regions.csv", "--quiet",
      "--expect", "\(courier)/expected.jsonl")
    let log = run.errors.split(separator: "\n").map(String.init)
    #expect(reasons(log).count { $0.contains("; missed: all 20 slots were taken") } == 10)
    #expect(log.contains { $0.hasPrefix("… and ") && $0.hasSuffix(" more differences") })
    #expect(log.contains { $0.hasPrefix("causes: ") && $0.contains(" missed: not-registered") })
  }

  @Test func `the failure of a JUnit case says why, too`() throws {
    let junit = folder.url.appendingPathComponent("junit.xml").path
    let log = try log("--dwell", "220", "--to", "2024-05-01T07:10:30Z", "--junit", junit)
    let document = try JUnitSchema(String(contentsOfFile: junit, encoding: .utf8))
    #expect(document.violations == [])
    let failures = document.root.all("failure").map(\.text)
    #expect(failures.count == reasons(log).count)
    for (failure, reason) in zip(failures, reasons(log)) { #expect(failure.hasSuffix(reason)) }
  }

  @Test func `a report explains the same`() throws {
    let page = folder.url.appendingPathComponent("page.html").path
    let run = try ToolRun(
      "report", "\(Self.walk)/track.gpx", "--regions", "\(Self.walk)/regions.json", "--expect",
      Self.recorded, "--dwell", "220", "-o", page)
    #expect(run.status == 1)
    #expect(
      run.errors.contains("\n    The boundary was crossed at 07:04:15; missed: stayed "))
  }

  @Test func `where nothing of a recording is compared, the run fails`() throws {
    let regions = try folder.file(
      "regions.json",
      #"[{"identifier": "home", "latitude": 46.1, "longitude": 14.5, "radius": 50}]"#)
    let junit = folder.url.appendingPathComponent("junit.xml").path
    #expect(
      try log("--only", "home", "--junit", junit, regions: regions) == [
        "\(Self.recorded): error: nothing was compared: of its 2 events none is asked for, and none "
          + "such came",
        "help: let --only and --device name what the recording has, or leave them out",
      ])
    let document = try JUnitSchema(String(contentsOfFile: junit, encoding: .utf8))
    #expect(document.violations == [])
    #expect(document.root.all("failure").map { $0.attributes["type"] } == ["nothing-compared"])
    let empty = try folder.file("expected", "# nothing\n")
    let run = try ToolRun(
      "simulate", "\(Self.walk)/track.gpx", "--regions", regions, "--expect", empty)
    #expect(run.status == 0)
  }

  @Test func `a recording of registrations alone is not met by a run that is not verbose`() throws {
    let recording = try folder.file("expected", "2024-05-01T07:00:00Z reselect -\n")
    let log = try log("--dwell", "9999", expect: recording)
    #expect(
      log.last == "help: it has no enter and no exit: pass --verbose to compare what else it has")
  }

  @Test func `a dwell that the system does not have, or that is not asked for`() throws {
    let recording = try folder.file("expected", "2024-05-01T07:05:15Z dwell tivoli\n")
    #expect(try reasons(log(expect: recording)).contains("Core Location has no dwell."))
    #expect(
      try reasons(log("--api", "geofencingclient", expect: recording)).contains(
        "No dwell is asked for: --loitering does that."))
  }

  @Test func `a recording that is missing is made with --update`() throws {
    let run = try ToolRun(
      "simulate", "\(Self.walk)/track.gpx", "--regions", "\(Self.walk)/regions.json", "--expect",
      "nowhere.jsonl")
    #expect(run.status == 66)
    #expect(run.errors.hasSuffix("\nhelp: record the events there with --update\n"))
  }
}
