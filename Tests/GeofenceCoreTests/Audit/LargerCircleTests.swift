import GeofenceCore
import TestSupport
import Testing

/// Regions that are monitored as larger circles, by a device that is inside these from the
/// beginning.
struct LargerCircleTests {
  private let shop = Line.region("shop", at: 1000, radius: 50)

  /// Returns the crossings of a path that begins inside the larger circle, goes through the region,
  /// and ends far away.
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

  @Test(arguments: API.ofCoreLocation)
  func `an enter that nobody could tell is merged, not the app's loss`(api: API) throws {
    // One interface does not report the first state; with either, nothing is delivered to the app
    // at first.
    let timeline: [(second: Int64, action: DeviceAction)] =
      api == .clMonitor ? [(0, .authorize(.denied)), (150, .authorize(.always))] : []
    let crossings = try crossings(api, timeline)
    #expect(crossings.map(\.name) == [.enter, .exit])
    #expect(crossings[0].loss?.cause == .merged)
    #expect(crossings[0].confirmedAt == nil)
  }

  @Test func `an initial enter of the larger circle is a delivery that is unconfirmed`() throws {
    let crossings = try crossings(.clMonitor)
    #expect(crossings[0].delivery?.isInitial == true)
    #expect(crossings[0].confirmedAt == nil && crossings[0].delay?.seconds == -40)
    #expect(crossings[1].delivery != nil && crossings[1].confirmedAt != nil)
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `the events of larger circles are the same with and without verdicts`(seed: UInt64) throws {
    let drive = try RandomDrive(seed: seed)
    let strategies = drive.strategies.flatMap { settings in
      [0.0, 300, 900].map { radius in
        var strategy = AuditStrategy(settings)
        strategy.minimumRadius = radius
        return strategy
      }
    }
    let positioning = seed.isMultiple(of: 4) ? Positioning(PositioningPreset.phone.model) : nil
    let efforts = [Question.Depth.events, .verdicts].map { depth in
      let plan = AuditPlan(
        of: drive.regions, strategies, timeline: drive.timeline, positioning: positioning,
        Question(explained: 0, depth: depth))
      return plan.account(of: drive.fixes).strategies.map(\.efforts)
    }
    #expect(efforts[0] == efforts[1])
  }

  @Test func `an exit is undecided until the last way out of the larger circle is confirmed`()
    throws
  {
    // Into the shop and out at once, back into the larger circle alone, and away for good.
    let way: [(Int64, Double)] = [
      (0, 0), (60, 1000), (120, 1000), (130, 1700), (140, 1200), (200, 1700), (240, 1900),
    ]
    let cuts: [(Int, Int64?)] = [(7, 240_000), (6, nil)]
    for (fixes, time) in cuts {
      let exits = try exits(Array(way.prefix(fixes)))
      #expect(exits.map { $0.delivery?.time.milliseconds } == [time])
      #expect(exits.map { $0.outcome == AuditedCrossing.Outcome.undecided } == [time == nil])
      #expect(exits.map(\.time) == [Timestamp(milliseconds: 130_000)])
    }
  }

  @Test func `an exit of a region that the device came back to is lost, though its circle hid it`()
    throws
  {
    let exits = try exits([
      (0, 0), (60, 1000), (120, 1000), (130, 1700), (140, 1200), (150, 1000), (400, 1000),
    ])
    #expect(exits.map(\.loss?.cause) == [.dwell])
  }

  /// The ways out of the shop, its larger circle being watched.
  private func exits(_ way: [(second: Int64, metres: Double)]) throws -> [AuditedCrossing] {
    var strategy = AuditStrategy(Settings())
    strategy.minimumRadius = 300
    let plan = AuditPlan(of: try RegionSet([shop]), [strategy])
    let fixes = way.map { Line.fix(second: $0.second, at: $0.metres) }
    return plan.account(of: fixes).strategies[0].crossings.filter { $0.name == .exit }
  }
}
