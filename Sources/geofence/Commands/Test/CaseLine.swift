import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceWriting

struct CaseOutcome: Sendable {
  enum Verdict: Hashable, Sendable {
    case passed
    case failed
    /// The test could not be read or run to its end; the value is the status for this test alone.
    case broken(ExitStatus)

    var word: String {
      switch self {
      case .passed: "ok"
      case .failed: "FAIL"
      case .broken: "ERROR"
      }
    }
  }

  let name: String
  var verdict: Verdict
  var events = 0
  var duration = Duration.zero
  var transcript: [String] = []
  var complaints: [String] = []
  var page: String?
  /// The reports on the comparison of its events and on its minimum recall and reach.
  var reports: [JUnitReport]

  var warnings: [String] {
    var isWarning = false
    return transcript.filter { line in
      isWarning = line.contains("warning: ") || isWarning && line.hasPrefix("help: ")
      return isWarning
    }
  }

  var suite: JUnitReport {
    var suite = JUnitReport(reports, named: name)
    suite.duration = Interval(duration)
    return suite
  }
}

struct CaseLine {
  private let width: Int
  private let isColored: Bool

  init(names: [String], isColored: Bool) {
    width = min(names.map { $0.visible.count }.max() ?? 0, 60)
    self.isColored = isColored
  }

  /// Returns the line of a test, followed by its warnings, or all its messages if `explains` is
  /// true.
  func text(of outcome: CaseOutcome, explains: Bool = true) -> String {
    let facts = [
      outcome.name.visible.padded(to: width), counted(outcome.events, "event"),
      outcome.duration.text,
    ]
    let line = ([word(outcome.verdict)] + facts).joined(separator: "  ")
    let messages = explains ? outcome.transcript : outcome.warnings
    return ([line] + messages.map { "      \($0)" }).joined(separator: "\n")
  }

  static func summary(of outcomes: [CaseOutcome], in duration: Duration) -> String {
    let passed = outcomes.count { $0.verdict == .passed }
    let failed = outcomes.count { $0.verdict == .failed }
    let parts = [
      (passed, "passed"), (failed, "failed"),
      (outcomes.count - passed - failed, "could not be run"),
    ]
    let counts = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    return "\(counted(outcomes.count, "test")): \(counts); \(duration.text)"
  }

  private func word(_ verdict: CaseOutcome.Verdict) -> String {
    let (word, color) = (verdict.word.padded(to: 5), verdict == .passed ? 32 : 31)
    return isColored ? "\u{1B}[\(color)m\(word)\u{1B}[0m" : word
  }
}

extension Interval {
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(milliseconds: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }
}

extension Duration {
  /// The duration for people, such as `45 ms`, `2.3 s` or `1 min 12 s`.
  fileprivate var text: String {
    let milliseconds = Interval(self).milliseconds
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    let tenths = (milliseconds + 50) / 100 * 100
    return Interval(milliseconds: tenths).spoken
  }
}
