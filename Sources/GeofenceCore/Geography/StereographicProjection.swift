/// The ellipsoid on a plane around one place: angles stay, and a circle on the ground is a circle.
///
/// The ellipsoid is laid conformally on a sphere and the sphere projected from the point opposite
/// the centre (Snyder, Map Projections: A Working Manual, 1987, pages 160–163). Nothing is special
/// at the antimeridian or at a pole, but the surroundings of the opposite point lie infinitely far
/// away.
package struct StereographicProjection: Sendable {
  package let center: Coordinate
  private let middle: Conformal
  /// Metres; makes the scale 1 at the centre.
  private let sphereRadius: Double

  /// Metres on the plane, east and north of the centre.
  package struct Point: Hashable, Sendable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
      (self.x, self.y) = (x, y)
    }
  }

  package struct Circle: Hashable, Sendable {
    package let center: Point
    /// Metres on the plane.
    package let radius: Double
  }

  package init(around center: Coordinate) {
    self.center = center
    middle = Conformal(center.latitude)
    sphereRadius = middle.metresPerRadian
  }

  /// A latitude on the conformal sphere.
  private struct Conformal {
    let sine: Double
    let cosine: Double
    /// Metres on the ellipsoid per radian on the sphere, at this latitude.
    let metresPerRadian: Double

    init(_ latitude: Double) {
      // At a pole itself the ratios below are 0/0; a millimetre beside it they are not.
      let (sin, cos) = sineAndCosine(min(max(latitude, -89.999_999_99), 89.999_999_99).radians)
      let e = Ellipsoid.e2.squareRoot()
      // tanh(artanh(sin φ) − e·artanh(e·sin φ)), by the addition theorem; 1 − sin² loses the digits
      // that matter near a pole, the cosine does not.
      let t = hyperbolicTangent(e * inverseHyperbolicTangent(e * sin))
      sine = (sin - t) / (1 - sin * t)
      cosine = cos * (1 - t * t).squareRoot() / (1 - sin * t)
      metresPerRadian = Ellipsoid.a * cos / (1 - Ellipsoid.e2 * sin * sin).squareRoot() / cosine
    }
  }

  /// - Complexity: O(1).
  package func project(_ coordinate: Coordinate) -> Point {
    let (point, cosine) = onSphere(Conformal(coordinate.latitude), coordinate.longitude)
    let scale = 2 * sphereRadius / max(1 + cosine, 1e-9)
    return Point(x: scale * point.x, y: scale * point.y)
  }

  /// The image of the circle around `coordinate`; `nil` where it comes near the opposite point.
  ///
  /// - Parameter radius: metres, small beside the Earth.
  package func project(circleAround coordinate: Coordinate, radius: Double) -> Circle? {
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

  /// The sphere's point relative to the centre: east, north, and the cosine of how far it is.
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

  /// The place whose image is `point`, to a micrometre.
  package func unproject(_ point: Point) -> Coordinate {
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

  /// The geodetic latitude, degrees, of the conformal one with this sine.
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
