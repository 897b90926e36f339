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

  @Test func `leaving settled conditions alone loses nothing`() {
    for seed in UInt64(0)..<40 {
      var generator = SeededGenerator(seed: seed)
      let rules = CrossingRules()
      var monitor = Monitor(rules: rules)
      var all: [Condition] = []
      for number in 10..<40 {
        let region = CircularRegion(
          identifier: RegionIdentifier("\(number)"),
          center: Coordinate(
            latitude: generator.number(in: 46...46.1), longitude: generator.number(in: 14.4...14.6)),
          radius: generator.number(in: 5...3000))
        monitor.add(region)
        all.append(Condition(region))
      }
      for fix in wander(&generator) {
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
