import GeofenceCore
import TestSupport
import Testing

/// The regions of alarms in an audit: they leave the set when their alarm has fired.
struct AuditedAlarmTests {
  private let home = Line.region("home", at: 0, radius: 100)
  private let office = Line.region("office", at: 5000, radius: 100)

  /// Returns `kind region` of each crossing of a drive that counts.
  private func crossings(
    _ places: [(second: Int64, metres: Double)], repeats: Bool = false,
    _ timeline: (second: Int64, action: DeviceAction)...
  ) throws -> [String] {
    var settings = Settings()
    settings.crossing.cushion = 0
    settings.crossing.dwell = Interval(milliseconds: 0)
    let alarms = AlarmPlan(
      [home, office].map { .init(regions: [$0.identifier], due: nil) }, repeats: repeats)
    let plan = AuditPlan(
      of: try RegionSet([home, office]), [AuditStrategy(settings)],
      timeline: Line.timeline(timeline), alarms: alarms)
    let fixes = places.map { Line.fix(second: $0.second, at: $0.metres) }
    return plan.account(of: fixes).strategies[0].crossings.map {
      "\($0.name.rawValue) \(plan.names[$0.region])"
    }
  }

  private let twice: [(second: Int64, metres: Double)] = [
    (0, 2000), (10, 0), (20, 2000), (30, 0), (40, 5000),
  ]

  @Test func `what is crossed after an alarm has fired does not count`() throws {
    #expect(try crossings(twice) == ["enter home", "enter office"])
  }

  @Test func `all crossings count of alarms that repeat`() throws {
    #expect(
      try crossings(twice, repeats: true)
        == ["enter home", "exit home", "enter home", "exit home", "enter office"])
  }

  @Test func `a first state that waited fires no alarm`() throws {
    #expect(
      try crossings(
        [(0, 2000), (10, 2000), (20, 2000), (30, 0)], (5, .backgroundRefresh(isOn: true)))
        == ["enter home"])
    #expect(
      try crossings(
        [(0, 2000), (10, 2000), (20, 2000), (30, 0)], (0, .backgroundRefresh(isOn: false)),
        (0, .background), (15, .foreground)) == ["enter home"])
  }
}
