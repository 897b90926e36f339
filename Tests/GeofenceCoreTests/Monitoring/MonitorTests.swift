import TestSupport
import Testing

@testable import GeofenceCore

struct MonitorTests {
  /// A wandering device with fixes of every quality, now and then somewhere else entirely.
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

  private func region(_ number: Int, _ generator: inout SeededGenerator) -> CircularRegion {
    CircularRegion(
      identifier: RegionIdentifier("\(1000 + number)"),
      center: Coordinate(
        latitude: generator.number(in: 46...46.1), longitude: generator.number(in: 14.4...14.6)),
      radius: generator.number(in: 5...3000) * (generator.number(in: 0...1) < 0.7 ? 0.1 : 1))
  }

  /// With few conditions all are looked at, with many those nearby.
  @Test(arguments: [30, 400])
  func `leaving settled conditions alone loses nothing`(_ count: Int) {
    for seed in UInt64(0)..<(count < 64 ? 40 : 12) {
      var generator = SeededGenerator(seed: seed)
      let rules = CrossingRules()
      let regions = (0..<count).map { region($0, &generator) }
      var monitor = Monitor(rules: rules)
      for region in regions { monitor.add(region) }
      var all = regions.map { Condition($0) }
      for (number, fix) in wander(&generator).enumerated() {
        if number % 130 == 129 {
          // A region leaves, another joins, or everything begins anew.
          let position = Int(generator.number(in: 0...0.999) * Double(all.count))
          monitor.remove(all.remove(at: position).region.identifier)
          let newcomer = region(count + number, &generator)
          monitor.add(newcomer)
          all.append(Condition(newcomer))
        } else if number == 300 {
          monitor.forgetStates()
          all = all.map { Condition($0.region) }
        }
        let vector = EarthVector(fix.coordinate)
        var transitions: [Monitor.Transition] = []
        monitor.observe(fix, vector, into: &transitions)
        var expected: [Monitor.Transition] = []
        for position in all.indices {
          switch all[position].observe(fix, vector, rules) {
          case .nothing: break
          case .determined: expected.append(.init(position: position, crossedAt: nil))
          case .confirmed(let since): expected.append(.init(position: position, crossedAt: since))
          }
        }
        #expect(transitions == expected, "seed \(seed) at \(fix.time)")
      }
    }
  }

  @Test func `a device that leaves its surroundings meets the next region`() {
    var monitor = Monitor(rules: CrossingRules())
    for number in 0..<100 {
      monitor.add(Line.region("\(100 + number)", at: 3000 + Double(number) * 4000, radius: 500))
    }
    var entered = 0
    for second in 0..<Int64(2100) {
      let fix = Line.fix(second: second, at: Double(second) * 20)
      var transitions: [Monitor.Transition] = []
      monitor.observe(fix, EarthVector(fix.coordinate), into: &transitions)
      entered += transitions.count {
        $0.crossedAt != nil && monitor.conditions[$0.position].crossing.state == .satisfied
      }
    }
    #expect(entered == 10)
  }

  @Test func `conditions are kept by identifier, whatever the order they come in`() {
    var monitor = Monitor(rules: CrossingRules())
    for name in ["m", "z", "a", "n"] { monitor.add(Line.region(name, at: 0, radius: 10)) }
    monitor.remove("n")
    monitor.remove("not there")
    #expect(monitor.conditions.map(\.region.identifier) == ["a", "m", "z"])
  }

  @Test func `the same fix again changes nothing`() {
    var monitor = Monitor(rules: CrossingRules())
    monitor.add(Line.region("a", at: 0, radius: 100))
    for (second, metres) in [(Int64(0), 0.0), (10, 2000), (30, 2000)] {
      let fix = Line.fix(second: second, at: metres)
      let vector = EarthVector(fix.coordinate)
      var first: [Monitor.Transition] = []
      monitor.observe(fix, vector, into: &first)
      var again: [Monitor.Transition] = []
      monitor.observe(fix, vector, into: &again)
      #expect(again.isEmpty)
      #expect(first.isEmpty == (second == 10))
    }
  }
}
