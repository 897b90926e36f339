import TestSupport
import Testing

@testable import GeofenceCore

/// The rules of each interface, and the location system that keeps to them whichever it is.
@Suite struct InterfaceRulesTests {
  private let home = Line.region("home", at: 0, radius: 100)
  private let office = Line.region("office", at: 5000, radius: 100)

  /// A system whose app owns `regions` through the interface, and in which every fix decides.
  private func system(
    _ api: API, watching regions: [CircularRegion] = [], limit: Int? = nil
  ) throws -> LocationSystem {
    var crossing = CrossingRules()
    crossing.cushion = 0
    crossing.dwell = Interval(milliseconds: 0)
    let catalog = RegionCatalog(
      try RegionSet(regions), maximumRadius: 1e5, timeline: Timeline([]))
    var system = LocationSystem(
      DeviceState(platform: api.rules.platforms[0]), rules: crossing,
      limit: limit ?? api.rules.limit, of: catalog,
      owner: ConditionOwner(api))
    system.start(catalog.initial, assuming: KnownStates(of: catalog.regions.count))
    return system
  }

  /// The states that the app receives at a fix, `region state`.
  private func received(
    _ system: inout LocationSystem, second: Int64, at metres: Double
  ) -> [String] {
    system.move(to: Line.fix(second: second, at: metres))
    system.evaluate()
    return received(&system)
  }

  private func received(_ system: inout LocationSystem) -> [String] {
    var lines: [String] = []
    while let notice = system.next() {
      switch notice {
      case .state(let report): lines.append("\(report.id.identifier) \(report.state)")
      case .outside(let regions): lines += regions.map { "\($0.identifier) unsatisfied" }
      default: break
      }
    }
    return lines
  }

  // MARK: the values

  @Test func `CLMonitor delivers first states, keeps records, and lets the rest wait`() {
    let rules = API.clMonitor.rules
    #expect(rules.name == "CLMonitor")
    #expect(rules.limit == 20)
    #expect(rules.initialStates(GeofenceRequest()) == [.inside, .outside])
    #expect(!rules.appliesNotifyFlags)
    #expect(rules.keepsEqualCircles)
    #expect(rules.keepsRefused)
    #expect(rules.keepsUndelivered)
    #expect(rules.keepsRecords)
    #expect(!rules.documentsMaximumRadius)
  }

  @Test func `CLLocationManager delivers crossings alone, and forgets the rest`() {
    let rules = API.clLocationManager.rules
    #expect(rules.name == "CLLocationManager")
    #expect(rules.limit == 20)
    #expect(rules.initialStates(GeofenceRequest()).isEmpty)
    #expect(rules.appliesNotifyFlags)
    #expect(!rules.keepsEqualCircles)
    #expect(!rules.keepsRefused)
    #expect(!rules.keepsUndelivered)
    #expect(!rules.keepsRecords)
    #expect(rules.documentsMaximumRadius)
  }

