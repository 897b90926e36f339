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
    let document: JSONValue = [
      "errors": count(.error), "warnings": count(.warning), "findings": findings.map(\.json),
    ]
    return document.indented
  }
}

extension Finding: JSONConvertible {
  package var json: JSONValue {
    var (line, column, path): (Int?, Int?, String?)
    switch message.place {
    case .wholeFile: break
    case .line(let number, let place): (line, column) = (number, place)
    case .path(let place): path = place
    }
    return [
      "severity": severity.rawValue, "topic": topic.rawValue, "file": message.source,
      "line": line, "column": column, "path": path, "problem": message.problem,
      "help": message.help,
    ]
  }
}
