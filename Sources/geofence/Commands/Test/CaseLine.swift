import GeofenceBytes
import GeofenceCommandLine
import GeofenceWriting

struct CaseOutcome: Sendable {
  let name: String
  /// The status of this test alone: one that was not run to its end has another than the first two.
  var status: ExitStatus
  var events = 0
  var duration = Duration.zero
  var transcript: [String] = []
  var complaints: [String] = []
  var page: String?
  /// The error that kept its page from being written; the test has passed or failed all the same.
  var pageFailure: InputError?
  /// The reports on the comparison of its events and on its minimum recall and reach.
  var reports: [JUnitReport]

  var hasPassed: Bool { status == .success }
  var isBroken: Bool { !hasPassed && status != .expectationFailed }
  var word: String { hasPassed ? "ok" : isBroken ? "ERROR" : "FAIL" }

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
  func text(of outcome: CaseOutcome, explains: Bool) -> String {
    let word = outcome.word.padded(to: 5)
    let line = [
      isColored ? "\u{1B}[\(outcome.hasPassed ? 32 : 31)m\(word)\u{1B}[0m" : word,
      outcome.name.visible.padded(to: width), counted(outcome.events, "event"),
      outcome.duration.text,
    ].joined(separator: "  ")
    let messages = explains ? outcome.transcript : outcome.warnings
    let failure = outcome.pageFailure.map { $0.description.split(separator: "\n").map(String.init) }
    return ([line] + (messages + (failure ?? [])).map { "      \($0)" }).joined(separator: "\n")
  }

  /// - Parameter count: the number of tests that were to be run.
  static func summary(of outcomes: [CaseOutcome], among count: Int, in duration: Duration)
    -> String
  {
    let (passed, broken) = (outcomes.count(where: \.hasPassed), outcomes.count(where: \.isBroken))
    let parts = [
      (passed, "passed"), (outcomes.count - passed - broken, "failed"),
      (broken, "could not be run"), (count - outcomes.count, "not run"),
    ]
    let counts = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    let run =
      outcomes.count < count
      ? "interrupted: \(outcomes.count) of \(counted(count, "test")) run" : counted(count, "test")
    return "\(run): \(counts); \(duration.text)"
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
