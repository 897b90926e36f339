/// The places at most so many metres around one place, told by their degrees without trigonometry.
///
/// The way from the centre along which latitude and longitude change evenly is no shorter than the
/// chord. It is at most the hypotenuse of two sides: the meridian is nowhere curved with a radius
/// above a²/b, and the parallels it meets have at most the centre's radius and the metres gone
/// towards the equator. This holds at the poles; across the antimeridian the way goes round the
/// Earth, so a place there is taken for a far one.
struct Surroundings: Sendable {
  private let center: Coordinate
  /// Metres in a degree of longitude, at most. Single precision, since there may be millions of these.
  private let metresPerDegree: Float
  private let squaredRadius: Float

  /// Metres in a degree of latitude, at most: a²/b, rounded up.
  private static let metresPerMeridianDegree = 6_399_600 * Double.pi / 180

  /// No place at all.
  static let none = Surroundings()

  private init() {
    center = Coordinate(latitude: 0, longitude: 0)
    metresPerDegree = 0
    squaredRadius = 0
  }

  /// - Parameters:
  ///   - vector: that of `center`.
  ///   - radius: metres; when it is not positive there is no such place.
  init(of center: Coordinate, _ vector: EarthVector, within radius: Double) {
    let radius = min(max(radius, 0), 1e6)
    let parallel = (vector.x * vector.x + vector.y * vector.y).squareRoot()
    self.center = center
    metresPerDegree = Float((parallel + radius + 1) * .pi / 180).nextUp
    squaredRadius = Float(radius * radius).nextDown
  }

  /// Whether `place` is certainly within the radius, by chord; places at its very end may be missing.
  @inline(__always)
  func contains(_ place: Coordinate) -> Bool {
    let north = (place.latitude - center.latitude) * Self.metresPerMeridianDegree
    let east = (place.longitude - center.longitude) * Double(metresPerDegree)
    return north * north + east * east < Double(squaredRadius)
  }
}
