import TestSupport
import Testing

@testable import GeofenceCore

struct MonitorTests {
  /// Returns fixes of every quality from a wandering device that is sometimes far away at once.
  private func wander(_ generator: inout SeededGenerator) -> [Fix] {
    var place = (latitude: 46.05, longitude: 14.5)
    var time = Timestamp(milliseconds: 0)
    return (0..<400).map { _ in
      let step = generator.number(in: 0...1) < 0.02 ? 0.2 : generator.number(in: 0...0.002)
      place.latitude += generator.number(in: -step...step)
      place.longitude += generator.number(in: -step...step)
      if abs(place.latitude - 46.05) > 0.05 || abs(place.longitude - 14.5) > 0.05 {
        place = (46.05, 14.5)
      }
      time = time + Interval(milliseconds: Int64(generator.number(in: 0...20_000)))
      return Fix(
        time: time,
        coordinate: Coordinate(latitude: place.latitude, longitude: place.longitude),
        horizontalAccuracy: generator.number(in: 0...1) < 0.5
          ? nil : generator.number(in: 0...400))
    }
  }

  private func region(
    _ number: Int, _ generator: inout SeededGenerator, isConcentric: Bool = false
  ) -> CircularRegion {
    let center = Coordinate(
      latitude: generator.number(in: 46...46.1), longitude: generator.number(in: 14.4...14.6))
    return CircularRegion(
      identifier: RegionIdentifier("\(1000 + number)"),
      center: isConcentric ? Coordinate(latitude: 46.05, longitude: 14.5) : center,
      radius: generator.number(in: 5...3000) * (generator.number(in: 0...1) < 0.7 ? 0.1 : 1))
  }

  /// A region and its state, evaluated at every fix.
  private struct PlainCondition {
    let circle: Circle
    var crossing = Crossing()
    var isWatched = true

    init(_ region: CircularRegion) { circle = Circle(region) }
  }

  /// A monitor evaluates all regions if they are few, and those nearby if they are many.
  @Test(arguments: [30, 400], [false, true])
  func `leaving settled conditions alone loses nothing`(
    _ count: Int, isConcentric: Bool
  ) throws {
    for seed in UInt64(0)..<(count < 64 ? 40 : 12) {
      var generator = SeededGenerator(seed: seed)
      let rules = CrossingRules()
      let regions = try RegionSet(
        (0..<count).map { region($0, &generator, isConcentric: isConcentric) })
      let catalog = RegionCatalog(regions, maximumRadius: 1e5)
      var monitor = Monitor(rules: rules, catalog)
      var all = regions.map { PlainCondition($0) }
      // Some regions are there from the start, added at once or one by one; others are added later.
      for position in all.indices where generator.number(in: 0...1) < 0.2 {
        all[position].isWatched = false
      }
      let watched = all.indices.filter { all[$0].isWatched }.map(Int32.init)
      if seed % 2 == 0 {
        monitor.watch(PositionSet(watched, of: count))
      } else {
        for position in watched { monitor.add(position) }
      }
      for (number, fix) in wander(&generator).enumerated() {
        if number % 13 == 12 { change(&monitor, &all, &generator) }
        if number == 300 {
          monitor.forgetStates()
          for position in all.indices { all[position].crossing = Crossing() }
        }
        let vector = EarthVector(fix.coordinate)
        var findings = Monitor.Findings()
        monitor.observe(fix, vector, into: &findings)
        var found = findings.changes
        for position in findings.outside ?? PositionSet(of: count) {
          found.append(.init(.region(position), .unsatisfied, crossedAt: nil))
        }
        var expected: [Monitor.Change] = []
        for position in all.indices where all[position].isWatched {
          let outcome = all[position].circle.observe(fix, vector, rules, &all[position].crossing)
          let (place, state) = (
            ConditionRef.region(Int32(position)), all[position].crossing.state
          )
          switch outcome {
          case .nothing: break
          case .determined: expected.append(.init(place, state, crossedAt: nil))
          case .confirmed(let since): expected.append(.init(place, state, crossedAt: since))
          }
        }
        #expect(Set(found) == Set(expected), "seed \(seed) at \(fix.time)")
        #expect(found.count == expected.count)
      }
    }
  }

