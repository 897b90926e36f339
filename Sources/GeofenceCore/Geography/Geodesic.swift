/// The shortest path between two places on the WGS 84 ellipsoid.
///
/// The path is solved on the auxiliary sphere with Vincenty's series (Survey Review 23, 1975),
/// which are good to 0.1 mm on this ellipsoid. Near the antipode, where his iteration does not
/// settle, the azimuth is bisected instead (see `Geodesic+Antipodal.swift`).
///
///     Geodesic(from: ljubljana, to: zagreb).distance  // metres
///
/// - Complexity: O(1), about a microsecond.
package struct Geodesic: Sendable {
  /// The length of the path in metres.
  package let distance: Double
  private let start: Coordinate
  package let startAzimuth: Azimuth

  /// Solves for the shortest path between two valid places.
  package init(from start: Coordinate, to end: Coordinate) {
    self.start = start
    let longitude = Self.difference(from: start.longitude, to: end.longitude).radians
    let first = ReducedLatitude(start.latitude)
    let second = ReducedLatitude(end.latitude)
    let solution =
      start == end || (first == second && longitude == 0)
      ? Solution(distance: 0, azimuth: Azimuth(sine: 0, cosine: 1))
      : Self.iterated(first, second, longitude) ?? Self.bisected(first, second, longitude)
    distance = solution.distance
    startAzimuth = solution.azimuth
  }

  /// Creates the path of some metres that leaves a valid place in a direction.
  package init(from start: Coordinate, towards azimuth: Azimuth, distance: Double) {
    self.start = start
    self.distance = distance
    startAzimuth = azimuth
  }

  /// The length of a path in metres, with the azimuth at its start.
  struct Solution {
    let distance: Double
    let azimuth: Azimuth
  }

  /// A direction, clockwise from north, as its sine and cosine.
  package struct Azimuth: Sendable {
    package let sine: Double
    package let cosine: Double

    package init(sine: Double, cosine: Double) { (self.sine, self.cosine) = (sine, cosine) }
  }

  /// The sine and cosine of a latitude on the auxiliary sphere.
  struct ReducedLatitude: Equatable {
    var sine: Double
    let cosine: Double

    /// Creates the reduced latitude of a geodetic one in degrees.
    init(_ degrees: Double) {
      let (sinLatitude, cosLatitude) = sineAndCosine(degrees.radians)
      let y = (1 - Ellipsoid.f) * sinLatitude
      let norm = (y * y + cosLatitude * cosLatitude).squareRoot()
      sine = y / norm
      cosine = cosLatitude / norm
    }
  }

  /// Returns the degrees, −180…180, from one longitude to another the short way round.
  private static func difference(from start: Double, to end: Double) -> Double {
    let difference = end - start
    if difference > 180 { return difference - 360 }
    if difference < -180 { return difference + 360 }
    return difference
  }

  /// Solves the inverse problem by Vincenty's iteration; returns `nil` where it does not settle.
  private static func iterated(
    _ first: ReducedLatitude, _ second: ReducedLatitude, _ longitude: Double
  ) -> Solution? {
    var lambda = longitude
    var isSettled = false
    for _ in 0..<40 {
      let (sinLambda, cosLambda) = sineAndCosine(lambda)
      let across = second.cosine * sinLambda
      let along = first.cosine * second.sine - first.sine * second.cosine * cosLambda
      let sinSigma = (across * across + along * along).squareRoot()
      let cosSigma = first.sine * second.sine + first.cosine * second.cosine * cosLambda
      guard sinSigma > 0 else { return cosSigma > 0 ? .init(distance: 0, azimuth: .north) : nil }
      let sigma = arcTangent(sinSigma, over: cosSigma)
      let series = Series(sinAlpha: first.cosine * second.cosine * sinLambda / sinSigma)
      let cos2SigmaM =
        series.cos2Alpha > 0
        ? cosSigma - 2 * first.sine * second.sine / series.cos2Alpha : 0
      let arc = Arc(sigma: sigma, sine: sinSigma, cosine: cosSigma, cos2Middle: cos2SigmaM)
      if isSettled {
        return Solution(
          distance: series.distance(arc),
          azimuth: Azimuth(sine: across / sinSigma, cosine: along / sinSigma))
      }
      let next = longitude + series.longitudeExcess(arc)
      // Beyond half a turn the iteration follows another geodesic than the one sought.
      guard next.magnitude <= .pi else { return nil }
      isSettled = (next - lambda).magnitude < 1e-12
      lambda = next
    }
    return nil
  }
}

