import Foundation
import TestSupport
import Testing

/// `geofence why`: the stories of regions, held against the events of a simulation and the geometry
/// of the track.
struct WhyTests {
  private static let drive = "tracks/a-winding-drive"

  private func why(_ operands: String..., options: [String] = []) throws -> ToolRun {
    try ToolRun(
      ["why", "\(Self.drive)/track.gpx"] + operands
        + ["--regions", "\(Self.drive)/regions.json"] + options)
  }

  @Test func `a lost event has its cause, who had the slots, and a change that delivers it`()
    throws
  {
    let run = try why("clinic")
    #expect(run.status == 0)
    #expect(
      run.output.hasPrefix(
        "clinic: 2 of 2 arrivals and departures never reached the app because all 20 slots were taken\n"
      ))
    for line in [
      "  inside from 08:24:00 to 08:24:30: 30 s, 7 fixes, up to 395 m deep\n",
      "    enter of 08:24:00: missed: all 20 slots were taken when the app selected at 08:20:00, ",
      "; the last slot went to nursery, 5.8 km away; it reselected at 08:25:00\n",
      "      it ranked 25 at 6.1 km; the last of the 20 slots went to old-bridge (5.7 km), ",
      "      delivered at 08:24:20 with --reselect-on significant,event\n",
    ] {
      #expect(run.output.contains(line), "\(line)")
    }
  }

  @Test func `what was read before an error is explained`() throws {
    let folder = try TemporaryFolder()
    let text = try String(
      contentsOf: ToolRun.package.appendingPathComponent("\(Self.drive)/track.gpx"),
      encoding: .utf8)
    let track = try folder.file("cut.gpx", String(text.prefix(text.count * 9 / 10)))
    let run = try ToolRun([
      "why", track, "clinic", "--regions", "\(Self.drive)/regions.json",
    ])
    #expect(run.status == 65)
    #expect(run.output.hasPrefix("clinic: 2 of 2 arrivals and departures never reached the app"))
    #expect(run.errors.contains("cut.gpx"))
  }

  /// A device that is at a place of 100 m from 00:01:10 to 00:06:10, and far away before and after.
  private func visit(
    _ regions: String, _ options: [String], away: Double = 46.06, scenario: String
  ) throws -> String {
    let folder = try TemporaryFolder()
    let rows = (0...60).map { "\($0 * 10),\((7...37).contains($0) ? 46.05 : away),14.5\n" }
    _ = try folder.file("track.csv", "time,lat,lon\n" + rows.joined())
    _ = try folder.file("r.json", regions)
    _ = try folder.file("life.json", scenario)
    let run = try ToolRun(
      ["why", "track.csv", "a", "--regions", "r.json", "--scenario", "life.json"] + options,
      in: folder.url)
    return run.output + run.errors
  }

  private static let place = #"[{"id": "a", "latitude": 46.05, "longitude": 14.5, "radius": 100}]"#

  @Test func `a stay is not too short where the app gave its region up`() throws {
    let arrival = try visit(
      Self.place, [], scenario: #"[{"at": "+80s", "do": "remove", "identifier": "a"}]"#)
    #expect(arrival.contains("never reached the app because the region was removed or replaced"))
    #expect(
      arrival.contains(
        "enter of 00:01:10: missed: the region was removed or replaced at 00:01:20, 10 s to 20 s after "
          + "the crossing; 20 s are needed"), "\(arrival)")
    let departure = try visit(
      Self.place, [], scenario: #"[{"at": "+390s", "do": "remove", "identifier": "a"}]"#)
    #expect(
      departure.contains("1 of 2 arrivals and departures never reached the app because the region"))
    #expect(!departure.contains("far enough") && !departure.contains("too short"), "\(departure)")
    // Parked 40 m outside for minutes, so that nothing but the distance stops the departure.
    let parked = try visit(
      Self.place, [], away: 46.05126,
      scenario: #"[{"at": "+600s", "do": "remove", "identifier": "a"}]"#)
    #expect(parked.contains("because the device did not go far enough past"), "\(parked)")
    #expect(!parked.contains("removed or replaced"), "\(parked)")
  }

  @Test func `a dwell that began anew was not lost to an outage`() throws {
    let dwell = try visit(
      Self.place, ["--api", "geofencingclient", "--loitering", "290"],
      scenario: #"[{"at": "+90s", "do": "launch"}]"#)
    #expect(
      dwell.contains(
        "missed because the app registered the region again, so that the delay began anew"),
      "\(dwell)")
  }

  @Test func `a region that is added after the track was never in the set`() throws {
    let late = try visit(
      Self.place.replacing("\"a\"", with: "\"b\""), [],
      scenario: #"[{"at": "+9000s", "do": "add", "region": \#(Self.place.dropFirst().dropLast())}]"#
    )
    #expect(late.contains("it is added only after the end of the track"), "\(late)")
  }

  @Test func `why an arrival or a departure is not asked for`() throws {
    let folder = try TemporaryFolder()
    let track = try folder.file(
      "track.csv",
      "time,lat,lon\n0,46.05,14.49\n20,46.05,14.5\n60,46.05,14.5\n80,46.05,14.49\n200,46.05,14.49\n"
    )
    func lines(_ keys: String, _ scenario: String = "[]") throws -> String {
      let regions = try folder.file(
        "regions.json",
        #"[{"id": "a", "latitude": 46.05, "longitude": 14.5, "radius": 100\#(keys)}]"#)
      let life = try folder.file("life.json", scenario)
      return try ToolRun(["why", track, "a", "--regions", regions, "--scenario", life]).output
    }
    let exit = "    exit of 00:01:20: "
    #expect(
      try lines(#", "notifyOnExit": false"#).contains(
        exit + "not reported (notifyOnExit is false)"))
    let departures = try lines(#", "notifyOnEntry": false"#)
    #expect(
      departures.contains("    enter of 00:00:20: not reported (notifyOnEntry is false)\n"))
    #expect(departures.contains("    exit of 00:01:20: delivered at"))
    // The set has another circle, or none, when the device comes to where this one is.
    let silent =
      #"{"id": "a", "latitude": 46.05, "longitude": 14.5, "radius": 200, "notifyOnEntry": false}"#
    for start in [
      #"{"at": "+50s", "do": "add", "region": \#(silent)}"#,
      #"{"at": "+10s", "do": "remove", "identifier": "a"}, {"at": "+50s", "do": "add", "region": \#(silent)}"#,
    ] {
      let why = try lines(#", "notifyOnEntry": false"#, "[\(start)]")
      #expect(!why.contains("enter of 00:00:50"), "\(why)")
    }
    #expect(
      try lines("", #"[{"at": "+50s", "do": "remove", "identifier": "a"}]"#).contains(
        exit + "not in the app's set then"))
    let other = #"{"id": "a", "latitude": 46.05, "longitude": 14.6, "radius": 100}"#
    #expect(
      try lines("", #"[{"at": "+50s", "do": "add", "region": \#(other)}]"#).contains(
        "    from 00:00:50 on the region is another circle"))
    #expect(!(try lines("")).contains("not in"))
  }

  @Test func `an action that no device reaches is said`() throws {
    let folder = try TemporaryFolder()
    let life = try folder.file("life.json", #"[{"at": "+60000s", "do": "terminate"}]"#)
    for command in ["why", "audit", "simulate"] {
      let run = try ToolRun([
        command, "\(Self.drive)/track.gpx", "--regions", "\(Self.drive)/regions.json",
        "--scenario", life,
      ])
      let said = run.errors.components(separatedBy: "\"terminate\" is never done").count - 1
      #expect(said == 1, "\(command)")
    }
  }

  @Test(arguments: ["why", "audit", "simulate"])
  func `a track that breaks off does not say what it would have reached`(command: String) throws {
    let folder = try TemporaryFolder()
    let text = try String(
      contentsOf: ToolRun.package.appendingPathComponent("\(Self.drive)/track.gpx"),
      encoding: .utf8)
    let track = try folder.file("cut.gpx", String(text.prefix(text.count / 2)))
    let life = try folder.file("life.json", #"[{"at": "+60000s", "do": "terminate"}]"#)
    let run = try ToolRun([
      command, track, "--regions", "\(Self.drive)/regions.json", "--scenario", life,
    ])
    #expect(run.status == 65)
    #expect(!run.errors.contains("is never done"))
  }

  @Test func `a region that its file switches off is named with its place`() throws {
    let folder = try TemporaryFolder()
    let place = #""latitude": 46.05, "longitude": 14.5, "radius": 100"#
    let regions = try folder.file(
      "stores.json", #"[{"id": "a", \#(place)}, {"id": "old", \#(place), "enabled": false}]"#)
    let run = try ToolRun(["why", "\(Self.drive)/track.gpx", "old", "--regions", regions])
    #expect(run.status == 66)
    #expect(run.errors.contains("stores.json: error: [1]: the file switches off \"old\""))
  }

  @Test func `a passive zone is named, also where a log is about it`() throws {
    let folder = try TemporaryFolder()
    let place = #""latitude": 46.05, "longitude": 14.5, "radius": 100"#
    let zones = try folder.file(
      "zones.json", #"[{"id": "a", \#(place)}, {"id": "old", \#(place), "passive": true}]"#)
    let track = "\(Self.drive)/track.gpx"
    let said = #""old" is a passive zone, which no app watches"#
    let run = try ToolRun(["why", track, "old", "--regions", zones])
    #expect(run.errors.contains("zones.json: error: [1]: \(said)"), "\(run.errors)")
    let log = try folder.file("p.csv", "time,event,zone\n2024-05-01T07:00:00Z,enter,old\n")
    let audit = try ToolRun(["audit", track, "--regions", zones, "--phone", log])
    #expect(audit.errors.contains("zones.json: \(said)"), "\(audit.errors)")
  }

  @Test func `of several gaps the one is named whose line passes the region`() throws {
    let folder = try TemporaryFolder()
    // Six minutes in a tunnel through the place, and two hours on a ferry beyond it.
    let track = try folder.file(
      "t.csv",
      "time,lat,lon\n2024-05-01T07:00:00Z,46.05,14.46\n2024-05-01T07:06:00Z,46.05,14.5\n"
        + "2024-05-01T07:07:00Z,46.05,14.505\n2024-05-01T09:07:00Z,46.05,14.9\n")
    let regions = try folder.file(
      "r.json", #"[{"identifier":"tunnel","latitude":46.05,"longitude":14.48,"radius":200}]"#)
    for command in ["audit", "why"] {
      let run = try ToolRun(command, track, "--regions", regions)
      #expect(
        run.output.contains(
          "a device may have been there between 07:00:00 and 07:06:00, without a fix"),
        "\(run.output)")
    }
  }

  @Test func `departures on a single fix each are perhaps errors, as an audit says`() throws {
    let folder = try TemporaryFolder()
    // At the office, and every five minutes 200 m beside it for one fix.
    let rows = (0..<100).map { "\($0 * 12),\($0 % 25 == 24 ? 46.0518 : 46.05),14.5" }
    let track = try folder.file("track.csv", "time,lat,lon\n" + rows.joined(separator: "\n"))
    let regions = try folder.file("office.csv", "id,lat,lon,radius\noffice,46.05,14.5,50\n")
    let inputs = [track, "--regions", regions, "--api", "geofencingclient"]
    let doubt =
      "3 departures rest on a single fix each, with the device back at the next: "
      + "perhaps errors of the position"
    #expect(try ToolRun(["audit"] + inputs).output.contains(doubt))
    #expect(try ToolRun(["why"] + inputs).output.hasPrefix("office: all 7 arrivals and departures"))
    #expect(try ToolRun(["why"] + inputs).output.contains("; \(doubt)\n"))
  }

  @Test func `a registration that Android has lost in silence ends in the story, too`() throws {
    let folder = try TemporaryFolder()
    let life = try folder.file(
      "life.json",
      #"""
      [{"at": "+600s", "do": "location", "to": "off"}, {"at": "+900s", "do": "location", "to": "on"},
       {"at": "+960s", "do": "launch"}]
      """#)
    let run = try why("clinic", options: ["--api", "geofencingclient", "--scenario", life])
    #expect(
      run.output.contains("; registered from 08:10:00 to 08:20:00, from 08:26:00 on\n"),
      "\(run.output)")
    #expect(
      run.output.contains(
        "missed: switching location off at 08:20:00 removed its registration, and the app did not add it again"
      ))
    #expect(run.output.contains("      also in its way: the scenario's actions\n"))
  }

  @Test func `a region that a scenario moves has its visits in the circle of their time`() throws {
    let folder = try TemporaryFolder()
    let life = try folder.file(
      "life.json",
      #"[{"at": "+60s", "do": "add", "region": {"identifier": "mill-bridge", "#
        + #""latitude": 46.002723, "longitude": 14.486091, "radius": 400}}]"#)
    let run = try why("mill-bridge", options: ["--scenario", life])
    for line in [
      ", from 08:11:00 on a circle of 400 m around 46.002723, 14.486091; registered",
      "  inside from 08:10:05 to ",
      "  inside from 08:24:00 to 08:24:30: 30 s, 7 fixes, up to 395 m deep\n",
      "    enter of 08:24:00: ",
    ] {
      #expect(run.output.contains(line), "\(line)\n\(run.output)")
    }
  }

  @Test func `a region that the app had too late is not called never entered`() throws {
    let folder = try TemporaryFolder()
    let life = try folder.file(
      "life.json",
      #"[{"at": "+1000s", "do": "add", "region": {"identifier": "late", "#
        + #""latitude": 46.002723, "longitude": 14.486091, "radius": 400}}]"#)
    let run = try why("late", options: ["--scenario", life])
    #expect(
      run.output.hasPrefix("late: not in the app's set when the device was inside, at 08:24:"),
      "\(run.output)")
    #expect(run.output.contains(": it was added at 08:26:40\n"), "\(run.output)")
  }

  @Test func `an event before its crossing is no other one, and nothing was in its way`()
    throws
  {
    let drive = "tracks/a-courier-in-midtown"
    let run = try ToolRun([
      "why", "\(drive)/track.csv", "7 Av & 31 St", "--regions", "\(drive)/regions.csv",
      "--min-radius", "300", "--reselect-on", "significant,event,sentinel",
    ])
    #expect(run.output.contains("enter of 13:46:15: delivered at 13:41:30, 4 min 45 s before\n"))
    #expect(!run.output.contains("also in its way"))
    #expect(!run.output.contains("also delivered"))
  }

  /// There and back twice, with a restart of the app that has its geofence added again.
  @Test func `a story is in the order of time`() throws {
    let folder = try TemporaryFolder()
    let legs: [(count: Int, step: Double)] = [
      (20, 50), (40, 0), (20, -50), (40, 0), (20, 50), (40, 0), (20, -50),
    ]
    var (rows, metres) = ("time,latitude,longitude\n", 0.0)
    for (index, step) in legs.flatMap({ leg in Array(repeating: leg.step, count: leg.count) })
      .enumerated()
    {
      metres += step
      rows += "\(1_714_550_400 + index * 10),\(46.05 + metres / 111_150),14.5\n"
    }
    let region = #"[{"identifier": "shop", "latitude": 46.059, "longitude": 14.5, "radius": 150}]"#
    let run = try ToolRun([
      "why", try folder.file("track.csv", rows), "shop", "--regions",
      try folder.file("regions.json", region), "--api", "geofencingclient", "--loitering", "60",
      "--scenario", try folder.file("scenario.json", #"[{"at": "+500s", "do": "launch"}]"#),
    ])
    let times = run.output.matches(
      of: /\n    (?:enter|dwell|exit) of ([0-9:]+)|\n    also delivered: enter at ([0-9:]+)/
    )
    .map { $0.1 ?? $0.2 ?? "" }
    #expect(times.count == 8 && times == times.sorted(), "\(run.output)")
  }

  @Test func `a region that was within reach in a gap is not called never entered`() throws {
    let folder = try TemporaryFolder()
    // Within the hour without a fix a device can have been at the near region, and not at the far one.
    let track = try folder.file(
      "gap.csv",
      """
      time,latitude,longitude
      2024-05-01T08:00:00Z,46.000,14.5
      2024-05-01T08:00:10Z,46.001,14.5
      2024-05-01T09:00:10Z,46.011,14.5
      2024-05-01T09:00:20Z,46.012,14.5
      """)
    let regions = try folder.file(
      "regions.csv", "identifier,latitude,longitude,radius\nnear,46.006,14.5,100\nfar,48,14.5,100\n"
    )
    let run = try ToolRun(["why", track, "--regions", regions])
    #expect(
      run.output.contains(
        "near: no fix lies inside; nearest 456 m outside at 08:00:10; a device may have been there "
          + "between 08:00:10 and 09:00:10, without a fix\n"), "\(run.output)")
    #expect(
      run.output.contains("far: no device was ever inside; nearest 221 km outside at 09:00:20"))
  }

  @Test func `a reminder is registered beside an app that has more regions than slots`() throws {
    let folder = try TemporaryFolder()
    let calendar = try folder.file(
      "errands.ics",
      """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//Errands//EN
      BEGIN:VTODO
      UID:pills
      SUMMARY:Fetch the pills
      BEGIN:VALARM
      ACTION:DISPLAY
      PROXIMITY:ARRIVE
      BEGIN:VLOCATION
      UID:place
      NAME:Clinic
      URL:geo:46.002723,14.486091;u=300
      END:VLOCATION
      END:VALARM
      END:VTODO
      END:VCALENDAR

      """)
    let run = try why("pills", options: ["--reminders", calendar])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("; registered from 08:10:00 to 08:2"), "\(run.output)")
    #expect(run.output.contains(": delivered at 08:2"))
  }

  @Test func `the change that is named delivers the event then`() throws {
    let run = try ToolRun(
      "simulate", "\(Self.drive)/track.gpx", "--regions", "\(Self.drive)/regions.json",
      "--reselect-on", "significant,event", "--only", "clinic")
    #expect(run.output.contains("2024-05-03T08:24:20Z  enter  clinic"))
  }

  @Test func `a name that no region has is refused with the nearest`() throws {
    let run = try why("clinik")
    #expect(run.status == 66)
    #expect(run.output.isEmpty)
    #expect(
      run.errors
        == "\(Self.drive)/regions.json: error: there is no region \"clinik\"\n"
        + "help: did you mean clinic?\n")
  }

  @Test func `a file in place of a name is said to be one`() throws {
    let track = "\(Self.drive)/track.gpx"
    let run = try why(track)
    #expect(run.status == 66)
    #expect(
      run.errors == "\(track): error: a file where the name of a region is expected\n"
        + "help: the track goes first, and one alone; --join takes the files of one recording\n")
  }

  @Test func `files of one recording go before regions, and a region before a file of its name`()
    throws
  {
    let folder = try TemporaryFolder()
    for (name, rows) in [
      ("p1.csv", "0,46.05,14.49\n20,46.05,14.5\n60,46.05,14.5\n"),
      ("p2.csv", "80,46.05,14.49\n200,46.05,14.49\n"), ("a", "300,46.05,14.5\n"),
    ] {
      _ = try folder.file(name, "time,lat,lon\n" + rows)
    }
    _ = try folder.file("r.csv", "id,lat,lon,radius\na,46.05,14.5,100\n")
    func why(_ operands: String...) throws -> ToolRun {
      try ToolRun(["why"] + operands + ["--join", "--regions", "r.csv"], in: folder.url)
    }
    let region = try why("p1.csv", "p2.csv", "a")
    #expect(region.output.contains("    exit of 00:01:20: "), "\(region.output)\(region.errors)")
    #expect(!region.output.contains("00:05:00"))
    let late = try why("p1.csv", "a", "p2.csv")
    #expect(
      late.errors == "p2.csv: error: a file where the name of a region is expected\n"
        + "help: the files of the track go before the names of regions\n")
  }

  @Test func `without a name each region is a line`() throws {
    let run = try why()
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 40)
    #expect(
      lines.contains(
        "airfield: all 2 arrivals and departures reached the app in time, the latest after 20 s"))
  }

  @Test func `a region far away says how near the track came`() throws {
    let folder = try TemporaryFolder()
    let regions = try folder.file(
      "regions.json",
      #"[{"identifier": "far", "latitude": 46.03, "longitude": 14.9, "radius": 100}]"#)
    let run = try ToolRun("why", "\(Self.drive)/track.gpx", "far", "--regions", regions)
    #expect(run.output.hasPrefix("far: no device was ever inside; nearest "))
    let part = try ToolRun(
      "why", "\(Self.drive)/track.gpx", "far", "--regions", regions, "--to", "+60s")
    #expect(part.output.hasPrefix("far: with --to +60s, no device was ever inside; nearest "))
  }

  private struct Story: Decodable {
    struct Event: Decodable {
      let event: String
      let crossedAt: String?
      let deliveredAt: String?
      let time: String?
      let kind: String?
      let device: String?
    }
    struct Visit: Decodable {
      let device: String?
      let events: [Event]
    }
    let region: String
    let visits: [Visit]
    let other: [Event]?
  }

  private struct Line: Decodable {
    let event: String
    let region: String?
    let time: String
    let device: String?
  }

  /// The counts of `audit` are made while the device moves; the kinds stand on events that `why` lists.
  @Test(arguments: [
    ["--min-radius", "200"], ["--min-radius", "300", "--renew", "all"],
    ["--positioning", "wifi", "--trials", "1"],
  ])
  func `the events that are no crossing are of the kinds that audit counts`(_ options: [String])
    throws
  {
    struct Audit: Decodable {
      struct Strategy: Decodable {
        struct Verdict: Decodable { let events: [String: Int] }
        let verdict: Verdict
      }
      let strategies: [Strategy]
    }
    let drive = "tracks/a-courier-in-midtown"
    let arguments =
      ["\(drive)/track.csv", "--regions", "\(drive)/regions.csv", "--format", "json"] + options
    let why = try ToolRun(["why"] + arguments.filter { !["--trials", "1"].contains($0) }).output
    let stories = try JSONDecoder().decode([Story].self, from: Data(why.utf8))
    let kinds = stories.flatMap { ($0.other ?? []).compactMap(\.kind) }
    let audit = try JSONDecoder().decode(
      Audit.self, from: Data(try ToolRun(["audit"] + arguments).output.utf8))
    let counts = audit.strategies[0].verdict.events
    #expect(counts.values.contains { $0 > 0 })
    for (kind, count) in counts {
      #expect(kinds.count { $0 == kind } == count, "\(kind)")
    }
  }

  /// The stories hold every event of the simulation, each once, and no other than a first state
  /// outside that tells the app of an exit that it had not received.
  @Test(arguments: Scenario.all)
  func `the events of all stories are those of the simulation`(_ scenario: Scenario) throws {
    let arguments = scenario.arguments(in: "tracks/\(scenario.name)")
    let told = try ToolRun(["simulate"] + arguments + ["--verbose", "--format", "jsonl"])
    let run = try ToolRun(["why"] + arguments + ["--format", "json"])
    #expect(run.status == 0, "\(run.errors)")
    let stories = try JSONDecoder().decode([Story].self, from: Data(run.output.utf8))
    var events: [String] = []
    for story in stories {
      for visit in story.visits {
        for event in visit.events {
          guard let time = event.deliveredAt else { continue }
          events.append("\(time) \(event.event) \(story.region) \(visit.device ?? "")")
        }
      }
      for event in story.other ?? [] {
        events.append("\(event.time ?? "") \(event.event) \(story.region) \(event.device ?? "")")
      }
    }
    let lines = try told.output.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    func words(_ line: Line, _ event: String) -> String {
      "\(line.time) \(event) \(line.region ?? "") \(line.device ?? "")"
    }
    let expected = lines.filter { ["enter", "exit"].contains($0.event) }.map { words($0, $0.event) }
    let outside = Set(lines.filter { $0.event == "unsatisfied" }.map { words($0, "exit") })
    let others = events.filter { expected.contains($0) || !outside.contains($0) }
    #expect(others.sorted() == expected.sorted())
  }
}
