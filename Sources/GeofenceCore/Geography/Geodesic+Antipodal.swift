extension Geodesic {
  /// Solves the inverse problem by bisecting the azimuth at the start, for places near each other's
  /// antipode.
  ///
  /// The arrangement is that of Karney, "Algorithms for geodesics" (J. Geodesy 87, 2013), §4: with
  /// the start in the southern hemisphere and at least as far from the equator as the end, the
  /// longitude reached grows with the azimuth, so bisection always finds it.
  static func bisected(
    _ first: ReducedLatitude, _ second: ReducedLatitude, _ longitude: Double
  ) -> Solution {
    let isSwapped = first.sine.magnitude < second.sine.magnitude
    var (near, far) = isSwapped ? (second, first) : (first, second)
    let isMirrored = near.sine >= 0
    if isMirrored {
      near.sine = -near.sine
      far.sine = -far.sine
    }
    // A start on the equator still counts as south of it; otherwise no arc would be half a turn.
    near.sine = min(near.sine, -Double.leastNormalMagnitude)

    var low = 0.0
    var high = Double.pi
    var way = Way(from: near, to: far, azimuth: high / 2)
    for _ in 0..<60 {
      if way.longitude < longitude.magnitude { low = way.azimuth } else { high = way.azimuth }
      way = Way(from: near, to: far, azimuth: (low + high) / 2)
    }
    var azimuth =
      isSwapped ? way.end : Azimuth(sine: way.start.sine, cosine: way.start.cosine)
    let isWest = (longitude < 0) != isSwapped
    azimuth = Azimuth(
      sine: isWest != isSwapped ? -azimuth.sine : azimuth.sine,
      cosine: isMirrored != isSwapped ? -azimuth.cosine : azimuth.cosine)
    return Solution(distance: way.distance, azimuth: azimuth)
  }

  /// The geodesic that leaves one latitude at a given azimuth and ends where it first reaches the
  /// other latitude going north.
  private struct Way {
    let azimuth: Double
    let start: Azimuth
    let end: Azimuth
    /// The difference of longitude in radians.
    let longitude: Double
    /// The length in metres.
    let distance: Double

    init(from near: ReducedLatitude, to far: ReducedLatitude, azimuth: Double) {
      self.azimuth = azimuth
      let (sinAzimuth, cosAzimuth) = sineAndCosine(azimuth)
      start = Azimuth(sine: sinAzimuth, cosine: cosAzimuth)
      let sinAlpha = sinAzimuth * near.cosine
      let cosine2 =
        cosAzimuth * cosAzimuth * near.cosine * near.cosine
        + (near.sine - far.sine) * (near.sine + far.sine)
      end = Azimuth(sine: sinAlpha / far.cosine, cosine: max(0, cosine2).squareRoot() / far.cosine)
      let sigma1 = arcTangent(near.sine, over: cosAzimuth * near.cosine)
      let sigma2 = arcTangent(far.sine, over: end.cosine * far.cosine)
      let omega1 = arcTangent(sinAlpha * near.sine, over: cosAzimuth * near.cosine)
      let omega2 = arcTangent(sinAlpha * far.sine, over: end.cosine * far.cosine)
      let arc = Arc(from: sigma1, length: sigma2 - sigma1)
      let series = Series(sinAlpha: sinAlpha)
      longitude = omega2 - omega1 - series.longitudeExcess(arc)
      distance = series.distance(arc)
    }
  }
}
