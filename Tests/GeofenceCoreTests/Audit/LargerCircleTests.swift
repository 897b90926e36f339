import GeofenceCore
import TestSupport
import Testing

/// Regions that are watched as larger circles, by a device that is in these from the beginning.
struct LargerCircleTests {
  private let shop = Line.region("shop", at: 1000, radius: 50)

  /// Of a way from inside of the larger circle into the region, through it, and far away.
  private func crossings(_ api: API, _ timeline: [(second: Int64, action: DeviceAction)] = [])
    throws -> [AuditedCrossing]
  {
    var settings = Settings()
    settings.api = api
    var strategy = AuditStrategy(settings)
    strategy.minimumRadius = 300
    let plan = AuditPlan(
      of: try RegionSet([shop]), [strategy], timeline: Line.timeline(timeline))
    let fixes = Line.pace(from: 810, to: 2010, by: 40).map {
      Line.fix(second: $0.second, at: $0.metres)
    }
    return plan.account(of: fixes).strategies[0].crossings
  }

  @Test(arguments: API.allCases)
  func `an enter that nobody could tell is merged, not the app's loss`(api: API) throws {
    // Under the one interface the first state is silent; under both the app hears of nothing at first.
    let timeline: [(second: Int64, action: DeviceAction)] =
      api == .clMonitor ? [(0, .authorize(.denied)), (150, .authorize(.always))] : []
    let crossings = try crossings(api, timeline)
    #expect(crossings.map(\.name) == [.enter, .exit])
    #expect(crossings[0].loss?.cause == .merged)
    #expect(crossings[0].loss?.detail == .hidden(byRadius: 300))
    #expect(crossings[0].confirmedAt == nil)
  }

  @Test func `an initial enter of the larger circle is a delivery that is unconfirmed`() throws {
    let crossings = try crossings(.clMonitor)
    #expect(crossings[0].delivery?.isInitial == true)
    #expect(crossings[0].confirmedAt == nil && crossings[0].delay?.seconds == -40)
    #expect(crossings[1].delivery != nil && crossings[1].confirmedAt != nil)
  }
}
