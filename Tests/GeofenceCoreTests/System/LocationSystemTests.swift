import TestSupport
import Testing

@testable import GeofenceCore

/// The location services of a device, driven as the library drives them.
struct LocationSystemTests {
  private static let owner = ConditionOwner(.clMonitor, named: "Places")

  private func system(
    watching regions: [CircularRegion] = [], adding others: [CircularRegion] = [], limit: Int = 20
  ) throws -> LocationSystem {
    var rules = CrossingRules()
    rules.cushion = 0
    rules.dwell = Interval(milliseconds: 0)
    let catalog = RegionCatalog(
      try RegionSet(regions), maximumRadius: 1e5,
      timeline: Timeline(others.map { .init(.at(Timestamp(milliseconds: 0)), .add($0)) }))
    var system = LocationSystem(
      DeviceState(platform: .ios), rules: rules, limit: limit, of: catalog, owner: Self.owner)
    system.start(catalog.initial, assuming: KnownStates(of: catalog.regions.count))
    return system
  }

  /// Returns the states that are delivered at a fix, each as `region state`.
  private func move(
    _ system: inout LocationSystem, second: Int64, to metres: Double,
    _ actions: DeviceAction...
  ) -> [String] {
    system.move(to: Line.fix(second: second, at: metres))
    for action in actions {
      system.apply(action)
      system.deliverWaiting()
    }
    system.evaluate()
    return delivered(&system)
  }

  private func delivered(_ system: inout LocationSystem) -> [String] {
    var lines: [String] = []
    while let notice = system.next() {
      guard case .state(let report) = notice else { continue }
      lines.append("\(report.id.identifier) \(report.state)")
    }
    return lines
  }

  private let home = Line.region("home", at: 0, radius: 100)

  @Test func `after a launch between two fixes a condition is watched from the fix after the next`()
    throws
  {
    var system = try system(watching: [home])
    #expect(move(&system, second: 0, to: 0) == ["home satisfied"])
    #expect(move(&system, second: 10, to: 0, .backgroundRefresh(isOn: false), .terminate).isEmpty)
    #expect(move(&system, second: 20, to: 2000).isEmpty)
    system.apply(.launch)
    system.deliverWaiting()
    #expect(delivered(&system) == ["home unsatisfied"])
    // The delivery belongs to the next fix, so the condition is monitored from the one after that.
    #expect(move(&system, second: 30, to: 0).isEmpty)
    #expect(move(&system, second: 40, to: 0) == ["home satisfied"])
  }

  @Test func `after a launch at a fix a condition is watched from the next`() throws {
    var system = try system(watching: [home])
    _ = move(&system, second: 0, to: 0)
    _ = move(&system, second: 10, to: 2000, .backgroundRefresh(isOn: false), .terminate)
    #expect(move(&system, second: 20, to: 0, .launch) == ["home unsatisfied"])
    #expect(move(&system, second: 30, to: 0) == ["home satisfied"])
  }

  @Test(arguments: [0.0, 2000])
  func `of a region whose first state waits the app was told none`(_ metres: Double) throws {
    var system = try system(watching: [home])
    #expect(
      move(&system, second: 0, to: metres, .backgroundRefresh(isOn: false), .background).isEmpty)
    #expect(system.stop(.region(0)) == .unknown)
  }

  @Test func `of a region whose crossing waits the app was told the state before`() throws {
    var system = try system(watching: [home])
    _ = move(&system, second: 0, to: 0)
    _ = move(&system, second: 10, to: 2000, .backgroundRefresh(isOn: false), .background)
    _ = move(&system, second: 20, to: 2000)
    #expect(system.stop(.region(0)) == .satisfied)
  }

  @Test func `an equal circle of the name takes over what the app was last told, and what waits`()
    throws
  {
    var again = home
    again.radius += 1e-7
    var system = try system(watching: [home], adding: [again])
    _ = move(&system, second: 0, to: 0)
    _ = move(&system, second: 10, to: 2000, .backgroundRefresh(isOn: false), .background)
    let old = try #require(system.monitor.catalog.position(of: home))
    let new = try #require(system.monitor.catalog.position(of: again))
    system.exchange(old, for: new)
    var other = system
    #expect(other.stop(.region(new)) == .satisfied)
    #expect(move(&system, second: 20, to: 2000, .foreground) == ["home unsatisfied"])
  }

  @Test func `conditions beyond the limit revive in the order of their identifiers`() throws {
    var system = try system(limit: 1)
    func id(_ name: String) -> ConditionID { ConditionID(RegionIdentifier(name), of: Self.owner) }
    func registered() -> [String] {
      ["first", "c", "a", "b"].filter { system.state(of: id($0)) != nil }
    }
    #expect(system.add(id("first"), home) == .registered)
    for name in ["c", "a", "b"] { #expect(system.add(id(name), home) == .limitExceeded) }
    for name in ["first", "a", "b", "c"] {
      #expect(registered() == [name])
      system.remove(id(name))
    }
    #expect(registered().isEmpty)
  }
}
