import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// Everything that is found out about some tracks, each of which is played as often as it takes.
struct TapedAudit {
  let tracks: TapedTracks
  let inputs: SimulationInputs

  /// What is listed one by one.
  struct Listing {
    let crossings: AuditAccount.Listing
    /// Whether of every strategy, not only of the best.
    let isOfAll: Bool
  }

  /// Reads the tracks up to the first that fails.
  init(_ paths: [String], _ options: SimulateOptions, _ inputs: SimulationInputs) {
    tracks = TapedTracks(paths, options, inputs.scenario, near: inputs.regions)
    self.inputs = inputs
  }

  /// Compares strategies, explains what the best of them loses, and tries what could help it.
  func report(of strategies: [AuditStrategy], listing: Listing) throws(InputError) -> AuditReport {
    let isDetailed = listing.isOfAll || strategies.count == 1
    let report = try audit(
      strategies, detailed: isDetailed ? strategies.count : 0, depth: .causes, listing)
    return try complete(report, isDetailed: isDetailed, listing: listing)
  }

  /// What strategies deliver, without advice and explanations.
  func outcomes(of strategies: [AuditStrategy]) throws(InputError) -> AuditReport {
    try audit(
      strategies, detailed: 0, depth: .counts, Listing(crossings: .losses(0), isOfAll: false))
  }

  /// Adds what takes further runs: advice, what else stood in the way of what was lost, and how near
  /// the devices came to the regions that none was in.
  ///
  /// - Parameter isDetailed: whether it has the losses of the best strategy one by one; otherwise that
  ///   is played again.
  func complete(_ report: AuditReport, isDetailed: Bool, listing: Listing) throws(InputError)
    -> AuditReport
  {
    var report = report
    try advise(&report, again: isDetailed ? [] : [report.best], listing)
    try explain(&report, listing.isOfAll ? Array(report.strategies.indices) : [report.best])
    report.approaches = try approaches(report.visits, report.strategies[0].strategy)
    return report
  }

  /// - Parameters:
  ///   - detailed: of how many strategies, from the first on, the moments that decide are kept.
  ///   - depth: what is found out under the others.
  ///   - asked: of which regions, by their numbers; of all where it is `nil`.
  func plan(
    of strategies: [AuditStrategy], detailed: Int, depth: AuditPlan.Depth = .causes,
    about asked: Set<Int32>? = nil
  ) -> AuditPlan {
    AuditPlan(
      of: inputs.regions, strategies, timeline: inputs.scenario.timeline, alarms: inputs.alarms,
      positioning: inputs.positioning, detailed: detailed, depth: depth, about: asked)
  }

  /// What the accounts of the tracks come to together.
  func report(_ plan: AuditPlan, _ accounts: [AuditAccount]) -> AuditReport {
    let account = accounts.dropFirst().reduce(
      into: accounts.first ?? AuditAccount(plan, keeping: .nothing)
    ) { $0 += $1 }
    return AuditReport(
      tracks.input(regions: inputs.regions.count), plan, account, devices: tracks.deviceNames)
  }

  /// - Parameters:
  ///   - detailed: of how many strategies, from the first on, regions and crossings are kept.
  ///   - depth: what is found out under the others.
  private func audit(
    _ strategies: [AuditStrategy], detailed: Int, depth: AuditPlan.Depth, _ listing: Listing
  ) throws(InputError) -> AuditReport {
    let plan = plan(of: strategies, detailed: detailed, depth: depth)
    let keeping = AuditAccount.Keeping(strategies: detailed, listing.crossings)
    return report(
      plan,
      try tracks.each { track throws(InputError) in
        var account = AuditAccount(plan, keeping: keeping)
        try track.audit(plan, into: &account)
        return account
      })
  }

