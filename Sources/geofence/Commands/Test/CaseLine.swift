import GeofenceFormats

/// What became of a test.
struct CaseOutcome: Sendable {
  enum Verdict: Hashable, Sendable {
    case passed
    case failed
    /// It could not be read or run to its end; what it would have ended with alone.
    case broken(ExitStatus)
  }

  let name: String
  var verdict: Verdict
  /// The events of the run.
  var events = 0
  /// Warnings of a test that passed.
  var warnings = 0
  var duration = Duration.zero
  /// What was said of it: the differences, with their causes.
  var transcript: [String] = []
  /// The comparison of its events, and what its bars say.
  var reports: [JUnitReport]

  /// Its suite of the JUnit report.
  var suite: JUnitReport { JUnitReport(reports, named: name) }
}

/// The line of a test in the listing, and what stands under it.
struct CaseLine {
  private let width: Int
  private let isColored: Bool

  /// - Parameter names: those of all tests.
  init(names: [String], isColored: Bool) {
    width = min(names.map { $0.visible.count }.max() ?? 0, 60)
    self.isColored = isColored
  }

  func text(of outcome: CaseOutcome, explains: Bool = true) -> String {
    let facts = [
      outcome.name.visible.padded(to: width), counted(outcome.events, "event"),
      "\(outcome.duration.milliseconds) ms",
    ]
    let warnings = outcome.warnings > 0 ? [counted(outcome.warnings, "warning")] : []
    let line = ([word(outcome.verdict)] + facts + warnings).joined(separator: "  ")
    guard explains else { return line }
    return ([line] + outcome.transcript.map { "      \($0)" }).joined(separator: "\n")
  }

  /// The counts of a whole run, in one line.
  static func summary(of outcomes: [CaseOutcome], in duration: Duration) -> String {
    let passed = outcomes.count { $0.verdict == .passed }
    let failed = outcomes.count { $0.verdict == .failed }
    let parts = [
      (passed, "passed"), (failed, "failed"),
      (outcomes.count - passed - failed, "could not be run"),
    ]
    let counts = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    return "\(counted(outcomes.count, "test")): \(counts); \(duration.milliseconds) ms"
  }

  private func word(_ verdict: CaseOutcome.Verdict) -> String {
    let (word, color) =
      switch verdict {
      case .passed: ("ok   ", 32)
      case .failed: ("FAIL ", 31)
      case .broken: ("ERROR", 31)
      }
    return isColored ? "\u{1B}[\(color)m\(word)\u{1B}[0m" : word
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
