import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceWriting

/// Everything that is found out about some tracks, each of which is played as often as it takes.
struct TapedAudit {
  let tracks: TapedTracks
  let inputs: SimulationInputs
  /// The positioning of the phone in words; `nil` where it sees every fix as recorded.
  private let positioning: String?

  /// The crossings that are listed one by one.
  struct Listing {
    let crossings: AuditAccount.Keeping.Listing
    /// A Boolean value that indicates whether of every strategy, not only of the best.
    let isOfAll: Bool
  }

  /// The depth of a run: of how many strategies, from the first on, the moments that decide are
  /// kept, and what is found out under the others.
  private struct Effort {
    var detailed = 0
    var depth = AuditPlan.Depth.counts
    var trials = 1
    var keeping = AuditAccount.Keeping.regions
    /// A function that is called with the number of trials that have been made.
    var progress: @Sendable (Int) -> Void = { _ in }

    /// The same without moments that decide.
    var undetailed: Effort {
      var effort = self
      effort.detailed = 0
      return effort
    }
  }

  /// Reads the tracks up to the first that fails.
  init(_ paths: [String], _ options: SimulateOptions, _ inputs: SimulationInputs) {
    tracks = TapedTracks(paths, options, inputs.scenario, near: inputs.regions)
    positioning = options.positioningName
    self.inputs = inputs
  }

  // MARK: reports

  /// Compares strategies, explains what the best of them loses, and tries what could help it.
  func report(of strategies: [AuditStrategy], listing: Listing) throws(InputError) -> AuditReport {
    let detailed = listing.isOfAll || strategies.count == 1 ? strategies.count : 0
    let report = try audit(
      strategies,
      Effort(
        detailed: detailed, depth: .causes,
        keeping: .init(strategies: detailed, listing.crossings)))
    return try complete(report, isDetailed: detailed > 0, listing: listing)
  }

  /// Compares strategies in many trials, tries what could help the best of them, and says how near
  /// the devices came to the regions that none was in.
  ///
  /// - Parameter progress: called with what is done and how many trials have been made.
  func trials(
    _ count: Int, of strategies: [AuditStrategy], progress: @escaping @Sendable (String) -> Void
  ) throws(InputError) -> AuditReport {
    var report = try outcomes(of: strategies, in: count, depth: .causes) {
      progress("trial \($0) of \(count)")
    }
    report.approaches = try approaches(report.visits, strategies[0])
    if Interruption.isRequested { return report }
    let effort = Effort(trials: count, keeping: .regions) {
      progress("what may help: trial \($0) of \(count)")
    }
    try advise(&report, again: [], effort)
    return report
  }

