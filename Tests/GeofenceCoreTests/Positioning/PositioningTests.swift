import GeofenceCore
import TestSupport
import Testing

/// The events of an app under a positioning model, with which the system does not get every fix.
struct PositioningTests {
  private let home = Line.region("home", at: 1000, radius: 100)

  private func drive(
    _ model: PositioningModel, _ places: [(second: Int64, metres: Double)],
    device: String? = nil, trial: UInt64 = 0, seed: UInt64 = 1,
    _ timeline: [(second: Int64, action: DeviceAction)] = []
  ) throws -> [String] {
    var settings = Settings()
    settings.crossing.cushion = 0
    let plan = SimulationPlan(
      settings, of: try RegionSet([home]), timeline: Line.timeline(timeline),
      positioning: Positioning(model, seed: seed))
    var simulation = Simulation(
      plan, startingAt: Timestamp(milliseconds: 0), device: device, trial: trial)
    var events: [Event] = []
    for (second, metres) in places {
      simulation.advance(to: Line.fix(second: second, at: metres), into: &events)
    }
    return events.compactMap { event in
      guard case .crossing(let report) = event.kind, report.name != .unsatisfied else { return nil }
      return "\(event.time.milliseconds / 1000) \(report.name.rawValue)"
    }
  }

  private func every(_ seconds: Double, near: Double? = nil, within: Double = 0) -> PositioningModel
  {
    PositioningModel(
      far: .init(interval: Interval(seconds: seconds)),
      near: .init(interval: Interval(seconds: near ?? seconds)), nearWithin: within)
  }

  private let past = (0...300).map { (second: Int64($0), metres: Double($0) * 10) }

  @Test func `what is not looked at is not there`() throws {
    // The device is inside from 90 s to 110 s.
    #expect(try drive(every(1), past) == ["110 enter", "131 exit"])
    #expect(try drive(every(60), past).isEmpty)
  }

  @Test func `near a boundary the phone looks as often as it does there`() throws {
    // The device counts as near from the update at 55 s on, which is 350 m away.
    #expect(try drive(every(60, near: 1, within: 351), past) == ["110 enter", "131 exit"])
    #expect(try drive(every(60, near: 1, within: 349), past).isEmpty)
  }

  @Test func `the scenario's clock goes on between looks`() throws {
    let stay = (0...300).map { (second: Int64($0), metres: $0 < 50 ? 0.0 : 1000) }
    let deaf: [(second: Int64, action: DeviceAction)] = [
      (10, .backgroundRefresh(isOn: false)), (10, .background), (145, .foreground),
    ]
    #expect(try drive(every(60), stay, deaf) == ["145 enter"])
  }

  @Test func `seed, trial and device each have draws of their own, and the same ones again`() throws
  {
    let model = PositioningModel(
      far: .init(interval: Interval(seconds: 5), error: 80),
      near: .init(interval: Interval(seconds: 5), error: 80), nearWithin: 0)
    let walk = (0...1000).map { (second: Int64($0), metres: Double($0) * 2) }
    let first = try drive(model, walk)
    #expect(try drive(model, walk) == first)
    let others = [
      try drive(model, walk, seed: 2), try drive(model, walk, trial: 1),
      try drive(model, walk, device: "a"), try drive(model, walk, device: "b"),
    ]
    #expect(Set(others + [first]).count > 2)
  }

  @Test(arguments: UInt64(0)..<12)
  func `a track cut anywhere gives the events of the whole`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let model = PositioningPreset.all[Int(seed) % PositioningPreset.all.count].model
    let regions = (0..<8).map {
      Line.region("r\($0)", at: random.number(in: 0...6000), radius: random.number(in: 100...500))
    }
    var settings = Settings()
    settings.limit = 4
    settings.triggers = [.significant, .sentinel]
    let plan = SimulationPlan(
      settings, of: try RegionSet(regions),
      timeline: Line.timeline([(100, .background), (700, .terminate), (900, .launch)]),
      positioning: Positioning(model, seed: seed))
    var metres = 3000.0
    let fixes = (0..<200).map { number -> Fix in
      metres = max(0, min(6000, metres + random.number(in: -200...200)))
      return Line.fix(second: Int64(number) * 10, at: metres)
    }
    let start = Timestamp(milliseconds: 0)
    var whole = Simulation(plan, startingAt: start, device: "phone")
    var expected: [Event] = []
    var cuts: [(state: CodedSimulation, events: Int)] = []
    for fix in fixes {
      whole.advance(to: fix, into: &expected)
      cuts.append((whole.coded, expected.count))
    }
    for (cut, (state, count)) in cuts.enumerated() where cut % 7 == 0 {
      var rest = Simulation(plan, startingAt: start, device: "phone")
      try rest.resume(from: state)
      #expect(rest.coded == state, "cut after \(cut)")
      var events = Array(expected[..<count])
      for fix in fixes[(cut + 1)...] { rest.advance(to: fix, into: &events) }
      #expect(events == expected, "cut after \(cut)")
    }
  }
}
