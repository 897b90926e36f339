/// A projection of the ellipsoid onto a plane that preserves angles and maps circles to circles.
///
/// The ellipsoid is laid conformally on a sphere, and the sphere is projected from the point
/// opposite the centre (Snyder, Map Projections: A Working Manual, 1987, pages 160–163). The
/// antimeridian and the poles are no special cases, but the surroundings of the opposite point lie
/// infinitely far away.
///
/// The way back needs a few numbers alone, by which a page finds the place under its pointer.
package struct StereographicProjection: Sendable {
  /// The place that the projection maps to the origin.
  package let center: Coordinate
  private let middle: Conformal
  /// The radius of the sphere in metres, chosen so that the scale is 1 at the centre.
  private let sphereRadius: Double

  /// A point of the plane in metres, east and north of the centre.
  package struct Point: Hashable, Sendable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
      (self.x, self.y) = (x, y)
    }
  }

  /// A circle of the plane, with its measures in metres.
  package struct Circle: Hashable, Sendable {
    package let center: Point
    /// The radius in metres on the plane.
    package let radius: Double
  }

  package init(around center: Coordinate) {
    self.center = center
    middle = Conformal(center.latitude)
    sphereRadius = middle.metresPerRadian
  }

  /// Creates a projection around the middle of some places, whichever side of the antimeridian they
  /// are on.
  package init(aroundMiddleOf places: some Sequence<Coordinate>) {
    var (sum, first) = (EarthVector(x: 0, y: 0, z: 0), nil as Coordinate?)
    for place in places {
      let vector = EarthVector(place)
      sum = EarthVector(x: sum.x + vector.x, y: sum.y + vector.y, z: sum.z + vector.z)
      first = first ?? place
    }
    self.init(around: sum.direction ?? first ?? Coordinate(latitude: 0, longitude: 0))
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
  package func project(_ coordinate: Coordinate) -> Point {
    let (point, cosine) = onSphere(Conformal(coordinate.latitude), coordinate.longitude)
    let scale = 2 * sphereRadius / max(1 + cosine, 1e-9)
    return Point(x: scale * point.x, y: scale * point.y)
  }

  /// Returns the image of the circle around `coordinate`; `nil` where the circle comes near the
  /// opposite point.
  ///
  /// - Parameter radius: metres; small compared with the Earth.
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

  // MARK: back to the ground

  /// The growth of the scale with the distance from the origin, for each square metre of that distance
  /// squared: a short line is 1 + `bend` · (x² + y²) times as long on the plane as on the ground.
  package var bend: Double { 1 / (4 * sphereRadius * sphereRadius) }

  /// The three coordinates of a point's place on the conformal sphere, times its stretch: each the part
  /// that is the centre's, and those for each metre east and north.
  package var directions: [[Double]] {
    let (sine, cosine) = sineAndCosine(center.longitude.radians)
    let outward = [middle.cosine * cosine, middle.cosine * sine, middle.sine]
    let east = [-sine, cosine, 0]
    let north = [-middle.sine * cosine, -middle.sine * sine, middle.cosine]
    return (0..<3).map { [outward[$0], east[$0] / sphereRadius, north[$0] / sphereRadius] }
  }

  /// The coefficients, in radians, of the series by which a geodetic latitude differs from its conformal
  /// one: of the sines of twice, four, six and eight times the conformal latitude (Snyder, page 19).
  package static let latitudes = {
    let e = Ellipsoid.e2
    return [
      e / 2 + 5 * e * e / 24 + e * e * e / 12 + 13 * e * e * e * e / 360,
      7 * e * e / 48 + 29 * e * e * e / 240 + 811 * e * e * e * e / 11_520,
      7 * e * e * e / 120 + 81 * e * e * e * e / 1120, 4279 * e * e * e * e / 161_280,
    ]
  }()

  /// Returns the place whose image is `point`, to a hundredth of a millimetre.
  package func unproject(_ point: Point) -> Coordinate {
    let stretch = 1 + bend * (point.x * point.x + point.y * point.y)
    let place = directions.map { $0[0] * (2 - stretch) + $0[1] * point.x + $0[2] * point.y }
    let sphere = arcTangent(
      place[2], over: (place[0] * place[0] + place[1] * place[1]).squareRoot())
    let latitude = Self.latitudes.enumerated().reduce(sphere) { sum, part in
      sum + part.element * sineAndCosine(Double(2 * (part.offset + 1)) * sphere).sine
    }
    return Coordinate(
      latitude: latitude.degrees, longitude: arcTangent(place[1], over: place[0]).degrees)
  }
}
