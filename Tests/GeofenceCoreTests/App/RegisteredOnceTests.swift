import GeofenceCore
import TestSupport
import Testing

/// An app that does not know of the limit: it registers all of its regions once.
struct RegisteredOnceTests {
  /// The regions in the order of the file, which is not that of their names.
  private let regions = [
    Line.region("d", at: 9000, radius: 100), Line.region("b", at: 3000, radius: 100),
    Line.region("c", at: 6000, radius: 100), Line.region("a", at: 0, radius: 100),
  ]

  private func drive(
    _ api: API = .clMonitor, _ places: [(second: Int64, metres: Double)],
    _ change: (inout Settings) -> Void = { _ in },
    _ timeline: (second: Int64, action: DeviceAction)...
  ) throws -> [String] {
    var settings = Settings()
    settings.api = api
    settings.limit = 2
    settings.triggers = []
    settings.crossing.cushion = 0
    settings.crossing.dwell = Interval(seconds: 0)
    change(&settings)
    return try Line.drive(places, past: regions, settings, isVerbose: true, timeline).filter {
      !$0.contains("unsatisfied") && !$0.contains("device")
    }
  }

  @Test func `the first of the file are registered at the first fix, and never again others`()
    throws
  {
    let way: [(second: Int64, metres: Double)] = [
      (0, 0), (400, 3000), (800, 6000), (1200, 9000), (1600, 0),
    ]
    let crossings = ["400 enter b", "800 exit b", "1200 enter d", "1600 exit d"]
    #expect(
      try drive(.clMonitor, way) == [
        "0 reselect ", "0 monitor b", "0 monitor d", "0 unmonitored a conditionLimitExceeded",
        "0 unmonitored c conditionLimitExceeded",
      ] + crossings)
    #expect(
      try drive(.clLocationManager, way) == [
        "0 reselect ", "0 monitor b", "0 monitor d", "0 failed a regionMonitoringFailure",
        "0 failed c regionMonitoringFailure",
      ] + crossings)
  }

  @Test func `it registers at the first fix that it receives`() throws {
    let events = try drive(
      .clMonitor, [(0, 0), (100, 0)], { _ in }, (0, .authorize(.denied)),
      (50, .authorize(.always)))
    #expect(events.first == "100 reselect ")
  }

  @Test func `a listed condition revives when a slot frees, by its identifier`() throws {
    let way: [(second: Int64, metres: Double)] = [(0, 0), (100, 0), (200, 6000), (300, 0)]
    #expect(
      try drive(.clMonitor, way, { _ in }, (100, .remove("d"))).suffix(4) == [
        "100 monitor a", "100 enter a initial", "200 exit a", "300 enter a",
      ])
    // For a manager, the registration of the last region has failed.
    #expect(
      try drive(.clLocationManager, way, { _ in }, (100, .remove("d"))).last == "100 reselect set")
  }

  @Test func `a region that joins takes a free slot, or is one too many`() throws {
    let new = Line.region("new", at: 0, radius: 200)
    #expect(
      try drive(.clMonitor, [(0, 9000), (100, 0)], { $0.limit = 5 }, (50, .add(new))).suffix(4)
        == ["100 enter a", "100 reselect set", "100 monitor new", "100 enter new initial"])
    #expect(
      try drive(.clMonitor, [(0, 0), (100, 0)], { _ in }, (50, .add(new))).suffix(2)
        == ["100 reselect set", "100 unmonitored new conditionLimitExceeded"])
    #expect(
      try drive(.clLocationManager, [(0, 0), (100, 0)], { _ in }, (50, .add(new))).suffix(2)
        == ["100 reselect set", "100 failed new regionMonitoringFailure"])
  }

  @Test func `another circle of a name keeps its slot`() throws {
    let moved = Line.region("d", at: 0, radius: 100)
    #expect(
      try drive(.clMonitor, [(0, 0), (100, 0)], { _ in }, (50, .add(moved))).suffix(3)
        == ["100 reselect set", "100 monitor d", "100 enter d initial"])
  }

  @Test(arguments: API.ofCoreLocation)
  func `an app that is terminated at once registers another circle of a name when it is launched`(
    _ api: API
  ) throws {
    let moved = Line.region("d", at: 0, radius: 100)
    let events = try drive(
      api, [(0, 0), (100, 0), (200, 0), (300, 0)], { $0.limit = 3 },
      (50, .backgroundRefresh(isOn: false)), (100, .add(moved)), (100, .terminate), (300, .launch))
    // The slot goes to a condition that is listed, where these wait for one.
    let last = api == .clMonitor ? "300 unmonitored d conditionLimitExceeded" : "300 monitor d"
    #expect(events.filter { $0.hasSuffix(" d") && !$0.hasPrefix("0 ") }.allSatisfy { $0 == last })
    #expect(events.contains(last))
  }

  @Test func `where all fit it hears what every other app hears`() throws {
    var heard = 0
    for seed in UInt64(0)..<300 {
      var life = try RandomLife(seed: seed)
      (life.settings.limit, life.settings.renewal) = (20, .changed)
      life.settings.triggers = .event
      let expected = life.events()
      heard += expected.count
      life.settings.triggers = []
      #expect(life.events() == expected, "life \(seed)")
    }
    #expect(heard > 1000)
  }

  @Test(arguments: API.ofCoreLocation)
  func `an audit of it names not-registered`(_ api: API) throws {
    var settings = Settings()
    settings.api = api
    settings.limit = 2
    settings.triggers = []
    let crossings = try Line.audit(
      Line.pace(from: -1000, to: 4500, by: 50), past: regions, settings)
    #expect(
      crossings.map { $0.split(separator: ":")[0] } == [
        "180 enter a lost not-registered", "230 exit a lost not-registered",
        "780 enter b told at 800", "830 exit b told at 850",
      ])
  }

  @Test func `many devices of it rest and wake as one that did not`() throws {
    var settings = Settings()
    settings.limit = 2
    settings.triggers = []
    let plan = SimulationPlan(settings, of: try RegionSet(regions))
    var fleet = Fleet(plan, .empty, mostAwake: 4)
    var alone: [Simulation] = []
    var (together, expected): ([Event], [Event]) = ([], [])
    for device in 0..<20 {
      try fleet.add(named: nil)
      alone.append(Simulation(plan, .empty))
      let fix = Line.fix(second: 0, at: Double(device) * 500)
      fleet.advance(device, to: fix, into: &together)
      alone[device].advance(to: fix, into: &expected)
    }
    #expect(fleet.resting > 0)
    for second in stride(from: Int64(60), to: 900, by: 60) {
      for device in alone.indices {
        #expect(fleet.saved(device) == alone[device].coded)
        let fix = Line.fix(second: second, at: Double(device) * 500 + Double(second) * 10)
        fleet.advance(device, to: fix, into: &together)
        alone[device].advance(to: fix, into: &expected)
      }
    }
    #expect(together == expected)
  }
}
