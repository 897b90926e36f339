import GeofenceBytes
import GeofenceCore

extension JUnitReport {
  /// Creates a report with a case for each expected event, and a failed one for each unexpected
  /// event.
  ///
  /// The group of a case is its device, its line is that of the recording, and its duration is the
  /// time from the crossing to the event. If no event was expected and none was delivered, there is
  /// one case for that.
  ///
  /// - Parameters:
  ///   - recording: The expected events.
  ///   - records: The events of the run.
  package init(_ comparison: Comparison, of recording: Recording, _ records: [EventRecord]) {
    self.init(ExplainedComparison(comparison), of: recording, records)
  }

  /// Creates the same report with the reasons for each difference in the body of its failure.
  package init(
    _ explained: ExplainedComparison, of recording: Recording, _ records: [EventRecord]
  ) {
    let comparison = explained.comparison
    let reasons = explained.byDifference
    let sentences = ExplanationText(explained.names)
    var delays: [RecordedEvent: Interval] = [:]
    for record in records {
      delays[RecordedEvent(record)] = record.crossedAt.map { record.time - $0 }
    }
    let lines = recording.lines
    let cases = comparison.findings.map { finding in
      let event = finding.event
      let title = [event.name, event.region?.rawValue, "at \(event.time.rfc3339)"]
      return JUnitCase(
        group: event.device?.rawValue ?? "geofence",
        name: title.compactMap(\.self).joined(separator: " "), file: recording.name,
        line: lines[event],
        time: finding.actual.flatMap { delays[$0] } ?? Interval(milliseconds: 0),
        problem: Self.problem(
          of: finding, (reasons[finding] ?? []).map { sentences.sentence($0, of: finding) }))
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

  private static func problem(of finding: Comparison.Finding, _ reasons: [String])
    -> JUnitCase.Problem?
  {
    let type: String? =
      switch finding {
      case .met: nil
      case .missing: "missing"
      case .unexpected: "unexpected"
      case .shifted(let expected, let actual): actual.time > expected.time ? "late" : "early"
      }
    let message = ComparisonText.explanation(finding)
    return type.map {
      .init(
        type: $0, message: message, details: ([message] + reasons).joined(separator: "\n"))
    }
  }
}
