import Foundation
import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceReport

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct ReportPictureTests {
  /// The elements of a group.
  private func elements(_ svg: String, _ group: String) -> [Substring] {
    guard let start = svg.range(of: "<g class=\"\(group)\"") else { return [] }
    let lines = svg[start.lowerBound...].split(separator: "\n").dropFirst()
    return Array(lines.prefix { $0 != "</g>" })
  }

  @Test func `it is XML, whatever the names are`() throws {
    let region = Line.region("a <b> & \"c\" \u{1}", at: 700, radius: 400)
    let svg = try Drive.report(past: [region]).svg
    #expect(XMLParser(data: Data(svg.utf8)).parse())
    #expect(svg.contains("a &lt;b> &amp; &quot;c&quot; \u{FFFD}"))
  }

  @Test func `the events of the phone's own log are pins of their own`() throws {
    let svg = try Drive.besideItsPhone().svg
    #expect(elements(svg, "pin phone").count == 3 && svg.contains(">by the phone itself</text>"))
    #expect(svg.contains("◇<title>00:01:00 enter park by the phone itself</title>"))
    #expect(svg.contains("◆<title>00:02:40 enter kiosk &lt;1> not delivered by the phone</title>"))
    #expect(try !Drive.report().svg.contains("◇"))
  }

  @Test func `it shows the headline, the regions, the events and what was lost`() throws {
    let svg = try Drive.report(past: Drive.parkAndBooth).svg
    #expect(
      svg.contains(
        "2 of 4 arrivals and departures never reached the app, at 1 of 2 places, because the stay was too short."
      ))
    #expect(elements(svg, "registered").count == 1)
    #expect(elements(svg, "lost").count == 1)
    #expect(elements(svg, "name").count == 1 && elements(svg, "name missed").count == 1)
    #expect(elements(svg, "pin enter").count == 1 && elements(svg, "pin exit").count == 1)
    #expect(elements(svg, "pin missed").count == 2)
    #expect(elements(svg, "cause").count == 1 && svg.contains(">the stay was too short<"))
    for words in [
      "2 missed: the stay was too short", "enter received", "exit received",
      "region with a loss", "registered at some time", "first fix to last",
    ] {
      #expect(svg.contains(">\(words)</text>"), "\(words)")
    }
  }

  @Test func `what the recording leaves open is no loss`() throws {
    // The stay of 10 s lies between fixes 10 s apart, so that 20 s are possible.
    let svg = try Drive.report().svg
    #expect(
      svg.contains(
        "All 2 arrivals and departures reached the app in time, the latest after 20 s. The recording cannot decide 2 of 4."
      ))
    #expect(elements(svg, "lost").isEmpty && elements(svg, "name missed").isEmpty)
    #expect(elements(svg, "registered").count == 2 && elements(svg, "pin missed").isEmpty)
  }

  /// A page may lose its styles, and must not turn black.
  @Test func `its looks need no styles`() throws {
    let svg = try Drive.report(past: Drive.parkAndBooth).svg
    let groups = svg.matches(of: /<g class="[^"]*" ([^>]*)>/).map { String($0.1) }
    #expect(groups.count > 8)
    #expect(groups.allSatisfy { $0.contains("fill=") })
    #expect(svg.contains("<rect class=\"page\" width=\"960\" "))
    #expect(!svg.contains(" style="))
  }

  @Test func `what a gap hides is dotted, and a long even way has every shade`() throws {
    let fixes = (Array(0...20) + Array(120...140)).map {
      Line.fix(second: Int64($0) * 10, at: Double($0) * 100)
    }
    let svg = try Drive.report(fixes, past: []).svg
    #expect(elements(svg, "gap").count == 1)
    #expect(elements(svg, "casing").count == 2)
    let even = try Drive.report(past: []).svg
    #expect(elements(even, "gap").isEmpty && elements(even, "track").count == 24)
  }

  @Test func `a long name wraps, and one that would reorder the line cannot`() throws {
    let long = Line.region(String(repeating: "long ", count: 20), at: 700, radius: 400)
    let svg = try Drive.report(past: [long, Line.region("\u{202E}evil", at: 0, radius: 100)]).svg
    #expect(elements(svg, "name").count { $0.contains(">long long long long long<") } == 4)
    #expect(svg.contains(">\u{FFFD}evil<"))
  }

  /// The scale bar is as long on the ground as it says, at any latitude.
  @Test(arguments: [0.0, 46, -75, 89])
  func `the scale bar is true`(_ latitude: Double) throws {
    let start = Coordinate(latitude: latitude, longitude: 179.99)
    let road = Geodesic(from: start, to: Coordinate(latitude: latitude - 1, longitude: -175))
    let fixes = (0...20).map { number in
      Fix(
        time: Timestamp(milliseconds: Int64(number) * 10_000),
        coordinate: road.coordinate(at: Double(number) * 100))
    }
    let svg = try Drive.report(fixes, past: []).svg
    let bar = try #require(svg.firstMatch(of: /M14 [0-9.]+V[0-9.]+h([0-9.]+)v-5/)).1
    let label = try #require(svg.firstMatch(of: /<text x="18" y="[0-9.]+">([0-9.]+) (k?m)</))
    let metres = try #require(Double(label.1)) * (label.2 == "km" ? 1000 : 1)
    let frame = MapFrame(around: [fixes.map(\.coordinate)], [])
    let pixels = try #require(Double(bar))
    let left = frame.coordinate(.init(x: frame.width / 2 - pixels / 2, y: frame.height / 2))
    let right = frame.coordinate(.init(x: frame.width / 2 + pixels / 2, y: frame.height / 2))
    #expect(abs(Geodesic(from: left, to: right).distance / metres - 1) < 0.001)
  }

  @Test(arguments: [179.99, -179.99, 14.5])
  func `a circle is where the ground has it, within half a pixel`(_ longitude: Double) throws {
    let middle = Coordinate(latitude: 61, longitude: longitude)
    let path = [
      middle,
      Geodesic(from: middle, to: .init(latitude: 61, longitude: -170))
        .coordinate(at: 3000),
    ]
    let region = CircularRegion(identifier: "r", center: path[1], radius: 1200)
    let frame = MapFrame(around: [path], [region])
    let circle = try #require(frame.circle(region))
    for target in [(80.0, 0.0), (0, 100), (-50, -60), (20, 179)] {
      let way = Geodesic(from: path[1], to: Coordinate(latitude: target.0, longitude: target.1))
      let pixel = frame.pixel(way.coordinate(at: 1200))
      let (dx, dy) = (pixel.x - circle.center.x, pixel.y - circle.center.y)
      #expect(abs((dx * dx + dy * dy).squareRoot() - circle.radius) < 0.5)
    }
  }

  @Test func `a circle at the border is whole, and one that would cost much room is cut off`()
    throws
  {
    let path = [0.0, 2000].map { Line.fix(second: 0, at: $0).coordinate }
    let others = [(-100.0, 150.0), (2900, 1000)].map { Line.region("r", at: $0, radius: $1) }
    let frame = MapFrame(around: [path], [], others)
    let circles = try others.map { try #require(frame.circle($0)) }
    #expect(circles[0].center.x - circles[0].radius > 0)
    #expect(circles[1].center.x + circles[1].radius > frame.width)
  }

  @Test func `the picture is upright for a drive to the north, and wide for one to the east`()
    throws
  {
    let start = Coordinate(latitude: 46, longitude: 14)
    let sizes = [(47.0, 14.0), (46, 16), (46.7, 15)].map { latitude, longitude in
      let frame = MapFrame(
        around: [[start, Coordinate(latitude: latitude, longitude: longitude)]], [])
      return frame.width - frame.height
    }
    #expect(sizes == [-180, 360, 80])
  }

  @Test func `a region entered by error is in the picture, with the update that misled`() throws {
    let svg = try FalseVisit.report().svg
    #expect(elements(svg, "false").count == 1)
    // One pin is in the legend. The exit corrects the enter, and is a plain one.
    #expect(svg.matches(of: /<g class="pin false"/).count == 2)
    #expect(!elements(svg, "update").isEmpty && !elements(svg, "updateline").isEmpty)
    #expect(svg.contains(">enter without a crossing</text>"))
    let circle = try #require(
      svg.firstMatch(of: /cx="([0-9.-]+)" cy="([0-9.-]+)" r="([0-9.]+)"/))
    let (x, radius) = (Double(circle.1) ?? -1, Double(circle.3) ?? 0)
    #expect(x - radius >= 0, "the circle is not cut off")
  }

  @Test func `numbers have the digits that are asked for`() {
    #expect((-1.25).fixed(1) == "-1.3" && 0.04.fixed(1) == "0.0" && (-0.04).fixed(1) == "0.0")
    #expect(12.0.fixed(0) == "12" && 1.005.fixed(2) == "1.00" && 3.1.fixed(3) == "3.100")
  }
}
