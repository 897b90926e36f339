/// One location sample.
public struct Fix: Hashable, Sendable {
  public var time: Timestamp
  public var coordinate: Coordinate
  /// Radius of the uncertainty circle in metres, not negative; `nil` when unknown.
  public var horizontalAccuracy: Double?
  /// Metres above the ellipsoid or the sea, as the track has it; `nil` when unknown.
  public var altitude: Double?
  /// Metres per second; `nil` when unknown.
  public var speed: Double?
  /// Degrees clockwise from true north; `nil` when unknown.
  public var course: Double?

  public init(
    time: Timestamp, coordinate: Coordinate, horizontalAccuracy: Double? = nil,
    altitude: Double? = nil, speed: Double? = nil, course: Double? = nil
  ) {
    self.time = time
    self.coordinate = coordinate
    self.horizontalAccuracy = horizontalAccuracy
    self.altitude = altitude
    self.speed = speed
    self.course = course
  }
}
