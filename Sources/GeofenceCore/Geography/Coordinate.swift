/// A place on the WGS 84 ellipsoid, in degrees.
@usableFromInline package struct Coordinate: Hashable, Sendable {
  /// Geodetic latitude in degrees, −90…90, north positive.
  @usableFromInline package var latitude: Double
  /// Longitude in degrees, −180…180, east positive.
  @usableFromInline package var longitude: Double

  /// Creates a place from degrees, north and east positive.
  @inlinable
  package init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// True if the latitude lies in −90…90 and the longitude in −180…180; false for NaN.
  @inlinable package var isValid: Bool {
    latitude.magnitude <= 90 && longitude.magnitude <= 180
  }

  /// True if it is 0,0, which is written where there is no place.
  @inlinable package var isAtZero: Bool {
    latitude.magnitude <= 1e-6 && longitude.magnitude <= 1e-6
  }
}

extension Double {
  /// This angle, given in degrees, in radians.
  package var radians: Double { self * .pi / 180 }
  /// This angle, given in radians, in degrees.
  package var degrees: Double { self * 180 / .pi }
}
