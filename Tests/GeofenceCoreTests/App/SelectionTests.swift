import GeofenceCore
import TestSupport
import Testing

/// The selection with one slot and regions along a road, so that every reselection shows.
struct SelectionTests {
  private var settings: Settings {
    var settings = Settings()
    settings.limit = 1
    return settings
  }

  private let towns = [
    Line.region("a", at: 0, radius: 100), Line.region("b", at: 3000, radius: 100),
    Line.region("c", at: 9000, radius: 100),
  ]

  private func drive(
    _ places: [(second: Int64, metres: Double)], past regions: [CircularRegion],
    _ settings: Settings, isVerbose: Bool = true
  ) throws -> [String] {
    try Line.drive(places, past: regions, settings, isVerbose: isVerbose)
  }

  private func reselections(_ events: [String]) -> [String] {
    events.filter { $0.contains("reselect") }
  }

  // MARK: triggers

  @Test func `the first fix selects the nearest, whatever the triggers`() throws {
    for triggers in [Triggers.significant, .event, .sentinel, .fix] {
      var settings = settings
      settings.triggers = triggers
      settings.limit = 2
      #expect(
        try self.drive([(0, 2900)], past: towns, settings).prefix(3)
          == (triggers == .sentinel
            ? ["0 reselect ", "0 monitor b", "0 enter b initial"]
            : ["0 reselect ", "0 monitor a", "0 monitor b"]))
    }
  }

  @Test func `a significant change takes 500 m and five minutes`() throws {
    let events = try self.drive(
      [(0, 0), (299, 9000), (300, 499), (310, 501), (609, 9000), (610, 9000)], past: towns,
      settings)
    #expect(
      reselections(events) == [
        "0 reselect ", "310 reselect significant", "610 reselect significant",
      ])
  }

  @Test func `other reselections do not move the last significant change`() throws {
    var settings = settings
    settings.triggers = [.significant, .fix]
    let events = try self.drive([(0, 0), (200, 600), (300, 600)], past: towns, settings)
    #expect(
      reselections(events) == ["0 reselect ", "200 reselect fix", "300 reselect significant+fix"])
  }

  @Test func `an event triggers, one that follows a reselection does not`() throws {
    var settings = settings
    settings.triggers = .event
    let events = try self.drive(
      [(0, 0), (30, 2000), (60, 2900), (90, 2950)], past: towns, settings)
    #expect(
      events == [
        "0 reselect ", "0 monitor a", "0 enter a initial",
        "60 exit a", "60 reselect event", "60 unmonitor a", "60 monitor b",
        "60 enter b initial",
      ])
  }

  @Test func `a report that a flag suppresses triggers nothing`() throws {
    var settings = settings
    settings.triggers = .event
    var regions = towns
    regions[0].notifyOnExit = false
    let events = try self.drive([(0, 0), (30, 2000), (60, 2900)], past: regions, settings)
    #expect(reselections(events) == ["0 reselect "])
  }

  @Test func `the sentinel takes a slot, obeys the crossing rules and follows each reselection`()
    throws
  {
    var settings = settings
    settings.triggers = .sentinel
    settings.limit = 2
    let events = try self.drive(
      [(0, 0), (30, 1100), (60, 1201), (70, 2300), (80, 2500), (100, 2500), (120, 2500)],
      past: towns, settings)
    #expect(
      events.filter { !$0.contains("unsatisfied") } == [
        "0 reselect ", "0 monitor a", "0 enter a initial",
        "60 exit a",
        "60 reselect sentinel",
        "100 reselect sentinel", "100 unmonitor a", "100 monitor b",
      ])
  }

  @Test func `with no more regions than slots nothing is reselected`() throws {
    var settings = settings
    settings.limit = 3
    settings.triggers = [.significant, .event, .sentinel, .fix]
    let events = try self.drive([(0, 0), (600, 3000), (1200, 9000)], past: towns, settings)
    #expect(reselections(events) == ["0 reselect "])
    #expect(events.count { $0.contains("monitor") } == 3)
  }

  // MARK: ranking

  @Test func `the centre ranking evicts a large region that the device stands in`() throws {
    let regions = [
      Line.region("city", at: 0, radius: 5000), Line.region("shop", at: 4500, radius: 100),
    ]
    var settings = settings
    #expect(
      try self.drive([(0, 0), (300, 4000)], past: regions, settings).suffix(4) == [
        "300 reselect significant", "300 unmonitor city inside", "300 monitor shop",
        "300 unsatisfied shop initial",
      ])
    settings.ranking = .boundary
    #expect(
      try self.drive([(0, 0), (300, 4000)], past: regions, settings).suffix(1)
        == ["300 reselect significant"])
  }

  @Test func `equal distances end at the identifier`() throws {
    let regions = ["c", "a", "b"].map { Line.region($0, at: 0, radius: 100) }
    for ranking in Ranking.allCases {
      var settings = settings
      settings.limit = 2
      settings.ranking = ranking
      #expect(
        try self.drive([(0, 1000)], past: regions, settings).prefix(3)
          == ["0 reselect ", "0 monitor a", "0 monitor b"])
    }
  }

  // MARK: renewal

  @Test func `a region that comes back assumes what the app was last told`() throws {
    var settings = settings
    settings.triggers = .fix
    let drive: [(Int64, Double)] = [(0, 0), (10, 2900), (20, 0), (30, 1300), (60, 1300)]
    #expect(
      try self.drive(drive, past: towns, settings).filter { !$0.contains("reselect") } == [
        "0 monitor a", "0 enter a initial",
        "10 unmonitor a", "10 monitor b", "10 enter b initial",
        "20 unmonitor b", "20 monitor a assuming satisfied",
        "60 exit a",
      ])
  }

  @Test func `an initial unsatisfied is something the app was told, shown or not`() throws {
    var settings = settings
    settings.triggers = .fix
    let regions = [
      Line.region("a", at: 0, radius: 100), Line.region("b", at: 3000, radius: 1000),
    ]
    // b is determined outside at 10 s, loses its slot, and is registered again with the device
    // inside.
    let drive: [(Int64, Double)] = [(0, 0), (10, 1900), (20, 0), (30, 2900), (50, 2900)]
    #expect(
      try self.drive(drive, past: regions, settings, isVerbose: false) == [
        "0 enter a initial", "50 enter b",
      ])
  }

  @Test func `CLLocationManager takes no assumption`() throws {
    var settings = settings
    settings.triggers = .fix
    settings.api = .clLocationManager
    let drive: [(Int64, Double)] = [(0, 0), (10, 2900), (20, 1300), (60, 1300)]
    #expect(
      try self.drive(drive, past: towns, settings).filter { !$0.contains("reselect") } == [
        "0 monitor a", "10 unmonitor a", "10 monitor b", "20 unmonitor b", "20 monitor a",
      ])
  }

  @Test func `renewing all loses pending crossings and states`() throws {
    var settings = settings
    settings.triggers = .fix
    settings.renewal = .all
    let drive: [(Int64, Double)] = [(0, 0), (10, 1300), (30, 1300), (40, 50)]
    #expect(
      try self.drive(drive, past: towns, settings, isVerbose: false) == [
        "0 enter a initial", "40 enter a initial",
      ])
    settings.renewal = .changed
    #expect(
      try self.drive(drive, past: towns, settings, isVerbose: false) == [
        "0 enter a initial", "30 exit a",
      ])
  }

  // MARK: a distance

  @Test func `no region farther than a distance is registered, however few there are`() throws {
    var settings = Settings()
    settings.within = 1000
    let towns = [Line.region("a", at: 0, radius: 100), Line.region("b", at: 5000, radius: 100)]
    let events = try Line.drive(
      [(0, 0), (400, 4500), (800, 20_000)], past: towns, settings, isVerbose: true)
    #expect(
      events.filter { $0.contains("monitor") } == [
        "0 monitor a", "400 unmonitor a", "400 monitor b", "800 unmonitor b",
      ])
  }

  @Test(arguments: [API.clMonitor, .geofencingClient])
  func `where no region is near enough, a sentinel asks for the next selection`(_ api: API) throws {
    var settings = Settings(api)
    (settings.within, settings.triggers) = (1000, .event)
    let events = try Line.drive(
      [(0, 0), (30, 1500), (60, 59_500)], past: [Line.region("far", at: 60_000, radius: 100)],
      settings, isVerbose: true)
    #expect(
      events.filter { $0.contains("reselect") || $0.contains("monitor") }.suffix(2)
        == ["60 reselect sentinel", "60 monitor far"])
  }
}
