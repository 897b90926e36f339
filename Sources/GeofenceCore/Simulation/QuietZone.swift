/// The places and the time in which a fix changes nothing: no state, no crossing, no selection.
///
/// Most fixes lie in such a zone and are skipped before they are turned into vectors. A zone takes
/// sixteen bytes, since there may be millions of them.
@usableFromInline package struct QuietZone: Sendable {
  @usableFromInline var surroundings = Surroundings.none
  /// The end of the zone in whole seconds since 1970.
  @usableFromInline var end: UInt32 = 0

  /// The distance and the time for which one observer of the device needs no fix.
  struct Allowance {
    /// The distance in metres by chord; not positive where the very next fix is needed.
    var distance = Double.infinity
    /// The time from which a fix is needed wherever it is.
    var end = Timestamp.distantFuture
    /// The greatest accuracy, in metres, of a fix that is not needed.
    var accuracy = Double.infinity
    /// The longest time between two fixes of which the second is not needed.
    var step = Interval(milliseconds: .max)

    func joined(with other: Allowance) -> Allowance {
      Allowance(
        distance: min(distance, other.distance), end: min(end, other.end),
        accuracy: min(accuracy, other.accuracy), step: min(step, other.step))
    }

    /// Leaves a part of the allowance to the accuracies of fixes, where the share of a circle of
    /// accuracy counts: a circle that reaches no boundary changes nothing.
    mutating func leaveRoom(forAccuracyOf fix: Fix) {
      guard distance > 0, fix.horizontalAccuracy ?? 0 > 0 else {
        accuracy = 0
        return
      }
      distance /= 2
      // A chord is a little shorter than the distance along the ground.
      accuracy = min(accuracy, distance - 0.1)
    }

    /// Returns whether a fix at `time` has to be evaluated where the device is.
    func isUsedUp(at time: Timestamp) -> Bool { distance <= 0 || end <= time }
  }

  /// Creates an empty zone, with which every fix is evaluated.
  @inlinable init() {}

  init(from place: Coordinate, _ vector: EarthVector, _ allowance: Allowance) {
    guard allowance.distance > 0, allowance.end.milliseconds > 0 else { return }
    // The subtracted metres allow for rounding in the vectors' coordinates and the square roots.
    surroundings = Surroundings(of: place, vector, within: allowance.distance - 1e-6)
    end = UInt32(clamping: allowance.end.milliseconds / 1000)
  }

  @inlinable @inline(__always)
  func covers(_ fix: Fix) -> Bool {
    fix.time.milliseconds < Int64(end) &* 1000 && surroundings.contains(fix.coordinate)
  }
}

/// The places within a radius of one place, recognised by their degrees without trigonometry.
///
/// The path from the centre along which latitude and longitude change evenly is no shorter than the
/// chord. It is at most the hypotenuse of two sides: the meridian is nowhere curved with a radius
/// above a²/b, and the parallels that it meets have at most the centre's radius plus the metres
/// travelled towards the equator. This holds at the poles; across the antimeridian that path goes
/// round the Earth, so a place there counts as a far one.
///
/// A value takes twelve bytes, since there may be millions of them. The rounding makes the
/// surroundings smaller by two centimetres and by four thousandths of the radius.
@usableFromInline struct Surroundings: Sendable {
  /// The latitude of the centre in ten-millionths of a degree.
  @usableFromInline let latitude: Int32
  /// The longitude of the centre in ten-millionths of a degree.
  @usableFromInline let longitude: Int32
  /// Half of the metres in a degree of longitude, as an upper bound.
  @usableFromInline let halfDegree: UInt16
  /// The squared radius in square metres, as the upper half of a `Float`.
  @usableFromInline let squaredRadius: UInt16

  /// The metres in a degree of latitude, as an upper bound: a²/b, rounded up.
  @inlinable static var metresPerMeridianDegree: Double { 6_399_600 * Double.pi / 180 }
  /// The unit, in degrees, of the stored latitude and longitude.
  @inlinable static var unit: Double { 1e-7 }
  /// The largest distance, in metres, from a place to its stored position.
  private static let rounding = 0.02

  @inlinable static var none: Surroundings { Surroundings() }

  @inlinable init() { (latitude, longitude, halfDegree, squaredRadius) = (0, 0, 0, 0) }

  /// Creates the surroundings within a radius, in metres, of a place; without a positive one they are
  /// empty.
  ///
  /// - Precondition: `center` is valid, and `vector` is its vector.
  init(of center: Coordinate, _ vector: EarthVector, within radius: Double) {
    let radius = min(max(radius - Self.rounding, 0), 1e6)
    let parallel = (vector.x * vector.x + vector.y * vector.y).squareRoot()
    latitude = Int32(center.latitude / Self.unit)
    longitude = Int32(center.longitude / Self.unit)
    halfDegree = UInt16((parallel + radius + 1) * .pi / 360 + 1)
    squaredRadius = UInt16(Float(radius * radius).nextDown.bitPattern >> 16)
  }

  /// Returns whether `place` is certainly within the radius, by chord.
  ///
  /// Places at the very end of the radius may be missing.
  @inlinable @inline(__always)
  func contains(_ place: Coordinate) -> Bool {
    let north =
      (place.latitude - Double(latitude) * Self.unit) * Self.metresPerMeridianDegree
    let east = (place.longitude - Double(longitude) * Self.unit) * Double(halfDegree) * 2
    return north * north + east * east < Double(Float(bitPattern: UInt32(squaredRadius) << 16))
  }
}
