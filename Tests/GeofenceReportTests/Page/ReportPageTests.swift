import Foundation
import GeofenceCore
import GeofenceReport
import TestSupport
import Testing

struct ReportPageTests {
  @Test func `the page refers to nothing outside of it`() throws {
    let html = try Drive.report().html
    let references = html.matches(of: /(?:src|href)\s*=\s*"([^"]*)"/).map { String($0.1) }
    #expect(references == ["data:,"])
    #expect(!html.contains("http://") && !html.contains("https://") && !html.contains("url("))
    #expect(html.contains("default-src 'none'"))
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
