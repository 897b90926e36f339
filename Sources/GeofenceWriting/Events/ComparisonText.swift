import GeofenceBytes
import GeofenceCore

package struct ComparisonText {
  private let explained: ExplainedComparison
  private let differences: [Comparison.Finding]
  private var comparison: Comparison { explained.comparison }
  private let source: String
  private let tolerance: Interval
  private static let shown = 100
  /// The largest number of listed differences that have the same reasons beneath them.
  private static let shownAlike = 5
  /// The largest number of listed groups that have the same kind of cause.
  private static let shownAkin = 10
  private static let countedFrom = 10

  package init(_ explained: ExplainedComparison, source: String, tolerance: Interval) {
    self.explained = explained
    differences = explained.comparison.differences
    self.source = source
    self.tolerance = tolerance
  }

  package var lines: [String] {
    let (groups, left) = shownGroups
    let sentences = EventClaimWords(explained.names)
    let widths = Widths(groups.flatMap { $0.shown }.map { differences[$0] })
    var lines: [String] = []
    for (group, shown) in groups {
      for number in shown {
        lines.append(
          Self.line(differences[number], widths) + explained.reminder(of: differences[number]))
        lines += explained.explanations[number].filter { !$0.isShared }.map {
          "    " + sentences.sentence($0, of: differences[number])
        }
      }
      let count = group.differences.count
      if count > shown.count { lines.append("  … and \(count - shown.count) more") }
      let all = count == 1 ? "" : count == 2 ? "Both: " : "All \(count): "
      lines += group.shared.map {
        "    " + all + sentences.sentence($0, of: differences[group.differences[0]])
      }
    }
    if left > 0 { lines.append("… and \(left) more differences") }
    if let causes { lines.append(causes) }
    return lines + [verdict] + help.map { "help: \($0)" }
  }

  /// The groups that are listed with their first differences, and the number of the others.
  private var shownGroups: (groups: [(group: ExplainedComparison.Group, shown: [Int])], left: Int) {
    var groups: [(group: ExplainedComparison.Group, shown: [Int])] = []
    var akin: [String: Int] = [:]
    var (room, left) = (Self.shown, differences.count)
    for group in explained.groups where room > 0 {
      let count = group.differences.count
      if let kind = kind(of: group) {
        akin[kind, default: 0] += 1
        guard akin[kind, default: 0] <= Self.shownAkin else { continue }
      }
      // The line with the number of the others takes the place of one difference.
      let shown = group.differences.prefix(count > Self.shownAlike + 1 ? Self.shownAlike : count)
        .prefix(room)
      groups.append((group, Array(shown)))
      room -= shown.count
      left -= count
    }
    return (groups, left)
  }

  /// Returns the kind of cause that groups can share, or `nil` if nothing is explained.
  private func kind(of group: ExplainedComparison.Group) -> String? {
    let number = group.differences[0]
    let explanations = explained.explanations[number]
    return explanations.isEmpty
      ? nil : explanations.lazy.compactMap(\.label).first ?? Self.sign(differences[number])
  }

  private struct Widths {
    let name: Int
    let kind: Int

    init(_ shown: [Comparison.Finding]) {
      name = min(shown.map { ComparisonText.name($0.event).count }.max() ?? 0, 32)
      kind = max("enter".count, shown.map(\.event.name.count).max() ?? 0)
    }
  }

  private static func line(_ finding: Comparison.Finding, _ widths: Widths) -> String {
    let event = finding.event
    return [
      "\(sign(finding)) \(event.time.rfc3339)", event.name.padded(to: widths.kind),
      name(event).padded(to: widths.name), explanation(finding),
    ].joined(separator: "  ")
  }

  private var causes: String? {
    guard differences.count >= Self.countedFrom else { return nil }
    let counts = explained.causes.map { "\($0.count) \($0.label)" }
    return counts.isEmpty ? nil : "causes: \(counts.joined(separator: ", "))"
  }

  private var help: [String] {
    let losses =
      explained.explanations.joined().contains { claim in
        switch claim {
        case .judged, .dwell: true
        default: false
        }
      }
      ? "'geofence help losses' says what the causes mean, 'geofence audit' what would help" : nil
    return [deviceHelp, toleranceHelp, losses].compactMap(\.self)
  }

  /// The hint at a tolerance that would let the run pass, if only times differ.
  private var toleranceHelp: String? {
    // A later event is no reason to pass over a crossing that was missed.
    let hidesMiss = explained.explanations.joined().contains { claim in
      if case .judged = claim { true } else { false }
    }
    if hidesMiss { return nil }
    var (expected, actual): ([RecordedEvent], [RecordedEvent]) = ([], [])
    var greatest = tolerance
    for finding in comparison.findings {
      switch finding {
      case .missing, .unexpected: return nil
      case .met(let event, let other), .shifted(let event, let other):
        expected.append(event)
        actual.append(other)
        greatest = max(greatest, event.time.distance(to: other.time))
      }
    }
    guard greatest > tolerance,
      Comparison(expected: expected, actual: actual, tolerance: greatest).isMet
    else { return nil }
    return "--tolerance \(greatest.seconds.plain) would let this pass, and any event be "
      + "\(greatest.spoken) early or late"
  }

  private var deviceHelp: String? {
    var (missing, unexpected): ([RecordedEvent], [RecordedEvent]) = ([], [])
    for finding in comparison.findings {
      switch finding {
      case .missing(let event, _): missing.append(event)
      case .unexpected(let event, _): unexpected.append(event)
      case .met, .shifted: break
      }
    }
    guard !missing.isEmpty, !unexpected.isEmpty else { return nil }
    let both = [missing, unexpected].map { $0.count { $0.device != nil } }
    switch (both[0], both[1]) {
    case (0, unexpected.count):
      return "this run tells devices apart, as with several tracks, and the recording does not: "
        + "record it again"
    case (missing.count, 0):
      return "the recording tells devices apart, as with several tracks, and this run does not: "
        + "give the tracks it was made with"
    default: return nil
    }
  }

  package static func explanation(_ finding: Comparison.Finding, clock: LocalClock = LocalClock())
    -> String
  {
    // The date is said where the clock says no offset and the two events are of different days.
    func moment(_ event: RecordedEvent, _ other: RecordedEvent) -> String {
      clock.saysOffset ? clock.text(event.time) : clock.text(event.time, onDayOf: other.time)
    }
    return switch finding {
    case .met: ""
    case .shifted(let expected, let actual):
      actual.time > expected.time
        ? "\((actual.time - expected.time).spoken) late: came at \(moment(actual, expected))"
        : "\((expected.time - actual.time).spoken) early: came at \(moment(actual, expected))"
    case .missing(let event, let nearest?):
      "missing; the nearest event of this region is the \(nearest.name) "
        + "\(distance(from: event, to: nearest)), at \(moment(nearest, event))"
    case .missing(_, nil): "missing; no event of this region came"
    case .unexpected(let event, let nearest?):
      "unexpected; the nearest that is expected of this region is the \(nearest.name) "
        + "\(distance(from: event, to: nearest)), at \(moment(nearest, event))"
    case .unexpected(_, nil): "unexpected; nothing is expected of this region"
    }
  }

  private var verdict: String {
    let counts = comparison.counts
    let expected = counts.met + counts.missing + counts.shifted
    let came = "\(counts.met) of \(expected) expected events came"
    guard !comparison.isMet else { return "\(source.visible): \(came)" }
    var parts = [
      (counts.missing, "missing"), (counts.shifted, "early or late"),
      (counts.unexpected, "unexpected"),
    ]
    .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if counts.shifted > 0 { parts.append("tolerance \(tolerance.spoken)") }
    return "\(source.visible): error: \(came): \(parts.joined(separator: ", "))"
  }

  package static func summary(ofUpdating recording: Recording, _ counts: Comparison.Counts)
    -> String
  {
    let now = counts.met + counts.shifted + counts.unexpected
    let parts = [
      (counts.unexpected, "new"), (counts.missing, "missing"), (counts.shifted, "at another time"),
    ]
    .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    // Without any event nothing shows whether there was a recording before.
    let changes = parts.isEmpty && now > 0 ? ["as before"] : parts
    return (["\(recording.name.visible): \(counted(now, "event")) recorded"] + changes)
      .joined(separator: ", ")
  }

  private static func sign(_ finding: Comparison.Finding) -> String {
    switch finding {
    case .met: " "
    case .missing: "-"
    case .unexpected: "+"
    case .shifted: "~"
    }
  }

  private static func name(_ event: RecordedEvent) -> String {
    let region = event.region.map { VisibleText.quoted($0.rawValue) } ?? "-"
    guard let device = event.device else { return region }
    return "\(region) of \(VisibleText.quoted(device.rawValue))"
  }

  private static func distance(from event: RecordedEvent, to other: RecordedEvent) -> String {
    if other.time == event.time { return "at the same time" }
    let shift = event.time.distance(to: other.time).spoken
    return other.time > event.time ? "\(shift) later" : "\(shift) earlier"
  }
}
