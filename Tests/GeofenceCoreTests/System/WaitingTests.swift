import GeofenceCore
import TestSupport
import Testing

/// The events that an app cannot receive at once, and the times of their delivery.
///
/// The device starts at home, is away from 100 s on, back from 200 s on, and away again from 300 s
/// on, with a fix every 10 s. A crossing is confirmed 20 s later.
struct WaitingTests {
  private let home = Line.region("home", at: 0, radius: 100)

  private func events(
    of regions: [CircularRegion], _ settings: Settings = Settings(),
    _ timeline: [(second: Int64, action: DeviceAction)]
  ) throws -> [String] {
    let drive = stride(from: Int64(0), through: 400, by: 10).map { second in
      (second, (100..<200).contains(second) || second >= 300 ? 2000.0 : 0)
    }
    return try Line.drive(drive, past: regions, settings, timeline)
  }

  /// Returns the events of an app that is in the background from 60 s on, where it can receive
  /// none.
  private func deafEvents(
    of regions: [CircularRegion], _ timeline: (second: Int64, action: DeviceAction)...
  ) throws -> [String] {
    try events(
      of: regions, Settings(),
      [(50, .backgroundRefresh(isOn: false)), (60, .background)] + timeline)
  }

  @Test func `what waits is told exits first, each kind by identifier, and once`() throws {
    let regions =
      ["b", "a"].map { Line.region($0, at: 0, radius: 100) }
      + ["d", "c"].map { Line.region($0, at: 2000, radius: 100) }
    let events = try deafEvents(
      of: regions, (150, .foreground), (160, .background), (170, .foreground))
    #expect(
      events.filter { $0.hasPrefix("1") }
        == ["150 exit a", "150 exit b", "150 enter c", "150 enter d"])
  }

  @Test func `first states come among the exits of the same fix, by identifier`() throws {
    var settings = Settings()
    settings.crossing.dwell = Interval(milliseconds: 0)
    let drive: [(second: Int64, metres: Double)] = [(0, 0), (10, 0), (20, 0), (30, 2000)]
    let events = try Line.drive(
      drive, past: [Line.region("m", at: 0, radius: 100)], settings, isVerbose: true,
      [(5, .authorize(.denied))]
        + ["z", "a"].map { (8, .add(Line.region($0, at: 5000, radius: 100))) }
        + [(25, .authorize(.always))])
    #expect(
      events.filter { $0.hasPrefix("30 ") && !$0.contains("device") }
        == ["30 unsatisfied a initial", "30 exit m", "30 unsatisfied z initial"])
  }

  @Test func `a region that leaves the set takes what waits for it along`() throws {
    let work = Line.region("work", at: 2000, radius: 100)
    #expect(
      try deafEvents(of: [home, work], (130, .remove("home")), (150, .foreground)).dropFirst()
        == ["150 enter work", "220 exit work", "320 enter work"])
  }

  @Test func `a region that is replaced by another circle begins anew, without what waited`() throws
  {
    let moved = Line.region("home", at: 2000, radius: 100)
    #expect(
      try deafEvents(of: [home], (130, .add(moved)), (150, .foreground)).dropFirst()
        == ["150 enter home initial", "220 exit home", "320 enter home"])
  }

  @Test(arguments: [(5e-7, true), (2e-6, false)])
  func `circles are equal to a millionth of a degree`(_ shift: Double, _ isEqual: Bool) throws {
    var other = home
    other.center.longitude += shift
    let events = try events(of: [home], Settings(), [(50, .add(other))])
    #expect(events.contains("50 enter home initial") == !isEqual)
  }

  @Test func `a restart drops what waits`() throws {
    #expect(
      try deafEvents(of: [home], (130, .reboot), (240, .unlock), (260, .launch)).dropFirst()
        == ["260 enter home initial", "320 exit home"])
  }

  @Test func `with reduced accuracy nothing is told, not what waits either`() throws {
    #expect(
      try deafEvents(
        of: [home], (130, .accuracy(isFull: false)), (150, .foreground),
        (180, .accuracy(isFull: true))
      ).dropFirst().first == "180 exit home")
  }

  @Test func `an app that may not use locations hears nothing when it is opened`() throws {
    #expect(
      try deafEvents(
        of: [home], (130, .authorize(.denied)), (150, .foreground), (180, .authorize(.always))
      )
      .dropFirst().first == "180 exit home")
  }

  @Test func `a state that the app was told before is told again`() throws {
    // The exit at 120 s is replaced by the enter at 220 s.
    #expect(
      try deafEvents(of: [home], (250, .foreground)) == [
        "0 enter home initial", "250 enter home", "320 exit home",
      ])
  }

  @Test func `while an event waits for an app that does not run the condition is not watched`()
    throws
  {
    // The exit is delivered at 200 s, and the condition is monitored again from 210 s on.
    #expect(
      try events(
        of: [home], Settings(),
        [(50, .backgroundRefresh(isOn: false)), (50, .terminate), (200, .launch)]) == [
          "0 enter home initial", "200 exit home", "230 enter home", "320 exit home",
        ])
  }

  @Test func `what waits for an app in the background stays when it is terminated`() throws {
    #expect(
      try deafEvents(of: [home], (130, .terminate), (250, .launch)) == [
        "0 enter home initial", "250 exit home", "280 enter home", "320 exit home",
      ])
  }

  @Test(arguments: [
    (DeviceAction.accuracy(isFull: false), DeviceAction.accuracy(isFull: true)),
    (.authorize(.denied), .authorize(.always)), (.authorize(.restricted), .authorize(.whenInUse)),
  ])
  func `a crossing in progress starts over when watching stops`(
    _ stop: DeviceAction, _ start: DeviceAction
  ) throws {
    #expect(
      try events(of: [home], Settings(), [(0, .foreground), (110, stop), (110, start)])
        .dropFirst().first
        == "130 exit home")
    #expect(
      try events(of: [home], Settings(), [(0, .foreground), (110, stop), (130, start)])
        .dropFirst().first
        == "150 exit home")
  }

  @Test(arguments: [(DeviceAction.sleep, DeviceAction.wake), (.terminate, .launch)])
  func `on a Mac it begins anew after a sleep, and after the app did not run`(
    _ stop: DeviceAction, _ start: DeviceAction
  ) throws {
    var settings = Settings()
    settings.platform = .macos
    #expect(
      try events(of: [home], settings, [(110, stop), (130, start)]).dropFirst()
        == ["150 exit home", "220 enter home", "320 exit home"])
  }

  @Test func `what waited on a Mac when the app was quit is told at the launch`() throws {
    var settings = Settings()
    settings.platform = .macos
    #expect(
      try events(
        of: [home], settings,
        [(50, .authorize(.whenInUse)), (60, .background), (130, .terminate), (250, .launch)])
        == ["0 enter home initial", "250 exit home", "280 enter home", "320 exit home"])
  }

  @Test func `an initial event that waited says when it was determined`() throws {
    let plan = SimulationPlan(
      Settings(), of: try RegionSet([home]),
      timeline: Line.timeline([
        (50, .backgroundRefresh(isOn: false)), (50, .reboot), (60, .unlock), (100, .launch),
      ]))
    var simulation = Simulation(plan, startingAt: Timestamp(milliseconds: 0))
    var events: [Event] = []
    for second in stride(from: Int64(0), through: 100, by: 10) {
      simulation.advance(to: Line.fix(second: second, at: 0), into: &events)
    }
    guard case .crossing(let report)? = events.last?.kind else {
      Issue.record("no crossing")
      return
    }
    #expect(report.isInitial && report.name == .enter)
    #expect(events.last?.time.milliseconds == 100_000)
    #expect(report.crossedAt.milliseconds == 60_000)
  }
}
