/// A quiet zone with its numbers unpacked, which many fixes are compared with.
@usableFromInline struct UnpackedZone: Sendable {
  /// The latitude of the centre in degrees.
  @usableFromInline let latitude: Double
  /// The longitude of the centre in degrees.
  @usableFromInline let longitude: Double
  /// The metres in a degree of longitude, as an upper bound.
  @usableFromInline let metresPerDegree: Double
  /// The squared radius in square metres.
  @usableFromInline let squaredRadius: Double
  /// The end of the zone in milliseconds since 1970.
  @usableFromInline let end: Int64

  @inlinable @inline(__always)
  init(_ zone: QuietZone) {
    let surroundings = zone.surroundings
    latitude = Double(surroundings.latitude) * Surroundings.unit
    longitude = Double(surroundings.longitude) * Surroundings.unit
    metresPerDegree = Double(surroundings.halfDegree) * 2
    squaredRadius = Double(Float(bitPattern: UInt32(surroundings.squaredRadius) << 16))
    end = Int64(zone.end) &* 1000
  }

  /// A Boolean value that indicates whether every place in the zone is a valid coordinate, which is
  /// not so at a pole and at the antimeridian.
  @inlinable var isWithinWorld: Bool {
    let radius = squaredRadius.squareRoot()
    return latitude.magnitude + radius / Surroundings.metresPerMeridianDegree < 90
      && longitude.magnitude + radius / metresPerDegree < 180
  }

  /// Returns whether a place lies in the zone at a time, as `QuietZone` has it to the last bit.
  @inlinable @inline(__always)
  func covers(_ time: Timestamp, _ place: Coordinate) -> Bool {
    let north = (place.latitude - latitude) * Surroundings.metresPerMeridianDegree
    let east = (place.longitude - longitude) * metresPerDegree
    return time.milliseconds < end && north * north + east * east < squaredRadius
  }
}
