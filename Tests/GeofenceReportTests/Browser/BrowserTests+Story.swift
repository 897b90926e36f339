import GeofenceBytes
import GeofenceCore
import GeofenceInputs
import GeofenceWriting
import TestSupport
import Testing

@testable import GeofenceReport

/// Each region's story, which a selection tells in the same words everywhere.
extension BrowserTests {
  private static let tell = """
    const story = () => [...document.querySelectorAll("#story h3, #story p")]
      .map(part => part.textContent).join(" | ");
    """

  @Test func `the heaviest problem is told before anybody selects something`() throws {
    let found = try find(
      Drive.report(past: Drive.parkAndBooth), Self.tell + "found.push(story(), selected);")
    #expect(found[0].hasPrefix("booth <1> · 40 m | registered 00:00:00 to the end | "), "\(found)")
    #expect(found[0].contains(" enter missed: stayed 0 s to 20 s; 20 s are needed"), "\(found)")
    #expect(found[1] == "null")
  }

  @Test func `selecting a region moves the clock to what happened there and tells its story`()
    throws
  {
    let found = try find(
      Drive.report(past: Drive.parkAndKiosk + [Line.region("far", at: 3000, radius: 400)]),
      Self.tell + """
        const link = name => [...document.querySelectorAll("#regions th a")]
          .find(link => link.textContent === name);
        link("park").click();
        frame();
        found.push(text("clock"), story());
        link("far").click();
        frame();
        found.push(text("clock"), story());
        // The name of a lane does the same.
        const lane = lanes.find(lane => nameOf(lane.region) === "park");
        drag(chart.canvas, [20, lane.top + 12]);
        found.push(text("clock"), nameOf(selected));
        """)
    #expect(
      found == [
        "00:00:50",
        "park · 400 m | registered 00:00:00 to the end | inside 00:00:30–00:02:00 | "
          + "00:00:30 enter, 200 m inside: delivered at 00:00:50, 20 s later | "
          + "00:02:00 exit, 300 m outside: delivered at 00:02:20, 20 s later",
        "00:03:20",
        "far · 400 m | registered 00:00:00 to the end | "
          + "00:03:20 never entered; nearest 600 m outside at 00:03:20",
        "00:00:50", "park",
      ])
  }

  @Test func `a story says when a region lost its slot, and why`() throws {
    let found = try find(
      Slots.report(), Self.tell + "select(0); found.push(story()); select(1); found.push(story());")
    #expect(
      found[0].contains("registered 00:00:00–00:07:30 |"))
    #expect(found[1].contains("registered never"))
    #expect(found[1].contains(" enter missed: the one slot was taken when the app selected at "))
  }

  @Test func `a story of a false visit names the location update`() throws {
    let found = try find(FalseVisit.report(), Self.tell + "select(0); found.push(story());")
    #expect(found[0].contains(#/location update 00:16:45, [0-9.]+ m off/#))
    #expect(found[0].contains(" enter, 30 m outside: without a crossing, by a wrong position"))
  }

  @Test func `the same story is a tooltip on map and timeline`() throws {
    let found = try find(
      Drive.report(),
      Self.tell + """
        const move = (canvas, x, y) => {
          const box = canvas.getBoundingClientRect();
          canvas.dispatchEvent(new PointerEvent("pointermove", {
            clientX: box.left + x, clientY: box.top + y, bubbles: true, pointerId: 1, pointerType: "mouse" }));
        };
        const park = report.regions.identifier.indexOf("park");
        select(park);
        const told = storyOf(park).map(line => line.textContent).join("");
        move(overlay.canvas, screenX(circles[park].x), screenY(circles[park].y) + 30);
        found.push($("tip").hidden, $("tip").textContent === "park" + told);
        overlay.canvas.dispatchEvent(new PointerEvent("pointerleave"));
        found.push($("tip").hidden);
        move(chart.canvas, 20, lanes.find(lane => lane.region === park).top + 5);
        found.push($("tip").hidden, $("tip").textContent === "park" + told);
        """)
    #expect(found == ["false", "true", "true", "false", "true"])
  }

  @Test func `names are shown everywhere, escaped and isolated, and identifiers beside them`()
    throws
  {
    var park = Line.region("p-1", at: 700, radius: 400)
    park.name = "פארק <b>"
    let report = try Drive.report(past: [park])
    let found = try find(
      report,
      Self.tell + """
        select(0);
        frame();
        found.push(story().split(" | ")[0], nameOf(0) === "\\u2068פארק <b>\\u2069");
        found.push(document.querySelector("#story bdi").textContent, lanes[0].lines.join(""));
        found.push($("link").getAttribute("href"));
        $("filter").value = "p-1";
        $("filter").dispatchEvent(new Event("input"));
        found.push(lanes.length);
        """)
    #expect(
      found == [
        "פארק <b> p-1 · 400 m", "true", "פארק <b>", "\u{2068}פארק <b>\u{2069}",
        "#t=1970-01-01T00:00:50Z&region=p-1", "1",
      ])
    #expect(
      report.html.contains(
        "<strong><bdi>פארק &lt;b></bdi> <bdi class=\"identifier\">p-1</bdi></strong>"))
  }
}
