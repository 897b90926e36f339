/// The numbers that decide when a boundary counts as crossed.
///
/// Apple: the device "must travel a minimum distance over the boundary and remain on the same side
/// of the boundary for at least 20 seconds".
public struct CrossingRules: Hashable, Sendable {
  /// How long the device must stay on the new side. Apple documents 20 s.
  public var dwell = Interval(milliseconds: 20_000)
  /// The minimum distance past the boundary, metres; not negative.
  ///
  /// 200 m is what Apple gives "for testing purposes".
  public var cushion = 200.0
  /// The same on the way in, metres; never more than half the radius.
  ///
  /// Developers observed that an enter comes "almost exactly at the edge" (flutter_background_geolocation
  /// #953, 2023), hence 0.
  public var inwardCushion = 0.0
  /// Whether a fix of any accuracy decides.
  public var ignoresAccuracy = false

  public init() {}

  /// The cushion on the way in, metres: at most half the radius, since nobody can be 200 m inside a
  /// 100 m circle.
  func inwardCushion(radius: Double) -> Double { min(inwardCushion, radius / 2) }
}
