import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceReport

struct StrategyTableTests {
  @Test func `strategies stand side by side, the best first`() throws {
    let report = try Slots.both()
    let html = StrategyTable(report).html
    let rows = html.matches(of: /<tr><th scope="row">(.*?)<\/th><td [^>]*>(.*?)<\/td>/)
      .map { "\($0.1) \($0.2)" }
    #expect(
      rows == [
        "<a href=\"#\" class=\"show\" data-show=\"0\"><code><span class=\"span\">--reselect-on</span> <span class=\"span\">fix</span></code></a> 8 of 8",
        "<a href=\"#\" class=\"show\" data-show=\"1\"><code><span class=\"span\">--reselect-on</span> <span class=\"span\">significant</span></code></a> 4 of 8",
      ])
    #expect(
      report.headline
        == "With the best of 2 strategies (--reselect-on fix), all 8 arrivals and departures reached the app "
        + "in time, the latest after 20 s.")
  }

  @Test func `one strategy needs no table`() throws {
    #expect(StrategyTable(try Drive.report()).html.isEmpty)
  }

  @Test func `each strategy has a verdict and cards of its own`() throws {
    let html = try Slots.both().html
    #expect(html.matches(of: /<div class="run" data-run="0">/).count == 2)
    #expect(html.matches(of: /<div class="run" data-run="1" hidden>/).count == 2)
    #expect(
      html.contains(
        "With <code><span class=\"span\">--reselect-on</span> <span class=\"span\">significant</span></code>, 4 of 8 arrivals and departures never reached the app"
      ))
  }
}
