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
        "With the best of 2 strategies (--reselect-on fix), all 8 crossings reached the app.",
        "0", "true", "1970-01-01T00:05:00Z",
        "With --reselect-on significant, 4 of 8 crossings were missed because the one slot was "
          + "taken.", "2", "true", "1970-01-01T00:05:00Z",
        "#t=1970-01-01T00:05:00Z&strategy=--reselect-on%20significant", "0", "0", "2",
        "1970-01-01T00:01:00Z",
      ])
  }

  @Test func `a figure explains itself on tap, one at a time`() throws {
    let found = try find(
      Drive.report(),
      """
      const tiles = [...document.querySelectorAll(".tiles details")];
      const open = () => found.push(tiles.filter(tile => tile.open).map(tile => tile.querySelector("span").textContent));
      const recall = tiles.find(tile => tile.textContent.includes("recall"));
      recall.open = true;
      recall.querySelector("summary").dispatchEvent(new MouseEvent("mouseup", { bubbles: true }));
      open();
      found.push(recall.querySelector("p").offsetHeight > 0 && recall.querySelector("p").textContent.startsWith("The share of the confirmed"));
      document.body.click();
      open();
      found.push([...document.querySelectorAll("#figures dt")].map(term => term.textContent));
      """)
    #expect(
      found == [
        "recall", "true", "",
        "crossings,reached the app,missed,reach,recall,confirmed,delay, median,delay, worst",
      ])
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
    let one = try Drive.report(device: 1)
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
        "1", "0", "the device: 2 problems", "0", "true", "1", "true", "1", "kiosk <1>", "lost",
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
    #expect(found == ["true", "310 m high,36 km/h"])
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
}
