import Foundation
import GeofenceBytes
import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceReport

struct ReportPageTests {
  @Test func `the page loads nothing, and leads out of it only where somebody clicks`() throws {
    let html = try Drive.report().html
    let loads = html.matches(of: /<(?:link|script|img|iframe|object|image|use)\b[^>]*/)
      .map { String($0.0) }
    #expect(loads.filter { $0.contains("http") }.isEmpty)
    #expect(!html.contains(" src=") && !html.contains("url(") && !html.contains("@import"))
    #expect(html.contains("default-src 'none'"))
    let links = html.matches(of: /<a [^>]*href="([^"#][^"]*)"/).map { String($0.1) }
    #expect(!links.isEmpty)
    #expect(links.allSatisfy { $0.hasPrefix("https://www.openstreetmap.org/?mlat=") })
  }

  @Test func `without scripts it says what was missed and why, and which regions there are`() throws
  {
    let html = try Drive.report().html
    let text = html.prefix(upTo: try #require(html.firstRange(of: "<script")).lowerBound)
    for words in [
      ">All 2 arrivals and departures reached the app in time, the latest after 20 s.</h1>",
      "<p class=\"aside\">The recording cannot decide 2 of 4.</p>",
      "2 undecidable</h3>",
      "<a class=\"miss\" href=\"#t=1970-01-01T00:02:40Z&amp;region=kiosk%20%3C1%3E\">",
      "enter <strong><bdi>kiosk &lt;1></bdi></strong>",
      "undecidable: stayed 10 s to 30 s; 20 s are needed",
      "<a href=\"#region=park\"><bdi>park</bdi></a>", ">undecidable: 2</td>",
      "<dt>recall: 100 %</dt> <dd>The app's own score: of what the rules",
      "00:00:30–00:02:00</span> at <strong><bdi>park</bdi></strong></a>: enter delivered at 00:00:50, 20 s later",
      "https://www.openstreetmap.org/?mlat=46.05", "<svg class=\"still\"",
    ] {
      #expect(text.contains(words), "\(words)")
    }
    #expect(!text.contains(" style="))
    // What only scripts can fill is not there until they do.
    let parts = text.matches(of: /<[a-z]+ [^>]*class="[a-z ]*live[^>]*>/).map { $0.0 }
    #expect(parts.count == 9 && parts.allSatisfy { $0.contains(" hidden") })
  }

  @Test func `times are those of the clocks where the report is for`() throws {
    let zone: ZoneInfo = try #require(ZoneInfo(named: "Asia/Kolkata"))
    var report = try Drive.report()
    report.zone = zone
    #expect(report.html.contains("1 January 1970, 05:30:00–05:33:20 Asia/Kolkata"))
    #expect(report.html.contains(">05:32:40</time>"))
    #expect(
      report.html.contains("\"zone\":{\"from\":[0],\"name\":\"Asia/Kolkata\",\"offset\":[19800]}"))
  }

  @Test func `a page that is sent says what it is, and copies its verdict with the command`() throws
  {
    let one = try Slots.report()
    var report = Report(
      title: "a <walk>", regions: one.regions, audit: one.audit, records: one.records)
    report.failures = ["recall 50 % is below 90 %"]
    (report.version, report.note, report.command) = ("9.9", "since June, <b>", one.command)
    let html = report.html
    #expect(
      html.contains(
        "<footer>a &lt;walk> · 1 January 1970, 00:00:00–00:15:00 UTC · made by geofence 9.9"))
    #expect(html.contains("<p>since June, &lt;b></p>"))
    #expect(
      html.contains(
        "<h1 class=\"bad\">Recall 50 % is below 90 %.</h1>\n<p class=\"aside\">4 of 8 arrivals and departures "
          + "never reached the app"
      ))
    #expect(
      html.contains(
        "delivers 8 instead of 4.&#10;geofence report 'it'\\''s.gpx' --regions r.json --reselect-on significant "
          + "-o report.html</pre>"))
  }

  @Test func `only a page of more than five megabytes says so, and what makes it small`() throws {
    let report = try Drive.report()
    #expect(!report.html.contains("makes it small") && report.remark(onSize: 5_000_000) == nil)
    #expect(
      report.remark(onSize: 12_340_000)
        == "It has 12.3 MB, for 1 device, 2 regions and 1 strategy; a part of the time (--from, "
        + "--to), the regions near the track, fewer tracks and fewer alternatives make it smaller.")
  }

  @Test func `many regions are listed by what happened to them`() throws {
    let far = (0..<60).map { Line.region("far\($0)", at: 9000 + Double($0) * 20, radius: 100) }
    let html = try Drive.report(past: Drive.parkAndKiosk + far).html
    for words in [
      "<table class=\"many\">",
      "<dt>late or undecidable: 1</dt> <dd><bdi>kiosk &lt;1></bdi></dd>",
      "<dt>everything reached the app in time: 1</dt> <dd><bdi>park</bdi></dd>",
      "<dt>never entered: 60</dt>",
      "</bdi> and 20 more</dd>",
    ] {
      #expect(html.contains(words), "\(words)")
    }
  }

  @Test func `an index has the failed tests first, each with its picture and its page`() {
    let entry = { (name: String, hasPassed: Bool) in
      TestIndex.Entry(
        name: name, word: hasPassed ? "ok" : "FAIL", hasPassed: hasPassed,
        messages: ["<lines>"], page: "drives/\(name) 1")
    }
    let html = TestIndex([entry("a", true), entry("b<", false)], summary: "2 tests").html
    let parts = html.split(separator: "<li ").dropFirst()
    #expect(parts.map { $0.contains("✕ FAIL") } == [true, false])
    #expect(parts.first?.contains("<a href=\"drives/b%3C%201.html\"><bdi>b&lt;</bdi></a>") == true)
    #expect(parts.first?.contains("<img src=\"drives/b%3C%201.svg\"") == true)
    #expect(
      html.contains("<pre>&lt;lines></pre>") && html.contains("<h1 class=\"bad\">2 tests</h1>"))
  }

  @Test func `every part of the page is filled in`() throws {
    let html = try Drive.report().html
    #expect(!html.contains("{{"))
    #expect(html.contains("<title>drive · geofence report</title>"))
    #expect(html.hasSuffix("</html>\n"))
  }

  @Test func `names cannot break out of the data`() throws {
    let region = Line.region("</script><script>alert(1)</script><!--", at: 700, radius: 400)
    let html = try Drive.report(past: [region]).html
    #expect(html.matches(of: /<script/).count == 2)
    #expect(!html.contains("<!--"))
    let data = try #require(html.firstMatch(of: /id="data">(.*?)<\/script>/)).1
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any])
    let regions = try #require(report["regions"] as? [String: Any])
    #expect(regions["identifier"] as? [String] == ["</script><script>alert(1)</script><!--"])
  }

  @Test func `the same values give the same page`() throws {
    #expect(try Drive.report().html == Drive.report().html)
  }
}
