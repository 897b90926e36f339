import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// The conclusion on a run in one sentence, followed by the change that would help most.
///
///     10 of 79 arrivals and departures never reached the app because all 20 slots were taken.
///     --reselect-on significant,event delivers 79 instead of 69.
struct Conclusion {
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
    if facts.contains(where: \.isFault) || report.audit.worthless != nil
      || run.reachedInTrials != nil || run.falseEvents > 0 || !run.differences.isEmpty
      || !report.failures.isEmpty
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
    // What makes the rest worthless is said alone.
    if case .worthless? = claims.first { return words.sentences(claims).map(prose.text) }
    let lines = isBestOfInterface ? run.report.audit.conclusionOfInterfaces(run.report.clock) : nil
    return first + (lines?.map(prose.text) ?? words.sentences(claims, subject: subject)) + asides
  }

  /// The head of a page: what happened, in few words, the reasons and whatever else there is to say of
  /// it, and what would help.
  var head: (headline: String, details: String, help: String) {
    if case .worthless? = claims.first { return (text, "", "") }
    let others = otherInterfaces
    let subject = others == nil ? subject : "\(run.interface):"
    let said =
      first + words.sentences(brief(claims, subject), subject: subject)
      + (others ?? []).map(prose.text)
    return (
      said.first ?? "", said.dropFirst().joined(separator: " "), asides.joined(separator: " ")
    )
  }

  /// The words of a headline at most.
  private static let mostWords = 25

  /// Returns the claims with the causes apart, where the first sentence would be long with them.
  private func brief(_ claims: [Claim], _ subject: String?) -> [Claim] {
    guard case .fact(.missed(let count, let all, let kind, let causes, let places)) = claims.first,
      words.sentences(Array(claims.prefix(1)), subject: subject)[0].replacing(/<[^>]*>/, with: "")
        .split(separator: " ").count > Self.mostWords
    else { return claims }
    return [
      .fact(.missed(count, of: all, kind, [], places)), .fact(.causes(causes, of: count)),
    ] + claims.dropFirst()
  }

  /// What stands before the rules: a test that fails says what it expected and what was delivered, a
  /// phone's own log what that delivered.
  private var first: [String] {
    run.report.failures.map { prose.text($0).sentence } + [expected].compactMap(\.self)
      + [run.report.phone?.headline, run.report.phone?.omissions].compactMap(\.self).map {
        prose.text($0).sentence
      }
  }

  /// The doubts about the input, and what would help.
  private var asides: [String] {
    let report = run.report
    return [doubtful].compactMap(\.self)
      + (isBestOfInterface ? (report.trials ?? report.audit).advice(by: words) : [])
  }

  /// What is said of the other interfaces beside the one of this run; `nil` where there is none.
  private var otherInterfaces: [String]? {
    let audit = run.report.audit
    guard let place = audit.bestOfInterfaces.firstIndex(of: run.number),
      var lines = audit.conclusionOfInterfaces(run.report.clock)
    else { return nil }
    // The first line is about the positions.
    lines.remove(at: place + 1)
    return Array(lines.dropFirst() + lines.prefix(1))
  }

  /// True if the run is the best of its interface.
  private var isBestOfInterface: Bool { run.report.audit.bestOfInterfaces.contains(run.number) }

  private var words: ClaimWords {
    ClaimWords(
      run.settings,
      run.report.audit.phrasing(run.report.clock) { [run, prose] in
        prose.name(run.report.nameInSentences(of: run.report.audit.names[$0]))
      }, code: prose.code)
  }

  private var claims: [Claim] {
    if let trials = run.report.trials, let trial = run.trial {
      return trials.claims(on: trial)
    }
    return run.report.audit.claims(on: run.strategy)
  }

  /// The conditions under which the claims hold.
  private var subject: String? {
    let trials = run.trial == nil ? nil : run.report.trials
    return Self.conditions(of: run.report, trials, strategy, code: prose.code)
  }

  /// Returns the conditions under which a sentence on a report holds.
  static func conditions(
    of report: Report, _ trials: AuditReport? = nil, _ strategy: String? = nil,
    code: (String) -> String = { $0 }
  ) -> String? {
    let parts = [report.phone == nil ? nil : "by the rules,", strategy].compactMap(\.self)
    return (trials ?? report.audit)
      .conditions(parts.isEmpty ? nil : parts.joined(separator: " "), code: code)
  }

  private var strategy: String? {
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
      finding.event.region.map { " of \(prose.name(run.report.nameInSentences(of: $0)))" } ?? ""
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

  private var doubtful: String? { Doubt.sentence(on: run.report.doubts, prose.text) }
}
