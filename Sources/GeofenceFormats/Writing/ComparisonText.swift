public import GeofenceCore

/// A comparison as a diff for people: what differs, a line each, and a last line that sums it up.
public struct ComparisonText {
  private let comparison: Comparison
  /// What the expectations are called.
  private let source: String
  private let tolerance: Interval
  /// How many differences are shown.
  private static let shown = 100

  public init(_ comparison: Comparison, source: String, tolerance: Interval) {
    self.comparison = comparison
    self.source = source
    self.tolerance = tolerance
  }

  public var lines: [String] {
    let differences = comparison.differences
    let width = differences.prefix(Self.shown).map { Self.name($0.event).count }.max() ?? 0
    let kinds = differences.prefix(Self.shown).map(\.event.name.count)
    let kindWidth = max("enter".count, kinds.max() ?? 0)
    var lines = differences.prefix(Self.shown).map { finding in
      let event = finding.event
      let columns = [
        "\(Self.sign(finding)) \(event.time.rfc3339)", event.name.padded(to: kindWidth),
        Self.name(event).padded(to: min(width, 32)), Self.explanation(finding),
      ]
      return columns.joined(separator: "  ")
    }
    if differences.count > Self.shown {
      lines.append("… and \(differences.count - Self.shown) more differences")
    }
    return lines + [verdict] + (deviceHelp.map { ["help: \($0)"] } ?? [])
  }

  /// What to do where one of the two tells devices apart and the other does not.
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
        + "record it anew"
    case (missing.count, 0):
      return "the recording tells devices apart, as with several tracks, and this run does not: "
        + "give the tracks it was made with"
    default: return nil
    }
  }

  /// What is wrong with a finding, in words; `nil` where it was met.
  public static func explanation(_ finding: Comparison.Finding, clock: LocalClock = LocalClock())
    -> String
  {
    switch finding {
    case .met: ""
    case .shifted(let expected, let actual):
      actual.time > expected.time
        ? "\((actual.time - expected.time).text) late: came at \(clock.text(actual.time))"
        : "\((expected.time - actual.time).text) early: came at \(clock.text(actual.time))"
    case .missing(let event, let nearest?):
      "missing; the nearest event of this region is the \(nearest.name) "
        + "\(distance(from: event, to: nearest)), at \(clock.text(nearest.time))"
    case .missing(_, nil): "missing; no event of this region came"
    case .unexpected(let event, let nearest?):
      "unexpected; the nearest that is expected of this region is the \(nearest.name) "
        + "\(distance(from: event, to: nearest)), at \(clock.text(nearest.time))"
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
    if counts.shifted > 0 { parts.append("tolerance \(tolerance.text)") }
    return "\(source.visible): error: \(came): \(parts.joined(separator: ", "))"
  }

  /// What a recording has become, in one line.
  ///
  /// - Parameter counts: of the comparison of what was recorded with what is now.
  public static func summary(ofUpdating recording: Recording, _ counts: Comparison.Counts) -> String
  {
    let now = counts.met + counts.shifted + counts.unexpected
    let parts = [
      (counts.unexpected, "new"), (counts.missing, "gone"), (counts.shifted, "at another time"),
    ]
    .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "\(recording.name.visible): \(counted(now, "event")) recorded, "
      + (parts.isEmpty ? "as before" : parts.joined(separator: ", "))
  }

  private static func sign(_ finding: Comparison.Finding) -> String {
    switch finding {
    case .met: " "
    case .missing: "-"
    case .unexpected: "+"
    case .shifted: "~"
    }
  }

  /// How a listing names the event's region, and its device where there is one.
  private static func name(_ event: RecordedEvent) -> String {
    let region = event.region.map { TextFormatter.quoted($0.rawValue) } ?? "-"
    guard let device = event.device else { return region }
    return "\(region) of \(TextFormatter.quoted(device.rawValue))"
  }

  private static func distance(from event: RecordedEvent, to other: RecordedEvent) -> String {
    let shift = (other.time - event.time).seconds
    if shift == 0 { return "at the same time" }
    return shift > 0 ? "\(shift.plain) s later" : "\((-shift).plain) s earlier"
  }
}
