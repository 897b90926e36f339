import GeofenceCore
import TestSupport
import Testing

/// A track that is cut anywhere and simulated in pieces gives the events of the whole.
@Suite(.slow) struct CodedSimulationTests {
  @Test(arguments: UInt64(0)..<48)
  func `the pieces give the events of the whole, wherever it is cut`(_ seed: UInt64) throws {
    let life = try RandomLife(seed: seed)
    let grades = [
      PositioningModel.Grade(interval: Interval(seconds: 40), error: 30),
      .init(distance: .init(median: 300, p95: 900), error: 60, missed: 0.2),
    ]
    let plan = life.plan(
      seed % 3 == 0
        ? Positioning(PositioningModel(far: grades[1], near: grades[0], nearWithin: 200)) : nil)
    try checkEveryCut(of: plan, along: life.fixes)
  }

  /// An exit waits for an app that is terminated, and then launched without precise location.
  @Test func `a condition that waits for its event to be received is not watched after a cut`()
    throws
  {
    var settings = Settings()
    settings.crossing.dwell = Interval(seconds: 0)
    settings.crossing.cushion = 0
    func entry(_ second: Double, _ action: DeviceAction) -> Timeline.Entry {
      .init(.afterStart(Interval(seconds: second)), action)
    }
    let plan = SimulationPlan(
      settings, of: try RegionSet([Line.region("home", at: 0, radius: 100)]),
      timeline: Timeline([
        entry(0, .background), entry(60, .backgroundRefresh(isOn: false)),
        entry(120, .accuracy(isFull: false)), entry(120, .terminate), entry(180, .launch),
        entry(240, .accuracy(isFull: true)),
      ]))
    let places = [0.0, 2000, 2000, 2000, 0, 0, 0, 0]
    try checkEveryCut(
      of: plan, along: places.enumerated().map { Line.fix(second: Int64($0) * 60, at: $1) })
  }

  /// Checks that a simulation that goes on from the state after any fix gives the same events.
  private func checkEveryCut(of plan: SimulationPlan, along fixes: [Fix]) throws {
    let start = fixes[0].time
    var whole = Simulation(plan, startingAt: start)
    var expected: [Event] = []
    var states: [(state: CodedSimulation, events: Int)] = []
    for fix in fixes {
      whole.advance(to: fix, into: &expected)
      states.append((whole.coded, expected.count))
    }
    #expect(!expected.isEmpty)
    for (cut, (state, count)) in states.enumerated() {
      var rest = Simulation(plan, startingAt: start)
      try rest.resume(from: state)
      #expect(rest.coded == state, "cut after fix \(cut)")
      var events = Array(expected[..<count])
      for fix in fixes[(cut + 1)...] { rest.advance(to: fix, into: &events) }
      #expect(events == expected, "cut after fix \(cut)")
    }
  }
}
