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
  func advise(
    on report: inout AuditReport, trials: Int = 1,
    progress: @Sendable (Int) -> Void = { _ in }
  ) throws(InputError) {
    for number in report.bestOfInterfaces where report.strategies[number].counts.lost > 0 {
      let radius = report.strategies[number].strategy.minimumRadius
      report.advice[number] = try advice(for: report.strategies[number], in: report) {
        strategies throws(InputError) in
        // Events elsewhere are compared of other radii alone, and trials compare none.
        let parts = Dictionary(grouping: strategies) { trials == 1 && $0.minimumRadius != radius }
        return try Jobs.results(of: Array(parts), width: min(parts.count, tracks.jobs)) {
          part throws(InputError) in
          let question = Question(
            explained: 0, depth: part.key ? .events : .counts, crossings: .losses(0), trials: trials
          )
          let jobs = parts.count > 1 ? 1 : nil
          return Array(try audit(part.value, question, jobs: jobs, progress: progress).strategies)
        }.flatMap { $0 }
      }
      if Interruption.isRequested { break }
      report.tried[number] = Advice.Candidate.options(
        of: candidates(for: report.strategies[number]))
    }
  }

  private func advice(
    for best: AuditedStrategy, in report: AuditReport,
    _ audit: ([AuditStrategy]) throws(InputError) -> [AuditedStrategy]
  ) throws(InputError) -> [Advice] {
    let candidates = candidates(for: best)
    // A strategy that was compared already is no advice, nor is one that changes nothing.
    let compared = report.strategies.map(\.strategy)
    let own = simplified(best.strategy)
    let untried = candidates.map(\.strategy).filter {
      !compared.contains($0) && simplified($0) != own
    }
    let outcomes = untried.isEmpty ? [] : try audit(untried)
    let advice = Advice.best(of: candidates, from: best, to: outcomes)
    var pair: Advice?
    if let both = Advice.Candidate.together(advice.map(\.change), of: candidates),
      !compared.contains(both.strategy), let outcome = try audit([both.strategy]).first
    {
      pair = Advice(both.change, from: best, to: outcome)
    }
    return Advice.adding(pair, to: advice)
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
        possible: isSought ? obstacles(of: strategy, regions: report.names.count) : nil,
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
        let judged = report.strategies[number].account.judged.lazy.filter { !$0.verdict.isFine }
        let shown = Set(judged.prefix(AuditText.shownLosses).map(\.id))
        return (number, losses(number).filter { shown.contains($0.id) })
      }
    case .listed: return listed.map { ($0, losses($0)) }
    case .everything:
      return (listed + report.bestOfInterfaces).distinct.map {
        ($0, losses($0) + report.comparedLosses(of: $0))
      }
    }
  }

  private func obstacles(of strategy: AuditStrategy, regions: Int) -> Obstacles {
    strategy.obstacles(
      inputs.scenario.timeline, regions: regions, hasAccuracies: tracks.haveAccuracies,
      isPositioned: inputs.positioning != nil)
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
