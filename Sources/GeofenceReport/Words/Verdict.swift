import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// The verdict on a run in one sentence, followed by what would help most.
///
///     10 of 79 arrivals and departures never reached the app because all 20 slots were taken.
///     --reselect-on significant,event delivers 79 instead of 69.
struct Verdict {
  enum Tone: String {
    /// Everything reached the app, and no problem is open.
    case good
    /// Nothing was missed, but a problem is open or nothing could be judged.
    case open
    case bad
  }

  private let run: ReportedRun
  private let prose: Prose

  init(_ run: ReportedRun, _ prose: Prose = .plain) {
    (self.run, self.prose) = (run, prose)
  }

  var text: String { sentences.joined(separator: " ") }

  var tone: Tone {
    let (report, strategies) = (run.report, losers + [run.strategy])
    let facts = strategies.flatMap { strategy in
      let verdict = strategy.account.verdict
      return verdict.outcomes + verdict.others(Passages())
    }
    if facts.contains(where: \.isFault) || report.audit.isSwapped || run.reachInTrials != nil
      || run.falseEvents > 0 || !run.differences.isEmpty || !report.failures.isEmpty
      || report.phone?.hasMissed == true
      || report.doubts.contains(where: { $0.severity == .error })
    {
      return .bad
    }
    let isGreen = strategies.allSatisfy(report.audit.isGreen) && report.phone?.isSame ?? true
    return isGreen && !report.doubts.contains(where: \.isProblem) ? .good : .open
  }

  private var losers: [AuditedStrategy] {
    let audit = run.report.audit
    return audit.bestOfInterfaces.map { audit.strategies[$0] }
      .filter { $0.settings.api != run.settings.api }
  }

  var sentences: [String] {
    let (report, words) = (run.report, words)
    let claims = claims
    // What makes the rest worthless is said alone.
    if claims.first == .swapped { return words.sentences(claims) }
    // A test that fails says first what it expected and what came.
    var sentences = report.failures.map { prose.text($0).sentence } + [expected].compactMap(\.self)
    sentences += report.phone.map { [prose.text($0.headline).sentence] } ?? []
    if isBestOfInterface, let lines = report.audit.conclusionOfInterfaces(report.clock) {
      sentences += lines.map(prose.text)
    } else {
      let subject = [report.phone == nil ? nil : "by the rules,", subject].compactMap(\.self)
      sentences += words.sentences(
        claims,
        subject: (run.trial == nil ? report.audit : report.trials ?? report.audit)
          .conditions(subject.isEmpty ? nil : subject.joined(separator: " "), code: prose.code))
    }
    let advice = isBestOfInterface ? (report.trials ?? report.audit).advice(by: words) : []
    return sentences + [doubtful].compactMap(\.self) + advice
  }

  /// Whether the run is the best of its interface.
  private var isBestOfInterface: Bool { run.report.audit.bestOfInterfaces.contains(run.number) }

  private var words: ClaimWords {
    ClaimWords(
      run.settings,
      run.report.audit.phrasing(run.report.clock) { [run, prose] in
        prose.name(run.report.label(of: $0).short)
      }, code: prose.code)
  }

  private var claims: [Claim] {
    if let trials = run.report.trials, let trial = run.trial {
      return trials.claims(on: trial)
    }
    return run.report.audit.claims(on: run.strategy)
  }

  private var subject: String? {
    run.options.map { options in
      let count = run.report.audit.strategies.count
      let isBest = run.number == run.report.audit.best
      let words = isBest ? "with the best of \(count) strategies" : "with"
      let choice = prose.code(options)
      if options.isEmpty { return "\(words)," }
      return isBest ? "\(words) (\(choice))," : "\(words) \(choice),"
    }
  }

  private var expected: String? {
    guard !run.differences.isEmpty, let comparison = run.report.expectations?.comparison else {
      return nil
    }
    let counts = comparison.counts
    if run.differences.count == 1 { return words(for: run.differences[0]).sentence }
    let parts = [
      (counts.missing, "missing"), (counts.shifted, "at another time"),
      (counts.unexpected, "unexpected"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "The events are not as expected: \(parts.joined(separator: ", ")); first, "
      + "\(words(for: run.differences[0]))."
  }

  private func words(for finding: Comparison.Finding) -> String {
    let region =
      finding.event.region.map { " of \(prose.name(run.report.label(of: $0).short))" } ?? ""
    let (event, times) = ("the \(finding.event.name)\(region)", run.report.times)
    return switch finding {
    case .missing(let expected, _):
      "\(event) expected at \(times.moment(expected.time)) did not come"
    case .unexpected(let actual, _): "\(event) at \(times.moment(actual.time)) was not expected"
    case .shifted(let expected, let actual), .met(let expected, let actual):
      "\(event) was expected at \(times.moment(expected.time)) and came at "
        + "\(times.moment(actual.time))"
    }
  }

  private var doubtful: String? {
    let problems = run.report.doubts.filter(\.isProblem)
    guard let first = problems.first(where: { $0.severity == .error }) ?? problems.first else {
      return nil
    }
    return problems.count == 1
      ? "The input is doubtful: \(prose.text(first.problem))."
      : "The input is doubtful in \(problems.count) ways."
  }
}
