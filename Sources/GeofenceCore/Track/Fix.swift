/// One location sample, as a track records it or a receiver reports it.
@usableFromInline package struct Fix: Hashable, Sendable {
  @usableFromInline package var time: Timestamp
  @usableFromInline package var coordinate: Coordinate
  /// The radius of the uncertainty circle in metres, not negative; `nil` when unknown.
  @usableFromInline package var horizontalAccuracy: Double?
  /// The altitude in metres above the ellipsoid or the sea, as the track has it; `nil` when
  /// unknown.
  @usableFromInline package var altitude: Double?
  /// The speed in metres per second; `nil` when unknown.
  @usableFromInline package var speed: Double?
  /// The course in degrees clockwise from true north; `nil` when unknown.
  @usableFromInline package var course: Double?

  /// Creates a fix; accuracy and altitude are in metres, speed in metres per second, course in
  /// degrees.
  @inlinable
  package init(
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
