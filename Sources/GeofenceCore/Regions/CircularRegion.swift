/// A circle on the ellipsoid that an app wants to monitor, with its radius in metres.
public struct CircularRegion: Hashable, Sendable {
  public var identifier: RegionIdentifier
  /// The name that people use for the region, where it differs from the identifier.
  public var name: String?
  public var center: Coordinate
  /// The radius in metres; positive and finite.
  public var radius: Double
  /// A Boolean value that indicates whether an `enter` is reported.
  ///
  /// The state of the condition changes either way.
  public var notifyOnEntry: Bool
  /// A Boolean value that indicates whether an `exit` is reported.
  ///
  /// The state of the condition changes either way.
  public var notifyOnExit: Bool

  /// Creates a region with a radius in metres, which reports entries and exits by default.
  public init(
    identifier: RegionIdentifier, name: String? = nil, center: Coordinate, radius: Double,
    notifyOnEntry: Bool = true, notifyOnExit: Bool = true
  ) {
    self.identifier = identifier
    self.name = name
    self.center = center
    self.radius = radius
    self.notifyOnEntry = notifyOnEntry
    self.notifyOnExit = notifyOnExit
  }
}
