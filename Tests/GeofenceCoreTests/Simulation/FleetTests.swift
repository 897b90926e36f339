import GeofenceCore
import TestSupport
import Testing

/// Many devices of one track: each has the events that it would have alone, whether it rested or
/// not.
struct FleetTests {
  private func settings(_ random: inout SeededGenerator) -> Settings {
    func toss() -> Bool { random.number(in: 0...1) < 0.5 }
    var settings = Settings()
    settings.limit = toss() ? 100 : 4
    settings.api = toss() ? .clMonitor : .clLocationManager
    settings.triggers =
      toss() ? .significant : toss() ? [.significant, .event, .sentinel] : [.event, .sentinel]
    settings.renewal = toss() ? .changed : .all
    settings.ranking = toss() ? .centre : .boundary
    settings.significantDistance = random.number(in: 100...1500)
    settings.significantInterval = Interval(seconds: random.number(in: 10...600).rounded())
    settings.crossing.cushion = toss() ? 200 : 0
    return settings
  }

  private func short(_ place: Coordinate) -> Coordinate {
    Coordinate(
      latitude: (place.latitude * 1e7).rounded() / 1e7,
      longitude: (place.longitude * 1e7).rounded() / 1e7)
  }

  /// There are more devices than there may be simulations, most of them parked far away.
  @Test(arguments: UInt64(0)..<12)
  func `a device hears what it would hear alone`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let regions = try RegionSet(
      (0..<12).map {
        Line.region(
          "r\($0)", at: random.number(in: 0...9000), radius: random.number(in: 50...400))
      })
    let plan = SimulationPlan(
      settings(&random), of: regions,
      positioning: seed == 5 ? Positioning(PositioningPreset.phone.model) : nil)
    var fleet = Fleet(plan, .empty, mostAwake: 8)
    var alone: [Simulation] = []
    var metres: [Double] = []
    var most = 0
    var (together, expected): ([Event], [Event]) = ([], [])
    for second in 0..<Int64(8000) {
      let device = min(alone.count, Int(random.number(in: 0...59.99)))
      if device == alone.count {
        try fleet.add(named: nil)
        alone.append(Simulation(plan, .empty))
        metres.append(device % 3 == 0 ? random.number(in: 0...9000) : random.number(in: 2e4...5e4))
      }
      if random.number(in: 0...1) < 0.3 { metres[device] += random.number(in: -300...300) }
      if random.number(in: 0...1) < 0.002 { metres[device] = random.number(in: 0...3e4) }
      var fix = Line.fix(second: second, at: metres[device])
      // Some tracks have seven decimals, some have more, and some begin with seven and then have
      // more.
      if seed % 3 == 1 || seed % 3 == 2 && second < 4000 { fix.coordinate = short(fix.coordinate) }
      fleet.advance(device, to: fix, into: &together)
      alone[device].advance(to: fix, into: &expected)
      most = max(most, fleet.resting)
    }
    #expect(together == expected)
    #expect(!expected.isEmpty)
    var tally = SelectionTally()
    for (device, simulation) in alone.enumerated() {
      tally += simulation.tally
      #expect(fleet.saved(device) == simulation.coded, "device \(device)")
    }
    #expect(fleet.tally == tally)
    // A fleet that continues counts its own selections.
    var next = Fleet(plan, .empty, mostAwake: 8)
    for device in alone.indices { try next.add(named: nil, after: fleet.saved(device)) }
    #expect(next.tally == SelectionTally())
    // The bound holds whatever the devices have been through.
    #expect(most > 40 || seed == 5)
  }

  @Test(arguments: [API.clMonitor, .clLocationManager])
  func `a device at home rests, and its way out is told as of one that did not`(_ api: API) throws {
    let regions = try RegionSet([
      Line.region("home", at: 0, radius: 200), Line.region("yard", at: 150, radius: 100),
      Line.region("work", at: 5000, radius: 100),
    ])
    var settings = Settings()
    settings.api = api
    settings.limit = 2
    let plan = SimulationPlan(settings, of: regions)
    var fleet = Fleet(plan, .empty, mostAwake: 8)
    var alone: [Simulation] = []
    var (together, expected): ([Event], [Event]) = ([], [])
    // Every other device stands in two regions, and rests, too.
    for device in 0..<40 {
      try fleet.add(named: nil)
      alone.append(Simulation(plan, .empty))
      let fix = Line.fix(second: 0, at: device % 2 == 0 ? 0 : 100)
      fleet.advance(device, to: fix, into: &together)
      alone[device].advance(to: fix, into: &expected)
    }
    #expect(fleet.resting == 32)
    for second in stride(from: Int64(30), to: 600, by: 30) {
      for device in alone.indices {
        #expect(fleet.saved(device) == alone[device].coded, "device \(device)")
        let fix = Line.fix(second: second, at: Double(second) * 10)
        fleet.advance(device, to: fix, into: &together)
        alone[device].advance(to: fix, into: &expected)
      }
    }
    #expect(together == expected)
    #expect(expected.count > 80)
  }
}
