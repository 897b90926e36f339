import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceWriting

/// The further runs of an audit: what helps, what else stood in the way of a loss, and how near the
/// devices came to the regions that none was in.
extension TapedAudit {
  /// A strategy that may help another.
  struct Attempt: Hashable, Sendable {
    let strategy: AuditStrategy
    /// True if its events are counted, those at places never entered among them, which only a larger
    /// circle brings, and those that the app had received already.
    let countsEvents: Bool
  }

  /// Returns what is tried for the best strategy of each interface that loses something.
  func attempts(in report: AuditReport) -> [Attempt] {
    report.bestOfInterfaces.filter { report.strategies[$0].counts.lost > 0 }.flatMap { number in
      let best = report.strategies[number]
      return untried(for: best, in: report).map { attempt($0, for: best) }
    }.distinct
  }

  private func attempt(
    _ strategy: AuditStrategy, for best: AuditedStrategy, repeats: Bool = false
  ) -> Attempt {
    let account = best.account
    return Attempt(
      strategy: strategy,
      countsEvents: repeats || strategy.settings.renewal == .all || strategy.minimumRadius > 0
        || inputs.regions.contains { $0.shape != nil }
        || best.outcomes.count == 1
          && account.received != account.counts.delivered - account.counts.deliveredInGaps
    )
  }

  /// Audits strategies that may help, those of which events are counted beside the others.
  ///
  /// - Parameters:
  ///   - explained: strategies that are audited first, with what is asked of them.
  ///   - trials: how many times each is tried.
  /// - Returns: the report on the explained strategies and the others, and the outcomes.
  func play(
    _ attempts: [Attempt],
    beside explained: (strategies: [AuditStrategy], question: Question)? = nil,
    trials: Int = 1, progress: @Sendable (Int) -> Void = { _ in }
  ) throws(InputError) -> (report: AuditReport, outcomes: [Attempt: AuditedStrategy]) {
    let parts = [false, true].map { countsEvents in
      (
        countsEvents: countsEvents, explained: countsEvents ? nil : explained,
        attempts: attempts.filter { $0.countsEvents == countsEvents }
      )
    }.filter { $0.explained != nil || !$0.attempts.isEmpty }
    let reports = try Jobs.results(of: parts, width: min(parts.count, tracks.jobs)) {
      part throws(InputError) in
      let counting = Question(
        explained: 0, depth: part.countsEvents ? .events : .counts, crossings: .losses(0),
        trials: trials)
      return try audit(
        (part.explained?.strategies ?? []) + part.attempts.map(\.strategy),
        part.explained?.question ?? counting, jobs: parts.count > 1 ? 1 : nil, progress: progress)
    }
    let outcomes = zip(parts, reports).flatMap { part, report in
      zip(part.attempts, report.strategies.dropFirst(part.explained?.strategies.count ?? 0))
    }
    return (reports[0], Dictionary(outcomes) { first, _ in first })
  }

  /// Finds what helps the best strategy of each interface that loses something: each change alone,
  /// then the best two together, each in as many trials, so that it meets the draws that the strategy
  /// met.
  ///
  /// - Parameter known: outcomes of what may help.
  func advise(
    on report: inout AuditReport, knowing known: [Attempt: AuditedStrategy] = [:],
    trials: Int = 1, progress: @Sendable (Int) -> Void = { _ in }
  ) throws(InputError) {
    for number in report.bestOfInterfaces where report.strategies[number].counts.lost > 0 {
      let best = report.strategies[number]
      report.advice[number] = try advice(for: best, in: report) {
        strategies, repeats throws(InputError) in
        let attempts = strategies.map { attempt($0, for: best, repeats: repeats) }
        var outcomes = known
        let unknown = attempts.filter { known[$0] == nil }
        if !unknown.isEmpty {
          let played = try play(unknown, trials: trials, progress: progress)
          outcomes.merge(played.outcomes) { first, _ in first }
        }
        return attempts.compactMap { outcomes[$0] }
      }
      if Interruption.isRequested { break }
      report.tried[number] = Advice.Candidate.options(
        of: candidates(for: best))
    }
  }

  private func advice(
    for best: AuditedStrategy, in report: AuditReport,
    _ audit: ([AuditStrategy], _ repeats: Bool) throws(InputError) -> [AuditedStrategy]
  ) throws(InputError) -> [Advice] {
    let candidates = candidates(for: best)
    var outcomes = try audit(untried(for: best, in: report), false)
    var advice = Advice.best(of: candidates, from: best, to: outcomes)
    // Unless every selection restarts all regions, few changes deliver events again: only these few
    // are played once more, to count such events.
    let repeating = outcomes.filter { outcome in
      outcome.efforts.repeated > best.efforts.repeated
        && !attempt(outcome.strategy, for: best).countsEvents
        && advice.contains { $0.strategy == outcome.strategy }
    }.map(\.strategy)
    if !repeating.isEmpty {
      let counted = try audit(repeating, true)
      outcomes = counted + outcomes.filter { !repeating.contains($0.strategy) }
      advice = Advice.best(of: candidates, from: best, to: outcomes)
    }
    var pair: Advice?
    if let both = Advice.Candidate.together(advice.map(\.change), of: candidates),
      !report.strategies.contains(where: { $0.strategy == both.strategy }),
      let outcome = try audit([both.strategy], !repeating.isEmpty).first
    {
      pair = Advice(both.change, from: best, to: outcome)
    }
    return Advice.adding(pair, to: advice)
  }

