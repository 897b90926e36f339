/// The places at most so many metres around one place, told by their degrees without trigonometry.
///
/// The way from the centre along which latitude and longitude change evenly is no shorter than the
/// chord. It is at most the hypotenuse of two sides: the meridian is nowhere curved with a radius
/// above a²/b, and the parallels it meets have at most the centre's radius and the metres gone
/// towards the equator. This holds at the poles; across the antimeridian the way goes round the
/// Earth, so a place there is taken for a far one.
///
/// Twelve bytes, since there may be millions of these: what is lost by that makes them smaller by two
/// centimetres and four thousandths.
struct Surroundings: Sendable {
  /// Ten-millionths of a degree.
  private let latitude: Int32
  /// Ten-millionths of a degree.
  private let longitude: Int32
  /// Half of the metres in a degree of longitude, at most.
  private let halfDegree: UInt16
  /// The upper half of a `Float`.
  private let squaredRadius: UInt16

  /// Metres in a degree of latitude, at most: a²/b, rounded up.
  private static let metresPerMeridianDegree = 6_399_600 * Double.pi / 180
  /// Degrees.
  private static let unit = 1e-7
  /// Metres from a place to where it is written, at most.
  private static let rounding = 0.02

  /// No place at all.
  static let none = Surroundings()

  private init() { (latitude, longitude, halfDegree, squaredRadius) = (0, 0, 0, 0) }

  /// - Parameters:
  ///   - center: a valid coordinate.
  ///   - vector: that of `center`.
  ///   - radius: metres; when it is not positive there is no such place.
  init(of center: Coordinate, _ vector: EarthVector, within radius: Double) {
    let radius = min(max(radius - Self.rounding, 0), 1e6)
    let parallel = (vector.x * vector.x + vector.y * vector.y).squareRoot()
    latitude = Int32(center.latitude / Self.unit)
    longitude = Int32(center.longitude / Self.unit)
    halfDegree = UInt16((parallel + radius + 1) * .pi / 360 + 1)
    squaredRadius = UInt16(Float(radius * radius).nextDown.bitPattern >> 16)
  }

  /// Whether `place` is certainly within the radius, by chord; places at its very end may be missing.
  @inline(__always)
  func contains(_ place: Coordinate) -> Bool {
    let north =
      (place.latitude - Double(latitude) * Self.unit) * Self.metresPerMeridianDegree
    let east = (place.longitude - Double(longitude) * Self.unit) * Double(halfDegree) * 2
    return north * north + east * east < Double(Float(bitPattern: UInt32(squaredRadius) << 16))
  }
}
