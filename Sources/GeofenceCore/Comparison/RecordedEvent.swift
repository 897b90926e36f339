/// An event as a recording has it, with enough to compare it with that of another run.
public struct RecordedEvent: Hashable, Sendable {
  public let time: Timestamp
  /// The word for the event's kind, such as `enter` or `exit`.
  public let name: String
  public let region: RegionIdentifier?
  /// The name of the device, where the recording distinguishes devices; equal scalar by scalar.
  public let device: RegionIdentifier?

  public init(
    time: Timestamp, name: String, region: RegionIdentifier?, device: RegionIdentifier?
  ) {
    self.time = time
    self.name = name
    self.region = region
    self.device = device
  }

  /// A Boolean value that indicates whether the event is an `enter` or an `exit`.
  public var isCrossing: Bool { name == "enter" || name == "exit" }
}
