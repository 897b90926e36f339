/// A place on the ellipsoid as an Earth-centred, Earth-fixed vector, in metres.
///
/// The straight line between two such vectors (the chord) needs no trigonometry, and neither the
/// antimeridian nor a pole is a special case for it.
package struct EarthVector: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var z: Double

  package init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// Creates the vector, in metres, of a place at height zero.
  package init(_ coordinate: Coordinate) {
    let (sinLatitude, cosLatitude) = sineAndCosine(coordinate.latitude.radians)
    let (sinLongitude, cosLongitude) = sineAndCosine(coordinate.longitude.radians)
    let primeVertical =
      Ellipsoid.a / (1 - Ellipsoid.e2 * sinLatitude * sinLatitude).squareRoot()
    x = primeVertical * cosLatitude * cosLongitude
    y = primeVertical * cosLatitude * sinLongitude
    z = primeVertical * (1 - Ellipsoid.e2) * sinLatitude
  }

  /// Returns the squared length of the chord to `other`, in square metres.
  @inlinable
  package func squaredChord(to other: EarthVector) -> Double {
    let dx = x - other.x
    let dy = y - other.y
    let dz = z - other.z
    return dx * dx + dy * dy + dz * dz
  }
}

extension EarthVector {
  /// Returns the share of the straight line between two places at which it comes nearest to this one;
  /// below 0 or above 1 where that is beyond an end.
  func share(from start: EarthVector, to end: EarthVector) -> Double {
    let (dx, dy, dz) = (end.x - start.x, end.y - start.y, end.z - start.z)
    let along = (x - start.x) * dx + (y - start.y) * dy + (z - start.z) * dz
    return along / (dx * dx + dy * dy + dz * dz)
  }

  /// The longitude in degrees, counted from the x axis towards the y axis.
  package var longitude: Double { arcTangent(y, over: x).degrees }

  /// The place on a sphere that lies in this direction; `nil` for the zero vector.
  package var direction: Coordinate? {
    let across = (x * x + y * y).squareRoot()
    guard across > 0 || z != 0 else { return nil }
    return Coordinate(latitude: arcTangent(z, over: across).degrees, longitude: longitude)
  }
}
