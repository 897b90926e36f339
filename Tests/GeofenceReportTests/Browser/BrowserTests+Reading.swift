import GeofenceBytes
import GeofenceCore
import GeofenceInputs
import GeofenceWriting
import TestSupport
import Testing

@testable import GeofenceReport

/// How a page is read: on a phone, by wheel and finger, strategy by strategy, fleet by fleet.
extension BrowserTests {
  @Test func `a switch changes verdict, cards, map and timeline, and keeps the moment`() throws {
    let found = try find(
      Slots.both(),
      """
      const shown = () => [...document.querySelectorAll("#headline .run:not([hidden])")]
        .map(part => part.querySelector("h1").textContent).join();
      const state = () => found.push(shown(), device.lost.size, device.registrations.length > 1, text("clock"));
      moveTo(300000);
      state();
      $("strategy").value = 1;
      $("strategy").dispatchEvent(new Event("change"));
      frame();
      state();
      found.push($("link").hash);
      document.querySelector(".show[data-show='0']").click();
      frame();
      found.push(device.lost.size, $("strategy").value);
      follow("#t=1970-01-01T00:01:00Z&strategy=--reselect-on%20significant");
      found.push(device.lost.size, text("clock"));
      """)
    #expect(
      found == [
        "With the best of 2 strategies (--reselect-on fix), all 8 arrivals and departures reached the app "
          + "in time, the latest after 20 s.",
        "0", "true", "00:05:00",
        "With --reselect-on significant, 4 of 8 arrivals and departures never reached the app, at 2 of 4 places, because the one slot was "
          + "taken.", "2", "true", "00:05:00",
        "#t=1970-01-01T00:05:00Z&strategy=--reselect-on%20significant", "0", "0", "2",
        "00:01:00",
      ])
  }

  @Test func `the bar has a part for each outcome, in proportion`() throws {
    let found = try find(
      Drive.report(past: Drive.parkAndBooth + [Line.region("second", at: 700, radius: 300)]),
      """
      const width = part => part.getBoundingClientRect().width;
      const parts = [...document.querySelectorAll(".bar rect")].filter(part => width(part) > 0);
      found.push(parts.map(part => part.getAttribute("class")));
      found.push(Math.abs(width(parts[0]) - 2 * width(parts[1])) < 8);
      found.push([...document.querySelectorAll(".score li[data-figure]")].map(part => part.textContent));
      found.push([...document.querySelectorAll("#figures dt")].map(term => term.textContent.split(":")[0]));
      """)
    #expect(
      found == [
        "enter,lost", "true", "4 in time,2 missed",
        "in time,late or early,missed,undecidable,jitter,reach,recall,delay, median,delay, worst",
      ])
  }

  @Test(arguments: [(1440, 900), (1024, 768)])
  func `the answer, the map and the first loss are in one window`(_ width: Int, _ height: Int)
    throws
  {
    let kiosks = (0..<60).map { Line.region("k\($0)", at: Double($0) * 300, radius: 100) }
    let drive = (0...360).map { (second: Int64($0) * 5, metres: Double($0) * 50) }
    let found = try find(
      Drive.report(drive, past: kiosks), width: width, height: height,
      """
      frame();
      const room = $("panel").getBoundingClientRect();
      const isInside = part => {
        const { top, bottom, height } = part.getBoundingClientRect();
        return height > 8 && top >= 0 && bottom <= Math.min(innerHeight, room.bottom);
      };
      found.push(isInside(document.querySelector("h1")), isInside(document.querySelector("#problems .miss")));
      found.push(document.querySelector("h1").textContent.split(" ").length <= 25);
      document.querySelector("#problems .miss").click();
      frame();
      found.push(isInside(document.querySelector("#story p")), $("details").dataset.tab);
      """)
    #expect(found == ["true", "true", "true", "true", "place"])
  }

  @Test func `a map of the whole track is that in a window of another size, too`() throws {
    let found = try find(
      Drive.report(),
      """
      frame();
      const isWhole = () => [...device.path.x].every(x => screenX(x) > 0 && screenX(x) < base.width);
      const narrow = width => { $("stage").style.width = `${width}px`; resize(); frame(); };
      narrow(300);
      found.push(base.width < 301, isWhole());
      // A map that a reader has zoomed keeps its place.
      zoomBy(2);
      const { x, scale } = view;
      narrow(400);
      found.push(view.x === x && view.scale === scale);
      """)
    #expect(found == ["true", "true", "true"])
  }

  @Test func `no circle near the track is cut off, and bars to scroll by have the page's colours`()
    throws
  {
    let found = try find(
      Drive.report(past: [Line.region("before the start", at: -200, radius: 100)]),
      """
      const { x, radius } = circles[0];
      found.push(screenX(x - radius) > 0 && screenX(x + radius) < base.width);
      found.push(getComputedStyle($("scroll")).scrollbarColor !== "auto");
      """)
    #expect(found == ["true", "true"])
  }

  @Test func `where no region was entered the map has the nearest one, whole`() throws {
    let found = try find(
      Drive.report(past: [Line.region("school", at: -1500, radius: 400)]),
      """
      frame();
      const { x, radius } = circles[0];
      found.push(screenX(x - radius) > 0 && screenX(x + radius) < base.width);
      """)
    #expect(found == ["true"])
  }

  @Test func `the wheel is the page's until the map has the focus, and one finger always`() throws {
    let found = try find(
      Drive.report(),
      """
      const scale = view.scale;
      wheel(overlay.canvas, 100, { deltaY: -200 });
      found.push(view.scale === scale, $("gesture").hidden);
      overlay.canvas.focus();
      wheel(overlay.canvas, 100, { deltaY: -200 });
      found.push(view.scale > scale);
      const { x } = view;
      const touch = (kind, id, left) => overlay.canvas.dispatchEvent(new PointerEvent(kind, {
        clientX: 200 + left, clientY: 300, bubbles: true, pointerId: id, pointerType: "touch", buttons: 1 }));
      touch("pointerdown", 1, 0); touch("pointermove", 1, 80); touch("pointerup", 1, 80);
      found.push(view.x === x, text("gesture"));
      touch("pointerdown", 1, 0); touch("pointerdown", 2, 100); touch("pointermove", 2, 180);
      found.push(view.x !== x, getComputedStyle(overlay.canvas).touchAction);
      """)
    #expect(
      found == ["true", "false", "true", "true", "Two fingers move the map", "true", "pan-y"])
  }

  @Test func `all devices of a fleet are on one map, and a click leads to another`() throws {
    let one = try Drive.report(past: Drive.parkAndBooth, device: 1)
    let other = try Drive.report(past: [])
    let report = Report(
      title: "", regions: one.regions, audit: one.audit,
      records: [[other.records[0][0], one.records[0][0]]])
    let found = try find(
      report,
      """
      frame();
      found.push(device.number, fleet.map(other => other.number), $("device").options[1].textContent);
      $("device").value = 0;
      $("device").dispatchEvent(new Event("change"));
      frame();
      found.push(device.number, drawFleetPins.shown.length > 0, drawFleetDots.shown.length);
      const pin = drawFleetPins.shown[0];
      found.push(clickFleet(pin), device.number, nameOf(selected), goTo.row.kind);
      """)
    #expect(
      found == [
        "1", "0", "the device: 2 problems", "0", "true", "1", "true", "1", "booth <1>", "lost",
      ])
  }

  @Test func `on a phone a row of a table is a card of a few lines`() throws {
    let found = try find(
      Drive.report(), width: 500,
      """
      const rows = [...document.querySelectorAll("#regions tbody tr")];
      found.push(Math.max(...rows.map(row => row.offsetHeight)) < 200);
      found.push(getComputedStyle(rows[0]).display);
      """)
    #expect(found == ["true", "block"])
  }

  @Test func `labels avoid pins, controls and what they name`() throws {
    let found = try find(
      Drive.report(),
      """
      const taken = takenPlaces();
      found.push(taken.length >= 3 + drawPins.shown.length);
      const free = freeBox(taken, 400, 300, 50, 60, 14);
      found.push(free[3] <= 250 || free[1] >= 350 || free[0] >= 450 || free[2] <= 350);
      found.push(freeBox([[0, 0, base.width, base.height]], 400, 300, 50, 60, 14));
      """)
    #expect(found == ["true", "true", "null"])
  }

  @Test func `what is registered stands out from the page by three to one`() throws {
    let found = try find(
      Drive.report(),
      """
      const luminance = colour => {
        const parts = colour.match(/[0-9a-f]{2}/g).map(part => parseInt(part, 16) / 255)
          .map(part => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
      };
      const page = luminance(colours.page);
      for (const name of ["registered", "inside", "idle", "enter", "exit", "lost", "false", "late", "difference", "look"]) {
        const other = luminance(colours[name]);
        const ratio = (Math.max(page, other) + 0.05) / (Math.min(page, other) + 0.05);
        if (ratio < 3) found.push(`${name} ${ratio}`);
      }
      """)
    #expect(found == [])
  }

  @Test func `elevation and speed stand under the timeline and beside the clock`() throws {
    let fixes = (0...20).map { second in
      var fix = Line.fix(second: Int64(second) * 10, at: Double(second) * 100)
      (fix.altitude, fix.speed) = (300 + Double(second), 10)
      return fix
    }
    let found = try find(
      Drive.report(fixes, past: Drive.parkAndKiosk),
      """
      moveTo(100000);
      found.push($("profile").offsetHeight > 40, text("now").split(" · ").slice(0, 2));
      """)
    #expect(found == ["true", "elevation: 310 m,speed: 36 km/h"])
    #expect(
      try find(Drive.report(), "found.push($(\"profile\").offsetHeight);") == ["0"])
  }

  @Test func `of the regions that were never entered only the nearest are lanes and on paper`()
    throws
  {
    let far = (0..<150).map { Line.region("far\($0)", at: 9000 + Double($0) * 20, radius: 100) }
    let found = try find(
      Drive.report(past: Drive.parkAndKiosk + far),
      """
      found.push(lanes.length);
      dispatchEvent(new Event("beforeprint"));
      found.push(document.querySelectorAll("#paper tbody tr").length);
      dispatchEvent(new Event("afterprint"));
      $("filter").value = "far149";
      $("filter").dispatchEvent(new Event("input"));
      found.push(lanes.map(lane => nameOf(lane.region)));
      """)
    #expect(found == ["102", "14", "far149"])
  }

  @Test(arguments: [
    (1440, "true,true,true,true"), (1024, "true,true,true,true"), (390, "true,true,true,false"),
  ])
  func `map, timeline and list share one window; on a phone the list is folded below`(
    _ width: Int, _ expected: String
  ) throws {
    let kiosks = (0..<60).map { Line.region("k\($0)", at: Double($0) * 300, radius: 100) }
    let drive = (0...360).map { (second: Int64($0) * 5, metres: Double($0) * 50) }
    let found = try find(
      Drive.report(drive, past: kiosks), width: width,
      """
      if (innerWidth < 1000) scrollTo(0, 400);
      showTab("events");
      const isInside = id => {
        const { top, bottom, height } = $(id).getBoundingClientRect();
        return height > 40 && top >= 0 && bottom <= innerHeight;
      };
      found.push(["stage", "lanes", "scroll", "list"].map(isInside));
      found.push(document.documentElement.scrollWidth <= innerWidth);
      found.push([...document.querySelectorAll("#regions, #settings, #diary")].some(part => part.open));
      """)
    #expect(found == [expected, "true", "false"])
  }

  @Test func `a low window shows five events or more below their filters`() throws {
    let kiosks = (0..<60).map { Line.region("k\($0)", at: Double($0) * 300, radius: 100) }
    let drive = (0...360).map { (second: Int64($0) * 5, metres: Double($0) * 50) }
    let found = try find(
      Drive.report(drive, past: kiosks), width: 1024, height: 768,
      """
      showTab("events");
      frame();
      const list = $("list").getBoundingClientRect();
      const rows = [...document.querySelectorAll("#list .row")].map(row => row.getBoundingClientRect());
      found.push(innerHeight, rows.filter(row => row.bottom <= list.bottom + 1).length >= 5);
      found.push($("filter").getBoundingClientRect().bottom <= $("kinds").getBoundingClientRect().top + 1);
      found.push(list.height > innerHeight / 5);
      """)
    #expect(found == ["768", "true", "true", "true"])
  }

  @Test func `on a phone map and timeline leave half of the screen, and nothing lies over the map`()
    throws
  {
    let found = try find(
      Drive.report(), width: 390,
      """
      frame();
      const map = $("overlay").getBoundingClientRect();
      found.push($("view").offsetHeight <= innerHeight / 2, map.height > 60);
      found.push(["zoom", "colour"].every(id => $(id).getBoundingClientRect().bottom <= map.top + 1));
      const [zoom, colour] = ["zoom", "colour"].map(id => $(id).getBoundingClientRect());
      found.push(zoom.right <= colour.left, colour.right <= innerWidth);
      """)
    #expect(found == ["true", "true", "true", "true", "true"])
  }

  @Test(arguments: [390, 768, 1024])
  func `a page has one form of times, and no span of time is broken`(_ width: Int) throws {
    let found = try find(
      Slots.report(), width: width,
      """
      for (const part of document.querySelectorAll("details")) part.open = true;
      select(1);
      frame();
      const text = document.body.innerText;
      found.push(text.match(/\\d\\d:\\d\\dZ|\\dT\\d\\d:|(?<![\\d:])\\d:\\d\\d|(?<![\\d:])\\d\\d:\\d\\d(?![:\\d])/g));
      const spans = [...document.querySelectorAll("#regions .span, #diary .span")];
      found.push(spans.length > 3, spans.every(span => span.offsetHeight < 30));
      found.push([4.06, 12.34, 999.6, 1234, 123456].map(metres));
      """)
    #expect(found == ["null", "true", "true", "4.1 m,12 m,1 km,1.2 km,123 km"])
  }

  @Test func `many location updates are grouped until one zooms in`() throws {
    let grade = PositioningModel.Grade(interval: Interval(seconds: 1), accuracy: 30)
    let positioning = Positioning(PositioningModel(far: grade, near: grade, nearWithin: 0))
    let drive = (0...300).map { (second: Int64($0) * 5, metres: Double($0) * 50) }
    let found = try find(
      Drive.report(drive, past: Drive.parkAndKiosk, positioning: positioning),
      """
      frame();
      const [groups, all] = [drawLooks.shown.length, device.looks.length];
      found.push(all > 200, groups < all / 2);
      found.push(drawLooks.shown.reduce((sum, group) => sum + group.length, 0) === all);
      ({ x: view.x, y: view.y } = device.looks[100].seen);
      for (let i = 0; i < 8; i++) zoomBy(1.5);
      frame();
      found.push(drawLooks.shown.length > 0, drawLooks.shown.every(group => group.length === 1));
      """)
    #expect(found == ["true", "true", "true", "true", "true"])
  }

  @Test func `what the phone itself delivered has a mark on map, list and lane`() throws {
    let found = try find(
      Drive.besideItsPhone(),
      """
      showTab("events");
      fit();
      frame();
      found.push(drawPins.shown.filter(pin => pin.row.kind === "phone").length);
      found.push([...document.querySelectorAll(".row b.phone")].map(sign => sign.textContent).join(""));
      found.push(lanes.flatMap(lane => lane.rows ?? []).filter(row => row.kind === "phone").length);
      const row = [...document.querySelectorAll(".row")].find(row => row.querySelector("b.phone"));
      found.push(row.textContent);
      found.push([...document.querySelectorAll(".row")].slice(2, 4).map(row => row.textContent));
      found.push(lanes[0].region === report.regions.identifier.indexOf("kiosk <1>"), device.log.problems);
      found.push(document.querySelector("#problems .miss").hash);
      document.querySelector("#problems .miss").click();
      found.push(goTo.row.kind);
      """)
    #expect(
      found == [
        "3", "◇◇◇", "3",
        "◇ 00:01:00 enter park, 0 m inside: delivered by the phone 30 s after the true crossing",
        "◇ 00:01:10 enter park, 0 m inside: delivered by the phone once more,"
          + "◇ 00:01:40 exit park, 0 m inside: delivered by the phone without a crossing",
        "true", "1", "#t=1970-01-01T00:01:10Z&region=park", "phone",
      ])
  }

  @Test func `the brush filters list, map and figures, and lets go of them`() throws {
    let found = try find(
      Drive.report(past: Drive.parkAndBooth),
      """
      const shown = () => found.push(text("tab-events"), drawPins.shown.length, $("stretch").hidden,
        [...document.querySelectorAll(".score li[data-figure]:not([hidden])")].map(part => part.textContent));
      frame();
      shown();
      drag(brush.canvas, [brushX(145000), 5], [brushX(195000), 5]);
      frame();
      shown();
      $("stretch").querySelector("button").click();
      frame();
      shown();
      """)
    let whole = ["Events (4)", "4", "true", "2 in time,2 missed"]
    #expect(found == whole + ["Events (2 of 4)", "2", "false", "2 missed"] + whole)
  }

  @Test func `the figures of a stretch are those of the strategy and the device that are shown`()
    throws
  {
    let shown = """
      const shown = () => found.push($("stretch").hidden, `${Math.round(range.start)}–${Math.round(range.end)}`,
        [...document.querySelectorAll("#headline .run:not([hidden]) .score li[data-figure]:not([hidden])")]
          .map(part => part.textContent));
      frame();
      showTime(0, 450000);

      """
    let strategies = try find(
      Slots.both(),
      shown + """
        moveTo(600000);
        showTime(0, 450000);
        frame();
        shown();
        showStrategy(1);
        frame();
        shown();
        """)
    // The cursor lies behind the stretch, which stays all the same.
    #expect(
      strategies == ["false", "0–450000", "4 in time", "false", "0–450000", "2 in time,2 missed"])
    let one = try Drive.report(past: Drive.parkAndBooth, device: 1)
    let other = try Drive.report(past: [])
    let devices = try find(
      Report(
        title: "", regions: one.regions, audit: one.audit,
        records: [[other.records[0][0], one.records[0][0]]]),
      shown + """
        showTime(145000, 195000);
        frame();
        shown();
        showDevice(0);
        frame();
        shown();
        """)
    #expect(
      devices == ["false", "145000–195000", "2 missed", "true", "0–200000", "2 in time,2 missed"])
  }

  @Test func `the figures of a stretch have jitter, and what is delivered and undecidable`() throws
  {
    let places = [
      (0, 0), (60, 200), (70, 350), (90, 700), (170, 1090), (178, 1105), (186, 1090), (240, 1080),
      (245, 1500), (1200, 1600), (1210, 1600), (1800, 1600),
    ].map { (second: Int64($0.0), metres: Double($0.1)) }
    let found = try find(
      Drive.report(places, past: [Line.region("park", at: 700, radius: 400)]),
      """
      const shown = () => found.push([...document.querySelectorAll(".score li[data-figure]:not([hidden])")]
        .map(part => part.textContent));
      frame();
      shown();
      drag(brush.canvas, [brushX(100000), 5], [brushX(230000), 5]);
      frame();
      shown();
      $("stretch").querySelector("button").click();
      frame();
      drag(brush.canvas, [brushX(241000), 5], [brushX(1300000), 5]);
      frame();
      shown();
      """)
    #expect(found == ["1 in time,1 undecidable,2 jitter", "2 jitter", "1 undecidable"])
  }

  @Test func `alternatives are switches that say what each delivers`() throws {
    var fast = Slots.settings(.fix)
    let all = [Slots.settings(), fast].flatMap { settings in
      [1, 2].map { limit in
        fast = settings
        fast.limit = limit
        return fast
      }
    }
    let found = try find(
      Drive.report(Slots.fixes, past: Slots.kiosks, under: all),
      """
      const sets = () => [...document.querySelectorAll(".switch")].map(set => [...set.querySelectorAll("label")]
        .map(label => (label.firstChild.checked ? "*" : "") + label.textContent).join(" | "));
      found.push(...sets());
      const slow = [...document.querySelectorAll(".switch input")].find(box => box.dataset.text.endsWith(" significant"));
      slow.click();
      frame();
      found.push(...sets(), run().options, [...document.querySelectorAll("#headline .run:not([hidden])")].length);
      """)
    #expect(
      found.count == 6 && found[0].contains(#/^\*fix 8 of 8 \| significant [4-7] of 8$/#),
      "\(found)")
    #expect(found[2].contains(#/\| \*significant [4-7] of 8$/#) && found[5] == "1", "\(found)")
    #expect(found[4].contains("--reselect-on significant"), "\(found)")
  }

  @Test func `a fleet has a table, and its rows lead to the devices`() throws {
    let one = try Drive.report(past: Drive.parkAndBooth, device: 1)
    let other = try Drive.report(past: [])
    let report = Report(
      title: "", regions: one.regions, audit: one.audit,
      records: [[other.records[0][0], one.records[0][0]]])
    let found = try find(
      report,
      """
      const rows = () => [...document.querySelectorAll("#fleet-rows tbody tr")]
        .map(row => [...row.cells].map(cell => cell.textContent) + row.querySelector("button").getAttribute("aria-current"));
      found.push($("fleet").hidden, ...rows());
      document.querySelectorAll("#fleet-rows button")[1].click();
      frame();
      found.push(device.number, rows()[1].endsWith("true"));
      """)
    #expect(
      found == ["false", "the device,2,2,0,0true", "the device,0,0,0,0false", "0", "true"])
  }

  @Test func `many small regions are one disc until the map is near`() throws {
    let far = (0..<500).map {
      Line.region("far\($0)", at: 30000 + Double($0 % 25) * 20, radius: 5 + Double($0 / 25))
    }
    let found = try find(
      Drive.report(past: Drive.parkAndKiosk + far),
      """
      show(0, 40000, -20000, 20000);
      frame();
      const grouped = groupRegions.shown.reduce((sum, { count }) => sum + count, 0);
      found.push(grouped + drawRegions.shown.length, grouped > 490, $("groups").hidden);
      found.push(drawRegions.shown.includes(report.regions.identifier.indexOf("park")));
      const [group] = groupRegions.shown, { scale } = view;
      clickMap(group);
      frame();
      found.push(view.scale > scale, selected);
      zoomBy(2000, screenX(circles[100].x), screenY(circles[100].y));
      drawBase();
      found.push(groupRegions.shown.length, $("groups").hidden);
      """)
    #expect(found == ["502", "true", "false", "true", "true", "null", "0", "true"])
  }

  @Test func `arrows along the track point where the device went`() throws {
    let found = try find(
      Drive.report(),
      """
      frame();
      const { x, y } = device.path, way = Math.atan2(screenY(y.at(-1)) - screenY(y[0]), screenX(x.at(-1)) - screenX(x[0]));
      found.push(drawDirection.shown.length > 3, drawDirection.shown.every(([, , angle]) => Math.abs(angle - way) < 0.1));
      """)
    #expect(found == ["true", "true"])
  }

  @Test func `never and always are told apart without their hues`() throws {
    let found = try find(
      Drive.report(),
      """
      const context = document.createElement("canvas").getContext("2d"), grey = share => {
        context.fillStyle = toldColour(share);
        context.fillRect(0, 0, 1, 1);
        const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
        return { grey: 0.21 * red + 0.72 * green + 0.07 * blue, blue: blue - red };
      };
      found.push(Math.abs(grey(0).grey - grey(1).grey) > 20, grey(0).blue < -60, grey(1).blue > 60);
      """)
    #expect(found == ["true", "true", "true"])
  }

  @Test func `on a phone the place of a click is one line within the map, clear of the scale`()
    throws
  {
    let found = try find(
      Drive.report(), width: 390,
      """
      frame();
      const map = $("overlay").getBoundingClientRect();
      drag(overlay.canvas, [map.width / 2, map.height / 2]);
      frame();
      const box = $("picked").getBoundingClientRect();
      found.push(box.height > 0 && box.height < 30, getComputedStyle($("place")).display);
      found.push(box.left >= map.left && box.right <= map.right && box.top >= map.top && box.bottom <= map.bottom);
      found.push(box.bottom < map.bottom - 40);
      """)
    #expect(found == ["true", "none", "true", "true"])
  }

  @Test func `paper has what is said and drawn, and nothing that is there to be clicked`() throws {
    let found = try find(
      Drive.report(past: Drive.parkAndBooth),
      """
      dispatchEvent(new Event("beforeprint"));
      for (const sheet of document.styleSheets)
        for (const { media } of sheet.cssRules)
          if (media) media.mediaText = media.mediaText === "print" ? "all" : /screen/.test(media.mediaText) ? "not all" : media.mediaText;
      const shown = id => $(id).getClientRects().length > 0;
      found.push(["headline", "still", "problems", "paper", "regions", "settings"].filter(id => !shown(id)));
      found.push(["stage", "timeline", "tabs", "events", "what-if", "story", "choices", "keys", "key", "tip", "diary"].filter(shown));
      const seen = tag => [...document.querySelectorAll(tag)].filter(part => part.getClientRects().length > 0);
      found.push(seen("button").length, seen("input").length, seen("#problems li").length);
      const [first] = seen("#paper .events tr");
      found.push(getComputedStyle(first).breakInside, getComputedStyle(document.querySelector("h1")).breakAfter);
      """)
    #expect(found == ["", "", "0", "0", "2", "avoid", "avoid"])
  }

  @Test func `paper is of the whole time, whatever stretch is on the screen`() throws {
    let found = try find(
      Drive.report(past: Drive.parkAndBooth),
      """
      const shown = () => found.push($("stretch").hidden,
        [...document.querySelectorAll(".score li[data-figure]:not([hidden])")].map(part => part.textContent));
      showTime(145000, 195000);
      frame();
      shown();
      dispatchEvent(new Event("beforeprint"));
      shown();
      found.push($("paper").querySelector("h2").textContent);
      dispatchEvent(new Event("afterprint"));
      frame();
      shown();
      """)
    #expect(
      found == [
        "false", "2 missed", "true", "2 in time,2 missed", "Timeline, 00:00:00 to the end", "false",
        "2 missed",
      ])
  }

  @Test func `paper has the verdict and the problems of both phones`() throws {
    let found = try find(
      Slots.phones(),
      """
      const shown = () => [...document.querySelectorAll(":is(#headline, #problems) .run:not([hidden])")]
        .map(part => `${part.parentElement.id} ${part.dataset.phone ?? ""}`.trim());
      found.push(shown());
      dispatchEvent(new Event("beforeprint"));
      found.push(shown());
      dispatchEvent(new Event("afterprint"));
      found.push(shown().length);
      """)
    #expect(
      found == [
        "headline,problems",
        "headline iPhone,headline Android,problems iPhone,problems Android", "2",
      ])
  }

  @Test func `a time in which nothing could reach the app is shaded, and said at the cursor`()
    throws
  {
    let found = try find(
      Drive.report(
        past: Drive.parkAndKiosk, Settings(),
        [(second: 60, action: .sleep), (second: 120, action: .wake)]),
      """
      moveTo(90000);
      frame();
      const pixel = time => chart.context.getImageData(
        timeX(time) * chart.ratio, (lanes[0].height / 2 + 7) * chart.ratio, 1, 1).data.join();
      found.push(device.outages.map(({ start, end }) => `${start}–${end}`), text("now").split(" · ")[0]);
      found.push(pixel(30000) === pixel(180000), pixel(90000) === pixel(180000));
      """)
    #expect(
      found == [
        "60000–120000", "from 00:01:00 to 00:02:00 the device was asleep", "true", "false",
      ])
  }

  @Test func `a polygon is drawn inside of the circle that is watched for it`() throws {
    var park = Line.region("park", at: 700, radius: 400)
    let corners = [-150.0, 150].map { Line.fix(second: 0, at: 700 + $0).coordinate }
    let top = Coordinate(latitude: corners[0].latitude + 0.002, longitude: corners[0].longitude)
    park.shape = RegionShape(rings: [corners + [top]], around: park.center)
    let found = try find(
      Drive.report(past: [park]),
      """
      const [ring] = circles[0].shape, inside = { x: (ring[0].x + ring[1].x + ring[2].x) / 3, y: (ring[0].y + ring[1].y + ring[2].y) / 3 };
      const context = base.context, pixel = ({ x, y }) => context.getImageData(
        Math.round(screenX(x) * base.ratio), Math.round(screenY(y) * base.ratio), 1, 1).data.join();
      drawBase();
      found.push(ring.length, pixel(inside) !== pixel({ x: circles[0].x - 0.9 * circles[0].radius, y: circles[0].y + 20 }));
      """)
    #expect(found == ["3", "true"])
  }

  @Test func `a playground makes the page of a report out of a track and regions`() throws {
    let drive =
      ["time,latitude,longitude"]
      + Drive.pastParkAndKiosk.map { second, metres in
        let place = Line.fix(second: second, at: metres).coordinate
        return "\(second),\(place.latitude),\(place.longitude)"
      }
    let places = Drive.parkAndBooth.map { region in
      #"{"identifier": "\#(region.identifier.rawValue)", "latitude": \#(region.center.latitude), "#
        + #""longitude": \#(region.center.longitude), "radius": \#(region.radius)}"#
    }
    let found = try find(
      on: PlaygroundPage.html,
      given: [drive.joined(separator: "\n"), "[\(places.joined(separator: ", "))]"],
      """
      await take(new File(["nothing of both"], "notes.txt"));
      await take(new File([given[0]], "drive.csv"));
      await take(new File([given[1]], "places.json"));
      showFiles();
      found.push([...$("taken").children].map(row => `${row.className} ${row.firstChild.textContent}`));
      const html = await pageOf(playground.files);
      const made = new DOMParser().parseFromString(html, "text/html"), data = JSON.parse(made.getElementById("data").textContent);
      found.push(made.querySelector("h1").textContent, [...made.querySelectorAll(".score li")].map(part => part.textContent));
      found.push([...made.querySelectorAll("#problems li")].map(row => row.textContent).join(" | "));
      found.push(data.devices.length, data.runs[0].devices[0].losses.length, made.getElementById("what-if-data") != null, made.getElementById("facts").textContent);
      """)
    #expect(
      found == [
        "refused notes.txt, drive.csv: 21 fixes, places.json: 2 regions",
        "2 of 4 arrivals and departures never reached the app, at 1 of 2 places, because the stay was too "
          + "short.", "2 in time,2 missed",
        "✕ 00:02:50 enter booth <1> missed: stayed 0 s to 20 s; 20 s are needed; some phones report an "
          + "arrival at once | ✕ 00:03:00 exit booth <1> missed: its arrival (00:02:50) was missed, so the "
          + "system saw nobody leave", "1", "2", "true",
        "1 January 1970, 00:00:00–00:03:20 UTC · 21 fixes · 2 regions",
      ])
  }

  /// What was refused is seen before a page opens, and the command names what the page was made of.
  @Test func `a playground takes files together, and opens when all of them were read`() throws {
    let rows = Drive.pastParkAndKiosk.map { second, metres in
      let place = Line.fix(second: second, at: metres).coordinate
      return "\(second),\(place.latitude),\(place.longitude)\n"
    }
    let places = Drive.parkAndBooth.map { region in
      "identifier,latitude,longitude\n\(region.identifier.rawValue),\(region.center.latitude),"
        + "\(region.center.longitude)\n"
    }
    let found = try find(
      on: PlaygroundPage.html, given: ["time,latitude,longitude\n" + rows.joined()] + places,
      """
      open = () => found.push("opened");
      const file = (text, name) => new File([text], name), [drive, park, booth] = given;
      await takeAll([file(drive, "my $(drive).csv"), file(drive + '"x', "cut.csv"), file(park, "park.csv")]);
      found.push($("open").disabled, [...$("taken").children].map(row => `${row.className} ${row.firstChild.textContent}`));
      $("taken").children[1].querySelector("button").click();
      await takeAll([file(booth, "booth.csv")]);
      $("radius").value = 400;
      $("radius").dispatchEvent(new Event("change"));
      await playground.work;
      const html = await pageOf(playground.files), made = new DOMParser().parseFromString(html, "text/html");
      const { command, devices, regions } = JSON.parse(made.getElementById("what-if-data").textContent);
      found.push(made.title, command.join(" "), devices.length, regions.radius);
      """)
    #expect(
      found == [
        "false", " my $(drive).csv: 21 fixes,refused cut.csv: 21 fixes, park.csv: 1 region",
        "opened",
        "my $(drive).csv · geofence report",
        "geofence report 'my $(drive).csv' --regions park.csv --regions booth.csv --radius 400",
        "1",
        "400,400",
      ])
  }

  @Test func `each of two phones has a lane of its own`() throws {
    let found = try find(
      Slots.phones(),
      """
      frame();
      const lane = lanes.find(lane => lane.others.length > 0);
      found.push(lane.isShared, lane.height >= 2 * LANE, lane.others.every(row => row.mark === "A"));
      found.push(document.querySelector(".switch legend").textContent);
      """)
    #expect(found == ["true", "true", "true", "phone"])
  }
}
