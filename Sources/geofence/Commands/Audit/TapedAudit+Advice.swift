import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceWriting

/// The further runs of an audit: what helps, what else stood in the way of a loss, and how near the
/// devices came to the regions that none was in.
extension TapedAudit {
  /// Finds what helps the best strategy of each interface that loses something: each change alone,
  /// then the best two together, each in as many trials, so that it meets the draws that the strategy
  /// met.
  func advise(on report: inout AuditReport, _ effort: Effort) throws(InputError) {
    for number in report.bestOfInterfaces where report.strategies[number].counts.lost > 0 {
      var advice = try advice(for: report.strategies[number], in: report, effort)
      if Interruption.isRequested { break }
      try countOutside(of: &advice, report.strategies[number], in: report)
      report.advice[number] = advice
      report.tried[number] = Advice.Candidate.options(
        of: candidates(for: report.strategies[number]))
    }
  }

  /// Counts the events that the best change adds of places never entered, which larger circles bring.
  private func countOutside(
    of advice: inout [Advice], _ before: AuditedStrategy, in report: AuditReport
  ) throws(InputError) {
    guard let first = advice.first, report.trials == 1, first.change.contains("--min-radius") else {
      return
    }
    let after = try audit(
      [first.strategy], Effort(detailed: 1, depth: .causes, keeping: .counts)
    ).strategies[0].account.verdict
    advice[0].outside = max(
      0, after.events.outside - before.account.verdict.events.outside)
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
      for: best.strategy, smallest: inputs.regions.map(\.radius).min() ?? .infinity)
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
        search.add(
          number, strategy.strategy, explaining: losses + report.comparedLosses(of: number),
          possible: obstacles(of: strategy.strategy, regions: report.names.count))
      }
      while !Interruption.isRequested, let runs = search.next() {
        let plan = plan(
          of: runs, detailed: 0, depth: .deliveries, about: search.regions)
        let round = search
        let parts = try tracks.each { track throws(InputError) -> LossSearch? in
          guard var part = round.part(of: track.deviceNumbers) else { return nil }
          try track.audit(plan, into: &part)
          return part
        }
        for case let part? in parts { search += part }
      }
      for (number, ends, remedies) in search.findings {
        report.strategies[number].account.ends = ends
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
    let shown = strategy.account.judged.filter { !$0.verdict.isFine }.prefix(AuditText.shownLosses)
    let ids = Set(shown.map(\.id))
    return losses.filter { ids.contains($0.id) }
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

  /// Returns the regions far from every fix that would be near with latitude and longitude exchanged.
  ///
  /// - Complexity: O(1) for each fix and region, of which the first few are looked at.
  func swapped(_ approaches: [RegionNumber: Approach]) throws(InputError) -> Set<RegionNumber> {
    let far = approaches.filter { $0.value.distance > Vicinity.reach }.keys.sorted().prefix(20)
    guard !tracks.areSwapped else { return [] }
    var vicinities = far.compactMap { number in
      inputs.regions[names[number]].map { (number: number, vicinity: Vicinity(of: [$0])) }
    }
    if vicinities.isEmpty { return [] }
    for track in tracks.tracks {
      try track.play { fix, _ in
        for index in vicinities.indices { vicinities[index].vicinity.look(from: fix.coordinate) }
        return true
      }
    }
    return Set(vicinities.filter(\.vicinity.isReachedSwapped).map(\.number))
  }
}
