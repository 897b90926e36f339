import Foundation
import GeofenceCore
import GeofenceFormats
import TestSupport
import Testing

@testable import GeofenceReport

/// What a reader of the page sees and does, in a real browser.
@Suite(.serialized, .enabled(if: Chromium.executable != nil, Chromium.missing))
struct BrowserTests {
  /// What a script found on a page.
  private struct Findings: Decodable {
    var failures: [String]
    var fetched: [String]
    var found: [String]
  }

  /// Opens the page of `report`, runs `script` on it, and gives what it pushed to `found`.
  ///
  /// Frames come when the script calls `frame(milliseconds)`, so that no clock decides anything.
  private func find(_ report: Report, width: Int = 1400, _ script: String) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("geofence-page-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let watch = """
      <script>
      const failures = [], frames = [];
      addEventListener("error", event => failures.push(event.message));
      addEventListener("securitypolicyviolation", event => failures.push(event.blockedURI));
      window.requestAnimationFrame = callback => frames.push(callback);
      let frameTime = 0;
      function frame(milliseconds = 16) {
        frameTime += milliseconds;
        for (const callback of frames.splice(0)) callback(frameTime);
      }
      </script>
      """
    let drive = """
      <script>
      const press = key => document.body.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      const text = id => document.getElementById(id).textContent;
      // Down at the first of some points of a canvas, over the others, and up at the last.
      function drag(canvas, ...points) {
        const box = canvas.getBoundingClientRect();
        canvas.setPointerCapture = () => {};
        const send = (kind, [x, y], buttons) => canvas.dispatchEvent(new PointerEvent(kind, {
          clientX: box.left + x, clientY: box.top + y, bubbles: true, pointerId: 1, buttons }));
        send("pointerdown", points[0], 1);
        for (const point of points.slice(1)) send("pointermove", point, 1);
        send("pointerup", points.at(-1), 0);
      }
      function wheel(canvas, x, delta) {
        const box = canvas.getBoundingClientRect();
        canvas.dispatchEvent(new WheelEvent("wheel", {
          clientX: box.left + x, clientY: box.top + 5, bubbles: true, cancelable: true, ...delta }));
      }
      const found = [];
      try {
        frame();
      \(script)
      } catch (error) { failures.push(String(error.stack)); }
      const result = document.createElement("pre");
      result.id = "findings";
      const fetched = performance.getEntriesByType("resource").map(entry => entry.name);
      result.textContent = btoa(unescape(encodeURIComponent(
        JSON.stringify({ failures, fetched, found: found.map(String) }))));
      document.body.append(result);
      </script>
      """
    let page = folder.appendingPathComponent("report.html")
    let html = report.html.replacing("<title>", with: "\(watch)<title>", maxReplacements: 1)
    try Data((html + drive).utf8).write(to: page)
    let document = try Chromium.document(of: page, width: width)
    let encoded = try #require(
      document.firstMatch(of: /<pre id="findings">([^<]*)</), "the script did not finish"
    ).1
    let findings = try JSONDecoder().decode(
      Findings.self, from: #require(Data(base64Encoded: String(encoded))))
    #expect(findings.failures == [])
    #expect(findings.fetched == [])
    return findings.found
  }

  @Test func `the first look says which region was missed, when and why`() throws {
    let found = try find(
      Drive.report(),
      """
      found.push(text("headline"), text("missed").replace(/\\s+/g, " "));
      found.push(device.told.map(span => `${nameOf(span.region)} ${span.start}–${span.end}`));
      """)
    // As far as the app was told.
    #expect(found[2] == "park 50000–140000")
    #expect(found[0].hasPrefix("2 of 4 crossings never reached the app"))
    for words in [
      "2 crossings lost: stayed too short", "dwell: stayed 10 s", "enter kiosk <1>", "00:02:40Z",
      "20 s are needed",
    ] {
      #expect(found[1].contains(words), "\(words)")
    }
  }

  @Test func `play moves the cursor, and pause stops it`() throws {
    let found = try find(
      Drive.report(),
      """
      found.push(text("clock"));
      $("play").click();
      frame(0);
      frame(500);
      frame(500);
      found.push(text("clock"));
      $("play").click();
      frame(500);
      found.push(text("clock"), $("speed").value);
      """)
    // One second at five times the pace of the track.
    #expect(
      found == ["1970-01-01T00:00:00Z", "1970-01-01T00:00:05Z", "1970-01-01T00:00:05Z", "5"])
  }

  @Test func `a click on an event shows its time and its region`() throws {
    let found = try find(
      Drive.report(),
      """
      [...document.querySelectorAll(".row")].find(row => row.textContent.includes("exit park")).click();
      frame();
      found.push(text("clock"), text("now"), nameOf(selected));
      const circle = circles[selected];
      found.push(screenX(circle.x) > 0 && screenX(circle.x) < base.width);
      found.push(document.querySelector(".row[aria-current]").textContent.includes("exit park"));
      document.querySelectorAll(".miss")[0].click();
      frame();
      found.push(text("clock"), nameOf(selected), document.querySelectorAll(".miss[aria-current]").length);
      """)
    #expect(
      found == [
        "1970-01-01T00:02:20Z", "exit park, 300 m outside, 20 s after crossing", "park", "true",
        "true", "1970-01-01T00:02:40Z", "kiosk <1>", "1",
      ])
  }

  @Test func `a click on a mark of the timeline or on a pin of the map goes there`() throws {
    let found = try find(
      Drive.report(),
      """
      const lane = lanes.findIndex(lane => nameOf(lane.region) === "park");
      const enter = device.rows.find(row => row.kind === "enter");
      drag(chart.canvas, [timeX(enter.time), lanes[lane].top + 12]);
      found.push(text("clock"), text("now"));
      fit();
      frame();
      const pin = drawPins.shown.find(pin => pin.row.kind === "lost");
      drag(overlay.canvas, [pin.x, pin.y]);
      found.push(text("clock"), nameOf(selected));
      """)
    #expect(
      found == [
        "1970-01-01T00:00:50Z", "enter park, 200 m inside, 20 s after crossing",
        "1970-01-01T00:02:40Z", "kiosk <1>",
      ])
  }

  @Test func `the keyboard reaches everything`() throws {
    let found = try find(
      Drive.report(),
      """
      press("n"); found.push(text("now"));
      press("n"); found.push(text("clock"));
      press("p"); found.push(text("clock"));
      press("m"); found.push(text("now"));
      press("Home"); press("ArrowRight"); found.push(text("clock"));
      press(" "); found.push(text("play")); press(" "); found.push(text("play"));
      press("0"); const before = view.scale; press("+"); found.push(view.scale > before);
      press("0"); found.push(Math.abs(view.scale - before) < 1e-9);
      press("/"); found.push(document.activeElement.id);
      found.push([...document.querySelectorAll("button, select, input, [tabindex]")]
        .every(part => part.tabIndex === 0));
      """)
    #expect(
      found == [
        "enter park, 200 m inside, 20 s after crossing", "1970-01-01T00:02:20Z",
        "1970-01-01T00:00:50Z",
        "enter kiosk <1> lost to dwell; stayed 10 s, 20 s are needed; at most 10.0 m past "
          + "the boundary", "1970-01-01T00:00:01Z", "Pause", "▸ Play", "true", "true", "filter",
        "true",
      ])
  }

  @Test func `a filter leaves the lanes, events and circles of the regions it names`() throws {
    let found = try find(
      Drive.report(),
      """
      $("filter").value = "PARK";
      $("filter").dispatchEvent(new Event("input"));
      frame();
      found.push(lanes.map(lane => nameOf(lane.region)), text("events-title"));
      found.push(drawRegions.shown.map(nameOf));
      """)
    #expect(found == ["park", "Events (2)", "park"])
  }

  @Test func `a region that the device only came near has a lane, an event, a filter and a click`()
    throws
  {
    let found = try find(
      Drive.report(past: Drive.parkAndKiosk + [Line.region("far", at: 3000, radius: 400)]),
      """
      found.push(lanes.map(lane => nameOf(lane.region)));
      [...document.querySelectorAll(".row")].find(row => row.textContent.includes("far")).click();
      frame();
      found.push(text("clock"), text("now"), nameOf(selected));
      $("filter").value = "far";
      $("filter").dispatchEvent(new Event("input"));
      frame();
      found.push(lanes.map(lane => nameOf(lane.region)), text("events-title"));
      """)
    #expect(
      found == [
        "kiosk <1>,park,far", "1970-01-01T00:03:20Z", "far never entered; nearest 600 m outside",
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
      """
      for (const time of [0, 150000, 300000]) {
        moveTo(time);
        const choice = lastSignificant(time);
        found.push(`${registeredAt(time).map(nameOf)} since ${choice.time / 1000}`);
      }
      found.push(report.sentinelRadius, text("now"));
      """)
    #expect(found[0] == "k0 since 0")
    #expect(found[1].hasPrefix("k1 since "))
    #expect(found[2].hasPrefix("k3 since "))
    #expect(found[3] == "1000")
    #expect(found[4].contains("1 of 4 regions registered"))
  }

  /// Five drives of ten minutes in five years.
  private static let years = (0..<5).flatMap { year in
    (0...60).map { minute in
      Line.fix(
        second: Int64(year) * 31_557_600 + Int64(minute) * 10, at: Double(minute) * 100)
    }
  }

  @Test func `wheel, drag, keys and the brush choose the stretch of time that is shown`() throws {
    let found = try find(
      Drive.report(Self.years, past: Drive.parkAndKiosk),
      """
      const days = () => found.push(
        [range.start, range.end].map(time => Math.round(time / 86400000)).join("–"));
      days();
      wheel(chart.canvas, timeX(range.end), { deltaY: -Math.log(2) / 0.002 }); days();
      drag(chart.canvas, [timeX(range.start) + 10, 5], [timeX(range.start) + 10 + chartWidth() / 2, 5]); days();
      wheel(chart.canvas, timeX(range.start) + 9, { deltaY: 200, shiftKey: true }); days();
      drag(brush.canvas, [brushX(0.6 * device.duration), 5], [brushX(0.5 * device.duration), 5]);
      days();
      drag(brush.canvas, [brushX(device.duration), 5], [brushX(device.duration * 0.9), 5]); days();
      press("\\\\"); days();
      $("lanes").dispatchEvent(new KeyboardEvent("keydown", { key: "+", bubbles: true })); days();
      $("lanes").dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown", bubbles: true })); days();
      $("time-fit").click(); days();
      """)
    #expect(
      found == [
        "0–1461", "731–1461", "365–1096", "548–1278", "402–1132", "1315–1461", "0–1461", "0–974",
        "487–1461", "0–1461",
      ])
  }

  @Test func `times without fixes are dashed, named, and passed over in playback`() throws {
    let found = try find(
      Drive.report(Self.years, past: Drive.parkAndKiosk),
      """
      found.push(device.gaps.length);
      moveTo(86400000);
      found.push(text("now").split(" · ")[0]);
      $("speed").value = 1;
      $("play").click();
      frame(0);
      frame(16);
      found.push(text("clock"));
      pause();
      """)
    #expect(
      found == [
        "4", "no fixes from 1970-01-01 00:10:00Z to 1971-01-01 06:00:00Z", "1971-01-01T06:00:00Z",
      ])
  }

  @Test func `the axis has years, months, days or hours, by the clocks of the zone`() throws {
    let zone: ZoneInfo = try #require(ZoneInfo(named: "Europe/Ljubljana"))
    let one = try Drive.report(Self.years, past: Drive.parkAndKiosk)
    let report = Report(
      title: "", regions: one.regions, audit: one.audit, devices: one.devices,
      clock: LocalClock(zone))
    let found = try find(
      report,
      """
      const labels = (start, end) => found.push(ticks(Date.parse(start), Date.parse(end), 6)
        .map(tick => `${tick.label} ${new Date(tick.at).toISOString().slice(5, 16)}`).join(", "));
      labels("1970-01-01T00:00Z", "1974-01-02T00:00Z");
      labels("1971-11-20T00:00Z", "1972-03-02T00:00Z");
      labels("1971-01-01T20:00Z", "1971-01-02T08:00Z");
      """)
    #expect(
      found == [
        "1971 12-31T23:00, 1972 12-31T23:00, 1973 12-31T23:00, 1974 12-31T23:00",
        "Dec 11-30T23:00, 1972 12-31T23:00, Feb 01-31T23:00, Mar 02-29T23:00",
        "22:00 01-01T21:00, 2 Jan 01-01T23:00, 02:00 01-02T01:00, 04:00 01-02T03:00, "
          + "06:00 01-02T05:00, 08:00 01-02T07:00",
      ])
  }

  @Test func `an address leads to its moment, and every moment has one`() throws {
    let found = try find(
      Drive.report(),
      """
      follow("#t=1970-01-01T00:02:40Z&region=kiosk%20%3C1%3E");
      frame();
      found.push(text("clock"), nameOf(selected), $("link").getAttribute("href"));
      found.push(document.querySelector(".miss[aria-current]").getAttribute("href"));
      follow("#t=1970-01-01T00:01:05.5Z");
      found.push(text("clock"), selected);
      follow("#region=park");
      found.push(nameOf(selected), text("clock"));
      follow("#t=nonsense&region=nowhere");
      found.push(nameOf(selected));
      """)
    let loss = "#t=1970-01-01T00:02:40Z&region=kiosk%20%3C1%3E"
    #expect(
      found == [
        "1970-01-01T00:02:40Z", "kiosk <1>", loss, loss, "1970-01-01T00:01:05.500Z", "null",
        "park", "1970-01-01T00:01:05.500Z", "park",
      ])
  }

  @Test func `a click on the map gives the place and a link to it on the public map`() throws {
    let found = try find(
      Drive.report(),
      """
      const circle = circles[report.regions.identifier.indexOf("park")];
      drag(overlay.canvas, [screenX(circle.x), screenY(circle.y) + 40]);
      const [link] = $("picked").getElementsByTagName("a");
      found.push(text("picked").replace(/[0-9.]+, [0-9.]+/, "place"), link.rel, link.target);
      const [, north, east] = link.href.match(/^https:\\/\\/www\\.openstreetmap\\.org\\/\\?mlat=([^&]+)&mlon=([^#]+)#map=16/);
      const point = project(+north, +east);
      found.push(Math.hypot(screenX(point.x) - screenX(circle.x), screenY(point.y) - screenY(circle.y) - 40) < 1);
      """)
    #expect(
      found == ["place · park, 400 m · OpenStreetMap", "noopener noreferrer", "_blank", "true"])
  }

  @Test func `kinds of events can be hidden, and reselections are until somebody asks`() throws {
    let found = try find(
      Drive.report(),
      """
      const tick = kind => {
        document.querySelector(`#kinds input[value=${kind}]`).click();
        frame();
        found.push([...document.querySelectorAll(".row b")].map(sign => sign.textContent).join(""));
      };
      found.push([...document.querySelectorAll("#kinds input:checked")].map(box => box.value));
      tick("choice"); tick("lost"); tick("enter"); tick("choice");
      // What stands in a lane has a colour of its own.
      found.push(Object.keys(KINDS).filter(kind => !colours[kind]));
      """)
    #expect(found == ["enter,exit,lost", "|▼▲✕✕", "|▼▲", "|▲", "▲", "mark,choice"])
  }

  @Test func `long names and long events wrap, and nothing of them is cut`() throws {
    let name = Array(repeating: "a place of a very long name", count: 5).joined(separator: " ")
    let found = try find(
      Drive.report(past: [Line.region(name, at: 700, radius: 400)]),
      """
      found.push(lanes[0].lines.join("") === nameOf(lanes[0].region), lanes[0].height > 3 * LINE);
      found.push(lanes[0].lines.every(line => chart.context.measureText(line).width <= labelWidth()));
      const row = document.querySelector(".row");
      found.push(row.scrollWidth <= row.clientWidth && row.offsetHeight > 60);
      found.push($("scroll").scrollHeight >= lanes[0].height);
      """)
    #expect(found == ["true", "true", "true", "true", "true"])
  }

  @Test func `a basemap lies where it should`() throws {
    let text = #"{"type":"LineString","coordinates":[[14.5,46.05],[14.52,46.06]]}"#
    let one = try Drive.report()
    let report = Report(
      title: "", regions: one.regions, audit: one.audit, devices: one.devices,
      basemap: try BasemapReader.read(text: text, around: BasemapFrame(around: one.devices)))
    let found = try find(
      report,
      """
      const [{ isArea, x, y }] = device.basemap, point = project(46.06, 14.52);
      found.push(isArea, x.length, Math.hypot(x[1] - point.x, y[1] - point.y) < 0.2);
      """)
    #expect(found == ["false", "2", "true"])
  }

  @Test func `on paper the timeline comes in parts that fit a page, and every event is there`()
    throws
  {
    let kiosks = (0..<60).map { Line.region("k\($0)", at: Double($0) * 300, radius: 100) }
    let drive = (0...360).map { (second: Int64($0) * 5, metres: Double($0) * 50) }
    let found = try find(
      Drive.report(drive, past: kiosks),
      """
      dispatchEvent(new Event("beforeprint"));
      const figures = [...document.querySelectorAll("#paper figure")];
      found.push(figures.length > 1, lanes.length);
      const charts = figures.map(figure => figure.lastChild.height / 2);
      found.push(charts.every(height => height <= PAPER.height));
      found.push(charts.reduce((sum, height) => sum + height, 0) === layoutLanes());
      found.push(document.querySelectorAll("#paper tbody tr").length === device.listed.length);
      found.push(device.listed.length > 100, $("settings").open);
      dispatchEvent(new Event("afterprint"));
      found.push($("paper").childElementCount);
      """)
    #expect(found == ["true", "60", "true", "true", "true", "true", "true", "0"])
  }

  /// The script projects as the core does, at ±180° and near a pole, too.
  @Test func `the map is that of the projection`() throws {
    var (script, expected): (String, [[Double]]) = ("", [])
    for (latitude, longitude) in [(-16.8, 179.99), (84, -30), (46, 14)] {
      let projection = StereographicProjection(
        around: Coordinate(latitude: latitude, longitude: longitude))
      var random = SeededGenerator(seed: 5)
      script += "centerOn(\(latitude), \(longitude));\n"
      for _ in 0..<20 {
        let place = projection.unproject(
          .init(x: random.number(in: -4e5...4e5), y: random.number(in: -4e5...4e5)))
        let point = projection.project(place)
        let circle = try #require(projection.project(circleAround: place, radius: 5000))
        expected.append([
          point.x, point.y, circle.center.x, circle.center.y, circle.radius, place.latitude,
          place.longitude,
        ])
        script += "check(\(place.latitude), \(place.longitude));\n"
      }
    }
    let found = try find(
      Drive.report(),
      """
      const check = (latitude, longitude) => {
        const point = project(latitude, longitude), back = unproject(point.x, point.y);
        const circle = projectCircle(latitude, longitude, 5000);
        found.push([point.x, point.y, circle.x, circle.y, circle.radius, back.latitude,
          back.longitude].join());
      };
      \(script)
      """)
    #expect(found.count == expected.count)
    for (line, expected) in zip(found, expected) {
      for (value, expected) in zip(line.split(separator: ","), expected) {
        #expect(abs((Double(value) ?? .nan) - expected) < 1e-3)
      }
    }
  }

  @Test func `the looks of the phone are on the map, and the last one is told`() throws {
    let grade = PositioningModel.Grade(interval: Interval(seconds: 50), accuracy: 30)
    let positioning = Positioning(PositioningModel(far: grade, near: grade, nearWithin: 0))
    let found = try find(
      Drive.report(positioning: positioning),
      """
      moveTo(60000);
      frame();
      found.push(device.looks.length, text("now").split(" · ").at(-1));
      found.push(document.querySelector(".look-key").hidden, document.querySelector(".told-key").hidden);
      """)
    #expect(found == ["5", "seen 10 s ago, 100 m off", "false", "true"])
  }

  @Test func `on a phone nothing is wider than the screen`() throws {
    let found = try find(
      Drive.report(), width: 500,
      """
      found.push(document.documentElement.scrollWidth <= document.documentElement.clientWidth);
      found.push(base.width > 200 && chart.width > 200);
      """)
    #expect(found == ["true", "true"])
  }

  @Test func `a page without a crossing, a region or more than one fix is a page, too`() throws {
    for report in [
      try Drive.report(past: []),
      try Drive.report([(second: 5, metres: 0)], past: Drive.parkAndKiosk),
    ] {
      let found = try find(report, #"press("n"); press(" "); found.push(text("missed"));"#)
      #expect(found[0].contains("Nothing was missed"))
    }
  }
}
