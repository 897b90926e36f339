import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceWriting

/// The further runs of an audit: what helps, what else stood in the way of a loss, and how near the
/// devices came to the regions that none was in.
extension TapedAudit {
  /// Returns what helps the best strategy of each interface that loses something: each change alone,
  /// then the best two together, each in as many trials, so that it meets the draws that the strategy
  /// met.
  func advice(on report: AuditReport, _ effort: Effort) throws(InputError)
    -> [StrategyNumber: [Advice]]
  {
    var all: [StrategyNumber: [Advice]] = [:]
    for number in report.bestOfInterfaces where report.strategies[number].counts.lost > 0 {
      let advice = try advice(for: report.strategies[number], in: report, effort)
      if Interruption.isRequested { break }
      all[number] = advice
    }
    return all
  }

  private func advice(for best: AuditedStrategy, in report: AuditReport, _ effort: Effort)
    throws(InputError) -> [Advice]
  {
    let candidates = candidates(for: best)
    // A strategy that was compared already is no advice.
    let compared = report.strategies.map(\.strategy)
    let untried = candidates.map(\.strategy).filter { !compared.contains($0) }
    let outcomes = untried.isEmpty ? [] : try audit(untried, effort).strategies.map(\.self)
    let advice = Advice.best(of: candidates, from: best, to: outcomes)
    var pair: Advice?
    if let both = Advice.Candidate.together(advice.map(\.change), of: candidates),
      !compared.contains(both.strategy),
      let outcome = try audit([both.strategy], effort).strategies.first
    {
      pair = Advice(both.change, from: best, to: outcome)
    }
    return Advice.adding(pair, to: advice)
  }

  func candidates(for best: AuditedStrategy) -> [Advice.Candidate] {
    Advice.Candidate.all(
      for: best.strategy, smallest: inputs.regions.map(\.radius).min() ?? .infinity,
      losesToRules: best.counts.lost(to: .rules) > 0)
  }

  /// Finds by further runs the reasons of the losses of some strategies, and of the listed ones
  /// what has to go for each to be delivered.
  func explain(
    _ report: inout AuditReport, _ listed: [StrategyNumber], listing: Listing
  ) throws(InputError) {
    let rows = (listed + report.bestOfInterfaces).distinct.filter {
      report.strategies[$0].counts.lost > 0
    }
    for rows in inputs.alarms == nil ? [rows] : rows.map({ [$0] }) {
      var search = LossSearch(hasAlarms: inputs.alarms != nil)
      for number in rows {
        let strategy = report.strategies[number]
        let losses = listed.contains(number) ? lossesToExplain(of: strategy, listing) : []
        let platform = strategy.settings.platform
        search.add(
          number, strategy.strategy, strategy.account,
          explaining: losses + report.comparedLosses(of: number),
          possible: obstacles(of: strategy.strategy, regions: report.names.count)
        ) { device in
          tracks.tracks.first { $0.deviceNumbers.contains(device) }
            .map { outages(of: $0, on: platform) } ?? []
        }
        if tracks.tracks.count == 1 {
          report.strategies[number].account.outages = outages(of: tracks.tracks[0], on: platform)
        }
      }
      while !Interruption.isRequested, let runs = search.next() {
        let plan = plan(
          of: runs, detailed: search.detailed, depth: .deliveries, about: search.regions)
        let round = search
        let parts = try tracks.each { track throws(InputError) -> LossSearch? in
          guard var part = round.part(of: track.deviceNumbers) else { return nil }
          try track.audit(plan, into: &part)
          return part
        }
        for case let part? in parts { search += part }
      }
      for (number, reasons, remedies) in search.findings {
        report.strategies[number].account.reasons = reasons
        report.strategies[number].account.remedies = remedies
      }
    }
  }

  /// Returns the losses of a listed strategy that are explained: of a text no more than it shows.
  private func lossesToExplain(of strategy: AuditedStrategy, _ listing: Listing)
    -> [AuditedCrossing]
  {
    let losses = strategy.account.losses
    guard listing.crossings == .losses(AuditText.keptLosses) else { return losses }
    return AuditText.groups(of: losses, strategy.settings).prefix(AuditText.shownLosses)
      .map { $0[0] }
  }

  private func outages(of track: TapedTracks.Track, on platform: DeviceState.Platform) -> [Outage] {
    Schedule(inputs.scenario.timeline, from: track.start).outages(on: platform)
  }

  private func obstacles(of strategy: AuditStrategy, regions: Int) -> Obstacles {
    strategy.obstacles(
      inputs.scenario.timeline, regions: regions, hasAccuracies: tracks.haveAccuracies,
      isPositioned: inputs.positioning != nil)
  }

  func approaches(
    _ visits: Numbered<CircularRegion, Visits>, _ strategy: AuditStrategy
  ) throws(InputError) -> [RegionNumber: Approach] {
    guard visits.contains(where: \.isEmpty) else { return [:] }
    let plan = plan(of: [strategy], detailed: 0, depth: .deliveries)
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
    return approaches.reduce(into: [RegionNumber: Approach]()) { $0.merge($1) { $0.nearer($1) } }
      .filter { asked?.contains($0.key) ?? true }
  }
}
