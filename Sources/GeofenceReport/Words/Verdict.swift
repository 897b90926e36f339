import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// The verdict on a run in one sentence, followed by what would help most.
///
///     10 of 79 crossings were missed, mostly because the 20 slots were full.
///     --reselect-on significant,event delivers all 79.
struct Verdict {
  /// The tone of a verdict, which decides its colour.
  enum Tone: String {
    /// Everything reached the app, and no problem is open.
    case good
    /// Nothing was missed, but a problem is open or nothing could be judged.
    case open
    /// Something went wrong.
    case bad
  }

  private let run: ReportedRun
  private let counts: CrossingCounts
  private let prose: Prose

  init(_ run: ReportedRun, _ prose: Prose = .plain) {
    (self.run, counts, self.prose) = (run, run.counts, prose)
  }

  /// The whole verdict in one line.
  var text: String { sentences.joined(separator: " ") }

  var tone: Tone {
    let doubts = run.report.doubts
    if counts.lost > 0 || run.reachInTrials != nil || run.falseEvents > 0
      || !run.differences.isEmpty || !run.report.failures.isEmpty
      || doubts.contains(where: { $0.severity == .error }) || losesElsewhere
    {
      return .bad
    }
    return counts.geometry == 0 || counts.late > 0 || counts.undecided > 0
      || doubts.contains(where: \.isProblem) ? .open : .good
  }

  /// A Boolean value that indicates whether another interface missed crossings even at its best.
  private var losesElsewhere: Bool {
    var judged: Set = [run.settings.api]
    return run.report.runs.contains {
      judged.insert($0.settings.api).inserted && $0.counts.lost > 0
    }
  }

  /// The sentences of the verdict.
  var sentences: [String] {
    let draw = run.report.trials.map { "in the first of \(counted($0.trials, "trial"))," }
    // A test that fails says first what it expected and what came.
    var sentences = run.report.failures.map { "\(prose.text($0).capitalized)." }
    sentences += [
      expected, InterfaceComparisonText(run.report.audit)?.sentence.map { "\($0)." },
    ].compactMap(\.self)
    sentences += [
      [subject, draw, main].compactMap(\.self).joined(separator: " ").capitalized
    ]
    if counts.lost > 0, !remarks.isEmpty {
      sentences.append("\(remarks.joinedInSentence().capitalized).")
    }
    return sentences + [trials, doubtful, remedy].compactMap(\.self)
  }

  /// The sentence about the crossings.
  private var main: String {
    if counts.geometry == 0 {
      return remarks.isEmpty ? "\(nothing)." : "\(nothing), but \(remarks.joinedInSentence())."
    }
    if counts.lost > 0 { return "\(share(of: counts.lost)) missed\(reason)." }
    let reached = counts.geometry - counts.undecided
    if reached == 0 {
      let noun = counts.geometry == 1 ? "the one crossing" : "the \(counts.geometry) crossings"
      return "it is undecided whether \(noun) would reach the app: the track ends too soon."
    }
    let text = "\(part(reached)) reached the app"
    return remarks.isEmpty ? "\(text)." : "\(text), but \(remarks.joinedInSentence())."
  }

  private var subject: String? {
    run.options.map { options in
      let count = run.report.audit.strategies.count
      let words = run.isBest ? "with the best of \(count) strategies" : "with"
      let choice = prose.code(options)
      if options.isEmpty { return "\(words)," }
      return run.isBest ? "\(words) (\(choice))," : "\(words) \(choice),"
    }
  }

  // MARK: crossings

  /// The words for a part of all crossings.
  private func part(_ count: Int) -> String {
    guard count == counts.geometry else { return "\(count) of \(counts.geometry) crossings" }
    return switch count {
    case 1: "the one crossing"
    case 2: "both crossings"
    default: "all \(count) crossings"
    }
  }

  private func share(of count: Int) -> String { "\(part(count)) \(count == 1 ? "was" : "were")" }

  /// The cause that most losses share, as a clause.
  private var reason: String {
    // Several causes may share a reason.
    let losses = counts.losses().map { (clause: $0.0.words(run.settings).clause, count: $0.1) }
    let numbers = Dictionary(losses, uniquingKeysWith: +)
    let clauses = losses.map(\.clause).distinct
    guard let (clause, count) = clauses.map({ ($0, numbers[$0] ?? 0) }).max(by: { $0.1 < $1.1 })
    else { return "" }
    if clauses.count == 1 { return " because \(clause)" }
    return count * 2 > counts.lost
      ? ", mostly because \(clause)" : ", \(count) of them because \(clause)"
  }

  private var nothing: String {
    let report = run.report
    guard report.audit.visits.allSatisfy(\.isEmpty) else {
      return "no crossing happened that the app asks for"
    }
    guard let (region, approach) = report.audit.nearest.first else {
      return "no region was entered"
    }
    return "no region was entered; the nearest, \(prose.name(report.label(of: region).short)), was "
      + "\(approach.distance.spokenMetres) away at \(report.times.moment(approach.time))"
  }

  // MARK: other problems

  /// The clauses about what is wrong beside missed crossings.
  private var remarks: [String] {
    var remarks: [String] = []
    let (late, undecided) = (counts.late, counts.undecided)
    if run.falseEvents > 0 {
      remarks.append("\(counted(run.falseEvents, "event")) came without any crossing")
    }
    if late > 0 { remarks.append("\(late) came late") }
    if undecided > 0, undecided < counts.geometry {
      remarks.append("\(undecided) \(undecided == 1 ? "is" : "are") undecided when the track ends")
    }
    return remarks
  }

  private var trials: String? {
    guard let trials = run.report.trials, let reach = run.trial?.reach?.mean else { return nil }
    return "Over all \(trials.trials) trials, \(reach.percent) of the crossings "
      + "reached it."
  }

  private var expected: String? {
    guard !run.differences.isEmpty, let comparison = run.report.expectations?.comparison else {
      return nil
    }
    let counts = comparison.counts
    if run.differences.count == 1 { return "\(words(for: run.differences[0]).capitalized)." }
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

  // MARK: what would help

  private var remedy: String? {
    guard counts.lost > 0 || run.reachInTrials != nil, let advice = run.advice else { return nil }
    guard let first = advice.first else { return "Nothing that was tried is better." }
    guard let delivered = first.delivered else { return "\(prose.code(first.change)) helps most." }
    let all = [1: "it", 2: "both"][delivered.whole] ?? "all \(delivered.whole)"
    return delivered.part == delivered.whole
      ? "\(prose.code(first.change)) delivers \(all)."
      : "\(prose.code(first.change)) delivers \(delivered.part) of \(delivered.whole)."
  }
}

extension String {
  /// The text with its first letter in upper case; an option stays as it is typed.
  fileprivate var capitalized: String {
    hasPrefix("-") || hasPrefix("<") ? self : prefix(1).uppercased() + dropFirst()
  }
}
