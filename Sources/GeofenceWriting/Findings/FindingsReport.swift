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
    var counts: [Key: Int] = [:]
    for finding in findings {
      let count = counts[Key(finding), default: 0] + 1
      counts[Key(finding)] = count
      if isComplete || count <= Self.shown {
        lines.append(finding.message.rendered(severity: finding.severity.rawValue))
      }
    }
    var isTold: Set<Key> = []
    for finding in findings where isTold.insert(Key(finding)).inserted {
      let rest = (counts[Key(finding)] ?? 0) - Self.shown
      if !isComplete, rest > 0 {
        lines.append(
          "\(finding.message.source.visible): note: \(rest) more of \(finding.topic.rawValue); "
            + "--all lists them")
      }
    }
    lines.append(summary)
    return lines.joined(separator: "\n")
  }

  private struct Key: Hashable {
    let source: String
    let topic: Finding.Topic
    let severity: Finding.Severity

    init(_ finding: Finding) {
      source = finding.message.source
      topic = finding.topic
      severity = finding.severity
    }
  }

  private var summary: String {
    let (errors, warnings) = (count(.error), count(.warning))
    return "\(counted(errors, "error")), \(counted(warnings, "warning"))"
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
