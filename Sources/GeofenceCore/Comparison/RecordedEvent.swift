/// An event as a recording has it: enough to tell whether another run gave the same.
public struct RecordedEvent: Hashable, Sendable {
  public let time: Timestamp
  /// The word for it: `enter`, `exit`, …
  public let name: String
  public let region: RegionIdentifier?
  /// The name of the device, where the recording tells devices apart; it is equal scalar by scalar.
  public let device: RegionIdentifier?

  public init(
    time: Timestamp, name: String, region: RegionIdentifier?, device: RegionIdentifier?
  ) {
    self.time = time
    self.name = name
    self.region = region
    self.device = device
  }

  /// Whether it is an `enter` or an `exit`.
  public var isCrossing: Bool { name == "enter" || name == "exit" }
}
