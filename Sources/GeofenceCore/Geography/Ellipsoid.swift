/// The WGS 84 reference ellipsoid (NGA.STND.0036).
package enum Ellipsoid {
  /// The semi-major axis, in metres.
  package static let a = 6_378_137.0
  /// The flattening, a ratio.
  static let f = 1 / 298.257223563
  /// The semi-minor axis, in metres.
  static let b = a * (1 - f)
  /// The square of the first eccentricity, a ratio.
  package static let e2 = f * (2 - f)
  /// The square of the second eccentricity, a ratio.
  static let ep2 = e2 / (1 - e2)
}
