import GeofenceBytes
import GeofenceCore

extension JUnitReport {
  /// Creates a report with a case for each expected event, and a failed one for each unexpected
  /// event.
  ///
  /// The group of a case is its device, its name counts the events of its kind, such as
  /// `enter home #2`, and its line is that of the recording. If no event was expected and none was
  /// delivered, there is one case for that.
  package init(_ comparison: Comparison, of recording: Recording) {
    self.init(ExplainedComparison(comparison), of: recording)
  }

  /// Creates the same report with the reasons for each difference in the body of its failure.
  package init(_ explained: ExplainedComparison, of recording: Recording) {
    let comparison = explained.comparison
    let reasons = explained.byDifference
    let sentences = EventClaimWords(explained.names)
    let lines = recording.lines
    // Events that were not expected are counted apart, so that the others keep their names.
    var counts: [[String]: Int] = [:]
    let cases = comparison.findings.map { finding in
      let event = finding.event
      let group = event.device?.rawValue ?? "geofence"
      let isUnexpected = if case .unexpected = finding { true } else { false }
      let title = [isUnexpected ? "unexpected" : nil, event.name, event.region?.rawValue]
        .compactMap(\.self).joined(separator: " ")
      let number = counts[[group, title], default: 0] + 1
      counts[[group, title]] = number
      return JUnitCase(
        group: group, name: "\(title) #\(number)", file: recording.name, line: lines[event],
        problem: Self.problem(
          of: finding, explained.reminder(of: finding),
          (reasons[finding] ?? []).map { sentences.sentence($0, of: finding) }))
    }
    let nothing = JUnitCase(
      group: "geofence", name: "no event", file: recording.name,
      problem: comparison.emptiness(of: recording).map {
        .init(type: "nothing-compared", message: $0.problem, details: $0.description)
      })
    self.init(
      cases.isEmpty ? [nothing] : cases, named: recording.name,
      startingAt: comparison.findings.first?.event.time)
  }

  private static func problem(
    of finding: Comparison.Finding, _ reminder: String, _ reasons: [String]
  ) -> JUnitCase.Problem? {
    let type: String? =
      switch finding {
      case .met: nil
      case .missing: "missing"
      case .unexpected: "unexpected"
      case .shifted(let expected, let actual): actual.time > expected.time ? "late" : "early"
      }
    let message = ComparisonText.explanation(finding) + reminder
    return type.map {
      .init(
        type: $0, message: message, details: ([message] + reasons).joined(separator: "\n"))
    }
  }
}