  @Test func `CLMonitor names every diagnostic, CLLocationManager has errors for three`() {
    func refusals(_ api: API) -> [Event.Kind?] {
      let diagnostics: [DeviceState.Diagnostic] = [
        .authorizationDenied, .authorizationRestricted, .authorizationRequestInProgress,
        .accuracyLimited, .insufficientlyInUse, .conditionLimitExceeded,
      ]
      return diagnostics.map { api.rules.refusal(of: "home", $0, limit: 3) }
    }
    #expect(
      refusals(.clMonitor) == [
        .unmonitored("home", .authorizationDenied), .unmonitored("home", .authorizationRestricted),
        .unmonitored("home", .authorizationRequestInProgress),
        .unmonitored("home", .accuracyLimited), .unmonitored("home", .insufficientlyInUse),
        .unmonitored("home", .conditionLimitExceeded),
      ])
    #expect(
      refusals(.clLocationManager) == [
        .failed("home", .monitoringDenied), .failed("home", .monitoringDenied), nil, nil, nil,
        .failed("home", .limitExceeded(limit: 3)),
      ])
  }

  @Test(arguments: API.allCases)
  func `settings have the interface's limit until another is given`(_ api: API) {
    #expect(Settings(api).api == api)
    #expect(Settings(api).limit == api.rules.limit)
  }

  @Test func `owners are in the order of their interfaces' words, then of their names`() {
    let owners = [
      ConditionOwner(.clMonitor, named: "B"), ConditionOwner(.clMonitor, named: "A"),
      ConditionOwner(.clLocationManager),
    ]
    #expect(owners.sorted() == owners.reversed())
  }

  // MARK: the system keeps to them

  @Test(arguments: API.allCases)
  func `the app receives the first states that the rules name`(_ api: API) throws {
    var system = try system(api, watching: [home, office])
    let states = api.rules.initialStates(GeofenceRequest())
    #expect(
      received(&system, second: 0, at: 0)
        == (states.contains(.outside) ? ["office unsatisfied"] : [])
        + (states.contains(.inside) ? ["home satisfied"] : []))
    // Delivered or not, they are the states from which the device crosses.
    #expect(
      received(&system, second: 10, at: 5000) == ["home unsatisfied", "office satisfied"])
  }

  @Test(arguments: API.allCases)
  func `a flag keeps a crossing from the app where the system applies it`(_ api: API) throws {
    var region = home
    region.notifyOnExit = false
    var system = try system(api, watching: [region])
    _ = received(&system, second: 0, at: 0)
    #expect(
      received(&system, second: 10, at: 5000)
        == (!api.rules.appliesNotifyFlags ? ["home unsatisfied"] : []))
    #expect(received(&system, second: 20, at: 0) == ["home satisfied"])
  }

  @Test(arguments: API.allCases)
  func `an equal circle of the same identifier starts over unless it keeps its record`(
    _ api: API
  ) throws {
    var system = try system(api)
    let id = ConditionID("home", of: ConditionOwner(api))
    #expect(system.add(id, home) == .registered)
    _ = received(&system, second: 0, at: 0)
    let keeps = api.rules.keepsEqualCircles
    #expect(system.add(id, home) == (keeps ? .unchanged : .registered))
    #expect(system.state(of: id) == (keeps ? .satisfied : .unknown))
    #expect(system.add(id, Line.region("home", at: 1, radius: 100)) == .registered)
    #expect(system.state(of: id) == .unknown)
  }

  @Test(arguments: API.allCases)
  func `a region beyond the limit is monitored once a slot frees where it waits for one`(
    _ api: API
  ) throws {
    var system = try system(api, limit: 1)
    let (first, second) = (
      ConditionID("home", of: ConditionOwner(api)), ConditionID("office", of: ConditionOwner(api))
    )
    #expect(system.add(first, home) == .registered)
    #expect(system.add(second, office) == .limitExceeded)
    #expect(system.state(of: second) == nil)
    system.remove(first)
    let waits = api.rules.keepsRefused
    #expect(system.state(of: second) == (waits ? .unknown : nil))
  }

  @Test(arguments: API.allCases)
  func `a slot goes to a region of the set that was refused where it waits for one`(
    _ api: API
  ) throws {
    var settings = Settings(api)
    settings.triggers = []
    settings.limit = 1
    let events = try Line.drive(
      [(0, 2000), (20, 2000), (40, 2000)], past: [home, office], settings, isVerbose: true,
      [(20, .remove("home"))])
    let waits = api.rules.keepsRefused
    #expect(events.contains("20 monitor office") == waits)
  }

  @Test(arguments: API.ofCoreLocation)
  func `an event that cannot be delivered waits or is lost`(_ api: API) throws {
    var system = try system(api, watching: [home])
    _ = received(&system, second: 0, at: 0)
    system.apply(.backgroundRefresh(isOn: false))
    system.apply(.background)
    system.move(to: Line.fix(second: 10, at: 5000))
    system.evaluate()
    #expect(received(&system) == [])
    system.apply(.foreground)
    system.deliverWaiting()
    #expect(received(&system) == (api.rules.keepsUndelivered ? ["home unsatisfied"] : []))
  }

  @Test(arguments: API.allCases)
  func `the record of a delivered state outlasts a restart where records are kept`(
    _ api: API
  ) throws {
    var system = try system(api, watching: [home])
    _ = received(&system, second: 0, at: 0)
    system.apply(.reboot)
    let kept = api.rules.keepsRecords
    #expect(system.stop(.region(0)) == (kept ? .satisfied : .unknown))
  }

  @Test(arguments: API.allCases)
  func `an app has states assumed that the interface keeps records of`(_ api: API) throws {
    var settings = Settings(api)
    settings.triggers = .fix
    settings.limit = 1
    let events = try Line.drive(
      [(0, 0), (30, 5000), (60, 5000), (90, 0), (120, 0)], past: [home, office], settings,
      isVerbose: true)
    let assumes = api.rules.keepsRecords
    #expect(events.contains { $0.contains("monitor home assuming") } == assumes)
  }
}
