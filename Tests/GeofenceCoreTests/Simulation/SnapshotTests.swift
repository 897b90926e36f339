import GeofenceCore
import TestSupport
import Testing

/// A track that is cut anywhere and simulated in pieces gives the events of the whole.
@Suite(.slow) struct SnapshotTests {
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
    let (start, fixes) = (life.fixes[0].time, life.fixes)

    var whole = Simulation(plan, startingAt: start)
    var expected: [Event] = []
    var snapshots: [(snapshot: SimulationSnapshot, events: Int)] = []
    for fix in fixes {
      whole.advance(to: fix, into: &expected)
      snapshots.append((whole.snapshot, expected.count))
    }
    #expect(!expected.isEmpty)
    for (cut, (snapshot, count)) in snapshots.enumerated() {
      var rest = Simulation(plan, startingAt: start)
      try rest.resume(from: snapshot)
      #expect(rest.snapshot == snapshot, "cut after fix \(cut)")
      var events = Array(expected[..<count])
      for fix in fixes[(cut + 1)...] { rest.advance(to: fix, into: &events) }
      #expect(events == expected, "cut after fix \(cut)")
    }
  }
}