extension Geodesic.Azimuth {
  static var north: Self { Self(sine: 0, cosine: 1) }
}

extension Geodesic {
  package var end: Coordinate { coordinate(at: distance) }

  /// Returns the place `metres` from the start of the path; beyond its end, a place on its
  /// continuation.
  package func coordinate(at metres: Double) -> Coordinate {
    let first = ReducedLatitude(start.latitude)
    let (sinAzimuth, cosAzimuth) = (startAzimuth.sine, startAzimuth.cosine)
    let series = Series(sinAlpha: first.cosine * sinAzimuth)
    let sigma1 = arcTangent(first.sine, over: first.cosine * cosAzimuth)
    var arc = Arc(from: sigma1, length: metres / series.metresPerRadian)
    for _ in 0..<10 {
      let next = Arc(
        from: sigma1, length: metres / series.metresPerRadian + series.distanceExcess(arc))
      let step = (next.sigma - arc.sigma).magnitude
      arc = next
      if step < 1e-15 { break }
    }
    let along = first.sine * arc.sine - first.cosine * arc.cosine * cosAzimuth
    let latitude = arcTangent(
      first.sine * arc.cosine + first.cosine * arc.sine * cosAzimuth,
      over: (1 - Ellipsoid.f)
        * (series.sinAlpha * series.sinAlpha + along * along).squareRoot())
    let lambda = arcTangent(
      arc.sine * sinAzimuth,
      over: first.cosine * arc.cosine - first.sine * arc.sine * cosAzimuth)
    var longitude = start.longitude + (lambda - series.longitudeExcess(arc)).degrees
    if longitude > 180 { longitude -= 360 }
    if longitude < -180 { longitude += 360 }
    return Coordinate(latitude: latitude.degrees, longitude: longitude)
  }
}

extension Geodesic {
  /// A stretch of great circle on the auxiliary sphere.
  struct Arc {
    /// The length in radians, followed by its sine and cosine.
    let sigma: Double
    let sine: Double
    let cosine: Double
    /// The cosine of twice the angle from the equator crossing to the middle of the arc.
    let cos2Middle: Double
  }

  /// Vincenty's series for one geodesic, as a function of the sine of its azimuth at the equator.
  struct Series {
    let sinAlpha: Double
    let cos2Alpha: Double
    /// The metres that a radian of arc is worth before `distanceExcess` is applied.
    let metresPerRadian: Double
    private let b: Double
    private let c: Double

    init(sinAlpha: Double) {
      self.sinAlpha = sinAlpha
      cos2Alpha = max(0, 1 - sinAlpha * sinAlpha)
      let u2 = cos2Alpha * Ellipsoid.ep2
      let a = 1 + u2 / 16384 * (4096 + u2 * (-768 + u2 * (320 - 175 * u2)))
      metresPerRadian = Ellipsoid.b * a
      b = u2 / 1024 * (256 + u2 * (-128 + u2 * (74 - 47 * u2)))
      c = Ellipsoid.f / 16 * cos2Alpha * (4 + Ellipsoid.f * (4 - 3 * cos2Alpha))
    }

    /// Returns the radians by which the longitude difference on the sphere exceeds that on the
    /// ellipsoid.
    func longitudeExcess(_ arc: Arc) -> Double {
      let m = arc.cos2Middle
      return (1 - c) * Ellipsoid.f * sinAlpha
        * (arc.sigma + c * arc.sine * (m + c * arc.cosine * (2 * m * m - 1)))
    }

    /// Returns the radians by which the arc exceeds its length divided by `metresPerRadian`.
    func distanceExcess(_ arc: Arc) -> Double {
      let m = arc.cos2Middle
      return b * arc.sine
        * (m + b / 4
          * (arc.cosine * (2 * m * m - 1)
            - b / 6 * m * (4 * arc.sine * arc.sine - 3) * (4 * m * m - 3)))
    }

    /// Returns the length of the arc on the ellipsoid, in metres.
    func distance(_ arc: Arc) -> Double {
      metresPerRadian * (arc.sigma - distanceExcess(arc))
    }
  }
}

extension Geodesic.Arc {
  /// Creates the arc that begins `sigma1` radians after the equator crossing.
  init(from sigma1: Double, length sigma: Double) {
    self.sigma = sigma
    (sine, cosine) = sineAndCosine(sigma)
    cos2Middle = sineAndCosine(2 * sigma1 + sigma).cosine
  }
}
