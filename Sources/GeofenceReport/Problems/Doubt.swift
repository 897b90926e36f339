import GeofenceBytes
import GeofenceWriting

/// A finding about an input of the run that makes its results doubtful.
package struct Doubt: Hashable, Sendable {
  package let severity: Finding.Severity
  /// The input and the place in it, as the user named it.
  let place: String
  let problem: String
  let help: String?

  package init(_ finding: Finding) {
    // Times that are made up decide what is confirmed.
    self.init(finding.topic == .untimed ? .warning : finding.severity, finding.message)
  }

  package init(_ severity: Finding.Severity, _ message: InputError) {
    self.severity = severity
    let line =
      switch message.place {
      case .line(let line, let column?): ":\(line):\(column)"
      case .line(let line, nil): ":\(line)"
      case .path(let path): ", \(path)"
      case .wholeFile: ""
      }
    place = (message.source + line).steeringNothing
    problem = message.problem.steeringNothing
    help = message.help?.steeringNothing
  }

  /// Creates the doubt of a line of the console, such as `places.csv: warning: …`.
  ///
  /// - Returns: `nil` for a line that is no warning and no note.
  package init?(console line: String, help: String? = nil) {
    for severity in Finding.Severity.allCases {
      guard let mark = line.firstRange(of: ": \(severity.rawValue): ") else { continue }
      self.severity = severity
      place = String(line[..<mark.lowerBound]).steeringNothing
      problem = String(line[mark.upperBound...]).steeringNothing
      self.help = help?.steeringNothing
      return
    }
    return nil
  }

  /// A Boolean value that indicates whether the doubt keeps a verdict from being good.
  package var isProblem: Bool { severity != .note }
}
