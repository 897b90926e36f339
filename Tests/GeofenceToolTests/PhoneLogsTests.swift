import TestSupport
import Testing

/// `--phone`: whose events a log has, and of which year.
struct PhoneLogsTests {
  private let folder: TemporaryFolder
  private let regions: String

  init() throws {
    folder = try TemporaryFolder()
    regions = try folder.file(
      "r.json", #"[{"identifier":"home","latitude":46.05,"longitude":14.5,"radius":150}]"#)
  }

  /// Returns a track that leaves home in its second minute, at the pace of a car.
  ///
  /// - Parameters:
  ///   - start: its time up to the tens of minutes.
  ///   - zone: what its times name as their zone.
  private func track(
    devices: [String] = [], start: String = "2026-01-01T00:0", zone: String = "Z"
  ) throws -> String {
    let names = devices.isEmpty ? [""] : devices.map { ",\($0)" }
    let rows = (0..<60).flatMap { second in
      names.map { name in
        let latitude = 46.05 + Double(max(0, second - 12)) * 0.001
        let (minute, rest) = (second / 6, second % 6)
        return "\(start)\(minute):\(rest)0\(zone),\(latitude),14.5\(name)"
      }
    }
    let header = "time,lat,lon" + (devices.isEmpty ? "" : ",device")
    return try folder.file("t.csv", ([header] + rows).joined(separator: "\n") + "\n")
  }

  private func audit(_ log: String, named name: String = "log.csv", devices: [String] = [])
    throws -> ToolRun
  {
    try run("audit", log, named: name, on: track(devices: devices))
  }

  private func run(
    _ command: String, _ log: String, named name: String = "log.csv", on track: String,
    regions: String? = nil, _ options: String...
  ) throws -> ToolRun {
    try ToolRun(
      [command, track, "--regions", regions ?? self.regions, "--phone", try folder.file(name, log)]
        + options)
  }

  private static let three =
    "time,device,event,region\n"
    + ["anna", "ben", "cleo"].map { "2026-01-01T00:02:40Z,\($0),exit,home\n" }.joined()

  @Test func `the events of phones that are not in the track are left out`() throws {
    for devices in [["anna"], ["anna", "ben"]] {
      let run = try audit(Self.three, devices: devices)
      #expect(run.status == 0, "\(run.errors)")
      #expect(
        run.output.contains("of \(devices.count) crossing"), "\(run.output.prefix(200))")
      #expect(run.output.contains("1 of the device \"cleo\", which is not in the track"))
    }
  }

