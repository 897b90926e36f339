import GeofenceCore

/// A projection of the ellipsoid onto a plane that preserves angles and maps circles to circles.
///
/// The ellipsoid is laid conformally on a sphere, and the sphere is projected from the point
/// opposite the centre (Snyder, Map Projections: A Working Manual, 1987, pages 160–163). The
/// antimeridian and the poles are no special cases, but the surroundings of the opposite point lie
/// infinitely far away.
struct StereographicProjection: Sendable {
  /// The place that the projection maps to the origin.
  let center: Coordinate
  private let middle: Conformal
  /// The radius of the sphere in metres, chosen so that the scale is 1 at the centre.
  private let sphereRadius: Double

  /// A point of the plane in metres, east and north of the centre.
  struct Point: Hashable, Sendable {
    var x: Double
    var y: Double

    init(x: Double, y: Double) {
      (self.x, self.y) = (x, y)
    }
  }

  /// A circle of the plane, with its measures in metres.
  struct Circle: Hashable, Sendable {
    let center: Point
    /// The radius in metres on the plane.
    let radius: Double
  }

  init(around center: Coordinate) {
    self.center = center
    middle = Conformal(center.latitude)
    sphereRadius = middle.metresPerRadian
  }

  /// A latitude on the conformal sphere.
  private struct Conformal {
    let sine: Double
    let cosine: Double
    /// The metres on the ellipsoid for each radian on the sphere, at this latitude.
    let metresPerRadian: Double

    /// Creates the conformal latitude of a geodetic one in degrees.
    init(_ latitude: Double) {
      // At a pole itself the ratios below are 0/0; a millimetre away from it they are defined.
      let (sin, cos) = sineAndCosine(min(max(latitude, -89.999_999_99), 89.999_999_99).radians)
      let e = Ellipsoid.e2.squareRoot()
      // This is tanh(artanh(sin φ) − e·artanh(e·sin φ)) by the addition theorem. Near a pole
      // 1 − sin² loses the digits that matter, while the cosine keeps them.
      let t = hyperbolicTangent(e * inverseHyperbolicTangent(e * sin))
      sine = (sin - t) / (1 - sin * t)
      cosine = cos * (1 - t * t).squareRoot() / (1 - sin * t)
      metresPerRadian = Ellipsoid.a * cos / (1 - Ellipsoid.e2 * sin * sin).squareRoot() / cosine
    }
  }

  /// Returns the image of a place, in metres on the plane.
  ///
  /// - Complexity: O(1).
  func project(_ coordinate: Coordinate) -> Point {
    let (point, cosine) = onSphere(Conformal(coordinate.latitude), coordinate.longitude)
    let scale = 2 * sphereRadius / max(1 + cosine, 1e-9)
    return Point(x: scale * point.x, y: scale * point.y)
  }

  /// Returns the image of the circle around `coordinate`; `nil` where the circle comes near the
  /// opposite point.
  ///
  /// - Parameter radius: metres; small compared with the Earth.
  func project(circleAround coordinate: Coordinate, radius: Double) -> Circle? {
    let place = Conformal(coordinate.latitude)
    let (point, cosine) = onSphere(place, coordinate.longitude)
    let sine = (point.x * point.x + point.y * point.y).squareRoot()
    let away = arcTangent(sine, over: cosine)
    let reach = radius / place.metresPerRadian
    guard away + reach < 3 else { return nil }
    let far = 2 * sphereRadius * tangent((away + reach) / 2)
    let near = 2 * sphereRadius * tangent((away - reach) / 2)
    let middle = sine > 0 ? (far + near) / 2 / sine : 0
    return Circle(
      center: Point(x: middle * point.x, y: middle * point.y), radius: (far - near) / 2)
  }

  /// Returns a place's point on the unit sphere, east and north of the centre, and the cosine of
  /// its distance.
  private func onSphere(_ latitude: Conformal, _ longitude: Double) -> (
    point: Point, cosine: Double
  ) {
    let (sin, cos) = sineAndCosine((longitude - center.longitude).radians)
    return (
      Point(
        x: latitude.cosine * sin,
        y: middle.cosine * latitude.sine - middle.sine * latitude.cosine * cos),
      middle.sine * latitude.sine + middle.cosine * latitude.cosine * cos
    )
  }

  private func tangent(_ angle: Double) -> Double {
    let (sine, cosine) = sineAndCosine(angle)
    return sine / cosine
  }

  /// Returns the place whose image is `point`, to a micrometre.
  func unproject(_ point: Point) -> Coordinate {
    let distance = (point.x * point.x + point.y * point.y).squareRoot()
    guard distance > 0 else { return center }
    let (sin, cos) = sineAndCosine(2 * arcTangent(distance, over: 2 * sphereRadius))
    let (east, north) = (point.x / distance, point.y / distance)
    let sine = min(max(cos * middle.sine + north * sin * middle.cosine, -1), 1)
    let longitude =
      center.longitude
      + arcTangent(east * sin, over: middle.cosine * cos - north * middle.sine * sin).degrees
    return Coordinate(
      latitude: geodeticLatitude(sine), longitude: longitude.remainder(dividingBy: 360))
  }

  /// Returns the geodetic latitude, in degrees, for the sine of a conformal one.
  private func geodeticLatitude(_ sine: Double) -> Double {
    let e = Ellipsoid.e2.squareRoot()
    var sin = sine
    for _ in 0..<6 {
      let t = hyperbolicTangent(e * inverseHyperbolicTangent(e * sin))
      sin = (sine + t) / (1 + sine * t)
    }
    return arcSine(sin).degrees
  }
}
