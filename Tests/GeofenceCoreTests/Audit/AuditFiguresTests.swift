import GeofenceCore
import TestSupport
import Testing

/// The figures of an audit, compared with separate simulations, on random drives past random
/// regions.
@Suite(.slow) struct AuditFiguresTests {
  /// Returns the enters and exits, except initial ones, that the app reports in a simulation of its
  /// own.
  private func crossings(_ drive: RandomDrive, _ settings: Settings, _ timeline: Timeline)
    -> [String]
  {
    drive.events(settings, timeline).compactMap { event in
      guard case .crossing(let report) = event.kind, !report.isInitial, report.use == .reported
      else { return nil }
      return "\(event.time.milliseconds) \(report.name.rawValue) \(report.region.identifier)"
    }.sorted()
  }

  @Test(arguments: 0..<60)
  func `the levels are what separate simulations give, and every crossing has one outcome`(
    seed: UInt64
  ) throws {
    check(try RandomDrive(seed: seed))
  }

  @Test(arguments: 0..<12)
  func `so they are where most fixes change nothing`(seed: UInt64) throws {
    check(try RandomDrive(seed: seed, steps: 300...1500))
  }

  private func plan(of drive: RandomDrive) -> AuditPlan {
    AuditPlan(
      of: drive.regions, drive.strategies.map { AuditStrategy($0) }, timeline: drive.timeline)
  }

  private func check(_ drive: RandomDrive) {
    let plan = plan(of: drive)
    for (settings, account) in zip(drive.strategies, plan.account(of: drive.fixes).strategies) {
      func list(_ time: (AuditedCrossing) -> Timestamp?) -> [String] {
        account.crossings.compactMap { crossing in
          time(crossing).map {
            "\($0.milliseconds) \(crossing.name.rawValue) \(plan.names[crossing.region])"
          }
        }.sorted()
      }
      var unlimited = settings
      unlimited.limit = 1000
      unlimited.renewal = .changed
      unlimited.request.expiration = nil
      var geometry = unlimited
      geometry.crossing.dwell = Interval(seconds: 0)
      geometry.crossing.cushion = 0
      geometry.crossing.inwardCushion = 0
      geometry.crossing.ignoresAccuracy = true
      #expect(list { $0.time } == crossings(drive, geometry, drive.setChanges))
      let (confirmed, possible) = (
        list { $0.confirmedAt }, crossings(drive, unlimited, drive.setChanges)
      )
      let delivered = list { crossing in
        crossing.delivery.flatMap { $0.isInitial ? nil : $0.time }
      }
      let actual = crossings(drive, settings, drive.timeline)
      if settings.crossing.overlap == nil {
        #expect(confirmed == possible)
        #expect(delivered == actual)
      } else {
        // Wide circles of accuracy may give a region several events during one stay.
        #expect(Set(confirmed).isSubset(of: possible))
        #expect(Set(delivered).isSubset(of: actual))
      }

      let counts = account.counts
      #expect(counts.geometry == account.crossings.count)
      #expect(counts.geometry == counts.delivered + counts.lost + counts.undecided)
      #expect(
        counts.lost == LossCause.Kind.allCases.map { counts.lost(to: $0) }.reduce(0, +))
      #expect(counts.confirmed == counts.missed + counts.recall.part)
      for path in [
        \CrossingCounts.geometry, \.confirmed, \.delivered, \.unconfirmed, \.undecided, \.lost,
        \.missed, \.late,
      ] {
        #expect(
          account.regions.map { $0[keyPath: path] }.reduce(0, +) == counts[keyPath: path])
      }
    }
  }

  @Test func `undecided is what is neither told nor confirmed and lasts to the last fix`() throws {
    var count = 0
    for seed in 0..<60 {
      let drive = try RandomDrive(seed: UInt64(seed))
      for account in plan(of: drive).account(of: drive.fixes).strategies {
        var last: [RegionNumber: AuditedCrossing] = [:]
        for crossing in account.crossings { last[crossing.region] = crossing }
        for crossing in account.crossings where crossing.outcome == .undecided {
          count += 1
          #expect(crossing.confirmedAt == nil)
          #expect(last[crossing.region] == crossing)
        }
      }
    }
    #expect(count > 50)
  }
}