  /// Returns the candidates for advice, but those that were compared already, or that change nothing.
  private func untried(for best: AuditedStrategy, in report: AuditReport) -> [AuditStrategy] {
    let compared = report.strategies.map(\.strategy)
    let own = simplified(best.strategy)
    return candidates(for: best).map(\.strategy).filter {
      !compared.contains($0) && simplified($0) != own
    }
  }

  func candidates(for best: AuditedStrategy) -> [Advice.Candidate] {
    Advice.Candidate.all(
      for: best.strategy, smallest: inputs.regions.map(\.radius).min() ?? .infinity)
  }

  /// Finds by further runs what would have delivered losses.
  ///
  /// - Parameters:
  ///   - losses: of each strategy the ones that are asked about.
  ///   - asksForLeast: whether it is asked what is delivered where a rule demands the least, too.
  ///   - choices: what else the app of the first strategy may choose.
  func explain(
    _ report: inout AuditReport, _ losses: [(number: StrategyNumber, losses: [AuditedCrossing])],
    asksForLeast: Bool, choices: [AuditStrategy] = []
  ) throws(InputError) {
    let losses = losses.filter { !$0.losses.isEmpty }
    let choices = choices.map(simplified)
    func add(
      _ part: (number: StrategyNumber, losses: [AuditedCrossing]), to matrix: inout DeliveryMatrix,
      isSought: Bool = true, _ choices: ArraySlice<AuditStrategy> = []
    ) {
      let strategy = simplified(report.strategies[part.number].strategy)
      matrix.add(
        part.number, strategy, explaining: part.losses,
        possible: isSought
          ? strategy.obstacles(
            inputs.scenario.timeline, regions: report.names.count,
            hasAccuracies: tracks.haveAccuracies, isPositioned: inputs.positioning != nil) : nil,
        asksForLeast: isSought && asksForLeast, choices: choices)
    }
    if inputs.alarms == nil {
      var matrix = DeliveryMatrix()
      for (index, part) in losses.enumerated() {
        add(part, to: &matrix, index == 0 ? choices[...] : [])
      }
      return try fill(matrix, into: &report)
    }
    // An alarm that has fired leaves the set, so that each choice has crossings of its own.
    for part in losses {
      var matrix = DeliveryMatrix(hasAlarms: true)
      add(part, to: &matrix)
      try fill(matrix, into: &report)
    }
    for part in losses.prefix(1) {
      for choice in choices.indices {
        var matrix = DeliveryMatrix()
        add(part, to: &matrix, isSought: false, choices[choice...choice])
        try fill(matrix, into: &report)
      }
    }
  }

  /// Plays the rows that a matrix asks for, and adds what they say to a report.
  private func fill(_ matrix: DeliveryMatrix, into report: inout AuditReport) throws(InputError) {
    var matrix = matrix
    while !Interruption.isRequested, let rows = matrix.next() {
      let plan = plan(
        of: rows, Question(explained: 0, depth: .deliveries, about: matrix.regions))
      let round = matrix
      let parts = try tracks.each { track throws(InputError) -> DeliveryMatrix? in
        guard var part = round.part(of: track.deviceNumbers) else { return nil }
        try track.audit(plan, into: &part)
        return part
      }
      for case let part? in parts { matrix += part }
    }
    for (number, readings) in matrix.readings {
      report.strategies[number].account.readings.merge(readings) { $0.joined(with: $1) }
    }
  }

  /// Returns the losses of each strategy of which it is read what would have delivered them.
  func lossesToExplain(in report: AuditReport, _ question: Question)
    -> [(number: StrategyNumber, losses: [AuditedCrossing])]
  {
    let listed = question.explained > 1 ? Array(report.strategies.indices) : [report.best]
    func losses(_ number: StrategyNumber) -> [AuditedCrossing] {
      listed.contains(number) ? report.strategies[number].account.losses : []
    }
    switch question.remedies {
    case .none: return []
    case .shown:
      return listed.map { number in
        let shown = report.strategies[number].account.faults.prefix(AuditText.shownLosses)
        return (number, shown.filter { $0.loss != nil })
      }
    case .listed: return listed.map { ($0, losses($0)) }
    case .everything:
      return (listed + report.bestOfInterfaces).distinct.map {
        ($0, losses($0) + report.comparedLosses(of: $0))
      }
    }
  }

  /// Adds how near the devices came to the regions that none was in, and which of the regions far from
  /// every fix would be near with latitude and longitude exchanged.
  ///
  /// - Complexity: O(1) for each fix and far region, of which only the first few are checked.
  func approach(_ report: inout AuditReport) throws(InputError) {
    let visits = report.visits
    guard visits.contains(where: \.isEmpty) else { return }
    let plan = plan(
      of: [report.strategies[0].strategy], Question(explained: 0, depth: .deliveries))
    let approaches = try tracks.each { track throws(InputError) in
      try ApproachSurvey.approaches(
        to: plan.places(from: track.start) { visits[$0].isEmpty }, track.playAll)
    }
    report.approaches = approaches.reduce(into: [:]) { $0.merge($1) { $0.nearer($1) } }
      .filter { asked?.contains($0.key) ?? true }
    let far = report.approaches.filter { $0.value.distance > Vicinity.reach }.keys.sorted()
    if far.isEmpty || tracks.areSwapped { return }
    var vicinities = far.prefix(20).compactMap { number in
      inputs.regions[names[number]].map { (number: number, vicinity: Vicinity(of: [$0])) }
    }
    for track in tracks.tracks {
      try track.playAll { fix, _ in
        for index in vicinities.indices { vicinities[index].vicinity.look(from: fix.coordinate) }
      }
    }
    report.swapped = Set(vicinities.filter(\.vicinity.isReachedSwapped).map(\.number))
  }
}
