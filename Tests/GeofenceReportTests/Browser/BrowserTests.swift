import Foundation
import GeofenceBytes
import GeofenceCore
import GeofenceInputs
import GeofenceWriting
import TestSupport
import Testing

@testable import GeofenceReport

/// The page in a real browser, as its reader sees and uses it.
///
/// The script of each test is a file of the folder `Scripts`.
@Suite(.slow, .serialized, .enabled(if: Chromium.executable != nil, Chromium.missing))
struct BrowserTests {
  @Test func `the first look says which region was missed, when and why`() throws {
    // A fix every two seconds decides that the stay in the kiosk was too short.
    let drive = (0...100).map { (second: Int64($0) * 2, metres: Double($0) * 20) }
    let found = try find(Drive.report(drive), by: "first-look")
    // As far as the app was told.
    #expect(found[2] == "park 50000–132000")
    #expect(
      found[0].hasPrefix(
        "2 of 4 arrivals and departures never reached the app, at 1 of 2 places, because the stay was too short."
      ))
    for words in [
      "2 missed: the stay was too short", "missed: stayed 10 s to 14 s; 20 s are needed",
      "enter kiosk <1>", "00:02:40",
    ] {
      #expect(found[1].contains(words), "\(words)")
    }
  }

  @Test func `play moves the cursor, and pause stops it`() throws {
    let found = try find(Drive.report(), by: "playback")
    // One second at five times the pace of the track.
    #expect(
      found == ["00:00:00", "00:00:05", "00:00:05", "5"])
  }

  @Test func `a click on an event shows its time and its region`() throws {
    let found = try find(Drive.report(past: Drive.parkAndBooth), by: "click-event")
    #expect(
      found == [
        "00:02:20", "exit park, 300 m outside: delivered at 00:02:20, 20 s later", "park", "true",
        "true", "00:02:50", "booth <1>",
        // On its card and among the visits.
        "2",
      ])
  }

  @Test func `a click on a mark of the timeline or on a pin of the map goes there`() throws {
    let found = try find(Drive.report(past: Drive.parkAndBooth), by: "click-mark")
    #expect(
      found == [
        "00:00:50", "enter park, 200 m inside: delivered at 00:00:50, 20 s later", "00:02:50",
        "booth <1>",
      ])
  }

  @Test func `a dragged edge says at once what becomes of each arrival and departure`() throws {
    var report = try Drive.report(
      command: ReportCommandLine(["geofence", "report", "drive.gpx", "--regions", "places.json"]))
    report.whatIf = .offered(nil)
    let found = try find(report, by: "what-if")
    func said(_ delivered: Int, _ open: Int) -> String {
      "All \(delivered) arrivals and departures reached the app in time, the latest after 20 s. The "
        + "recording cannot decide \(open) of 4."
    }
    #expect(
      found == [
        said(2, 2), "true", "true", said(3, 1), "As reported: \(said(2, 2))",
        "undecidable → in time | delivered at 00:02:40, 20 s later", "2",
        "geofence report drive.gpx --regions changed-places.json -o report.html", "true", "310",
        "Copy changed-places.json",
        said(2, 2),
        "true", said(3, 1),
        "All 2 arrivals and departures reached the app in time, the latest after 20 s.", "3",
      ])
  }

  /// Of random drives whose circles are moved and resized.
  @Test(arguments: 0..<9 as Range<UInt64>)
  func `what is copied from the page gives an audit what the page shows`(seed: UInt64) throws {
    struct Answer: Decodable {
      struct Crossing: Decodable { var outcome: Outcome }
      struct Outcome: Decodable { var sentence: String }
      var sentences: [String]
      var crossings: [Crossing]
    }
    var random = SeededGenerator(seed: seed)
    let drive = try RandomDrive(seed: seed, lingers: seed % 2 == 1)
    let file = "places.\(["json", "geojson", "csv"][Int(seed % 3)])"
    var report = try Drive.report(
      drive.fixes, past: Array(drive.regions), drive.strategies[0],
      command: ReportCommandLine(["geofence", "report", "d.csv", "--regions", file]))
    report.whatIf = .offered(nil)
    let changes = drive.regions.map { _ in
      [random.number(in: -0.002...0.002), random.number(in: 0.7...2)]
    }
    let found = try find(
      report, given: changes,
      """
      showTab("what-if");
      await whatIf.starting;
      given.forEach(([north, factor], i) => {
        const circle = whatIf.circles[i], place = { latitude: circle.latitude + north, longitude: circle.longitude };
        Object.assign(circle, rounded(place), { radius: Math.max(1, Math.round(circle.radius * factor)) });
      });
      evaluate();
      found.push(regionsText(), JSON.stringify(whatIf.answer));
      """)
    try #require(found.count == 2)
    let answer = try JSONDecoder().decode(Answer.self, from: Data(found[1].utf8))
    let copied = try RegionReader.inspect(
      Array(found[0].utf8), source: file, options: RegionReader.Options())
    #expect(copied.regions.count == drive.regions.count)
    let audited = try Drive.report(drive.fixes, past: copied.regions, drive.strategies[0])
    let (audit, run) = (audited.audit, audited.best)
    let words = ClaimWords(run.settings, audit.phrasing { audit.names[$0].rawValue })
    #expect(answer.sentences == words.sentences(audit.claims(on: run.strategy)))
    #expect(
      answer.crossings.map(\.outcome.sentence)
        == run.strategy.account.judged.map { run.judgements.sentence(on: $0) })
  }

  /// Another interface has the report's own options, as far as it takes them, also of a settings file.
  @Test(arguments: [false, true])
  func `under another interface the options of the report stay`(isInFile: Bool) throws {
    let interfaces = API.allCases.map { api in
      var settings = Settings(api)
      settings.limit = 5
      if api == .geofencingClient { return settings }
      settings.crossing.dwell = Interval(milliseconds: 10_000)
      settings.triggers = [.significant, .event]
      return settings
    }
    let options =
      isInFile
      ? ["--settings", "s.json"]
      : ["--limit=5", "--dwell", "10", "--reselect-on", "significant,event"]
    var command = ReportCommandLine(["geofence", "report"] + options + ["--", "drive.gpx"])
    command.refused[.geofencingClient] = ["--dwell", "--reselect-on"]
    if isInFile {
      command.settings = ["--limit=5", "--dwell=10", "--reselect-on=significant,event"]
    }
    var report = try Drive.report(
      Drive.pastParkAndKiosk, past: Drive.parkAndKiosk, interfaces[0], command: command)
    report.whatIf = .offered(nil, interfaces: interfaces)
    let found = try find(
      report,
      """
      showTab("what-if");
      await whatIf.starting;
      const { settings } = whatIf.data, value = name => settingsNow(true)[settings.indexOf(name)];
      for (const api of [1, 2]) {
        whatIf.changes = { api };
        showControls();
        const hidden = [...$("what-if-settings").children].filter(node => node.hidden);
        found.push(`${value("limit")} ${value("dwell")} ${hidden.map(node => node.dataset.name)}`, commandText());
      }
      // The interface refuses the value, so that the command does not have it.
      const flags = Object.fromEntries(whatIf.data.controls.find(({ name }) => name === "reselect-on").flags);
      whatIf.changes = { api: 2, limit: 150, "reselect-on": flags.significant + flags.sentinel };
      found.push(commandText());
      evaluate();
      found.push(text("what-if-result").includes("150 is above the 100 regions that GeofencingClient takes from one app"));
      """)
    #expect(
      found == [
        "5 10000 ",
        "geofence report "
          + (isInFile
            ? "--settings s.json" : "--limit=5 --dwell 10 --reselect-on 'significant,event'")
          + " --api cllocationmanager -o report.html -- drive.gpx",
        "5 0 dwell,cushion",
        "geofence report --limit=5 --api geofencingclient -o report.html -- drive.gpx",
        "geofence report --limit=5 --api geofencingclient -o report.html -- drive.gpx", "true",
      ])
  }

  @Test func `the panel says under which conditions, and what is doubtful or impossible`() throws {
    let fixes = Drive.pastParkAndKiosk.map { Line.fix(second: $0.second, at: $0.metres) }
    let doubt = Doubt(.warning, InputError(source: "t.gpx", problem: "3 of 20 points skipped"))
    let drive = try Drive.report(
      fixes, past: Drive.parkAndKiosk, under: [Settings()], doubts: [doubt])
    var audit = drive.audit
    (audit.scope, audit.model) = ("--from +60s", "phone")
    var report = Report(
      title: "drive", regions: drive.regions, audit: audit, records: drive.records)
    (report.doubts, report.whatIf) = (drive.doubts, .offered(nil))
    let found = try find(
      report,
      """
      showTab("what-if");
      await whatIf.starting;
      const head = [...document.querySelectorAll("#headline :is(h1, .aside)")].map(part => part.textContent).join(" ");
      found.push(text("what-if-result") === head, head);
      whatIf.changes = { limit: 40 };
      evaluate();
      found.push(text("what-if-result").slice(head.length + 1));
      // Without a circle there is nothing to take along, and nothing that an old sentence is true of.
      whatIf.changes = {};
      for (const circle of whatIf.circles) circle.isRemoved = true;
      evaluate();
      found.push(text("what-if-result"), $("what-if-copy-regions").disabled, $("what-if-copy-command").disabled);
      found.push(new Set([...$("what-if-changes").querySelectorAll("small")].map(part => part.textContent.split(" → ")[1])).size);
      """)
    #expect(
      found == [
        "true",
        "With --from +60s, in one draw of the model phone, all 2 arrivals and departures reached the app in "
          + "time, the latest after 20 s. The recording cannot decide 2 of 4. The input is doubtful: "
          + "3 of 20 points skipped.",
        "40 is above the 20 regions that CLMonitor takes from one app: no app can register more.",
        "There is no region.", "true", "true", "1",
      ])
  }

  @Test func `the nearer of a circle's middle and edge is dragged, from where it was taken`() throws
  {
    var report = try Drive.report()
    report.whatIf = .offered(nil)
    let found = try find(
      report,
      """
      showTab("what-if");
      await whatIf.starting;
      const kiosk = report.regions.identifier.indexOf("kiosk <1>"), circle = circles[kiosk];
      select(kiosk);
      const show = pixels => {
        Object.assign(view, { x: circle.x, y: circle.y, scale: pixels / circle.radius });
        $("what-if-reset").disabled || $("what-if-reset").click();
        redraw("base");
        frame();
      };
      const pull = (from, to) => {
        const [x, y] = [screenX(circle.x), screenY(circle.y)];
        drag(overlay.canvas, [x + from, y], [x + to, y], [x + to, y]);
        frame();
        const { latitude, longitude, radius } = activeCircle(), { regions } = whatIf.data;
        const isThere = latitude === regions.latitude[kiosk] && longitude === regions.longitude[kiosk];
        found.push(radius, isThere, Math.round((onMap(activeCircle()).x - circle.x) * view.scale));
      };
      // The radius is as long as the reach of the middle.
      show(7); pull(7, 21);
      show(7); pull(5, 6);
      show(60); pull(6, 9);
      show(60); pull(58, 62);
      """)
    #expect(
      found == ["180", "true", "0", "69", "true", "0", "60", "false", "3", "64", "true", "0"])
  }

  @Test func `a click takes the circle that is drawn there`() throws {
    var report = try Drive.report()
    report.whatIf = .offered(nil)
    let found = try find(
      report,
      """
      showTab("what-if");
      await whatIf.starting;
      const [kiosk, park] = ["kiosk <1>", "park"].map(name => report.regions.identifier.indexOf(name));
      const click = ({ x, y }) => {
        drag(overlay.canvas, [screenX(x), screenY(y) + 12]);
        frame();
        found.push(activeCircle().identifier, nameOf(selected));
      };
      frame();
      click(circles[park]);
      $("what-if-add").click();
      frame();
      found.push(activeCircle().identifier);
      click(circles[park]);
      const place = whatIf.circles.at(-1);
      Object.assign(place, { latitude: place.latitude + 0.006, radius: 200 });
      Object.assign(whatIf.circles[kiosk], { latitude: place.latitude - 0.012, radius: 200 });
      reconsider();
      fit();
      zoomBy(0.5);
      frame();
      click(onMap(whatIf.circles[kiosk]));
      click(onMap(place));
      """)
    #expect(
      found == [
        "park", "park", "place-1", "park", "park", "kiosk <1>", "kiosk <1>", "place-1", "",
      ])
  }

  @Test func `a command with changes is of the strategy that is shown`() throws {
    let strategies = [(3, 5), (10, 5), (3, 20), (10, 20)].map { limit, seconds in
      var settings = Settings()
      settings.limit = limit
      settings.crossing.dwell = Interval(seconds: seconds)
      return settings
    }
    var report = try Drive.report(
      Slots.fixes, past: Slots.kiosks, under: strategies,
      command: ReportCommandLine(["geofence", "report", "d.csv", "--limit", "3/10", "--dwell=5/20"])
    )
    report.whatIf = .offered(nil)
    let found = try find(
      report,
      """
      showTab("what-if");
      await whatIf.starting;
      showStrategy(report.runs.findIndex(({ options }) => options === "--limit 3 --dwell 5"));
      whatIf.changes = { cushion: 0 };
      found.push(commandText());
      whatIf.changes = { limit: 2 };
      found.push(commandText());
      """)
    #expect(
      found == [
        "geofence report d.csv --limit 3 --dwell 5 --cushion 0 -o report.html",
        "geofence report d.csv --limit 2 --dwell 5 -o report.html",
      ])
  }

  /// What a page says with nothing changed, and with changes that its command makes, is what a report says
  /// of the same.
  @Test(arguments: ["none", "phone"])
  func `the panel plays what the tool plays`(kind: String) throws {
    var (settings, changed) = (Settings(), Settings())
    let positioning = kind == "phone" ? Positioning(PositioningPreset.phone.model, seed: 3) : nil
    if kind == "none" {
      (settings.limit, settings.triggers) = (1, [])
      changed = settings
      changed.limit = 2
    } else {
      settings = settings.suited(to: positioning)
      changed.crossing.dwell = Interval(seconds: 5)
      changed = changed.suited(to: positioning, given: .dwell)
    }
    // The order of the file is not that of the identifiers.
    let regions = Array(Slots.kiosks.reversed())
    var report = try Drive.report(Slots.fixes, past: regions, settings, positioning: positioning)
    report.whatIf = .offered(positioning)
    let found = try find(
      report, given: kind == "phone" ? ["dwell": 5000] : ["limit": 2],
      """
      showTab("what-if");
      await whatIf.starting;
      found.push(whatIf.answer.sentences.join(" "));
      whatIf.changes = given;
      evaluate();
      found.push(whatIf.answer.sentences.join(" "));
      """)
    let said = try [settings, changed].map { settings in
      let report = try Drive.report(Slots.fixes, past: regions, settings, positioning: positioning)
      let (audit, run) = (report.audit, report.best)
      return ClaimWords(run.settings, audit.phrasing { audit.names[$0].rawValue })
        .sentences(audit.claims(on: run.strategy)).joined(separator: " ")
    }
    #expect(found == said && said[0] != said[1])
  }

  @Test func `one map has the events of two phones, each with its mark`() throws {
    let found = try find(Slots.phones(), by: "interfaces")
    #expect(found == ["AAAAAAAAiiiiiiii", "i iPhone, A Android", "AAAAAAAAiiii", "true"])
  }

  @Test func `the keyboard reaches everything`() throws {
    let found = try find(Drive.report(past: Drive.parkAndBooth), by: "keyboard")
    #expect(
      found == [
        "enter park, 200 m inside: delivered at 00:00:50, 20 s later", "00:02:20", "00:00:50",
        "enter booth <1> missed: stayed 0 s to 20 s; 20 s are needed; some phones report an arrival at "
          + "once", "00:00:01", "Pause", "▸ Play", "true", "true", "filter",
        "true",
      ])
  }

  @Test func `a filter leaves the lanes, events and circles of the regions it names`() throws {
    let found = try find(Drive.report(), by: "filter")
    #expect(found == ["park", "Events (2)", "park"])
  }

  @Test func `a region that the device only came near has a lane, an event, a filter and a click`()
    throws
  {
    let found = try find(
      Drive.report(past: Drive.parkAndBooth + [Line.region("far", at: 3000, radius: 400)]),
      by: "near-region")
    #expect(
      found == [
        "booth <1>,park,far", "00:03:20", "far: never entered; nearest 600 m outside at 00:03:20",
        "far", "far", "Events (1)",
      ])
  }

  @Test func `registered regions, sentinel and significant change are those of the moment`() throws
  {
    var settings = Settings()
    (settings.limit, settings.triggers) = (2, [.sentinel, .significant])
    settings.significantInterval = Interval(milliseconds: 60_000)
    let kiosks = (0..<4).map { Line.region("k\($0)", at: Double($0) * 1000, radius: 200) }
    let found = try find(
      Drive.report(
        (0...30).map { (second: Int64($0) * 10, metres: Double($0) * 100) }, past: kiosks, settings),
      by: "moments")
    #expect(found[0] == "k0 since 0")
    #expect(found[1].hasPrefix("k1 since "))
    #expect(found[2].hasPrefix("k3 since "))
    #expect(found[3] == "1000")
    #expect(found[4].contains("registered: 1 of 4"))
  }

  /// Five drives of ten minutes in five years.
  private static let years = (0..<5).flatMap { year in
    (0...60).map { minute in
      Line.fix(
        second: Int64(year) * 31_557_600 + Int64(minute) * 10, at: Double(minute) * 100)
    }
  }

  @Test func `wheel, drag, keys and the brush choose the stretch of time that is shown`() throws {
    let found = try find(Drive.report(Self.years, past: Drive.parkAndKiosk), by: "time-range")
    #expect(
      found == [
        // The wheel is the page's until the timeline has the focus.
        "0–1461", "0–1461", "731–1461", "365–1096", "548–1278", "402–1132", "1315–1461", "0–1461",
        "0–974",
        "487–1461", "0–1461",
      ])
  }

  @Test func `times without fixes are dashed, named, and passed over in playback`() throws {
    let found = try find(Drive.report(Self.years, past: Drive.parkAndKiosk), by: "gaps")
    #expect(
      found == [
        "4", "no fixes: 1970-01-01 00:10:00–1971-01-01 06:00:00", "1971-01-01 06:00:00",
      ])
  }

  @Test func `the axis has years, months, days or hours, by the clocks of the zone`() throws {
    let zone: ZoneInfo = try #require(ZoneInfo(named: "Europe/Ljubljana"))
    var report = try Drive.report(Self.years, past: Drive.parkAndKiosk)
    report.zone = zone
    let found = try find(report, by: "axis")
    #expect(
      found == [
        "1971 12-31T23:00, 1972 12-31T23:00, 1973 12-31T23:00, 1974 12-31T23:00",
        "Dec 11-30T23:00, 1972 12-31T23:00, Feb 01-31T23:00, Mar 02-29T23:00",
        "22:00:00 01-01T21:00, 2 Jan 01-01T23:00, 02:00:00 01-02T01:00, 04:00:00 01-02T03:00, "
          + "06:00:00 01-02T05:00, 08:00:00 01-02T07:00",
      ])
  }

  @Test func `an address leads to its moment, and every moment has one`() throws {
    let found = try find(Drive.report(), by: "address")
    let loss = "#t=1970-01-01T00:02:40Z&region=kiosk%20%3C1%3E"
    #expect(
      found == [
        "00:02:40", "kiosk <1>", loss, loss, "00:01:05", "null",
        // A region alone leads to what happened there first.
        "park", "00:00:50", "park",
      ])
  }

  @Test func `a click on the map gives the place and a link to it on the public map`() throws {
    let found = try find(Drive.report(), by: "click-map")
    #expect(
      found == ["place · OpenStreetMap", "noopener noreferrer", "_blank", "true"])
  }

  @Test func `kinds of events can be hidden, and reselections are until somebody asks`() throws {
    let found = try find(Drive.report(past: Drive.parkAndBooth), by: "kinds")
    #expect(found == ["enter,exit,lost", "|▼▲✕✕", "|▼▲", "|▲", "▲", "choice"])
  }

  @Test func `long names and long events wrap, and nothing of them is cut`() throws {
    let name = Array(repeating: "a place of a very long name", count: 5).joined(separator: " ")
    let found = try find(
      Drive.report(past: [Line.region(name, at: 700, radius: 400)]), by: "long-names")
    #expect(found == ["true", "true", "true", "true", "true"])
  }

  @Test func `a basemap lies where it should`() throws {
    let text = #"{"type":"LineString","coordinates":[[14.5,46.05],[14.52,46.06]]}"#
    var report = try Drive.report()
    report.basemap = try BasemapReader.read(
      text: text, around: BasemapFrame(around: report.records[0]))
    let found = try find(report, by: "basemap")
    #expect(found == ["false", "2", "true"])
  }

  @Test func `on paper the timeline comes in parts that fit a page, and every event is there`()
    throws
  {
    let kiosks = (0..<60).map { Line.region("k\($0)", at: Double($0) * 300, radius: 100) }
    let drive = (0...360).map { (second: Int64($0) * 5, metres: Double($0) * 50) }
    let found = try find(Drive.report(drive, past: kiosks), by: "paper")
    #expect(
      found == ["true", "60", "true", "true", "true", "true", "true", "0", "false"])
  }

  /// The way back to the ground, at ±180° and near a pole, too.
  @Test func `a point of the map has the place that the projection gives it`() throws {
    struct Around: Encodable {
      struct Plane: Encodable {
        var bend: Double
        var directions: [[Double]]
        var latitudes = StereographicProjection.latitudes
      }
      var plane: Plane
      var points: [[Double]]
    }
    var random = SeededGenerator(seed: 5)
    var (given, expected): ([Around], [Coordinate]) = ([], [])
    for (latitude, longitude) in [(-16.8, 179.99), (84, -30), (46, 14)] {
      let projection = StereographicProjection(
        around: Coordinate(latitude: latitude, longitude: longitude))
      let points = (0..<20).map { _ in
        StereographicProjection.Point(
          x: random.number(in: -4e5...4e5), y: random.number(in: -4e5...4e5))
      }
      expected += points.map(projection.unproject)
      let plane = Around.Plane(bend: projection.bend, directions: projection.directions)
      given.append(Around(plane: plane, points: points.map { [$0.x, $0.y] }))
    }
    let found = try find(
      Drive.report(), given: given,
      """
      for (const { plane, points } of given) {
        report.plane = plane;
        for (const [x, y] of points) found.push(Object.values(placeAt(x, y)).join());
      }
      """)
    #expect(found.count == expected.count)
    for (line, place) in zip(found, expected) {
      let degrees = line.split(separator: ",").compactMap { Double($0) }
      #expect(degrees.count == 2 && abs(degrees[0] - place.latitude) < 1e-9, "\(line)")
      #expect(abs((degrees.last ?? 0) - place.longitude) < 1e-9, "\(line)")
    }
  }

  @Test func `the looks of the phone are on the map, and the last one is told`() throws {
    let grade = PositioningModel.Grade(interval: Interval(seconds: 50), accuracy: 30)
    let positioning = Positioning(PositioningModel(far: grade, near: grade, nearWithin: 0))
    let found = try find(Drive.report(positioning: positioning), by: "looks")
    #expect(found == ["5", "location update: 00:00:50, 100 m off, accuracy 30 m", "false", "true"])
  }

  @Test(arguments: [360, 500])
  func `on a phone nothing is wider than the screen, and every button in reach`(width: Int) throws {
    let found = try find(Drive.report(), width: width, by: "narrow-screen")
    #expect(found == ["true", "true", "true", "true"])
  }

  @Test func `a page without a crossing, a region or more than one fix is a page, too`() throws {
    for report in [
      try Drive.report(past: []),
      try Drive.report([(second: 5, metres: 0)], past: Drive.parkAndKiosk),
    ] {
      let found = try find(report, by: "empty-page")
      #expect(found[0].contains("No region was entered"))
    }
  }
}
