import Foundation
import TestSupport
import Testing

/// Ordinary runs of which a sentence once was false or missing: each says what is true of it.
struct SentencesOfRunsTests {
  /// Degrees of longitude in a metre at 46.05 degrees north.
  private static let metre = 0.0000129164

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func time(_ second: Int) -> String {
    Date(timeIntervalSince1970: 1_714_550_400 + TimeInterval(second))
      .ISO8601Format()
  }

  private func track(_ fixes: [(second: Int, metres: Double, accuracy: Double?)]) throws -> String {
    let isVague = fixes.contains { $0.accuracy != nil }
    let rows = fixes.map { fix in
      "\(Self.time(fix.second)),46.05,\(14.5 + fix.metres * Self.metre)"
        + (isVague ? ",\(fix.accuracy ?? 5)" : "")
    }
    return try folder.file(
      "track.csv",
      "time,latitude,longitude\(isVague ? ",accuracy" : "")\n" + rows.joined(separator: "\n") + "\n"
    )
  }

  /// A drive in legs of a speed, metres per second, and seconds, a fix every few seconds.
  private func drive(_ legs: [(speed: Double, seconds: Int)], every step: Int = 5) throws -> String
  {
    var (second, metres) = (0, 0.0)
    var fixes: [(second: Int, metres: Double, accuracy: Double?)] = [(0, 0, nil)]
    for leg in legs {
      for _ in 0..<(leg.seconds / step) {
        second += step
        metres += leg.speed * Double(step)
        fixes.append((second, metres, nil))
      }
    }
    return try track(fixes)
  }

  private struct Place {
    let name: String
    let metres: Double
    let radius: Double
    var north = 0.0
    var title: String?
    var reportsExits = true
  }

  private func regions(_ places: Place...) throws -> String { try regions(places) }

  private func regions(_ places: [Place]) throws -> String {
    let objects = places.map { place in
      #"{"identifier": "\#(place.name)", "latitude": \#(46.05 + place.north / 111_150), "#
        + #""longitude": \#(14.5 + place.metres * Self.metre), "radius": \#(place.radius)"#
        + (place.title.map { #", "name": "\#($0)""# } ?? "")
        + (place.reportsExits ? "" : #", "notifyOnExit": false"#) + "}"
    }
    return try folder.file("regions.json", "[\(objects.joined(separator: ",\n"))]")
  }

  private func scenario(_ actions: String) throws -> String {
    try folder.file("scenario.json", actions)
  }

  private func run(_ arguments: String...) throws -> String {
    let run = try ToolRun(arguments)
    #expect(run.status == 0, "\(run.errors)")
    return run.output
  }

  /// The head of a page in words, with its class.
  private func head(_ arguments: String...) throws -> String {
    let page = try ToolRun(["report"] + arguments + ["-o", "-"]).output
    let head = page.firstMatch(of: /<h1 class="([a-z]+)">(.*?)<\/h1>/)
    return head.map { "\($0.1): \($0.2.replacing(/<[^>]+>/, with: ""))" } ?? ""
  }

  /// 1.2 km, ten minutes there, and 3 km on.
  private func visit() throws -> String { try drive([(10, 120), (0, 600), (10, 300)]) }
  /// Two hours at one place, a fix every 20 s.
  private static var rest: [(second: Int, metres: Double, accuracy: Double?)] {
    (0..<360).map { number in (second: number * 20, metres: 0.0, accuracy: nil) }
  }

  private static let shop = Place(name: "shop", metres: 1200, radius: 150)

  // MARK: what is said first

  @Test func `a phone that delivered nothing is said first, and nothing is green`() throws {
    let phone = try folder.file(
      "phone.csv", "time,event,region\n2024-05-01T08:00:10Z,exit,shop\n")
    let head = try head(
      visit(), "--regions", regions(Self.shop), "--phone", phone)
    #expect(
      head.hasPrefix(
        "bad: The phone delivered 0 of 2 arrivals and departures, the rules 2; the phone 1 without a "
          + "crossing."),
      "\(head)")
  }

  @Test func `a scope is named, and what was not asked for is not on the page`() throws {
    let track = try visit()
    let regions = try regions(
      Self.shop, .init(name: "gate", metres: 2500, radius: 200))
    let page = try ToolRun(
      "report", track, "--regions", regions, "--only", "gate", "-o", "-")
    #expect(
      page.errors.hasPrefix("With --only gate, all 2 arrivals and departures reached the app"))
    #expect(!page.output.contains("shop"))
    #expect(
      try run("audit", track, "--regions", regions, "--only", "gate")
        .hasPrefix("With --only gate, all 2 "))
  }

