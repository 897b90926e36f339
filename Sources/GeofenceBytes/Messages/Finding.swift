package struct Finding: Hashable, Sendable, CustomStringConvertible {
  package enum Severity: String, CaseIterable, Hashable, Sendable {
    case error
    /// The tool accepts the input, but a phone would not behave as its author expects.
    case warning
    case note
  }

  /// The subject of a finding, in a word by which programs can filter.
  package enum Topic: String, Hashable, Sendable {
    case unreadable
    case skippedPoint = "skipped-point"
    case ignoredData = "ignored-data"
    case untimed
    case unknownColumn = "unknown-column"
    case unknownKey = "unknown-key"
    case implausible
    case assumed
    case sameCircle = "same-circle"
    case sameCentre = "same-centre"
    case smallRadius = "small-radius"
    case aboveMaximum = "above-maximum"
    case aboveLimit = "above-limit"
    case crowded
    case slowSteps = "slow-steps"
    case wideSteps = "wide-steps"
  }

  package var severity: Severity
  package var topic: Topic
  package var message: InputError

  package init(_ severity: Severity, _ topic: Topic, _ message: InputError) {
    self.severity = severity
    self.topic = topic
    self.message = message
  }

  /// Returns the note on times that name no zone.
  package static func localTimes(_ times: String = "times", of source: String, _ zone: ZoneInfo?)
    -> Self
  {
    let problem =
      "\(times) that name no zone are taken as \(zone.map { "those of \($0.name)" } ?? "UTC")"
    let help = zone == nil ? "--track-timezone NAME says otherwise" : nil
    return Self(.note, .assumed, InputError(source: source, problem: problem, help: help))
  }

  /// The lines for a terminal, such as `places.csv: warning: the radius is below 1 m`.
  package var description: String { message.rendered(severity: severity.rawValue) }
}
