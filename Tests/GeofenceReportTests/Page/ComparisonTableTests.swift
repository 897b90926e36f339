import GeofenceCore
import GeofenceWriting
import TestSupport
import Testing

@testable import GeofenceReport

/// Two phones on one page: a table of what they did not deliver alike, and one map.
struct ComparisonTableTests {
  @Test func `the counts come first, then a row for each crossing in which they differ`() throws {
    let report = try Slots.phones()
    let html = ComparisonTable(report).html
    #expect(html.contains("<h2 id=\"comparison\">iPhone beside Android</h2>"))
    #expect(
      html.contains("<p>Android delivered 8 of 8 crossings, iPhone 4; they differ in 4.</p>"))
    #expect(html.contains("<p>iPhone was later in all 4 crossings that both delivered: "))
    let rows = html.matches(
      of:
        /<tr><th scope="row">(.*?)<\/th><td data-title="crossing">(.*?)<\/td><td data-title="iPhone">(.*?)<\/td><td data-title="Android">(.*?)<\/td><td data-title="why">(.*?)<\/td>/
    )
    #expect(rows.count == 8)
    // Those that Android alone delivered come first, each in the order of time.
    #expect(
      rows.map { $0.3.hasPrefix("–, ") } == [true, true, true, true] + [false, false, false, false])
    #expect(rows.allSatisfy { $0.3.hasPrefix("–, ") ? !$0.5.isEmpty : $0.3.hasSuffix(" later") })
    #expect(rows.prefix(4).map(\.1) == rows.prefix(4).map(\.1).sorted())
    #expect(rows.allSatisfy { $0.4.hasPrefix("00:") })
    let words = try #require(InterfaceComparisonText(report.audit))
    let partial = words.differences.filter(\.isPartial)
    #expect(
      rows.prefix(4).map { String($0.5) }
        == partial.map { words.reason(for: $0).replacing(/(:\d\d)Z/) { $0.1 } })
    #expect(rows.prefix(4).map { String($0.3) } == partial.map { words.cells(of: $0)[0] })
  }

  @Test func `the verdict begins with what each phone delivered`() throws {
    #expect(
      try Slots.phones().headline
        == "Ideal positions: both phones saw every recorded fix. Real ones see fewer. iPhone: 4 of 8 "
        + "arrivals and departures never reached the app, at 2 of 4 places, because the one slot was taken. "
        + "Android: all 8 arrivals and departures reached the app in time; "
        + "Doze and makers' battery savers, which may hold events back for hours, are not modelled. "
        + "Android delivered 8 of 8 crossings, iPhone 4; they differ in 4."
    )
  }

  @Test func `a long table is cut, and says so`() throws {
    let html = ComparisonTable(try Slots.phones(), limit: 3).html
    #expect(html.matches(of: /<tr><th scope="row">/).count == 3)
    #expect(html.contains("<p>5 more are left out.</p>"))
  }

  @Test func `strategies of one interface have no such table`() throws {
    #expect(ComparisonTable(try Slots.both()).html.isEmpty)
    let page = try Slots.both().html
    #expect(!page.contains("id=\"comparison\"") && !page.contains("class=\"interface\""))
  }

  @Test func `the map marks each event by its phone`() throws {
    let svg = try Slots.phones().svg
    let marks = svg.matches(of: /<text x="[0-9.]+" y="[0-9.]+">(i|A|iA|Ai)<\/text>/).map(\.1)
    // Of the iPhone, on which the page opens, the four that it missed are marked, too.
    #expect(marks.count { $0 == "A" } == 8 && marks.count { $0 == "i" } == 8)
    #expect(svg.contains(">iPhone</text>") && svg.contains(">Android</text>"))
    #expect(svg.contains("enter k0 (Android)</title>"))
    #expect(!(try Slots.both().svg.contains(">iPhone</text>")))
  }
}
