import GeofenceBytes

/// A finding about an input of the run that makes its results doubtful.
package struct Doubt: Hashable, Sendable {
  package let severity: Finding.Severity
  /// The input and the place in it, as the user named it.
  let place: String
  let problem: String
  let help: String?
  /// True of the first point that was skipped, which the doubt about all of them counts.
  private var isExample = false

  package init(_ finding: Finding) {
    // Times that are made up decide what is confirmed.
    self.init(finding.topic == .untimed ? .warning : finding.severity, finding.message)
    if finding.topic == .skippedPoint, case .line = finding.message.diagnosis.place {
      isExample = true
    }
  }

  package init(_ severity: Finding.Severity, _ message: InputError) {
    self.severity = severity
    let line =
      switch message.diagnosis.place {
      case .line(let line, let column?): ":\(line):\(column)"
      case .line(let line, nil): ":\(line)"
      case .path(let path): ", \(path)"
      case .wholeFile: ""
      }
    place = (message.source + line).steeringNothing
    problem = message.diagnosis.problem.steeringNothing
    help = message.diagnosis.help?.steeringNothing
  }

  /// True if the doubt keeps a verdict from being good.
  package var isProblem: Bool { severity != .note }

  /// Returns the sentence of a verdict on some doubts; `nil` where none is a problem.
  ///
  /// - Parameter words: the problem of one as a part of the sentence.
  package static func sentence(on doubts: [Doubt], _ words: (String) -> String = { $0 }) -> String?
  {
    let problems = doubts.filter { $0.isProblem && !$0.isExample }
    guard let first = problems.first(where: { $0.severity == .error }) ?? problems.first else {
      return nil
    }
    if first.severity == .error {
      return "The input is incomplete: \(words("\(first.place): \(first.problem)"))."
    }
    return problems.count == 1
      ? "The input is doubtful: \(words(first.problem))."
      : "The input is doubtful in \(problems.count) ways."
  }
}