  /// Removes a region, adds one with or without a state, or restarts the crossings.
  private func change(
    _ monitor: inout Monitor, _ all: inout [PlainCondition], _ generator: inout SeededGenerator
  ) {
    let position = Int(generator.number(in: 0...0.999) * Double(all.count))
    switch Int(generator.number(in: 0...9.99)) {
    case 0:
      monitor.dropPending()
      for position in all.indices { all[position].crossing.dropPending() }
    case _ where all[position].isWatched:
      monitor.remove(.region(Int32(position)))
      all[position].isWatched = false
    default:
      let states = [RegionState.unknown, .satisfied, .unsatisfied]
      let crossing = Crossing(assuming: states[Int(generator.number(in: 0...2.99))])
      all[position].isWatched = true
      all[position].crossing = crossing
      monitor.add(Int32(position), crossing)
    }
  }

  @Test func `a device that leaves its surroundings meets the next region`() throws {
    let catalog = RegionCatalog(
      try RegionSet(
        (0..<100).map {
          Line.region("\(100 + $0)", at: 3000 + Double($0) * 4000, radius: 500)
        }), maximumRadius: 1e5)
    var monitor = Monitor(rules: CrossingRules(), catalog)
    monitor.watch(catalog.initial)
    var entered = 0
    for second in 0..<Int64(2100) {
      let fix = Line.fix(second: second, at: Double(second) * 20)
      var findings = Monitor.Findings()
      monitor.observe(fix, EarthVector(fix.coordinate), into: &findings)
      entered += findings.changes.count { $0.crossedAt != nil && $0.state == .satisfied }
    }
    #expect(entered == 10)
  }

  @Test func `a paused condition sees nothing, and a crossing begins anew when it goes on`() throws
  {
    let catalog = RegionCatalog(
      try RegionSet([Line.region("a", at: 0, radius: 100)]), maximumRadius: 1e5)
    var monitor = Monitor(rules: CrossingRules(), catalog)
    monitor.watch(catalog.initial)
    func confirmed(_ second: Int64, _ metres: Double) -> [Timestamp?] {
      let fix = Line.fix(second: second, at: metres)
      var findings = Monitor.Findings()
      monitor.observe(fix, EarthVector(fix.coordinate), into: &findings)
      return findings.changes.map(\.crossedAt)
    }
    #expect(confirmed(0, 0) == [nil])
    #expect(confirmed(10, 2000).isEmpty)
    monitor.update(.region(0)) { $0.hold(.untilDelivery) }
    #expect(confirmed(40, 2000).isEmpty)
    monitor.update(.region(0)) { $0.hold(.none) }
    #expect(confirmed(50, 2000).isEmpty)
    #expect(confirmed(70, 2000) == [Timestamp(milliseconds: 50_000)])
  }

  @Test func `the same fix again changes nothing`() throws {
    let catalog = RegionCatalog(
      try RegionSet([Line.region("a", at: 0, radius: 100)]), maximumRadius: 1e5)
    var monitor = Monitor(rules: CrossingRules(), catalog)
    monitor.watch(catalog.initial)
    for (second, metres) in [(Int64(0), 0.0), (10, 2000), (30, 2000)] {
      let fix = Line.fix(second: second, at: metres)
      let vector = EarthVector(fix.coordinate)
      var first = Monitor.Findings()
      monitor.observe(fix, vector, into: &first)
      var again = Monitor.Findings()
      monitor.observe(fix, vector, into: &again)
      #expect(again.changes.isEmpty && again.outside == nil)
      #expect(first.changes.isEmpty == (second == 10))
    }
  }
}