  @Test func `nothing is known of a phone whose log is not given`() throws {
    let anna = "time,device,event,region\n2026-01-01T00:02:40Z,anna,exit,home\n"
    let run = try audit(anna, devices: ["anna", "ben"])
    #expect(
      run.errors.contains("log.csv: warning: no event is of \"ben\": what that phone delivered"))
    #expect(run.output.contains("of 1 crossing the phone delivered 1"), "\(run.output)")
    #expect(!run.output.contains("did not deliver"))
    let valid = try self.run("validate", anna, on: track(devices: ["anna", "ben"]))
    #expect(
      (valid.output + valid.errors).contains("warning: no event is of \"ben\""), "\(valid.output)")
    #expect(try !audit(Self.three, devices: ["anna", "ben"]).errors.contains("no event is of"))
  }

  @Test func `a phone has a log where all its events are of other regions or times`() throws {
    let places = try folder.file(
      "places.json",
      #"""
      [{"identifier": "home", "latitude": 46.05, "longitude": 14.5, "radius": 150},
       {"identifier": "office", "latitude": 46.05, "longitude": 14.6, "radius": 150}]
      """#)
    let anna = "time,device,event,region\n2026-01-01T00:02:40Z,anna,exit,home\n"
    for other in ["2026-01-01T00:03:00Z,ben,enter,office", "2026-01-01T05:00:00Z,ben,exit,home"] {
      let run = try run(
        "audit", anna + other + "\n", on: track(devices: ["anna", "ben"]), regions: places,
        "--only",
        "home")
      #expect(!run.errors.contains("no event is of"), "\(run.errors)")
      #expect(run.output.contains("of 2 crossings the phone delivered 1"), "\(run.output)")
      #expect(run.output.contains("the phone did not deliver the exit of home"))
    }
  }

  @Test func `an event beside the track that is of no crossing is left out`() throws {
    let log = "time,event,region\n2026-01-01T00:02:40Z,exit,home\n"
    let cuts = [("--from", "2026-01-01T00:05:00Z"), ("--to", "2026-01-01T00:01:00Z")]
    for (option, time) in cuts {
      let run = try run("audit", log, on: track(), option, time)
      #expect(
        run.output.contains("left out of the log: 1 before or after the fixes that were played"),
        "\(run.output)")
      #expect(!run.output.contains("by the phone without a crossing"), "\(run.output)")
      // The rules find the device at home, where it begins.
      #expect(
        run.output.contains("\n1 by the rules without a crossing\n") == (option == "--to"),
        "\(run.output)")
    }
    // Such an event may be of the crossing by the track's end.
    let late = try run("audit", log, on: track(), "--to", "2026-01-01T00:02:30Z")
    #expect(late.output.contains("of 1 crossing the phone delivered 1"), "\(late.output)")
  }

  @Test func `the events of a run agree with the run itself`() throws {
    let scenarios = [
      ("clmonitor", "[]"),
      (
        "cllocationmanager",
        #"""
        [{"at": "+60s", "do": "background-refresh", "to": "off"},
         {"at": "+300s", "do": "background-refresh", "to": "on"}, {"at": "+360s", "do": "determine"}]
        """#
      ),
      (
        "clmonitor",
        #"""
        [{"at": "+60s", "do": "reboot"}, {"at": "+240s", "do": "unlock"},
         {"at": "+240s", "do": "force-quit"}, {"at": "+480s", "do": "launch"}]
        """#
      ),
    ]
    for (api, scenario) in scenarios {
      for format in ["jsonl", "csv", "text"] {
        let options = [
          "--regions", regions, "--api", api, "--scenario", try folder.file("s.json", scenario),
        ]
        let log = try ToolRun(
          ["simulate", try track(), "--verbose", "--format", format] + options)
        let name = "own.\(format == "text" ? "txt" : format)"
        let run = try ToolRun(
          ["audit", try track(), "--phone", try folder.file(name, log.output)] + options)
        #expect(run.output.contains("they agree on 1 of 1 within 1 min: 100 %"), "\(run.output)")
      }
    }
  }

  @Test func `lines of a run that name no zone are of the track's`() throws {
    let run = try run(
      "audit", "2026-01-01T01:02:40  exit  home\n", named: "log.txt", on: track(),
      "--track-timezone", "Europe/Ljubljana")
    #expect(run.output.contains("of 1 crossing the phone delivered 1"), "\(run.errors)")
    #expect(run.errors.contains("times that name no zone are taken as those of Europe/Ljubljana"))
  }

  @Test func `a page is not green where the phone was late, or delivered an event twice`() throws {
    let header = "time,event,region\n"
    let logs = [
      ("2026-01-01T00:02:40Z,exit,home\n", true), ("2026-01-01T00:09:00Z,exit,home\n", false),
      ("2026-01-01T00:02:40Z,exit,home\n2026-01-01T00:03:40Z,exit,home\n", false),
    ]
    for (log, isGreen) in logs {
      let page = folder.url.appendingPathComponent("page.html").path
      _ = try run("report", header + log, on: track(), "-o", page)
      let text = try String(contentsOfFile: page, encoding: .utf8)
      #expect(text.contains("<h1 class=\"good\">") == isGreen)
      #expect(text.contains("Nothing went wrong") == isGreen)
      let json = try run("audit", header + log, on: track(), "--format", "json")
      #expect(json.output.contains("\"green\":true") == isGreen, "\(json.output)")
    }
  }

  @Test func `an event that the phone delivered once more is listed with its time and place`()
    throws
  {
    let log = """
      time,event,region,lat,lon
      2026-01-01T00:02:40Z,exit,home,46.053,14.5
      2026-01-01T00:03:40Z,exit,home,46.06,14.5

      """
    let run = try audit(log)
    #expect(
      run.output.contains(
        "the phone delivered the exit of home at 2026-01-01T00:03:40Z, 962 m outside, once more\n"),
      "\(run.output)")
    let json = try self.run("audit", log, on: track(), "--format", "json").output
    #expect(
      json.contains(
        #""event":"exit","region":"home","time":"2026-01-01T00:03:40Z"}],"strategies":"#), "\(json)"
    )
  }

  @Test func `an enter at a place far outside of its region is noted`() throws {
    func log(_ event: String, _ latitude: Double, _ accuracy: Int) -> String {
      "time,event,region,lat,lon,acc\n2026-01-01T00:00:40Z,\(event),home,\(latitude),14.5,\(accuracy)\n"
    }
    let run = try audit(log("enter", 46.13, 30))
    #expect(
      run.errors.contains("note: an enter has a place 8.7 km outside of its region"),
      "\(run.errors)")
    for log in [log("enter", 46.13, 9000), log("enter", 46.055, 30), log("exit", 46.13, 30)] {
      #expect(try !audit(log).errors.contains("has a place"))
    }
    let moved =
      #"{"identifier": "home", "latitude": 46.13, "longitude": 14.5, "radius": 150}"#
    let life = try folder.file("life.json", #"[{"at": "+20s", "do": "add", "region": \#(moved)}]"#)
    let other = try self.run("audit", log("enter", 46.13, 30), on: track(), "--scenario", life)
    #expect(!other.errors.contains("has a place"), "\(other.errors)")
  }

  @Test func `a state is news after an older state of the other side`() throws {
    let rows = (0...120).map { minute in
      "2026-01-01T0\(1 + minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60):00Z,"
        + "\(minute < 60 ? 46.07 : 46.05),14.5"
    }
    let track = try folder.file("way.csv", (["time,lat,lon"] + rows).joined(separator: "\n") + "\n")
    let log = "2026-01-01T01:00:10Z,unsatisfied,home\n2026-01-01T02:01:00Z,inside,home\n"
    let run = try run("audit", "time,event,region\n" + log, on: track)
    #expect(run.output.contains("of 1 crossing the phone delivered 1"), "\(run.output)")
    #expect(run.output.contains("left out of the log: 1 of a state that the app knew already"))
  }

  @Test func `rows before the header are refused, and those under another are counted`() throws {
    let row = "2026-01-01T00:02:40Z,exit,home\n"
    let sorted = try audit(row + "time,event,region\n")
    #expect(sorted.status == 65)
    #expect(
      sorted.errors.contains(
        "log.csv:1: error: a row before the header\nhelp: put the header first"),
      "\(sorted.errors)")
    let mixed = try audit(
      "time,event,region\n" + row + "region,time,event\nhome,2026-01-01T00:02:50Z,exit\n")
    #expect(mixed.output.contains("left out of the log: 2 of another kind"), "\(mixed.output)")
  }

  @Test func `a first state that both have is no difference`() throws {
    let track = try track()
    let simulated = try ToolRun(["simulate", track, "--regions", regions, "--format", "csv"]).output
    let run = try audit(simulated)
    #expect(run.output.contains("100 %") && !run.output.contains("differences"), "\(run.output)")
  }

  @Test func `a page of trials begins with the means that an audit of them has`() throws {
    let log = "time,event,region\n2026-01-01T00:02:40Z,exit,home\n"
    let options = ["--positioning", "phone", "--trials", "9"]
    let run = try run(
      "report", log, on: track(), options[0], options[1], options[2], options[3], "-o",
      folder.url.appendingPathComponent("page.html").path)
    let text = run.output + run.errors
    let means = text.matches(of: /the rules ([\d.]+)/).map { Double($0.1) }
    #expect(means.count > 1 && Set(means).count == 1, "\(text)")
    #expect(text.contains(" in the mean of 9 draws"), "\(text)")
  }

  @Test func `a line that two logs have is one event, as it is in one log`() throws {
    let (header, line) = ("time,event,region\n", "2026-01-01T00:02:40Z,exit,home\n")
    let whole = try audit(header + line + line).output
    let parts = try run(
      "audit", header + line, on: track(), "--phone",
      try folder.file("next.csv", header + line)
    ).output
    for output in [whole, parts] {
      #expect(output.contains("left out of the log: 1 written twice\n"), "\(output)")
      #expect(!output.contains("once more"))
    }
  }

  @Test func `of names that are none of a region the first of the log is said`() throws {
    let rows = ["yard", "annex"].map { "2026-01-01T00:02:40Z,exit,\($0)\n" }.joined()
    let run = try audit("time,event,region\n" + rows)
    #expect(
      run.errors.contains(
        "no event is about a region of this run; the first is \"yard\"\nhelp: the regions are "),
      "\(run.errors)")
  }

  @Test func `of several rows the best has to reach the least agreement, and is named`() throws {
    let log = "time,event,region\n2026-01-01T00:02:40Z,exit,home\n"
    for (cushions, status) in [("100/5000", 0), ("4000/5000", 1)] as [(String, Int32)] {
      let file = folder.url.appendingPathComponent("agreement.xml").path
      let run = try run(
        "audit", log, on: track(), "--cushion", cushions, "--min-agreement", "0.9", "--junit", file)
      #expect(run.status == status, "\(run.errors)")
      let best = "--cushion \(cushions.prefix { $0 != "/" })"
      #expect(
        run.errors.contains("error: \(best): agreement 0 % (0 of 1) is below") == (status == 1),
        "\(run.errors)")
      #expect(
        try String(contentsOfFile: file, encoding: .utf8).contains("name=\"agreement \(best)\""))
    }
  }

  @Test(arguments: ["0/400", "400/0"])
  func `of rules that agree alike those whose events are least apart are the best`(
    _ cushions: String
  )
    throws
  {
    let log = "time,event,region\n2026-01-01T00:03:10Z,exit,home\n"
    let output = try run(
      "audit", log, on: track(), "--cushion", cushions, "--tolerance", "600"
    ).output
    #expect(output.contains("by the rules (--cushion 400) in the median"), "\(output)")
    #expect(
      output.contains(/--cushion 400 +100 % +1 +0 +0 +\d+ s\n +--cushion 0 +100 %/), "\(output)")
  }

  @Test func `a log that is given twice is refused`() throws {
    let log = try folder.file("log.csv", Self.three)
    let twice = try run("audit", Self.three, on: track(), "--phone", log)
    #expect(twice.status == 64)
    #expect(twice.errors.contains("'--phone \(log)' is given twice"), "\(twice.errors)")
  }

  @Test func `a state that the app knew already hides no event of its time`() throws {
    let page = folder.url.appendingPathComponent("page.html").path
    let log = ["exit", "unsatisfied"].map { "2026-01-01T00:02:40Z,\($0),home\n" }.joined()
    _ = try run("report", "time,event,region\n" + log, on: track(), "-o", page)
    #expect(
      try String(contentsOfFile: page, encoding: .utf8).contains(
        "delivered by the phone 20 s after"))
  }

  @Test func `a phone that delivered nothing has an empty log`() throws {
    for (name, log) in [("log.csv", "time,event,region\n"), ("log.jsonl", "")] {
      let run = try run("audit", log, named: name, on: track(), "--min-agreement", "0.5")
      #expect(run.errors.contains("warning: the log has no enter or exit"), "\(run.errors)")
      #expect(run.output.contains("of 1 crossing the phone delivered 0"), "\(run.output)")
      #expect(run.status == 1)
    }
  }

  @Test func `a log of a phone that is not in the track says so`() throws {
    let carl = "time,device,event,region\n2026-01-01T00:02:40Z,Anna,exit,home\n"
    let run = try audit(carl, devices: ["anna", "ben"])
    #expect(run.status == 65)
    #expect(
      run.errors.contains(
        "there are 2 devices, and the log is of \"Anna\", which is none of them\n"
          + "help: name it as in the track: anna, ben\n"), "\(run.errors)")
  }

  @Test func `events that a flag suppresses are left out, and said to be`() throws {
    let silent = try folder.file(
      "silent.json",
      #"""
      [{"identifier": "home", "latitude": 46.05, "longitude": 14.5, "radius": 150,
        "notifyOnExit": false}]
      """#)
    let run = try run(
      "audit", "time,event,region\n2026-01-01T00:02:40Z,exit,home\n", on: track(), regions: silent)
    #expect(
      run.output.contains(
        "left out of the log: 1 of the exits of \"home\", for which notifyOnExit is false\n"),
      "\(run.output)")
    #expect(!run.output.contains("by the phone without a crossing"))
  }

  @Test func `a log of several phones is refused beside a track that names none`() throws {
    let refused = try audit(Self.three)
    #expect(refused.status == 65)
    #expect(refused.errors.contains("the log is of 3 phones, \"anna\", \"ben\", \"cleo\""))
    let one = Self.three.split(separator: "\n").prefix(2).joined(separator: "\n") + "\n"
    #expect(try audit(one).status == 0)
  }

  @Test func `a log without years is of the track's, on both sides of midnight`() throws {
    let log = """
      12-31 23:58:00.000  1234  5678 D Geofences: ENTER Geofence: home
      01-01 00:02:40.000  1234  5678 D Geofences: EXIT Geofence: home
      """
    let run = try audit(log, named: "logcat.txt")
    #expect(run.output.contains("of 1 crossing the phone delivered 1"), "\(run.errors)")
  }

  @Test func `a table without a readable kind has checked nothing`() throws {
    let refused = try audit("time,type,region\n2026-01-01T00:02:40Z,7,home\n")
    #expect(refused.status == 65)
    #expect(refused.errors.contains("no row is an enter or an exit; the first is \"7\""))
    let numbers = try audit("time,type,region\n2026-01-01T00:02:40Z,2,home\n")
    #expect(numbers.output.contains("of 1 crossing the phone delivered 1"), "\(numbers.errors)")
  }

  @Test func `a name that two regions have is an error, in another case too`() throws {
    for names in [("1", "Home", "2", "Home"), ("home", "a", "HOME", "b")] {
      let places = try folder.file(
        "two.json",
        """
        [{"identifier":"\(names.0)","name":"\(names.1)","latitude":46.05,"longitude":14.5,"radius":150},
         {"identifier":"\(names.2)","name":"\(names.3)","latitude":46.1,"longitude":14.5,"radius":150}]
        """)
      let log = "time,event,region\n2026-01-01T00:02:40Z,exit,Home\n"
      for command in ["audit", "validate"] {
        let refused = try run(command, log, on: track(), regions: places)
        #expect(refused.status == 65)
        #expect((refused.output + refused.errors).contains("\"Home\" may be any of 2 regions: "))
      }
      let exact = log.replacing("Home", with: names.0)
      #expect(try run("audit", exact, on: track(), regions: places).status == 0)
      let chosen = try run("audit", log, on: track(), regions: places, "--only", names.0)
      #expect(chosen.status == 0, "\(chosen.errors)")
    }
  }

  @Test func `the remedy for times without a zone is one that helps`() throws {
    let late = "time,event,region\n2026-01-01T02:02:40,exit,home\n"
    let own = try run("audit", late, on: track())
    #expect(own.errors.contains("its times name no zone: --track-timezone Etc/GMT-2"))
    let both = try run("audit", late, on: track(zone: ""))
    #expect(both.status == 65)
    #expect(both.errors.contains("write those of one of them with their offset"), "\(both.errors)")
    let early = late.replacing("T02:02:40", with: "T00:02:40Z")
    let local = try track(start: "2026-01-01T02:0", zone: "")
    let ofTrack = try run("audit", early, on: local)
    #expect(ofTrack.errors.contains("the track's times name no zone: --track-timezone Etc/GMT-2"))
    #expect(try run("audit", early, on: local, "--track-timezone", "Etc/GMT-2").status == 0)
  }

  @Test func `times as Swift writes a date are those since 2001`() throws {
    let run = try run("audit", "time,event,region\n788918560,exit,home\n", on: track())
    #expect(run.status == 65)
    #expect(
      run.errors.contains("1 of 1 event lies outside of the track, and as times since 2001 in it"))
    #expect(run.errors.contains("or add 978307200 to their seconds"))
  }

  @Test func `an hour that clocks show twice is named`() throws {
    let log = "time,event,region\n2024-10-27T02:02:40,exit,home\n"
    let zone = ["--track-timezone", "Europe/Ljubljana"]
    let first = try run("audit", log, on: track(start: "2024-10-27T00:0"), zone[0], zone[1])
    #expect(first.status == 0)
    #expect(
      first.errors.contains(
        "the clocks of Europe/Ljubljana show 1 of its 1 time twice; each is taken as the first"))
    let second = try run("audit", log, on: track(start: "2024-10-27T01:0"), zone[0], zone[1])
    #expect(second.status == 65)
    #expect(second.errors.contains("has the clock gone back at the end of daylight saving?"))
    let other = log.replacing("10-27T02", with: "10-28T01")
    let usual = try run("audit", other, on: track(start: "2024-10-28T00:0"), zone[0], zone[1])
    #expect(!usual.errors.contains("twice"))
  }

  @Test func `what an audit finds in a log is found before`() throws {
    let devices = ["anna", "ben"]
    let two = try track(devices: devices)
    let others = try run("validate", Self.three, on: two, "--strict")
    #expect(others.status == 1)
    #expect(others.output.contains("events of \"cleo\", which is no device of the track"))
    let late = "time,event,region\n2026-01-01T02:02:40,exit,home\n"
    let nobody = late.replacing("T02:02:40", with: "T00:02:40Z")
    for (log, devices) in [(nobody, devices), (late, [])] {
      let track = try track(devices: devices)
      let refused = try run("validate", log, on: track)
      #expect(refused.status == 65)
      let problem = try #require(
        try run("audit", log, on: track).errors.split(separator: "\n").first {
          $0.contains(": error: ")
        })
      #expect(refused.output.contains(problem), "\(refused.output)")
    }
  }

  @Test func `events that name no region are of the waypoint of their time`() throws {
    func waypoint(_ name: String, _ time: Int) -> String {
      #"{"_type":"waypoint","desc":"\#(name)","lat":46.05,"lon":14.5,"rad":150,"tst":\#(time)}"#
    }
    func leave(_ waypoint: Int, _ time: Int) -> String {
      #"{"_type":"transition","event":"leave","tst":\#(time),"wtst":\#(waypoint),"t":"c"}"# + "\n"
    }
    let home = waypoint("home", 1_525_300_331)
    let both =
      #"{"_type":"waypoints","waypoints":[\#(home),\#(waypoint("garden", 1_525_300_290))]}"#
    // 2026-01-01T00:02:40Z, and a minute later.
    let (ofGarden, ofHome) = (
      leave(1_525_300_290, 1_767_225_760), leave(1_525_300_331, 1_767_225_820)
    )
    let (track, all) = (try track(), try folder.file("all.json", both))
    let whole = try run("audit", ofGarden + ofHome, on: track, regions: all)
    #expect(whole.output.contains("of 2 crossings the phone delivered 2"), "\(whole.output)")
    let one = try folder.file("one.json", "[\(home)]")
    let part = try run("audit", ofGarden + ofHome, on: track, regions: one)
    #expect(part.output.contains("of 1 crossing the phone delivered 1"), "\(part.output)")
    #expect(part.output.contains("1 of \"1525300290\", which is no region"))
    #expect(try !run("validate", ofHome, on: track, regions: one).output.contains("no region"))
    let refused = try run("audit", ofGarden, on: track, regions: one)
    #expect(refused.errors.contains("OwnTracks names a waypoint by its tst"), "\(refused.errors)")
    // Regions of another form have no such times, and a single one is what all events are about.
    #expect(try run("audit", ofGarden, on: track).output.contains("the phone delivered 1"))
    #expect(try run("audit", ofGarden + ofHome, on: track).status == 65)
  }

  @Test func `a log about other regions has every name of them`() throws {
    let log =
      "time,event,region\n2026-01-01T00:02:40Z,exit,nowhere\n2026-01-01T00:02:50Z,exit,afar\n"
    let run = try run("validate", log, on: track())
    #expect(run.status == 65)
    for text in [
      "note: 2 events, as a table writes them\n", "events of \"nowhere\", which is no region",
      "events of \"afar\", which is no region", "no event is about a region of this run",
    ] {
      #expect(run.output.contains(text), "\(run.output)")
    }
  }

  @Test func `names that are cut to the same text are counted together`() throws {
    let long = String(repeating: "x", count: 60)
    let rows = ["home", long + "1", long + "2", long + "3"].map {
      "2026-01-01T00:02:40Z,exit,\($0)\n"
    }
    let run = try audit("time,event,region\n" + rows.joined())
    #expect(run.output.contains("left out of the log: 3 of \"xxx"), "\(run.output)")
  }

  @Test func `places that are none or are swapped are the track's`() throws {
    let log = "time,event,region,lat,lon\n2026-01-01T00:03:50Z,exit,home,"
    let plain = try audit(log + ",\n").output
    #expect(plain.contains(" outside; the rules "), "\(plain)")
    let none = try audit(log + "0,0\n")
    #expect(none.output == plain)
    let swapped = try audit(log + "14.5,46.051\n")
    #expect(swapped.output == plain)
    #expect(swapped.errors.contains("1 place far from the region would be near it with latitude"))
    #expect(try run("validate", log + "14.5,46.051\n", on: track(), "--strict").status == 1)
  }

  @Test func `a device that is not chosen is no device that the track lacks`() throws {
    let track = try track(devices: ["anna", "ben"])
    let chosen = try run("audit", Self.three, on: track, "--device", "ben")
    #expect(
      chosen.output.contains(
        "left out of the log: 1 of the device \"cleo\", which is not in the track\n"))
  }

  @Test func `alarms of reminders are in no app's log, unless it names one`() throws {
    let list = folder.url.appendingPathComponent("list.ics").path
    _ = try ToolRun(
      "reminders", "add", list, "Lock", "--at", "46.05,14.5", "--radius", "150", "--on-leave",
      "--uid", "lock")
    let log = "time,event,region\n2026-01-01T00:02:40Z,exit,home\n"
    let options = ["--reminders", list, "--min-agreement", "1"]
    let app = try run(
      "audit", log, on: track(), options[0], options[1], options[2], options[3])
    #expect(app.status == 0, "\(app.errors)")
    #expect(
      app.output.contains("they agree on 1 of 1 within 1 min: 100 %; the alarms of reminders"))
    let both = log + "2026-01-01T00:02:40Z,exit,lock\n"
    #expect(
      try run("audit", both, on: track(), "--reminders", list).output
        .contains("they agree on 2 of 2 within 1 min: 100 %\n"))
  }

  @Test func `a median of two is the mean of both, as in the audit's own`() throws {
    let devices = ["anna", "ben"]
    let log =
      "time,device,event,region\n2026-01-01T00:02:30Z,anna,exit,home\n"
      + "2026-01-01T00:02:50Z,ben,exit,home\n"
    let output = try audit(log, devices: devices).output
    let crossed = try #require(output.firstMatch(of: /by the phone in the median (\d+) s/))
    let latest = try #require(output.firstMatch(of: /by the phone in .*?the latest (\d+) s/))
    #expect(Int(crossed.1).map { $0 + 10 } == Int(latest.1), "\(output)")
  }
}
