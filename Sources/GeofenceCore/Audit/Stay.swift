/// A stretch of time that a device spent inside a region, by plain geometry.
public struct Stay: Hashable, Sendable {
  public let region: RegionIdentifier
  /// The first fix inside.
  public let start: Timestamp
  /// The first fix outside, or when the region left the app's set; `nil` while the device is inside.
  public internal(set) var end: Timestamp?
}
