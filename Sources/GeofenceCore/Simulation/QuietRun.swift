/// A run of fixes of one device that change nothing for those who follow it, and are only counted.
///
/// Whoever receives a fix may begin a run. The reader of the track then counts the fixes of the
/// device that lie in the zone, and hands the run back with the first one that does not, or of
/// another device.
@usableFromInline package struct QuietRun: Sendable {
  /// The number that the reader of the track gives to the device; negative where there is no run.
  @usableFromInline package let device: Int
  @usableFromInline let zone: UnpackedZone
  /// The number of fixes that were counted.
  @usableFromInline package internal(set) var count = 0
  /// The time of the last one.
  @usableFromInline package internal(set) var last = Timestamp(milliseconds: .min)

  /// The largest number of fixes in a run, after which progress is shown and interruptions count.
  @inlinable static var longest: Int { 4096 }

  /// Creates a run that takes no fix.
  @inlinable package init() { self.init(-1, UnpackedZone(QuietZone())) }

  /// Creates a run of a device, which takes no fix where the zone reaches a pole or the
  /// antimeridian.
  @inlinable package init(of device: Int, in zone: QuietZone) {
    let zone = UnpackedZone(zone)
    if zone.isWithinWorld { self.init(device, zone) } else { self.init() }
  }

  @inlinable init(_ device: Int, _ zone: UnpackedZone) { (self.device, self.zone) = (device, zone) }

  /// Returns whether a fix belongs to the run; the place of one that does is valid.
  @inlinable @inline(__always)
  package func covers(_ device: Int, _ time: Timestamp, _ place: Coordinate) -> Bool {
    device == self.device && count < Self.longest && zone.covers(time, place)
  }

  /// Counts a fix that belongs to the run.
  ///
  /// - Precondition: the fix is not earlier than the device's last one.
  @inlinable @inline(__always)
  package mutating func count(_ time: Timestamp) {
    count &+= 1
    last = time
  }
}

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