  /// Tries what could help the best strategy, one change at a time, then the best two together.
  ///
  /// - Parameter again: the strategies that are played again beside those, for their details.
  private func advise(_ report: inout AuditReport, again: [Int], _ listing: Listing)
    throws(InputError)
  {
    let best = report.strategies[report.best]
    let candidates = best.counts.lost > 0 ? candidates(for: best.strategy, best.counts) : []
    // What was compared is known, and no better.
    let untried = candidates.map(\.strategy).filter { candidate in
      !report.strategies.contains { $0.strategy == candidate }
    }
    let known = again.map { report.strategies[$0].strategy }
    var outcomes: [AuditReport.Strategy] = []
    for group in playedTogether(known + untried) where !group.isEmpty {
      outcomes +=
        try audit(group, detailed: known.count, depth: .counts, listing).strategies
    }
    for (number, outcome) in zip(again, outcomes) {
      report.strategies[number].account = outcome.account
    }
    guard best.counts.lost > 0 else { return }
    let advice = Advice.best(of: candidates, from: best, to: outcomes)
    var pair: Advice?
    if let both = Advice.Candidate.together(advice.map(\.change), of: candidates),
      !report.strategies.contains(where: { $0.strategy == both.strategy }),
      let outcome = try audit([both.strategy], detailed: 0, depth: .counts, listing).strategies
        .first
    {
      pair = Advice(both.change, from: best, to: outcome)
    }
    report.advice = Advice.adding(pair, to: advice)
  }

  /// What may help a strategy that came to such counts.
  func candidates(for strategy: AuditStrategy, _ counts: CrossingCounts) -> [Advice.Candidate] {
    Advice.Candidate.all(
      for: strategy, smallest: inputs.regions.map(\.radius).min() ?? .infinity,
      losesToRules: counts.lost(to: .rules) > 0)
  }

  /// Strategies that can be played beside each other: an alarm that has fired leaves the set, so that
  /// with alarms each strategy has crossings of its own.
  func playedTogether(_ strategies: [AuditStrategy]) -> [[AuditStrategy]] {
    inputs.alarms == nil ? [strategies] : strategies.map { [$0] }
  }

  /// Finds out what has to go for the listed losses of some strategies to come.
  private func explain(_ report: inout AuditReport, _ listed: [Int]) throws(InputError) {
    let strategies = report.strategies.map(\.strategy)
    var search = RemedySearch(
      strategies,
      obstacles: strategies.map {
        $0.obstacles(
          inputs.scenario.timeline, regions: report.names.count,
          hasAccuracies: tracks.haveAccuracies,
          isPositioned: inputs.positioning != nil)
      }, hasAlarms: inputs.alarms != nil)
    for number in listed {
      for loss in report.strategies[number].account.losses {
        search.add(loss, underStrategy: number)
      }
    }
    while let trials = search.next() {
      let plan = plan(of: trials, detailed: 0, depth: .deliveries, about: search.regions)
      let before = search
      let parts = try tracks.each { track throws(InputError) -> RemedySearch? in
        guard var part = before.part(of: track.deviceNumbers) else { return nil }
        try track.audit(plan, into: &part)
        return part
      }
      for case let part? in parts { search += part }
    }
    for number in listed {
      report.strategies[number].account.explain(by: search, asStrategy: number)
    }
  }

  /// How near the devices came to the regions that none was in.
  func approaches(_ visits: [Visits], _ strategy: AuditStrategy) throws(InputError)
    -> [Int32: Approach]
  {
    guard visits.contains(where: \.isEmpty) else { return [:] }
    let plan = AuditPlan(
      of: inputs.regions, [strategy], timeline: inputs.scenario.timeline, detailed: 0,
      depth: .deliveries)
    let approaches = try tracks.each { track throws(InputError) in
      var survey = ApproachSurvey(plan.places(unvisited: visits, from: track.start))
      try track.play { fix, _ in
        survey.visit(fix)
        return true
      }
      survey.prepare()
      try track.play { fix, device in
        survey.hold(fix, ofDevice: track.deviceNumbers.lowerBound + Int32(device))
        return true
      }
      return survey.approaches
    }
    return approaches.reduce(into: [:]) { $0.merge($1) { $0.nearer($1) } }
  }
}