  /// Returns the results of strategies, in one audit or many trials, without advice and
  /// explanations.
  func outcomes(
    of strategies: [AuditStrategy], in count: Int = 1, depth: AuditPlan.Depth = .counts,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws(InputError) -> AuditReport {
    try audit(
      strategies, Effort(depth: depth, trials: count, keeping: .regions, progress: progress))
  }

  /// Adds what takes further runs: advice, what else stood in the way of what was lost, and how
  /// near the devices came to the regions that none was in.
  ///
  /// - Parameter isDetailed: whether it has the losses of the best strategy one by one; otherwise that
  ///   is played again.
  func complete(_ report: AuditReport, isDetailed: Bool, listing: Listing) throws(InputError)
    -> AuditReport
  {
    var report = report
    let again = isDetailed ? [] : [report.best]
    try advise(
      &report, again: again,
      Effort(
        detailed: again.count, keeping: .init(strategies: again.count, listing.crossings)))
    try explain(&report, listing.isOfAll ? Array(report.strategies.indices) : [report.best])
    report.approaches = try approaches(report.visits, report.strategies[0].strategy)
    return report
  }

  /// Returns the report on an account of all tracks.
  func report(_ plan: AuditPlan, _ account: AuditAccount) -> AuditReport {
    var report = AuditReport(
      tracks.input(regions: inputs.regions.count), plan, account, devices: tracks.deviceNames)
    report.positioning = positioning
    return report
  }

  // MARK: runs

  /// - Parameters:
  ///   - detailed: of how many strategies, from the first on, the moments that decide are kept.
  ///   - depth: what is found out under the others.
  ///   - asked: of which regions, by their numbers; of all where it is `nil`.
  func plan(
    of strategies: [AuditStrategy], detailed: Int, depth: AuditPlan.Depth = .causes,
    trials: Int = 1, about asked: Set<RegionNumber>? = nil
  ) -> AuditPlan {
    var positioning = inputs.positioning
    positioning?.startsClockAnywhere = trials > 1
    return AuditPlan(
      of: inputs.regions, strategies, timeline: inputs.scenario.timeline, alarms: inputs.alarms,
      positioning: positioning, detailed: detailed, depth: depth, about: asked)
  }

  private func audit(_ strategies: [AuditStrategy], _ effort: Effort) throws(InputError)
    -> AuditReport
  {
    let plan = plan(
      of: strategies, detailed: effort.detailed, depth: effort.depth, trials: effort.trials)
    if effort.trials > 1 { return report(plan, try trials(of: plan, effort)) }
    let accounts = try tracks.each { track throws(InputError) in
      var account = AuditAccount(plan, keeping: effort.keeping)
      try track.audit(plan, into: &account)
      return account
    }
    return report(plan, accounts.sum(of: plan))
  }

  private func trials(of plan: AuditPlan, _ effort: Effort) throws(InputError) -> AuditAccount {
    var sum = AuditAccount(plan, keeping: effort.keeping)
    // So many accounts at a time are in memory, however many trials there are.
    let width = 4 * tracks.jobs
    for first in stride(from: 0, to: effort.trials, by: width) {
      let numbers = Array(first..<min(first + width, effort.trials))
      for account in try Jobs.results(
        of: numbers, width: tracks.jobs,
        { number throws(InputError) in
          var account = AuditAccount(plan, keeping: effort.keeping)
          for track in tracks.tracks {
            try track.audit(plan, trial: UInt64(number), into: &account)
          }
          return account
        })
      {
        sum.append(account)
      }
      effort.progress(min(first + width, effort.trials))
      if Interruption.isRequested { break }
    }
    return sum
  }

  // MARK: what helps

  /// Tries what could help the best strategy, one change at a time, then the best two together,
  /// each in as many trials, so that it meets the draws that the strategy met.
  ///
  /// - Parameter again: the strategies that are played again beside those, for their details.
  private func advise(_ report: inout AuditReport, again: [StrategyNumber], _ effort: Effort)
    throws(InputError)
  {
    let best = report.strategies[report.best]
    let candidates = best.counts.lost > 0 ? candidates(for: best) : []
    // A strategy that was compared already is no advice.
    let compared = report.strategies.map(\.strategy)
    let untried = candidates.map(\.strategy).filter { !compared.contains($0) }
    var outcomes: [AuditedStrategy] = []
    for group in playedTogether(again.map { compared[Int($0.value)] } + untried)
    where !group.isEmpty {
      outcomes += try audit(group, effort).strategies
      if Interruption.isRequested { return }
    }
    for (number, outcome) in zip(again, outcomes) {
      report.strategies[number].account = outcome.account
    }
    guard best.counts.lost > 0 else { return }
    let advice = Advice.best(of: candidates, from: best, to: outcomes)
    var pair: Advice?
    if let both = Advice.Candidate.together(advice.map(\.change), of: candidates),
      !compared.contains(both.strategy),
      let outcome = try audit([both.strategy], effort.undetailed).strategies.first
    {
      pair = Advice(both.change, from: best, to: outcome)
    }
    report.advice = Advice.adding(pair, to: advice)
  }

  /// Returns the changes that may help a strategy.
  private func candidates(for best: AuditedStrategy) -> [Advice.Candidate] {
    Advice.Candidate.all(
      for: best.strategy, smallest: inputs.regions.map(\.radius).min() ?? .infinity,
      losesToRules: best.counts.lost(to: .rules) > 0)
  }

  /// Strategies that can be played beside each other: an alarm that has fired leaves the set, so
  /// that with alarms each strategy has crossings of its own.
  private func playedTogether(_ strategies: [AuditStrategy]) -> [[AuditStrategy]] {
    inputs.alarms == nil ? [strategies] : strategies.map { [$0] }
  }

  /// Finds out what has to go for the listed losses of some strategies to be delivered.
  private func explain(_ report: inout AuditReport, _ listed: [StrategyNumber])
    throws(InputError)
  {
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
      report.strategies[number].account.remedies = search.remedies(underStrategy: number)
    }
  }

  /// Returns the nearest approaches to the regions that no device was in.
  private func approaches(
    _ visits: Numbered<CircularRegion, Visits>, _ strategy: AuditStrategy
  ) throws(InputError) -> [RegionNumber: Approach] {
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

extension [AuditAccount] {
  /// Returns the account of several tracks together.
  func sum(of plan: AuditPlan) -> AuditAccount {
    dropFirst().reduce(into: first ?? AuditAccount(plan, keeping: .regions)) { $0 += $1 }
  }
}
