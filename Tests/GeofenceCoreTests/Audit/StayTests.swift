import GeofenceCore
import TestSupport
import Testing

/// The stays that an audit notes by plain geometry, with seconds for times.
struct StayTests {
  private func stays(
    _ places: [(second: Int64, metres: Double)], in regions: [CircularRegion],
    _ timeline: [Timeline.Entry] = []
  ) throws -> [String] {
    let timeline = Timeline(timeline)
    let catalog = RegionCatalog(
      try RegionSet(regions), maximumRadius: 1e5, timeline: timeline)
    var audit = Audit(
      AuditPlan(of: catalog, [Settings()], timeline: timeline),
      startingAt: Timestamp(milliseconds: 0))
    for (second, metres) in places { audit.advance(to: Line.fix(second: second, at: metres)) }
    return audit.stays.map { stay in
      "\(stay.region) \(stay.start.milliseconds / 1000)–"
        + (stay.end.map { "\($0.milliseconds / 1000)" } ?? "")
    }
  }

  private let park = Line.region("park", at: 1000, radius: 100)

  @Test func `a stay lasts from the first fix inside to the first outside`() throws {
    let places: [(Int64, Double)] = [(0, 0), (10, 950), (20, 1000), (30, 1200), (40, 1000)]
    #expect(try stays(places, in: [park]) == ["park 10–30", "park 40–"])
  }

  @Test func `a device that starts inside stays from the first fix`() throws {
    #expect(try stays([(0, 1000), (10, 2000)], in: [park]) == ["park 0–10"])
  }

  @Test func `a stay ends when the region is removed, and begins anew when it is moved`() throws {
    let moved = Line.region("park", at: 1010, radius: 100)
    #expect(
      try stays(
        [(0, 1000), (10, 1000), (20, 1000)], in: [park],
        [.init(.afterStart(Interval(milliseconds: 10_000)), .remove("park"))]) == ["park 0–10"])
    #expect(
      try stays(
        [(0, 1000), (10, 1000), (20, 1000)], in: [park],
        [.init(.afterStart(Interval(milliseconds: 10_000)), .add(moved))])
        == ["park 0–10", "park 10–"])
  }
}
