/// The coordinates of a GeoJSON feature, and the times of a line.
struct JSONLines {
  /// How many arrays are open.
  private(set) var depth = 0
  private var place = TrackPoint()
  private var values = 0
  private var times = HeldTimes()
  private var places = HeldPoints()

  mutating func begin(line: Int) {
    depth += 1
    place.line = line
    values = 0
  }

  /// Takes a number: longitude, latitude and altitude come in this order.
  mutating func take(_ text: Span<UInt8>) {
    let number = Double(decimal: text) ?? .nan
    switch values {
    case 0: place.longitude = number
    case 1: place.latitude = number
    case 2: place.altitude = number
    default: break
    }
    values += 1
  }

  mutating func take(time: TimeReading) { times.append(time) }

  /// Ends an array.
  ///
  /// - Returns: the place, if it was one.
  mutating func end() -> TrackPoint? {
    depth -= 1
    defer {
      values = 0
      place.altitude = .nan
    }
    return values >= 2 ? place : nil
  }

  /// A place with the first time that waits.
  ///
  /// - Throws: an error of kind `reading` when the times were too many for memory and are lost.
  mutating func point(at place: TrackPoint) throws(InputError) -> TrackPoint {
    var point = place
    point.time = try times.removeFirst()
    return point
  }

  /// Keeps a place until the times are known.
  mutating func hold(_ place: TrackPoint) { places.append(place) }

  /// The next place that was kept, with its time.
  ///
  /// - Throws: an error of kind `reading` when the places were too many for memory and are lost.
  mutating func next() throws(InputError) -> TrackPoint? {
    places.count > 0 ? try point(at: places.removeFirst()) : nil
  }

  mutating func reset() { self = JSONLines() }
}
