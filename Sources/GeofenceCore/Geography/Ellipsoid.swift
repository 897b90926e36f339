/// The WGS 84 reference ellipsoid (NGA.STND.0036).
enum Ellipsoid {
  /// Semi-major axis, metres.
  static let a = 6_378_137.0
  /// Flattening.
  static let f = 1 / 298.257223563
  /// Semi-minor axis, metres.
  static let b = a * (1 - f)
  /// First eccentricity squared.
  static let e2 = f * (2 - f)
  /// Second eccentricity squared.
  static let ep2 = e2 / (1 - e2)
}
