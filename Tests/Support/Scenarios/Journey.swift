import GeofenceCore

/// The fixes along a path at a plausible pace, with the noise of a phone's receiver.
struct Journey {
  private(set) var fixes: [Fix] = []
  private var place: Coordinate
  private var time: Timestamp
  private var generator: SeededGenerator
  /// The receiver's error in metres east and north, which wanders instead of jumping.
  private var error = (east: 0.0, north: 0.0)

  /// The typical error of the receiver in metres, which depends on its view of the sky.
  var noise: Double
  /// The time between fixes in seconds.
  var period: Double

  /// Creates a journey that begins at a place.
  ///
  /// - Parameters: - start: the time of the first fix in milliseconds since 1970. - period: the
  ///   time between fixes in seconds. - noise: the typical error of the receiver in metres.
  init(
    from place: Coordinate, start: Int64, period: Double, noise: Double, seed: UInt64
  ) {
    self.place = place
    self.period = period
    self.noise = noise
    time = Timestamp(milliseconds: start)
    generator = SeededGenerator(seed: seed)
    record()
  }

  /// Moves to `end` at `speed` metres per second.
  mutating func go(to end: Coordinate, at speed: Double) {
    let way = Geodesic(from: place, to: end)
    var done = 0.0
    while done < way.distance {
      done = min(done + speed * period, way.distance)
      place = way.coordinate(at: done)
      advance()
    }
  }

  /// Stays at the current place for a number of seconds.
  mutating func stay(_ seconds: Double) {
    for _ in 0..<Int(seconds / period) { advance() }
  }

  private mutating func advance() {
    time = time + Interval(seconds: period)
    record()
  }

  private mutating func record() {
    error.east = 0.8 * error.east + generator.number(in: -noise...noise)
    error.north = 0.8 * error.north + generator.number(in: -noise...noise)
    fixes.append(Fix(time: time, coordinate: place.moved(east: error.east, north: error.north)))
  }
}

extension Coordinate {
  /// Returns the place some metres further east and north; valid for small distances only.
  func moved(east: Double, north: Double) -> Coordinate {
    let degreesPerMetre = 360.0 / 40_007_863
    // The width of a degree of longitude is measured rather than computed.
    let width = Geodesic(
      from: Coordinate(latitude: latitude, longitude: 0),
      to: Coordinate(latitude: latitude, longitude: 0.01)
    ).distance
    var longitude = longitude + east / width * 0.01
    if longitude > 180 { longitude -= 360 }
    if longitude < -180 { longitude += 360 }
    return Coordinate(latitude: latitude + north * degreesPerMetre, longitude: longitude)
  }
}
