import Foundation
import GeofenceCore
import GeofenceReport
import TestSupport
import Testing

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
      "2 crossings lost: stayed too short", "enter kiosk <1>", "00:02:40Z", "20 s are needed",
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
      document.querySelectorAll(".miss")[1].click();
      frame();
      found.push(text("clock"), nameOf(selected), document.querySelectorAll(".miss[aria-current]").length);
      """)
    #expect(
      found == [
        "1970-01-01T00:02:20Z", "exit park, 300 m outside, 20 s after crossing", "park", "true",
        "true", "1970-01-01T00:03:00Z", "kiosk <1>", "1",
      ])
  }

  @Test func `a click on a mark of the timeline or on a pin of the map goes there`() throws {
    let found = try find(
      Drive.report(),
      """
      const click = (canvas, x, y) => {
        const box = canvas.getBoundingClientRect();
        const at = { clientX: box.left + x, clientY: box.top + y, bubbles: true, pointerId: 1 };
        canvas.setPointerCapture = () => {};
        canvas.dispatchEvent(new PointerEvent("pointerdown", at));
        canvas.dispatchEvent(new PointerEvent("pointerup", at));
      };
      const lane = lanes.findIndex(lane => nameOf(lane.region) === "park");
      const enter = device.rows.find(row => row.kind === "enter");
      click(chart.canvas, timeX(enter.time), lane * LANE + 12);
      found.push(text("clock"), text("now"));
      fit();
      frame();
      const pin = drawPins.shown.find(pin => pin.row.kind === "lost");
      click(overlay.canvas, pin.x, pin.y);
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
        "enter kiosk <1> lost: stayed too short; stayed 10 s, 20 s are needed; at most 10.0 m past "
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
