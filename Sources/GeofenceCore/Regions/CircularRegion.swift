/// A circle on the ellipsoid that an app wants to monitor, with its radius in metres.
package struct CircularRegion: Hashable, Sendable {
  /// The largest radius in metres: half of the Earth's circumference, so that no two places are
  /// farther apart.
  package static let largestRadius = 20_037_508.0

  package var identifier: RegionIdentifier
  /// The name that people use for the region, where it differs from the identifier.
  package var name: String?
  package var center: Coordinate
  /// The radius in metres; positive and finite.
  package var radius: Double
  /// True if an `enter` is reported.
  ///
  /// The state of the condition changes either way.
  package var notifyOnEntry: Bool
  /// True if an `exit` is reported.
  ///
  /// The state of the condition changes either way.
  package var notifyOnExit: Bool
  /// The shape that people mean, where it is not the circle, which encloses it.
  ///
  /// The system knows the circle alone; what happened to the device is judged by the shape.
  package var shape: RegionShape?

  /// Creates a region with a radius in metres, which reports entries and exits by default.
  package init(
    identifier: RegionIdentifier, name: String? = nil, center: Coordinate, radius: Double,
    notifyOnEntry: Bool = true, notifyOnExit: Bool = true, shape: RegionShape? = nil
  ) {
    self.identifier = identifier
    self.name = name
    self.center = center
    self.radius = radius
    self.notifyOnEntry = notifyOnEntry
    self.notifyOnExit = notifyOnExit
    self.shape = shape
  }
}
