/// An event as a recording has it, with enough to compare it with that of another run.
package struct RecordedEvent: Hashable, Sendable {
  package let time: Timestamp
  /// The word for the event's kind, such as `enter` or `exit`.
  package let name: String
  package let region: RegionIdentifier?
  /// The name of the device, where the recording distinguishes devices; equal scalar by scalar.
  package let device: RegionIdentifier?

  package init(
    time: Timestamp, name: String, region: RegionIdentifier?, device: RegionIdentifier?
  ) {
    self.time = time
    self.name = name
    self.region = region
    self.device = device
  }

  package var isCrossing: Bool { name == "enter" || name == "exit" }

  /// A Boolean value that indicates whether the event is one that is written without being asked
  /// for: a crossing or a dwell.
  package var isUsual: Bool { isCrossing || name == "dwell" }
}
