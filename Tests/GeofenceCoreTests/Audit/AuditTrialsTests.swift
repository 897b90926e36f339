import GeofenceCore
import TestSupport
import Testing

/// The prediction that many trials of an audit make about further trials.
struct AuditTrialsTests {
  /// Returns the plan of a drive past two places under two strategies, with rare location updates.
  private static func plan(seed: UInt64) throws -> AuditPlan {
    let regions = try RegionSet(
      (1...2).map { Line.region("place-\($0)", at: Double($0) * 300, radius: 100) })
    let looks = PositioningModel.Grade(
      interval: Interval(seconds: 10), error: 40, settles: Interval(seconds: 60), missed: 0.2)
    var settings = Settings()
    settings.crossing.cushion = 0
    let strategies = [0.0, 10].map { dwell in
      settings.crossing.dwell = Interval(seconds: dwell)
      return AuditStrategy(settings)
    }
    return AuditPlan(
      of: regions, strategies,
      positioning: Positioning(
        PositioningModel(far: looks, near: looks, nearWithin: 0), seed: seed))
  }

  /// Returns the reach of the first strategy in each trial, and its lead over the second.
  private static func trials(_ count: Int, seed: UInt64) throws -> [(reach: Double, lead: Double)] {
    let plan = try plan(seed: seed)
    let fixes = (0...8).map { Line.fix(second: Int64($0) * 10, at: Double($0) * 100) }
    var trials = AuditAccount(plan)
    for number in 0..<count {
      var account = AuditAccount(plan)
      var audit = Audit(plan, startingAt: fixes[0].time, trial: UInt64(number))
      for fix in fixes { audit.advance(to: fix, into: &account) }
      audit.finish(into: &account)
      trials.append(account)
    }
    return zip(trials.strategies[0].outcomes, trials.strategies[1].outcomes).compactMap {
      first, second in
      first.counts.reach.value.flatMap { first in
        second.counts.reach.value.map { (first, first - $0) }
      }
    }
  }

  @Test func `what is passed between two fixes is found once, however many trials there are`()
    throws
  {
    let question = Question.counts(in: 3)
    let plan = AuditPlan(
      of: try RegionSet([Line.region("kiosk", at: 450, radius: 40)]), [AuditStrategy(Settings())],
      positioning: Positioning(PositioningPreset.phone.model, seed: 1),
      question)
    var trials = AuditAccount(plan)
    for number in 0..<UInt64(question.trials) {
      var account = AuditAccount(plan)
      var audit = Audit(plan, startingAt: Timestamp(milliseconds: 0), trial: number)
      for second in [0, 30, 60] as [Int64] {
        audit.advance(to: Line.fix(second: second, at: Double(second) * 10), into: &account)
      }
      audit.finish(into: &account)
      trials.append(account)
    }
    #expect(trials.passages.count == 1)
    #expect(trials.passages.byRegion[0]?.from == Timestamp(milliseconds: 30_000))
  }

  @Test func `intervals of 100 trials hold the mean of very many for about nine of ten seeds`()
    throws
  {
    let seeds = try (1...30).map { try Self.trials(100, seed: $0) }
    for figure in [\(reach: Double, lead: Double).reach, \.lead] {
      let all = try #require(Spread(seeds.joined().map { $0[keyPath: figure] }))
      let held = seeds.count { trials in
        Spread(trials.map { $0[keyPath: figure] }).map {
          ($0.mean - all.mean).magnitude <= $0.uncertainty
        } ?? false
      }
      #expect((24...29).contains(held), "\(held) of 30 hold \(all.mean)")
    }
  }
}
