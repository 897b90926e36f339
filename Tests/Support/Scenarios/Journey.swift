import GeofenceCore

/// Fixes along a way at a plausible pace, with the noise of a phone's receiver.
struct Journey {
  private(set) var fixes: [Fix] = []
  private var place: Coordinate
  private var time: Timestamp
  private var generator: SeededGenerator
  /// The receiver's error wanders instead of jumping, metres east and north.
  private var error = (east: 0.0, north: 0.0)

  /// How well the receiver sees the sky, in metres of typical error.
  var noise: Double
  /// Seconds between fixes.
  var period: Double

  /// - Parameter start: milliseconds since 1970.
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

  /// Moves on to `end` at `speed` metres per second.
  mutating func go(to end: Coordinate, at speed: Double) {
    let way = Geodesic(from: place, to: end)
    var done = 0.0
    while done < way.distance {
      done = min(done + speed * period, way.distance)
      place = way.coordinate(at: done)
      advance()
    }
  }

  /// Stays for `seconds`.
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
  /// The place so many metres further east and north; small distances only.
  func moved(east: Double, north: Double) -> Coordinate {
    let degreesPerMetre = 360.0 / 40_007_863
    // A degree of longitude, measured rather than computed.
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
