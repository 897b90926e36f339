/// Decides at which fixes the location service looks, and what it sees there.
///
/// - Complexity: a fix that is no look costs two comparisons.
public struct Positioner: Sendable {
  let model: PositioningModel
  let draws: Draws
  /// The last look, whether or not it found something.
  package private(set) var look: Look?
  /// The last look that found something.
  package private(set) var sighting: Sighting?
  /// Whether the last place seen was near a boundary after what followed from it.
  private(set) var isNear = false
  /// Metres along the way, and the time, from which on a fix is a look.
  private var dueDistance = -Double.infinity
  private var dueTime = Timestamp.distantPast

  package struct Look: Hashable, Sendable {
    package let time: Timestamp
    /// Metres along the way.
    package let travelled: Double
    /// The drawn part of the distance to the next look, in standard deviations.
    package let deviation: Double

    package init(time: Timestamp, travelled: Double, deviation: Double) {
      self.time = time
      self.travelled = travelled
      self.deviation = deviation
    }
  }

  package struct Sighting: Hashable, Sendable {
    package let time: Timestamp
    package let place: Coordinate
    /// Metres.
    package let accuracy: Double?
    /// How far off the place is, in units of the grade's error.
    package let east: Double
    package let north: Double

    package init(
      time: Timestamp, place: Coordinate, accuracy: Double?, east: Double, north: Double
    ) {
      self.time = time
      self.place = place
      self.accuracy = accuracy
      self.east = east
      self.north = north
    }
  }

  public init(_ model: PositioningModel, _ draws: Draws) {
    self.model = model
    self.draws = draws
  }

  init(
    _ model: PositioningModel, _ draws: Draws, look: Look?, sighting: Sighting?, isNear: Bool
  ) {
    self.init(model, draws)
    self.look = look
    self.sighting = sighting
    self.isNear = isNear
    wait()
  }

  /// What the service sees of a fix; `nil` where it does not look, or finds nothing.
  @inline(__always)
  public mutating func see(_ reading: Odometer.Reading) -> Fix? {
    guard reading.travelled >= dueDistance || reading.fix.time >= dueTime else { return nil }
    return takeLook(reading)
  }

  private var grade: PositioningModel.Grade { isNear ? model.near : model.far }

  private mutating func takeLook(_ reading: Odometer.Reading) -> Fix? {
    let number = reading.number
    // Where a grade looks by time alone, the distance is never asked for.
    let deviation =
      rayleigh(.thresholdSize, number)
      * sineAndCosine(2 * .pi * draws.number(.thresholdDirection, atFix: number)).cosine
    let isFirst = look == nil
    look = Look(time: reading.fix.time, travelled: reading.travelled, deviation: deviation)
    defer { wait() }
    if !isFirst, draws.number(.missed, atFix: number) < grade.missed { return nil }
    return seen(reading.fix, number)
  }

  private mutating func seen(_ fix: Fix, _ number: Int) -> Fix {
    let grade = grade
    let size = rayleigh(.errorSize, number) / Self.sixtyEightPercent
    let (sine, cosine) = sineAndCosine(2 * .pi * draws.number(.errorDirection, atFix: number))
    var (east, north) = (size * cosine, size * sine)
    if let last = sighting, grade.settles.milliseconds > 0 {
      let kept = exponential(-(fix.time - last.time).seconds / grade.settles.seconds)
      let new = (1 - kept * kept).squareRoot()
      (east, north) = (kept * last.east + new * east, kept * last.north + new * north)
    }
    var seen = fix
    if grade.error > 0 {
      seen.coordinate =
        fix.coordinate.moved(east: grade.error * east, north: grade.error * north).rounded
    }
    seen.horizontalAccuracy = grade.accuracy
    sighting = Sighting(
      time: fix.time, place: seen.coordinate, accuracy: grade.accuracy, east: east, north: north)
    return seen
  }

  /// Notes whether the last place seen is near a boundary, now that the conditions are what they are
  /// until the next fix.
  ///
  /// - Parameter isNear: asked with a place and metres.
  package mutating func settle(isNear: (Coordinate, Double) -> Bool) {
    guard let sighting, model.near != model.far else { return }
    self.isNear = isNear(sighting.place, model.nearWithin + (sighting.accuracy ?? 0))
    wait()
  }

  /// Reckons when the next look is due.
  private mutating func wait() {
    guard let look else { return }
    (dueDistance, dueTime) = (.infinity, .distantFuture)
    if let interval = grade.interval { dueTime = look.time + interval }
    if let distance = grade.distance {
      let scale = naturalLogarithm(distance.p95 / distance.median) / 1.644_853_6
      dueDistance = look.travelled + distance.median * exponential(scale * look.deviation)
    }
    if grade.interval == nil, grade.distance == nil { dueDistance = -.infinity }
  }

  /// The length of a two-dimensional normal draw, in standard deviations.
  private func rayleigh(_ use: Draws.Use, _ number: Int) -> Double {
    (-2 * naturalLogarithm(1 - draws.number(use, atFix: number))).squareRoot()
  }

  /// The length that 68 of 100 such draws stay below: √(−2 ln 0.32).
  private static let sixtyEightPercent = (-2 * naturalLogarithm(0.32)).squareRoot()
}

extension Coordinate {
  /// The place so many metres to the east and north, along the ellipsoid's radii of curvature here.
  ///
  /// The latitude is held at the poles, the longitude wrapped.
  func moved(east: Double, north: Double) -> Coordinate {
    let (sine, cosine) = sineAndCosine(latitude.radians)
    let w2 = 1 - Ellipsoid.e2 * sine * sine
    let primeVertical = Ellipsoid.a / w2.squareRoot()
    let meridional = primeVertical * (1 - Ellipsoid.e2) / w2
    let latitude = min(90, max(-90, self.latitude + (north / meridional).degrees))
    guard primeVertical * cosine > 1e-6 else {
      return Coordinate(latitude: latitude, longitude: longitude)
    }
    var longitude = self.longitude + (east / (primeVertical * cosine)).degrees
    // A step around a pole may go round more than once.
    longitude = longitude.remainder(dividingBy: 360)
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
