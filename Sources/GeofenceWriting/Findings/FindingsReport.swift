import GeofenceBytes

package struct FindingsReport: Sendable {
  package let findings: [Finding]

  package init(_ findings: [Finding]) {
    self.findings = findings
  }

  package func count(_ severity: Finding.Severity) -> Int {
    findings.count { $0.severity == severity }
  }

  private static let shown = 10

  /// Returns the findings in the form that compilers print, followed by their numbers.
  package func text(isComplete: Bool) -> String {
    var lines: [String] = []
    var kinds: [[String]: (first: Finding, count: Int)] = [:]
    var order: [[String]] = []
    for finding in findings {
      let severity = finding.severity.rawValue
      let kind = [finding.message.source, finding.topic.rawValue, severity]
      if kinds[kind] == nil { order.append(kind) }
      kinds[kind, default: (finding, 0)].count += 1
      if isComplete || kinds[kind, default: (finding, 0)].count <= Self.shown {
        lines.append(finding.message.rendered(severity: severity))
      }
    }
    for case (let finding, let count)? in order.map({ kinds[$0] })
    where !isComplete && count > Self.shown {
      lines.append(
        "\(finding.message.source.visible): note: \(count - Self.shown) more of "
          + "\(finding.topic.rawValue); --all lists them")
    }
    let summary = "\(counted(count(.error), "error")), \(counted(count(.warning), "warning"))"
    return (lines + [summary]).joined(separator: "\n")
  }

  /// A JSON object with sorted keys: the numbers of `errors` and `warnings`, and the `findings`.
  package var json: String {
    JSONText.pretty(
      Document(
        errors: count(.error), warnings: count(.warning), findings: findings.map(Entry.init)))
  }

  private struct Document: Encodable {
    let errors: Int
    let warnings: Int
    let findings: [Entry]
  }

  private struct Entry: Encodable {
    let severity: String
    let topic: String
    let file: String
    var line: Int?
    var column: Int?
    var path: String?
    let problem: String
    let help: String?

    init(_ finding: Finding) {
      severity = finding.severity.rawValue
      topic = finding.topic.rawValue
      file = finding.message.source
      problem = finding.message.problem
      help = finding.message.help
      switch finding.message.place {
      case .wholeFile: break
      case .line(let line, let column): (self.line, self.column) = (line, column)
      case .path(let path): self.path = path
      }
    }
  }
}
