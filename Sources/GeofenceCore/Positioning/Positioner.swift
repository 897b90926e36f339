/// The location service of one device, which decides at which fixes it updates the location and
/// what it reports.
///
/// - Complexity: O(1) for a fix; one without a location update costs two comparisons.
package struct Positioner: Sendable {
  let model: PositioningModel
  let draws: Draws
  /// The last attempt to update the location, whether or not it found a position.
  package internal(set) var look: Look?
  package internal(set) var sighting: Sighting?
  /// True if the last position was near a boundary, once its events had been handled.
  var isNear = false
  /// True if a crossing has begun that is neither confirmed nor dropped.
  var isCrossing = false
  /// True if the device rests, as of the fix that is being handled.
  private var isStill = false
  /// The least time between two attempts to update the location.
  private let pause: Interval
  /// The wait for the next location update.
  private var due = Wait.none
  /// The wait while the device rests, where the model has a grade for rest.
  private var stillDue = Wait.endless
  /// The end of the pause after the last attempt.
  private var pauseEnd = Timestamp.distantPast

  /// A wait that ends after a distance or at a time, whichever comes first.
  struct Wait: Sendable {
    /// The metres along the path.
    var distance: Double
    var time: Timestamp

    static let none = Wait(distance: -.infinity, time: .distantPast)
    static let endless = Wait(distance: .infinity, time: .distantFuture)

    @inline(__always)
    func isOver(at reading: Odometer.Reading) -> Bool {
      reading.travelled >= distance || reading.fix.time >= time
    }

    func joined(with other: Wait) -> Wait {
      Wait(distance: min(distance, other.distance), time: min(time, other.time))
    }
  }

  /// An attempt to update the location, which may have found no position.
  package struct Look: Hashable, Sendable {
    package internal(set) var time: Timestamp
    /// The metres travelled along the path up to this attempt.
    package internal(set) var travelled: Double
    /// The draw from the standard normal distribution that scales the distance to the next attempt.
    package internal(set) var deviation: Double
    /// The share of the wait after this attempt that is still to come; below 1 after the first one.
    package internal(set) var share = 1.0
    /// The stay of the device, where the model asks whether it rests.
    package internal(set) var stay: Stay?
  }

  /// The attempt since which the device has not moved away, by the places that were recorded.
  package struct Stay: Hashable, Sendable {
    package internal(set) var place: Coordinate
    package internal(set) var since: Timestamp
    /// The metres travelled along the path up to that attempt.
    package internal(set) var travelled: Double

    /// Returns whether a fix lies within some metres of the place.
    func holds(_ reading: Odometer.Reading, within metres: Double) -> Bool {
      reading.travelled - travelled <= metres
        || Geodesic(from: place, to: reading.fix.coordinate).distance <= metres
    }
  }

  /// A position that the location service found.
  package struct Sighting: Hashable, Sendable {
    package internal(set) var time: Timestamp
    package internal(set) var place: Coordinate
    /// The reported accuracy in metres; `nil` where none is reported.
    package internal(set) var accuracy: Double?
    /// The error of the position to the east and north, in units of the grade's error.
    package internal(set) var east: Double
    package internal(set) var north: Double
  }

  /// - Parameter pause: the least time between two attempts to update the location.
  package init(
    _ model: PositioningModel, _ draws: Draws, pause: Interval = Interval(milliseconds: 0)
  ) {
    self.model = model
    self.draws = draws
    self.pause = pause
  }

  /// Returns the fix that the location service reports; `nil` where it makes no update or finds
  /// nothing.
  @inline(__always)
  package mutating func see(_ reading: Odometer.Reading) -> Fix? {
    wait.isOver(at: reading) && isDue(reading) ? takeLook(reading) : nil
  }

  /// The wait until which no fix is a location update.
  var wait: Wait { due.joined(with: stillDue) }

  private mutating func isDue(_ reading: Odometer.Reading) -> Bool {
    guard reading.fix.time >= pauseEnd else { return false }
    guard model.still != nil else { return true }
    isStill = !isCrossing && rests(reading)
    return (isStill ? stillDue : due).isOver(at: reading)
  }

  /// Returns whether the device has stayed where it is for as long as the model asks for.
  private func rests(_ reading: Odometer.Reading) -> Bool {
    guard let stay = look?.stay, reading.fix.time - stay.since >= model.stillAfter else {
      return false
    }
    return stay.holds(reading, within: model.stillWithin)
  }

  private var grade: PositioningModel.Grade {
    if isStill, let still = model.still { return still }
    return isNear ? model.near : model.far
  }

  private mutating func takeLook(_ reading: Odometer.Reading) -> Fix? {
    let number = reading.number
    let isFirst = look == nil
    // A grade with an interval alone never uses the random part of the distance.
    var next = Look(
      time: reading.fix.time, travelled: reading.travelled,
      deviation: draws.normal(.thresholdSize, .thresholdDirection, atFix: number),
      stay: model.still == nil ? nil : stay(at: reading))
    if isFirst { next.share = draws.number(.phase, atFix: number) }
    look = next
    defer { beginWait() }
    if !isFirst, draws.number(.missed, atFix: number) < grade.missed { return nil }
    return seen(reading.fix, number)
  }

  /// Returns the stay of the device at an attempt: the one so far, or one that begins here.
  private func stay(at reading: Odometer.Reading) -> Stay {
    if model.stillAfter.milliseconds > 0, let stay = look?.stay,
      stay.holds(reading, within: model.stillWithin)
    {
      return stay
    }
    return Stay(
      place: reading.fix.coordinate, since: reading.fix.time, travelled: reading.travelled)
  }

  /// Returns the fix that is reported for a true one, and records it as the last position found.
  private mutating func seen(_ fix: Fix, _ number: Int) -> Fix {
    let grade = grade
    let size = draws.rayleigh(.errorSize, atFix: number) / Self.sixtyEightPercent
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
    if !model.keepsAccuracies { seen.horizontalAccuracy = grade.accuracy }
    sighting = Sighting(
      time: fix.time, place: seen.coordinate, accuracy: seen.horizontalAccuracy, east: east,
      north: north)
    return seen
  }

  /// Records where the conditions stand until the next fix: whether a crossing has begun, and
  /// whether the last position is near a boundary.
  ///
  /// A crossing that has begun keeps the grade near until it is confirmed or dropped.
  ///
  /// - Parameters:
  ///   - isCrossing: whether a crossing has begun that is neither confirmed nor dropped.
  ///   - isNear: returns whether a place is within some metres of a boundary.
  package mutating func settle(
    isCrossing: @autoclosure () -> Bool, isNear: (Coordinate, Double) -> Bool
  ) {
    guard let sighting, model.near != model.far || model.still != nil else { return }
    self.isCrossing = isCrossing()
    self.isNear =
      self.isCrossing || isNear(sighting.place, model.nearWithin + (sighting.accuracy ?? 0))
    beginWait()
  }

  mutating func beginWait() {
    guard let look else { return }
    due = Self.due(after: look, isNear ? model.near : model.far)
    if let still = model.still { stillDue = isCrossing ? due : Self.due(after: look, still) }
    pauseEnd = look.time + pause
  }

  /// Returns the wait after which a grade asks for a location update.
  private static func due(after look: Look, _ grade: PositioningModel.Grade) -> Wait {
    var due = Wait.endless
    if let interval = grade.interval {
      due.time = look.time + Interval(seconds: interval.seconds * look.share)
    }
    if let distance = grade.distance {
      let metres = distance.median * exponential(distance.spread * look.deviation)
      due.distance = look.travelled + metres * look.share
    }
    if grade.interval == nil, grade.distance == nil { due.distance = -.infinity }
    return due
  }

  /// The length that 68 of 100 such draws stay below, in standard deviations: √(−2 ln 0.32).
  private static let sixtyEightPercent = (-2 * naturalLogarithm(0.32)).squareRoot()
}

extension Coordinate {
  /// Returns the place that lies some metres to the east and north.
  ///
  /// The displacement follows the ellipsoid's radii of curvature at this place. The latitude is
  /// limited at the poles, and the longitude is wrapped.
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
    // A step around a pole may go round it more than once.
    longitude = longitude.remainder(dividingBy: 360)
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
