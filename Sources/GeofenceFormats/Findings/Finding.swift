/// Something that a validation found: where it is, what it is and how to help it.
public struct Finding: Hashable, Sendable {
  public enum Severity: String, CaseIterable, Hashable, Sendable {
    /// The tool would refuse the input.
    case error
    /// The tool takes the input; a phone would not do what its author expects.
    case warning
    case note
  }

  /// What the finding is about; one word for programs to filter by.
  public enum Topic: String, Hashable, Sendable {
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

  public var severity: Severity
  public var topic: Topic
  public var message: InputError

  public init(_ severity: Severity, _ topic: Topic, _ message: InputError) {
    self.severity = severity
    self.topic = topic
    self.message = message
  }
}
