/// A circle on the ellipsoid that an app wants to watch.
public struct CircularRegion: Hashable, Sendable {
  public var identifier: RegionIdentifier
  /// What people call it, where the identifier does not say it.
  public var name: String?
  public var center: Coordinate
  /// Metres; positive and finite.
  public var radius: Double
  /// Whether an `enter` is reported. The state moves on either way.
  public var notifyOnEntry: Bool
  /// Whether an `exit` is reported. The state moves on either way.
  public var notifyOnExit: Bool

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