  @Test func `one region with exchanged coordinates is asked about first`() throws {
    let swapped = #"{"identifier": "x", "latitude": 14.51, "longitude": 46.05, "radius": 100}"#
    let regions = try folder.file(
      "regions.json",
      #"[{"identifier": "shop", "latitude": 46.05, "longitude": 14.5155, "radius": 150}, \#(swapped)]"#
    )
    let track = try visit()
    #expect(
      try run("audit", track, "--regions", regions).hasPrefix(
        "Latitude and longitude of x look swapped: exchanged, the track comes near. All 2 "))
    #expect(
      try run("why", track, "x", "--regions", regions).hasPrefix(
        "x: are its coordinates swapped?"))
  }

  @Test func `a place at 0,0 is named by every command, and never green`() throws {
    let regions = try folder.file(
      "regions.json",
      #"""
      [{"identifier": "shop", "latitude": 46.05, "longitude": 14.5155, "radius": 150},
      {"identifier": "x", "latitude": 0, "longitude": 0, "radius": 100}]
      """#)
    let track = try visit()
    for command in [["simulate"], ["audit"], ["why"], ["validate"], ["report", "-o", "-"]] {
      let run = try ToolRun(command + [track, "--regions", regions])
      #expect(
        (run.errors + run.output).contains(
          "warning: the place of \"x\" is latitude 0 and longitude 0"), "\(command)")
    }
    #expect(
      try run("why", track, "x", "--regions", regions).hasPrefix(
        "x: its place is latitude 0 and longitude 0"))
    #expect(
      try run("audit", track, "--regions", regions, "--format", "json").contains(
        "\"green\":false"))
  }

  @Test func `of two phones the page opens on the worse one`() throws {
    let track = "tracks/a-commute-on-two-phones"
    let page = try ToolRun(
      "report", "\(track)/track.csv", "--regions", "\(track)/regions.json", "--api",
      "clmonitor,geofencingclient", "-o", "-"
    ).output
    let first = page.split(separator: "data-run=\"0\"")[1].split(separator: "data-run=\"1\"")[0]
    #expect(first.contains(">iPhone: 2 of 3 arrivals and departures never reached the app, "))
    #expect(first.contains("<b>2</b> missed"))
  }

  // MARK: events that are no arrival or departure

  @Test func `a larger circle that rings for a place never entered`() throws {
    let track = try drive([(15, 400)])
    let regions = try regions(.init(name: "cafe", metres: 4500, radius: 60, north: 120))
    let audit = try run("audit", track, "--regions", regions, "--min-radius", "200")
    #expect(audit.contains("1 event came without an arrival or departure."))
    #expect(try head(track, "--regions", regions, "--min-radius", "200").hasPrefix("bad:"))
  }

  @Test func `a renewal that rings again and again`() throws {
    let far = (0..<3).map { Place(name: "far\($0)", metres: 0, radius: 100, north: -5000) }
    let regions = try regions(
      [Place(name: "shop", metres: 1200, radius: 150, reportsExits: false)] + far)
    let options = ["--reselect-on", "fix", "--renew", "all", "--limit", "2"]
    let track = try visit()
    let audit = try ToolRun(["audit", track, "--regions", regions] + options).output
    #expect(audit.contains(/1[0-9]{2} events came again, with no arrival or departure between\./))
  }

  // MARK: what the recording leaves open

  @Test func `two hours without a fix after the edge`() throws {
    let track = try track([(0, 0, nil), (105, 1050, nil), (7305, 9000, nil), (7310, 9050, nil)])
    let why = try run("why", track, "shop", "--regions", regions(Self.shop))
    #expect(
      why.contains(
        "enter of 08:01:45: undecidable: no fix for more than 5 min in the stay or at an end of it")
    )
    #expect(!why.contains("missed"))
  }

  @Test func `a recorder that sleeps in the circle`() throws {
    let track = try track([
      (0, 0, nil), (105, 1055, nil), (7305, 1200, nil), (7310, 1250, nil), (7400, 3000, nil),
    ])
    let audit = try run("audit", track, "--regions", regions(Self.shop))
    #expect(audit.contains("later, after a gap without a fix"))
    #expect(!audit.contains("came late"))
  }

  @Test func `fixes a minute apart straight through a circle`() throws {
    let track = try track([(0, 0, nil), (60, 900, nil), (120, 1800, nil), (180, 2700, nil)])
    let regions = try regions(.init(name: "kiosk", metres: 1300, radius: 60))
    let why = try run("why", track, "kiosk", "--regions", regions)
    #expect(
      why.hasPrefix(
        "kiosk: no fix lies inside; the line from 08:01:00 to 08:02:00 passes 0 m from its centre; "
          + "--interpolate 5 plays it"))
    #expect(try run("audit", track, "--regions", regions).contains("No fix lies inside kiosk; "))
    let small = try self.regions(.init(name: "kiosk", metres: 1300, radius: 32))
    let hint = try run("why", track, "kiosk", "--regions", small)
    #expect(hint.contains("; --interpolate 4 plays it"))
    let played = try run("why", track, "kiosk", "--regions", small, "--interpolate", "4")
    #expect(!played.contains("no fix lies inside"))
  }

  @Test func `a stay that may have lasted for the dwell, or not`() throws {
    let metres: [Double] = [0, 50, 100, 150, 200, 1200, 1200, 350, 400, 450, 500, 550]
    var fixes: [(second: Int, metres: Double, accuracy: Double?)] = []
    for (number, metres) in metres.enumerated() { fixes.append((number * 12, metres, nil)) }
    let track = try track(fixes)
    let why = try run("why", track, "shop", "--regions", regions(Self.shop))
    #expect(why.contains("undecidable: stayed 12 s to 36 s; 20 s are needed"))
    #expect(!why.contains("for sure"))
  }

  @Test func `a fix of 900 m accuracy out of a fence and back`() throws {
    let track = try track([
      (0, 1200, 10), (60, 1210, 10), (120, 1900, 900), (180, 1205, 10), (240, 1200, 10),
    ])
    let regions = try regions(.init(name: "shop", metres: 1200, radius: 500))
    let why = try run("why", track, "shop", "--regions", regions)
    #expect(why.contains("undecidable: no fix is accurate enough"))
    #expect(why.contains("the best is uncertain by 900 m"))
  }

  @Test func `a poor first fix, and ten hours more`() throws {
    var fixes: [(second: Int, metres: Double, accuracy: Double?)] = [(0, 0, 25)]
    for number in 1..<400 { fixes.append((number * 10, Double(number) * 100, 10)) }
    let track = try track(fixes)
    let why = try run(
      "why", track, "home", "--regions", regions(.init(name: "home", metres: -80, radius: 100)))
    #expect(why.contains("exit of 08:00:10: undecidable: no fix") && !why.contains("ends too soon"))
  }

  // MARK: causes

  @Test func `an outage is as it was, with all of its actions`() throws {
    let track = try drive([(0, 700), (10, 600)])
    let regions = try regions(
      .init(name: "shop", metres: 600, radius: 150), .init(name: "gate", metres: 1500, radius: 200))
    let life = try scenario(
      #"""
      [{"at": "+50s", "do": "background"}, {"at": "+100s", "do": "background-refresh", "to": "off"},
       {"at": "+190s", "do": "reboot", "registrations": "lost"}, {"at": "+723s", "do": "unlock"},
       {"at": "+1200s", "do": "foreground"}]
      """#)
    let words =
      "from 08:01:40 to 08:20:00 the app could not receive events (background-refresh off, reboot"
    let audit = try run("audit", track, "--regions", regions, "--scenario", life)
    #expect(audit.hasPrefix("4 of 4 arrivals and departures never reached the app"))
    #expect(audit.prefix { $0 != "\n" }.contains(words), "\(audit.prefix(300))")
    #expect(
      try run("why", track, "gate", "--regions", regions, "--scenario", life)
        .contains("missed: \(words)"))
  }

  @Test func `an outage is named before the rule that nobody could have met in it`() throws {
    // Through the circle in one fix, so that without the outage the recording would not decide it.
    let track = try drive([(20, 400)], every: 20)
    let regions = try regions(.init(name: "shop", metres: 4000, radius: 150))
    let life = try scenario(
      #"[{"at": "+100s", "do": "authorize", "to": "denied"}, {"at": "+300s", "do": "authorize", "to": "always"}]"#
    )
    let words = "from 08:01:40 to 08:05:00 location access was denied"
    let audit = try run("audit", track, "--regions", regions, "--scenario", life)
    #expect(
      audit.hasPrefix("2 of 2 arrivals and departures never reached the app because \(words)"),
      "\(audit.prefix(300))")
    #expect(
      try run("why", track, "shop", "--regions", regions, "--scenario", life)
        .contains("missed: \(words); besides, stayed 0 s to 40 s; 20 s are needed"))
  }

  @Test func `what is said to be delivered has its time, and what is missed its cause`() throws {
    struct Crossing: Decodable {
      let outcome: String
      let deliveredAt: String?
      let cause: String?
      let undecided: Bool?
    }
    struct Audit: Decodable {
      struct Strategy: Decodable { let crossings: [Crossing] }
      let strategies: [Strategy]
    }
    let folder = "tracks/a-courier-in-midtown"
    var outcomes: [String: Int] = [:]
    for radius in ["0", "300"] {
      let json = try run(
        "audit", "\(folder)/track.csv", "--regions", "\(folder)/regions.csv", "--settings",
        "\(folder)/settings.json", "--min-radius", radius, "--format", "json", "--all")
      let audit = try JSONDecoder().decode(Audit.self, from: Data(json.utf8))
      for crossing in audit.strategies[0].crossings {
        outcomes[crossing.outcome, default: 0] += 1
        let isDelivered = ["inTime", "early", "late"].contains(crossing.outcome)
        #expect((crossing.deliveredAt != nil) == isDelivered, "\(crossing)")
        #expect(!isDelivered || crossing.cause == nil && crossing.undecided == nil, "\(crossing)")
      }
    }
    #expect(outcomes["late", default: 0] > 0 && outcomes["missed", default: 0] > 0, "\(outcomes)")
  }

  @Test func `an app that was relaunched is not said to have been down`() throws {
    let life = try scenario(
      #"""
      [{"at": "+300s", "do": "terminate"}, {"at": "+320s", "do": "background-refresh", "to": "off"}]
      """#)
    let audit = try run(
      "audit", visit(), "--regions", regions(Self.shop), "--scenario", life)
    #expect(
      audit.hasPrefix(
        "1 of 2 arrivals and departures never reached the app because from 08:05:20 on "))
    #expect(!audit.contains("did not run"))
  }

  @Test func `a restart that took a state away is named, and no outage after it`() throws {
    let life = try scenario(
      #"""
      [{"at": "+60s", "do": "reboot"}, {"at": "+840s", "do": "unlock"},
       {"at": "+900s", "do": "authorize", "to": "denied"}]
      """#)
    let audit = try run("audit", visit(), "--regions", regions(Self.shop), "--scenario", life)
    #expect(
      audit.hasPrefix(
        "2 of 2 arrivals and departures never reached the app because from 08:01:00 to 08:14:00 the "
          + "device had restarted and was not unlocked."), "\(audit)")
  }

  @Test func `what a restart took is not blamed on an outage that began after the crossing`() throws
  {
    // A shop, at which nobody is when the device restarts with the device inside of another place.
    let life = try scenario(
      #"""
      [{"at": "+300s", "do": "reboot", "registrations": "lost"}, {"at": "+310s", "do": "unlock"},
       {"at": "+1020s", "do": "reboot", "registrations": "lost"}]
      """#)
    let why = try run(
      "why", drive([(10, 120), (0, 600), (10, 600)]), "shop", "--regions", regions(Self.shop),
      "--reselect-on", "event", "--scenario", life)
    #expect(why.contains("missed: the reboot of 08:05:00 removed its registration"), "\(why)")
    #expect(!why.contains("08:17:00"), "\(why)")
  }

  @Test func `what a restart of Android removed is counted once`() throws {
    let life = try scenario(
      #"""
      [{"at": "+60s", "do": "reboot", "registrations": "lost"}, {"at": "+70s", "do": "unlock"}]
      """#)
    let audit = try run(
      "audit", visit(), "--regions", regions(Self.shop), "--scenario", life, "--api",
      "geofencingclient")
    #expect(
      audit.hasPrefix(
        "2 of 2 arrivals and departures never reached the app because the reboot of 08:01:00 removed "
          + "the registrations"), "\(audit)")
    #expect(!audit.contains("the system had lost the registration"))
  }

  @Test func `of a log of several phones the track's own events count`() throws {
    let rows = try String(contentsOfFile: visit(), encoding: .utf8).split(separator: "\n")
    let track = try folder.file(
      "own.csv", rows.enumerated().map { "\($1),\($0 == 0 ? "device" : "a")\n" }.joined())
    let phone = try folder.file(
      "phone.csv",
      """
      device,time,event,region
      a,2024-05-01T08:02:10Z,enter,shop
      b,2024-05-01T08:05:00Z,enter,shop
      a,2024-05-01T08:12:45Z,exit,shop

      """)
    let audit = try run("audit", track, "--regions", regions(Self.shop), "--phone", phone)
    #expect(audit.contains("left out of the log: 1 of the device \"b\", which is not in the track"))
    #expect(!audit.contains("once more"))
  }

  @Test func `a region that joins while the app does not run waits for no slot`() throws {
    let life = try scenario(
      #"""
      [{"at": "+50s", "do": "force-quit"},
       {"at": "+60s", "do": "add", "region":
         {"identifier": "shop", "latitude": 46.05, "longitude": 14.5155, "radius": 150}}]
      """#)
    let gate = try regions(.init(name: "gate", metres: 9000, radius: 200))
    let audit = try run("audit", visit(), "--regions", gate, "--scenario", life)
    let reason = "from 08:00:50 on the app did not run, since the user had ended it"
    #expect(
      audit.hasPrefix(
        "2 of 2 arrivals and departures never reached the app because \(reason)."), "\(audit)")
    #expect(!audit.contains("slots were taken"))
    #expect(audit.contains("missed: \(reason), so that it had not selected the region"))
  }

  @Test(arguments: [
    (#""do": "authorize", "to": "when-in-use""#, "the app had location access only while in use"),
    (#""do": "accuracy", "to": "reduced""#, "precise location was off"),
    (#""do": "authorize", "to": "denied""#, "location access was denied"),
  ])
  func `what an Android app lacked is named`(action: String, reason: String) throws {
    let life = try scenario(#"[{"at": "+60s", \#(action)}]"#)
    let audit = try run(
      "audit", visit(), "--regions", regions(Self.shop), "--scenario", life, "--api",
      "geofencingclient")
    #expect(
      audit.hasPrefix(
        "2 of 2 arrivals and departures never reached the app because from 08:01:00 on \(reason)."),
      "\(audit)")
  }

  @Test func `an app that had access only while in use goes to the background`() throws {
    let life = try scenario(
      #"""
      [{"at": "+10s", "do": "foreground"}, {"at": "+20s", "do": "authorize", "to": "when-in-use"},
       {"at": "+60s", "do": "background"}]
      """#)
    let audit = try run("audit", visit(), "--regions", regions(Self.shop), "--scenario", life)
    #expect(
      audit.contains(
        "from 08:01:00 on the app was in the background, with location access only while in use"),
      "\(audit)")
  }

  @Test func `events without a crossing are in a place's conclusion, with how vague the fix was`()
    throws
  {
    let fixes = (0...120).map { step -> (second: Int, metres: Double, accuracy: Double?) in
      (step * 10, 5, [30, 31, 80].contains(step) ? 200 : 5)
    }
    let track = try track(fixes)
    let desk = try regions(.init(name: "desk", metres: 0, radius: 50))
    let api = ["--api", "geofencingclient"]
    let events = try ToolRun(["simulate", track, "--regions", desk] + api).output
    #expect(events.matches(of: /exit +desk/).count == 2, "\(events)")
    let why = try ToolRun(["why", track, "desk", "--regions", desk] + api).output
    #expect(
      why.hasPrefix(
        "desk: no boundary was crossed: the device was inside when the region was first evaluated; "
          + "2 events came without an arrival or departure\n"), "\(why)")
    let exit =
      "also delivered: exit at 08:05:00, for a place that was not left then, by a fix that is"
    #expect(why.contains("\(exit) uncertain by 200 m\n"), "\(why)")
    let places = try ToolRun(["why", track, "--regions", desk] + api).output
    #expect(why.hasPrefix(places), "\(places)")
  }

  @Test func `a missing location update is that of the stay by the larger circle`() throws {
    let fixes = (0...20).map { step -> (second: Int, metres: Double, accuracy: Double?) in
      (step * 15, step < 5 || step > 14 ? 0 : step == 13 ? 400 : 250, nil)
    }
    let why = try run(
      "why", track(fixes), "shop", "--regions",
      regions(.init(name: "shop", metres: 0, radius: 150)), "--api", "geofencingclient",
      "--responsiveness", "60", "--min-radius", "300")
    #expect(
      why.contains("the phone made no location update during the stay outside the 300 m circle\n"),
      "\(why)")
  }

  @Test func `events of one time at a place that was not entered are in their order`() throws {
    let fixes = (0...12).map { step -> (second: Int, metres: Double, accuracy: Double?) in
      (step * 10, Double(step * 100 - 600), nil)
    }
    let places = try regions(
      .init(name: "shop", metres: 0, radius: 100, north: 200),
      .init(name: "far", metres: 0, radius: 100, north: 5500))
    let why = try run(
      "why", track(fixes), "shop", "--regions", places, "--min-radius", "300", "--limit", "1",
      "--reselect-on", "fix", "--renew", "all", "--dwell", "0")
    let events = why.matches(of: /enter at 08:00:40, ([a-z ]+)\n/).map { String($0.1) }
    #expect(
      events == ["for a place that was not entered then", "following from the event before"],
      "\(why)")
  }

  @Test func `nothing is said to deliver what was delivered, or was jitter, at the same time`()
    throws
  {
    let metres = [600, 500, 400, 300, 100, 300, 50, 0, 0, 0, 300, 500, 600, 700, 800, 900]
    let fixes = metres.enumerated().map { place, metres in
      (place < 4 ? place * 10 : place < 7 ? 40 : (place - 2) * 10, Double(metres), nil as Double?)
    }
    let places = try regions(
      .init(name: "shop", metres: 0, radius: 150),
      .init(name: "kiosk", metres: 0, radius: 20, north: 5500))
    let why = try run("why", track(fixes), "shop", "--regions", places, "--format", "json")
    #expect(
      why.contains(#""outcome":"filtered""#) && why.contains(#""outcome":"inTime""#), "\(why)")
    #expect(!why.contains("deliveredWith"), "\(why)")
  }

  @Test(arguments: [(99.0, false), (101, true)])
  func `a departure by a fix that lies outside wherever the device is, is said`(
    _ accuracy: Double, isSaid: Bool
  ) throws {
    let fixes = (0...60).map { step -> (second: Int, metres: Double, accuracy: Double?) in
      let isAway = [20, 21, 40, 41].contains(step)
      return (step * 10, isAway ? 60 : 5, isAway ? accuracy : 5)
    }
    let audit = try run(
      "audit", track(fixes), "--regions", regions(.init(name: "desk", metres: 0, radius: 50)),
      "--api", "geofencingclient")
    #expect(
      audit.contains(
        "2 departures rest on fixes so uncertain that they count as outside, wherever the device is."
      )
        == isSaid, "\(audit)")
  }

  @Test func `no dwell is due at a place that was not entered`() throws {
    let fixes = (0...12).map { step -> (second: Int, metres: Double, accuracy: Double?) in
      (step * 10, Double(step * 100 - 600), nil)
    }
    let audit = try run(
      "audit", track(fixes), "--regions",
      regions(.init(name: "shop", metres: 0, radius: 100, north: 200)), "--min-radius", "300",
      "--api", "geofencingclient", "--loitering", "60")
    #expect(audit.hasPrefix("No region was entered"), "\(audit)")
    #expect(!audit.contains("dwell was due"), "\(audit)")
  }

  @Test func `the sentence on a dwell is the same in audit and why`() throws {
    let fixes = (0...12).map { step -> (second: Int, metres: Double, accuracy: Double?) in
      (step * 10, Double(step * 100 - 600), nil)
    }
    let (track, places) = (
      try track(fixes), try regions(.init(name: "shop", metres: 0, radius: 250))
    )
    let options = ["--regions", places, "--api", "geofencingclient", "--loitering", "60"]
    let sentence = "not due: the device had left by 08:01:30\""
    for command in [["audit", track, "--all"], ["why", track, "shop"]] {
      let run = try ToolRun(command + options + ["--format", "json"])
      #expect(run.output.contains(sentence), "\(run.output)")
    }
  }

  @Test func `what lets an app receive more is not among what kept it from that`() throws {
    let life = try scenario(
      #"""
      [{"at": "+61s", "do": "launch"}, {"at": "+62s", "do": "background-refresh", "to": "off"},
       {"at": "+63s", "do": "terminate"}]
      """#)
    let audit = try run(
      "audit", visit(), "--regions", regions(Self.shop), "--scenario", life)
    #expect(audit.contains("(background-refresh off, terminate)"), "\(audit)")
  }

  @Test func `an outage that was over is not said to have lasted`() throws {
    let life = try scenario(
      #"""
      [{"at": "+40s", "do": "background-refresh", "to": "off"}, {"at": "+50s", "do": "terminate"},
       {"at": "+730s", "do": "background-refresh", "to": "on"}]
      """#)
    let audit = try run(
      "audit", visit(), "--regions", regions(Self.shop), "--scenario", life, "--reselect-on",
      "event")
    #expect(
      audit.contains(", and the system did not watch the region again in time"), "\(audit)")
  }

  @Test func `a table says how many of its losses the sentence counts otherwise`() throws {
    // Over the boundary and back in 10 s, and ten seconds in the shop while access is denied.
    let track = try drive([(0, 60), (20, 10), (-20, 10), (0, 60), (20, 130)])
    let life = try scenario(#"[{"at": "+150s", "do": "authorize", "to": "denied"}]"#)
    let audit = try run(
      "audit", track, "--regions",
      regions(.init(name: "home", metres: 0, radius: 150), Self.shop), "--scenario", life)
    #expect(
      audit.contains(/jitter among these +2  taken back within the dwell, and no fault/), "\(audit)"
    )
    #expect(
      audit.contains(/in an outage among these +2  nothing could reach the app anyway/), "\(audit)")
  }

  @Test func `a removed registration is counted once beside a larger circle`() throws {
    // Out of the shape, and not out of the circle that is watched.
    let track = try drive([(0, 60), (10, 20), (0, 300)])
    let life = try scenario(#"[{"at": "+70s", "do": "reboot", "registrations": "lost"}]"#)
    let audit = try run(
      "audit", track, "--regions", regions(.init(name: "home", metres: 0, radius: 100)),
      "--scenario", life, "--min-radius", "400")
    #expect(
      audit.hasPrefix("1 of 1 departure never reached the app because ")
        || audit.hasPrefix("The recording decides none of 1."), "\(audit)")
  }

  @Test func `parked just past the boundary: how far at most, until when, and what is needed`()
    throws
  {
    let track = try drive([(0, 60), (14, 15), (0, 1140), (14, 60)])
    let regions = try regions(.init(name: "home", metres: 0, radius: 150))
    let audit = try run("audit", track, "--regions", regions)
    #expect(audit.contains("1 of 1 departure came late, by more than 5 min."))
    #expect(
      audit.contains(
        /late, [0-9]+ min[^:]*: at most 60 m past the boundary until 08:2[0-9:]+; a departure needs 100 m/
      ))
  }

  @Test func `a region above the maximum radius is never monitored, and nothing is green`() throws {
    let track = try visit()
    let regions = try regions(Self.shop, .init(name: "country", metres: 0, radius: 150_000))
    #expect(
      try run("why", track, "country", "--regions", regions).hasPrefix(
        "country: never monitored: the device monitors no circle of more than 100 km"))
    #expect(try head(track, "--regions", regions).hasPrefix("open: "))
  }

  // MARK: what would help

  @Test func `larger radii are tried, and said to be`() throws {
    let track = try drive([(25, 400)])
    let regions = try regions(
      (0..<12).map { Place(name: "p\($0)", metres: 600 + Double($0) * 700, radius: 200) })
    let audit = try run("audit", track, "--regions", regions)
    #expect(
      audit.contains("--min-radius 300 delivers ") || audit.contains("--min-radius 400 delivers "))
  }

  @Test func `what a larger radius hides is said beside what it delivers`() throws {
    // A minute beside the first place and back, and straight through the second.
    let track = try drive([(0, 60), (30, 5), (0, 60), (-30, 5), (0, 60), (15, 600)])
    let regions = try regions(
      .init(name: "here", metres: 0, radius: 100), .init(name: "there", metres: 4000, radius: 100))
    let audit = try run("audit", track, "--regions", regions)
    #expect(audit.contains(/--min-radius \d+: .* 2 more hidden by the larger circle/), "\(audit)")
  }

  @Test func `what delivers more is said, though the rules confirm more with it, too`() throws {
    let track = try drive([(20, 60), (0, 120), (20, 200)])
    let audit = try run(
      "audit", track, "--regions", regions(Self.shop), "--api", "geofencingclient",
      "--responsiveness", "300")
    #expect(audit.contains("--responsiveness 0 delivers 2 instead of "), "\(audit)")
  }

  @Test func `a larger circle that is watched is named beside the region's`() throws {
    let story = try run(
      "why", drive([(0, 60), (10, 200)]), "cafe", "--regions",
      regions(.init(name: "cafe", metres: -200, radius: 60)), "--min-radius", "400")
    #expect(story.contains("a circle of 60 m around 46.05, "), "\(story)")
    #expect(story.contains(", watched as one of 400 m"))
  }

  @Test func `advice that delivers no more is none`() throws {
    let folder = "tracks/the-start-decides"
    let audit = try run(
      "audit", "\(folder)/track.csv", "--regions", "\(folder)/regions.csv", "--settings",
      "\(folder)/settings.json")
    #expect(
      !audit.contains("instead of 109 delivers") && !audit.contains("delivers 109 instead of 109"))
  }

  // MARK: models

  @Test func `one draw of a model is said to be one, and other draws are counted`() throws {
    let regions = try regions(Self.shop, .init(name: "gate", metres: 2500, radius: 200))
    let why = try run(
      "why", visit(), "gate", "--regions", regions, "--positioning", "phone")
    #expect(why.hasPrefix("gate: in one draw of the model phone, "))
    #expect(why.contains(/[0-8] of 8 draws deliver it/))
    #expect(
      try head(visit(), "--regions", regions, "--positioning", "phone").contains(
        "In one draw of the model phone, "))
  }

  @Test func `trials say how many were late`() throws {
    let life = try scenario(
      #"[{"at": "+50s", "do": "force-quit"}, {"at": "+1500s", "do": "launch"}]"#)
    let audit = try run(
      "audit", drive([(20, 60), (0, 3600)]), "--regions", regions(Self.shop), "--scenario", life,
      "--positioning", "phone", "--trials", "10")
    #expect(
      audit.hasPrefix(
        "In all 10 trials every arrival and departure that the recording decides reached the app, "
          + "1 a trial late, by more than 5 min.\n"), "\(audit)")
  }

  @Test func `trials in which nothing was entered say means, and that they are trials`() throws {
    let home = try regions(.init(name: "home", metres: 110, radius: 100))
    let track = try track(Self.rest)
    let audit = try run(
      "audit", track, "--regions", home, "--positioning", "wifi", "--trials", "20")
    #expect(
      audit.contains(
        /^In 20 trials no region was entered; the nearest, home, was 10 m away at .*\./),
      "\(audit)")
    let spurious = try #require(audit.firstMatch(of: /spurious +([\d.]+)/)).1
    #expect(audit.contains(" \(spurious) events a trial came without an arrival or departure."))
    #expect(
      try head(track, "--regions", home, "--positioning", "wifi", "--trials", "20").contains(
        "In 20 trials no region was entered"))
  }

  @Test func `an outage goes before what the phone did not see`() throws {
    let places = (0..<4).map { Place(name: "p\($0)", metres: 600 + Double($0) * 400, radius: 100) }
    let life = try scenario(#"[{"at": "+10s", "do": "force-quit"}]"#)
    let why = try run(
      "why", drive([(20, 120)]), "*", "--regions", regions(places), "--scenario", life,
      "--positioning", "phone")
    #expect(
      why.contains(
        "missed: from 08:00:10 on the app did not run, since the user had ended it; besides, the phone"
      ), "\(why)")
    #expect(!why.contains("missed: the phone"))
    let audit = try run(
      "audit", drive([(20, 120)]), "--regions", regions(places), "--scenario", life,
      "--positioning", "phone")
    #expect(
      audit.contains(
        /^In 100 trials on average 0 % .*\. Not delivered in a trial: 8 because the device or the app could/
      ), "\(audit)")
  }

  @Test func `trials say means, never sums`() throws {
    let track = try track(Self.rest)
    let regions = try regions(
      .init(name: "home", metres: 0, radius: 100), .init(name: "school", metres: 250, radius: 150))
    let audit = try run(
      "audit", track, "--regions", regions, "--positioning", "wifi", "--trials", "20")
    let count = audit.firstMatch(of: /([0-9.]+) events? a trial came/).flatMap { Double($0.1) }
    #expect(count.map { $0 < 40 } ?? true, "\(audit.prefix(200))")
    #expect(!audit.contains(/[0-9]{3,} events came/))
  }

  @Test func `an hour that the clock repeats is asked about`() throws {
    let rows = ["01:58:00", "02:30:00", "02:58:00", "02:01:00", "02:05:00"]
    let track = try folder.file(
      "autumn.csv",
      "time,latitude,longitude\n"
        + rows.map { "2024-10-27 \($0),46.05,14.5\n" }.joined())
    let run = try ToolRun(
      "simulate", track, "--regions", regions(Self.shop), "--track-timezone", "Europe/Ljubljana")
    #expect(run.errors.contains("has the clock gone back at the end of daylight saving?"))
  }

  @Test func `of vague fixes the one is named that came nearest to deciding`() throws {
    let track = try track([
      (0, -1000, 5), (60, 0, 5), (61, 0, 300), (65, 0, 5), (300, 70, 65), (310, 1000, 5),
      (370, 1000, 5),
    ])
    let why = try run(
      "why", track, "p", "--regions", regions(.init(name: "p", metres: 0, radius: 100)))
    #expect(
      why.contains(
        "too few fixes were accurate enough to decide: that of 08:05:00 is uncertain by 65 m, "
          + "30 m past the boundary"), "\(why)")
  }

  // MARK: larger circles and alternatives

  @Test func `what is said of a larger circle names it`() throws {
    let shop = try regions(.init(name: "shop", metres: 0, radius: 100))
    var fixes: [(second: Int, metres: Double, accuracy: Double?)] = [
      (0, -1000, 15), (60, -500, 15), (90, 0, 15), (120, 50, 15),
    ]
    for number in 0..<8 { fixes.append((150 + number * 30, number % 2 == 0 ? 205 : 190, 15)) }
    let vague = try run("why", track(fixes), "shop", "--regions", shop, "--min-radius", "200")
    #expect(
      vague.contains(
        "undecidable: no fix is accurate enough to say on which side of the boundary of the 200 m "
          + "circle it lies: the best is uncertain by 15 m"), "\(vague)")
    let far = try run(
      "why", drive([(20, 400)]), "shop", "--regions",
      regions(
        .init(name: "shop", metres: 3100, radius: 60), .init(name: "start", metres: 0, radius: 100)),
      "--limit", "1", "--min-radius", "300")
    #expect(
      far.contains(", before the device crossed its 300 m circle; the last slot went to start"),
      "\(far)")
  }

  @Test func `a larger circle delivers the crossing that is promised`() throws {
    var fixes: [(second: Int, metres: Double, accuracy: Double?)] = []
    for number in 0...58 {
      let beside = number == 22 ? 90 : 102 + Double(number % 2)
      fixes.append((number * 10, number < 16 ? Double(number) * 200 - 3000 : beside, nil))
    }
    let arguments = [
      "why", try track(fixes), "P", "--regions",
      try regions(
        .init(name: "P", metres: 0, radius: 100), .init(name: "Q", metres: -2900, radius: 100)),
      "--limit", "1",
    ]
    let promise = try #require(
      ToolRun(arguments).output.firstMatch(
        of:
          /enter of 08:03:40: missed.*\n(?: {6}.*\n)* {6}delivered at ([0-9:]+) with (--min-radius) ([0-9]+)\n/
      ))
    let (_, time, option, radius) = promise.output
    let carriedOut = try ToolRun(arguments + [String(option), String(radius)]).output
    #expect(carriedOut.contains("enter of 08:03:40: delivered at \(time), "), "\(carriedOut)")
  }

  @Test func `a region passed between two fixes is said beside alternatives, too`() throws {
    let fixes: [(second: Int, metres: Double, accuracy: Double?)] = (0..<30).map { number in
      (number * 60, Double(number) * 600, nil)
    }
    let track = try track(fixes)
    let places = try regions(
      .init(name: "A", metres: 6000, radius: 700), .init(name: "B", metres: 11_100, radius: 100))
    let alone = try run("audit", track, "--regions", places)
    let said = try #require(alone.firstMatch(of: /No fix lies inside B;[^\n]*/)).0
    #expect(
      try run("audit", track, "--regions", places, "--rank", "centre/boundary").contains(said))
  }

  @Test func `a slot that --within ended went to nobody`() throws {
    let why = try run(
      "why", drive([(0, 330), (10, 600)], every: 30), "home", "--regions",
      regions(.init(name: "home", metres: 0, radius: 1000)), "--within", "590")
    #expect(!why.contains("to others"))
    #expect(
      why.contains(
        "the region was not among the 20 nearest within 590 m when the app selected at "),
      "\(why)")
  }

  @Test func `the slot of the sentinel is none of those that a limit leaves for the nearest`()
    throws
  {
    let places = try regions(
      .init(name: "a", metres: 0, radius: 100), .init(name: "b", metres: 300, radius: 100),
      .init(name: "c", metres: 600, radius: 100))
    let why = try run(
      "why", drive([(10, 60)]), "c", "--regions", places, "--within", "2000", "--limit", "2",
      "--reselect-on", "sentinel")
    #expect(why.contains("because the region was not the nearest within 2000 m\n"), "\(why)")
  }

  @Test func `a distance that was less than the rule is not rounded to it`() throws {
    let why = try run(
      "why",
      track((0...40).map { ($0 * 10, $0 < 10 ? 0 : $0 < 20 ? 199.7 : 0, nil) }), "home",
      "--regions", regions(.init(name: "home", metres: 0, radius: 100)))
    #expect(why.contains("missed: less than 100 m past the boundary; 100 m are needed"), "\(why)")
  }

  // MARK: places

  @Test func `a place is far from a track only if all of the track is known`() throws {
    let places = try regions(
      .init(name: "home", metres: 0, radius: 100), .init(name: "sea", metres: 200_000, radius: 100))
    let drive = try track((0...120).map { ($0 * 60, Double(min($0, 100)) * 2000, nil) })
    func says(_ options: String...) throws -> Bool {
      try ToolRun(["audit", drive, "--regions", places] + options).errors.contains("100 km from")
    }
    #expect(try !says())
    #expect(try !says("--to", "+600s"))
    let stay = try track((0...20).map { ($0 * 60, 0, nil) })
    let audit = try ToolRun("audit", stay, "--regions", places)
    #expect(audit.errors.contains("the place of \"sea\" is more than 100 km from the track"))
    let zero = try scenario(
      #"""
      [{"at": "+60s", "do": "add", "region": {"identifier": "null", "latitude": 0, "longitude": 0,
        "radius": 100}}]
      """#)
    #expect(
      try ToolRun("audit", stay, "--regions", places, "--scenario", zero).errors.contains(
        "scenario.json: warning: the place of \"null\" is latitude 0 and longitude 0"))
  }

  // MARK: expectations

  @Test func `what held an expected event back is said as why says it`() throws {
    let (track, shop) = (try visit(), try regions(Self.shop))
    let expected = try folder.file("e.txt", run("simulate", track, "--regions", shop))
    let life = try scenario(
      #"""
      [{"at": "+60s", "do": "background-refresh", "to": "off"},
       {"at": "+700s", "do": "background-refresh", "to": "on"}]
      """#)
    let compared = try ToolRun(
      "simulate", track, "--regions", shop, "--scenario", life, "--expect", expected)
    let why = try run("why", track, "shop", "--regions", shop, "--scenario", life)
    let sentence = try #require(why.firstMatch(of: /enter of \S+: (late, [^\n]*)/)).1
    #expect(sentence.contains("background refresh was off"))
    #expect(compared.errors.contains("; \(sentence). It would pass with "), "\(compared.errors)")
  }

  @Test func `each kind of event that a flag suppresses has its own reason`() throws {
    let places = try folder.file(
      "flags.json",
      #"""
      [{"identifier": "a", "latitude": 46.05, "longitude": 14.5, "radius": 100, "notifyOnExit": false},
       {"identifier": "b", "latitude": 46.05, "longitude": 14.52, "radius": 100,
        "notifyOnEntry": false}]
      """#)
    let expected = try folder.file(
      "e.txt",
      """
      2024-05-01T08:00:30Z  exit   a  100 m
      2024-05-01T08:02:30Z  enter  b  100 m

      """)
    let run = try ToolRun(
      "simulate", drive([(10, 300)]), "--regions", places, "--expect", expected)
    #expect(run.errors.contains("Its exits are not reported (notifyOnExit is false)."))
    #expect(run.errors.contains("Its enters are not reported (notifyOnEntry is false)."))
  }

  // MARK: an app that does not run

  /// Without a registration no event starts it again.
  @Test(arguments: [
    (#"{"at": "+0s", "do": "terminate"}"#, ["--reselect-on", "event"]),
    (#"{"at": "+0s", "do": "terminate"}"#, ["--api", "geofencingclient"]),
    (#"{"at": "+0s", "do": "clear-data"}"#, ["--api", "geofencingclient"]),
    (
      #"{"at": "+0s", "do": "reboot"}, {"at": "+5s", "do": "unlock"}"#,
      ["--api", "geofencingclient"]
    ),
    // What follows the crossing did not stop it.
    (
      #"{"at": "+0s", "do": "terminate"}, {"at": "+900s", "do": "authorize", "to": "denied"}"#,
      ["--api", "geofencingclient"]
    ),
  ])
  func `an app that was ended before it selected is the cause, and no slots`(
    _ actions: String, _ options: [String]
  ) throws {
    let run = try ToolRun(
      ["why", visit(), "shop", "--regions", regions(Self.shop)]
        + ["--scenario", scenario("[\(actions)]")] + options)
    #expect(
      run.output.hasPrefix(
        "shop: 2 of 2 arrivals and departures never reached the app because from 08:00:00 on the "
          + "app did not run\n"), "\(run.output)")
    #expect(!run.output.contains("also in its way"))
    #expect(
      run.output.matches(
        of: /missed: from 08:00:00 on the app did not run, so that it had not selected the region\n/
      ).count == 2)
  }

  // MARK: reminders

  private func reminders() throws -> String {
    let longitude = 14.5 + 1200 * Self.metre
    return try folder.file(
      "errands.ics",
      [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN", "BEGIN:VTODO", "UID:MILK",
        "DTSTAMP:20240101T000000Z", "SUMMARY:Buy milk", "DUE:20240501T090000Z", "BEGIN:VALARM",
        "UID:A1", "ACTION:DISPLAY", "DESCRIPTION:x", "TRIGGER;VALUE=DATE-TIME:19760401T005545Z",
        "X-APPLE-PROXIMITY:ARRIVE",
        "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-APPLE-RADIUS=100;X-TITLE=shop:geo:46.05,\(longitude)",
        "END:VALARM", "END:VTODO", "END:VCALENDAR", "",
      ].joined(separator: "\r\n"))
  }

  @Test func `an alarm waits for its date, and is found by its title`() throws {
    let why = try run(
      "why", visit(), "Buy milk", "--regions", regions(Self.shop), "--reminders", reminders(),
      "--gate", "due")
    #expect(why.hasPrefix("\"Buy milk\" (MILK): 1 crossing was before the date of its reminder"))
    #expect(why.contains("its alarm waits for the date of its reminder"))
  }

  @Test func `an alarm that waits is not among what a page calls undecidable`() throws {
    let page = try ToolRun(
      "report", visit(), "--regions", regions(Self.shop), "--reminders", reminders(), "--gate",
      "due", "-o", "-")
    #expect(page.output.contains("its alarm waits for the date of its reminder"))
    #expect(page.output.contains(#""undecided":[]"#))
  }

  @Test func `what keeps an app from a crossing before the date of its reminder costs nothing`()
    throws
  {
    let audit = try ToolRun(
      "audit", visit(), "--reminders", reminders(), "--gate", "due", "--scenario",
      scenario(#"[{"at": "+100s", "do": "reboot"}, {"at": "+300s", "do": "unlock"}]"#)
    ).output
    #expect(audit.contains("1 crossing was before the date of its reminder"), "\(audit)")
    #expect(!audit.contains("never reached") && !audit.contains("restarted"), "\(audit)")
    #expect(audit.contains(/by plain geometry +0  none after the date of its reminder/), "\(audit)")
    #expect(audit.contains("crossed before the date of its reminder"), "\(audit)")
  }

  @Test func `an alarm that had fired says when`() throws {
    let track = try drive([(10, 120), (0, 300), (-10, 120), (10, 120), (0, 300)])
    let why = try run(
      "why", track, "MILK", "--regions",
      regions(.init(name: "far", metres: 0, radius: 100, north: 5000)),
      "--reminders", reminders())
    #expect(why.contains(/had fired at 08:0[0-9:]+ \(once; --repeat\)/), "\(why)")
  }

  // MARK: why

  @Test func `without a name the worst region is first, and a story has both events of one fix`()
    throws
  {
    let regions = try regions(Self.shop, .init(name: "a", metres: 2500, radius: 200))
    let life = try scenario(
      #"""
      [{"at": "+60s", "do": "terminate"}, {"at": "+70s", "do": "background-refresh", "to": "off"},
       {"at": "+725s", "do": "launch"}]
      """#)
    let lines = try run("why", visit(), "--regions", regions, "--scenario", life)
      .split(separator: "\n")
    #expect(lines.map { $0.prefix { $0 != ":" } } == ["shop", "a"], "\(lines)")
    let story = try run(
      "why", visit(), "shop", "--regions", regions, "--limit", "2", "--reselect-on", "event",
      "--renew", "all")
    let told = try run(
      "simulate", visit(), "--regions", regions, "--limit", "2", "--reselect-on", "event",
      "--renew", "all", "--only", "shop")
    let count = story.split(separator: "\n").count { $0.contains("delivered") }
    #expect(count == told.split(separator: "\n").count, "\(story)\n\(told)")
  }

  @Test func `a phone's log is compared in the scope that is asked for`() throws {
    let places = try regions(Self.shop, .init(name: "a", metres: 2500, radius: 200))
    func audit(_ events: String...) throws -> ToolRun {
      let phone = try folder.file(
        "phone.csv", (["time,event,region"] + events).map { "\($0)\n" }.joined())
      return try ToolRun(
        "audit", visit(), "--regions", places, "--phone", phone, "--only", "shop")
    }
    let scoped = try audit(
      "2024-05-01T08:02:05Z,enter,shop", "2024-05-01T08:12:35Z,exit,shop",
      "2024-05-01T08:14:00Z,enter,a")
    #expect(scoped.status == 0 && !scoped.output.contains(" a "), "\(scoped.output)")
    #expect(scoped.output.contains("of 2 "), "\(scoped.output)")
    // The clock of a phone is judged by the events in the scope, too.
    let run = try audit(
      "2024-05-01T09:02:05Z,enter,shop", "2024-05-01T08:14:00Z,enter,a",
      "2024-05-01T08:14:10Z,exit,a")
    #expect(run.status == 65 && run.errors.contains("1 of 1 event lies "), "\(run.errors)")
  }

  @Test func `a region is found by the name that people use for it`() throws {
    let regions = try regions(
      .init(name: "7", metres: 1200, radius: 150, title: "The shop"))
    #expect(
      try run("why", visit(), "The shop", "--regions", regions).hasPrefix("\"The shop\" (7): "))
    let wrong = try ToolRun("why", visit(), "The shoq", "--regions", regions)
    #expect(wrong.status == 66 && wrong.errors.contains("did you mean \"The shop\"?"))
  }

  @Test func `every other event is listed`() throws {
    let track = try track(Self.rest)
    let regions = try regions(
      .init(name: "home", metres: 0, radius: 100), .init(name: "school", metres: 250, radius: 150))
    let options = ["--regions", regions, "--positioning", "wifi"]
    let why = try ToolRun(["why", track, "home"] + options).output
    let events = try ToolRun(["simulate", track] + options).output.split(separator: "\n")
    #expect(
      why.split(separator: "\n").count { $0.contains("also delivered") }
        == events.count { $0.contains("  home") })
  }

  /// Each drive is at a from 08:01:30 to 08:03:40, and far away after that.
  @Test(
    arguments: [
      // A departure that takes back a lost arrival is lost with it, whatever happens later.
      (
        "clmonitor", 20,
        #"{"at": "08:00:50", "do": "accuracy", "to": "reduced"}"#
          + #"{"at": "08:03:20", "do": "accuracy", "to": "full"}"#
          + #"{"at": "08:04:10", "do": "force-quit"}"#,
        "2 of 2 arrivals and departures never reached the app because from 08:00:50 to 08:03:20 "
          + "precise location was off."
      ),
      // The outage at the moment of the event took it, and not a longer one of the same stay.
      (
        "cllocationmanager", 100,
        #"{"at": "08:03:20", "do": "background-refresh", "to": "off"}"#
          + #"{"at": "08:05:00", "do": "background-refresh", "to": "on"}"#
          + #"{"at": "08:05:10", "do": "force-quit"}{"at": "08:15:00", "do": "launch"}"#,
        "1 of 2 arrivals and departures never reached the app because from 08:03:20 to 08:05:00 "
          + "background refresh was off and the app in the background."
      ),
      // A registration that a restart has removed is not lost to an outage after that.
      (
        "clmonitor", 100,
        #"{"at": "08:00:20", "do": "reboot", "registrations": "lost"}"#
          + #"{"at": "08:00:30", "do": "unlock"}"#
          + #"{"at": "08:00:40", "do": "background-refresh", "to": "off"}"#
          + #"{"at": "08:01:40", "do": "background-refresh", "to": "on"}"#,
        "2 of 2 arrivals and departures never reached the app because the reboot of 08:00:20 "
          + "removed the registrations, and the app did not add them again in time."
      ),
      // A departure at the fix of an update is lost to the update, and not to an outage that had ended.
      (
        "geofencingclient --reregister boot,update", 100,
        #"{"at": "08:02:30", "do": "authorize", "to": "denied"}"#
          + #"{"at": "08:03:20", "do": "authorize", "to": "always"}"#
          + #"{"at": "08:03:40", "do": "update"}"#,
        "1 of 2 arrivals and departures never reached the app because the update of 08:03:40 "
          + "removed its registration, and the app did not add it again in time."
      ),
    ])
  func `of two outages the one that took an event is named`(
    api: String, stay: Int, actions: String, sentence: String
  ) throws {
    let track = try drive([(10, 100), (0, stay), (10, 900)], every: 10)
    let scenario = try scenario(
      "["
        + actions.replacing("}{", with: "}, {").replacing("\"08:", with: "\"2024-05-01T08:")
        .replacing(/T(\d\d:\d\d:\d\d)"/) { "T\($0.1)Z\"" } + "]")
    let options =
      ["--regions", try regions(.init(name: "a", metres: 1000, radius: 150)), "--api"]
      + api.split(separator: " ").map(String.init) + ["--scenario", scenario]
    let audit = try ToolRun(["audit", track] + options).output
    #expect(audit.hasPrefix(sentence), "\(audit.prefix(300))")
    let why = try ToolRun(["why", track, "a"] + options).output
    #expect(why.hasPrefix("a: " + sentence.dropLast()), "\(why)")
  }

  @Test func `an event that an outage took is late by that, and not by the dwell`() throws {
    let scenario = try scenario(
      #"""
      [{"at": "2024-05-01T08:03:20Z", "do": "background-refresh", "to": "off"},
       {"at": "2024-05-01T08:05:00Z", "do": "background-refresh", "to": "on"},
       {"at": "2024-05-01T08:16:00Z", "do": "determine"}]
      """#)
    let why = try run(
      "why", drive([(10, 100), (0, 100), (10, 900)], every: 10), "a", "--regions",
      regions(.init(name: "a", metres: 1000, radius: 150)), "--api", "cllocationmanager",
      "--scenario", scenario)
    #expect(
      why.contains(
        "exit of 08:03:40: late, 12 min 20 s: from 08:03:20 to 08:05:00 background refresh was off"
      ), "\(why)")
  }

  @Test func `an outage that ended before an event was due has not taken it`() throws {
    let track = try track(
      [(0, 0), (30, 0), (55, 0), (60, 1100), (66, 1160), (81, 1200), (375, 2200), (420, 2300)]
        .map { ($0.0, $0.1, nil) })
    let scenario = try scenario(
      #"""
      [{"at": "2024-05-01T08:01:05Z", "do": "authorize", "to": "denied"},
       {"at": "2024-05-01T08:01:07Z", "do": "authorize", "to": "always"}]
      """#)
    let why = try run(
      "why", track, "a", "--regions", regions(.init(name: "a", metres: 0, radius: 150)),
      "--scenario", scenario)
    #expect(
      why.contains("exit of 08:01:00: late, 5 min 15 s: for most of it no fix showed it"),
      "\(why)")
  }

  @Test(arguments: [
    (400.0, "delivered at 08:01:40, 35 s later"), (230, "missed: at most 80 m past"),
  ])
  func `of several ways out of a larger circle the last stands for that of the region`(
    farthest: Double, outcome: String
  ) throws {
    let out = (15...40).map { (second: $0 * 5, metres: min(farthest, 50 * Double($0 - 12))) }
    let back = (41...60).map { (second: $0 * 5, metres: 0.0) }
    let track = try track(
      ((0..<13).map { ($0 * 5, 0) } + [(65, 152), (70, 148)] + out + back).map {
        ($0.0, $0.1, nil)
      })
    let options = [
      "--regions", try regions(.init(name: "shop", metres: 0, radius: 100)), "--min-radius", "150",
    ]
    let why = try ToolRun(["why", track, "shop"] + options).output
    #expect(why.contains("exit of 08:01:05: \(outcome)"), "\(why)")
    let audit = try ToolRun(["audit", track] + options).output
    let isDelivered = farthest > 300
    #expect(audit.contains(isDelivered ? #/confirmed with .* 2  2 of them/# : #/ 2  cushion 2\n/#))
    #expect(audit.contains(/undecided +0\n/) || !audit.contains("undecided"), "\(audit)")
  }

  @Test func `a jump away is no jitter on the edge, and a vague fix that decides says so`() throws {
    let rest = (0..<30).map {
      (second: $0 * 10, metres: $0 == 12 ? 4400.0 : 0, accuracy: Double?(5))
    }
    let far = try track(rest)
    let regions = try regions(.init(name: "desk", metres: 0, radius: 50))
    #expect(
      try run("why", far, "desk", "--regions", regions).contains(
        "exit of 08:02:00: a jump away and back, which the 20 s rule filters out"))
    #expect(
      try run("audit", far, "--regions", regions).hasPrefix(
        "2 crossings are jumps away and back, which the 20 s rule filters out."))
    let vague = try track(rest.map { ($0.second, $0.metres, $0.metres > 0 ? 150 : 5) })
    let android = ["--regions", regions, "--api", "geofencingclient"]
    #expect(
      try ToolRun(["why", vague, "desk"] + android).output.contains(
        "exit of 08:02:00: delivered at once, by a fix that is uncertain by 150 m"))
    #expect(
      try ToolRun(["audit", vague] + android).output.contains(
        "1 departure rests on a single fix, with the device back at the next: perhaps an error of "
          + "the position."))
  }

  @Test func `what came after a gap is not delivered more often by being in time`() throws {
    let track = try track(
      [0, 60, 120].map { ($0, 900, 5) } + [180, 600].map { ($0, 0, 5) }
        + (61...70).map { ($0 * 10, 0, 5) })
    let regions = try regions(.init(name: "office", metres: 0, radius: 50))
    let audit = try run("audit", track, "--regions", regions)
    #expect(audit.contains(#/delivered to the app +1\b/#), "\(audit)")
    #expect(!audit.contains("delivers 1 instead of 0"), "\(audit)")
  }
}
