import GeofenceCore
import TestSupport
import Testing

/// Interfaces beside each other: every line is what a run of each alone says.
struct CrossingComparisonTests {
  /// The strategies of a drive, one for each interface, with the choices that the interface has.
  private func strategies(of drive: RandomDrive) -> [AuditStrategy] {
    zip(drive.strategies, API.allCases).map { random, api in
      var settings = Settings(api)
      settings.limit = random.limit
      (settings.ranking, settings.renewal) = (random.ranking, random.renewal)
      settings.triggers = api.rules.triggers.union(random.triggers.intersection([.event, .fix]))
      if settings.crossing.overlap == nil, random.crossing.overlap == nil {
        settings.crossing = random.crossing
      }
      return AuditStrategy(settings)
    }
  }

  private func account(
    _ drive: RandomDrive, _ strategies: [AuditStrategy], _ question: Question,
    _ positioning: Positioning? = nil
  ) -> AuditAccount {
    let plan = AuditPlan(
      of: drive.regions, strategies, timeline: drive.timeline, positioning: positioning,
      question)
    var account = AuditAccount(plan)
    plan.audit(drive.fixes, ofDevice: 0, into: &account)
    return account.ordered
  }

  @Test(arguments: 0..<60)
  func `each crossing has the outcomes that audits of one interface come to`(_ seed: UInt64) throws
  {
    let drive = try RandomDrive(seed: seed)
    let strategies = strategies(of: drive)
    let alone = strategies.map {
      account(drive, [$0], Question()).strategies[0].crossings
    }
    let together = account(
      drive, strategies,
      Question(comparing: strategies.count))
    let comparison = try #require(together.comparison)
    #expect(comparison.crossings == alone[0].count)
    #expect(
      comparison.deliveries.map(\.count) == alone.map { $0.count { $0.delivery != nil } })
    // The crossings of a drive are the same under every strategy, in one order.
    let different = alone[0].indices.filter { index in
      Set(alone.map { $0[index].delivery?.time }).count > 1
    }
    #expect(
      comparison.differences.map { $0.outcomes.map(\.decided) }
        == different.map { index in alone.map { $0[index].decided } })
    let partial = different.filter { index in alone.contains { $0[index].delivery == nil } }
    #expect(comparison.partial == partial.count)
    #expect(comparison.differences.count(where: \.isPartial) == partial.count)
  }

  @Test(arguments: 0..<60)
  func `each delivery is an event of a simulation under that interface`(_ seed: UInt64) throws {
    let drive = try RandomDrive(seed: seed)
    let strategies = strategies(of: drive)
    let comparison = try #require(
      account(
        drive, strategies, Question(listed: 0, comparing: strategies.count)
      ).comparison)
    let plan = AuditPlan(of: drive.regions, strategies, timeline: drive.timeline)
    for (number, strategy) in strategies.enumerated() {
      let told = Set(
        drive.told(strategy.settings, drive.timeline).map { report, time in
          "\(time.milliseconds) \(report.name) \(report.region.identifier)"
        })
      for difference in comparison.differences {
        let outcome = difference.outcomes[number]
        guard let delivery = outcome.delivery else { continue }
        let name: CrossingReport.Name = outcome.name == .enter ? .enter : .exit
        #expect(
          told.contains(
            "\(delivery.time.milliseconds) \(name) \(plan.names[outcome.region])"))
      }
    }
  }

  @Test(arguments: 0..<20)
  func `with a limit the first that one alone delivered are listed, and all are counted`(
    _ seed: UInt64
  ) throws {
    let drive = try RandomDrive(seed: seed)
    let strategies = strategies(of: drive)
    func comparison(_ listing: Question.Listing) throws -> CrossingComparison {
      try #require(
        account(drive, strategies, Question(listed: 0, crossings: listing, comparing: 2)).comparison
      )
    }
    let (whole, short) = (try comparison(.everything), try comparison(.losses(2)))
    #expect(short.differences == Array(whole.differences.filter(\.isPartial).prefix(2)))
    #expect(short.partial == whole.partial && short.deliveredByAll == whole.deliveredByAll)
    #expect(short.deliveries.map(\.lags) == whole.deliveries.map(\.lags))
  }

  @Test(arguments: 0..<20)
  func `the later delivery is measured from the first, and the latest is named`(_ seed: UInt64)
    throws
  {
    let drive = try RandomDrive(seed: seed)
    let strategies = strategies(of: drive)
    let comparison = try #require(
      account(
        drive, strategies, Question(listed: 0, comparing: strategies.count)
      ).comparison)
    let shared = comparison.differences.filter(\.isDeliveredByAll)
    for number in strategies.indices {
      let later = shared.filter { ($0.lags[number]?.milliseconds ?? 0) > 0 }
      #expect(comparison.deliveries[number].lags.total == later.count)
      let latest = comparison.deliveries[number].latest
      #expect(latest?.lag == later.compactMap { $0.lags[number] }.max())
      let named = later.first { $0.id == latest?.crossing }
      #expect(named?.lags[number] == latest?.lag)
    }
    for difference in shared {
      #expect(difference.lags.compactMap(\.self).min() == Interval(milliseconds: 0))
    }
  }

  @Test func `the comparisons of devices and of trials are added`() throws {
    let drive = try RandomDrive(seed: 30)
    let strategies = strategies(of: drive)
    let question = Question(comparing: 2)
    let plan = AuditPlan(of: drive.regions, strategies, timeline: drive.timeline, question)
    var both = AuditAccount(plan)
    for device in 0..<2 {
      var one = AuditAccount(plan)
      plan.audit(drive.fixes, ofDevice: Int32(device), into: &one)
      both.append(one)
    }
    let single = try #require(account(drive, strategies, question).comparison)
    let sum = try #require(both.ordered.comparison)
    #expect(single.partial > 0)
    #expect(sum.crossings == 2 * single.crossings && sum.partial == 2 * single.partial)
    #expect(sum.deliveries.map(\.count) == single.deliveries.map { 2 * $0.count })
    #expect(sum.differences.map(\.id.device) == sum.differences.map(\.id.device).sorted())
    #expect(sum.differences.count == 2 * single.differences.count)
  }
}

extension AuditedCrossing {
  /// The facts of the crossing; those of a loss that takes another one back leave out the depth of
  /// the stay, which is measured only as long as some strategy asks for it.
  fileprivate var decided: [String] {
    let text = ["\(id)", "\(String(describing: confirmedAt))"]
    guard let loss, loss.undoes != nil else { return text + ["\(outcome)"] }
    return text + ["\(loss.cause)", "\(String(describing: loss.undoes))"]
  }
}
