import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceWriting

/// The advice of an audit, which leaves out what helps no more than rounding hides.
struct AdviceTests {
  private typealias Place = (second: Int64, metres: Double)

  /// Returns the report on a path past many large places and two others, monitored as they are and
  /// as circles of at least 150 m.
  ///
  /// One of the others is small, and passed between two fixes; the other contains only a single
  /// fix.
  private func report(places: Int) throws -> AuditReport {
    var regions = (0..<places).map {
      Line.region("p\($0)", at: 1000 + Double($0) * 500, radius: 150)
    }
    let end = 1000 + Double(places) * 500
    regions.append(Line.region("small", at: end, radius: 20))
    regions.append(Line.region("glimpsed", at: -5000, radius: 150))
    var ways: [Place] = Line.pace(from: 0, to: end + 1000, by: 100).map { ($0.second, $0.metres) }
    let last = ways[ways.count - 1].second
    ways += [(last + 10, -5000), (last + 20, 0), (last + 60, 0)]
    var larger = AuditStrategy(Settings())
    larger.settings.limit = regions.count
    var own = larger
    own.minimumRadius = 0
    larger.minimumRadius = 150
    let plan = AuditPlan(of: try RegionSet(regions), [own, larger])
    let account = plan.account(of: ways.map { Line.fix(second: $0.second, at: $0.metres) })
    return AuditReport(AuditReport.Input(), plan, account, devices: [nil])
  }

  private func advice(places: Int) throws -> Advice? {
    let report = try report(places: places)
    #expect(report.strategies.map(\.counts.lost) == [4, 2])
    return Advice("--min-radius 150", from: report.strategies[0], to: report.strategies[1])
  }

  @Test func `a radius is judged by reach, and both figures are printed`() throws {
    #expect(
      try advice(places: 10)?.text
        == "--min-radius 150: reach 91.7 % (22 of 24) instead of 83.3 %, "
        + "recall 100 % (22 of 22) as before")
  }

  @Test func `what rounding hides is not advised`() throws {
    #expect(try advice(places: 2000) == nil)
  }

  @Test func `larger circles of which more crossings are confirmed cost none of these`() throws {
    let regions = (1...20).map { Line.region("p\($0)", at: Double($0) * 500, radius: 20) }
    var (own, larger) = (AuditStrategy(Settings()), AuditStrategy(Settings()))
    (own.settings.limit, larger.settings.limit) = (3, 3)
    larger.minimumRadius = 150
    let plan = AuditPlan(of: try RegionSet(regions), [own, larger])
    let account = plan.account(
      of: Line.pace(from: 0, to: 11_000, by: 100).map { Line.fix(second: $0.second, at: $0.metres) }
    )
    let report = AuditReport(AuditReport.Input(), plan, account, devices: [nil])
    let (before, after) = (report.strategies[0], report.strategies[1])
    #expect(after.counts.missed > before.counts.missed)
    let text = try #require(Advice("--min-radius 150", from: before, to: after)).text
    #expect(!text.contains("missed"), "\(text)")
    // The rules confirm nothing of the small circles.
    #expect(text.contains("recall") && !text.contains("instead of -"), "\(text)")
  }
}
