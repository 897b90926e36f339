import GeofenceBytes

struct JSONLines {
  private(set) var depth = 0
  private var place = TrackPoint()
  private var values = 0
  private var times = WaitingQueue<TimeReading>()
  private var places = WaitingQueue<TrackPoint>()
  private var isUsed = false

  mutating func begin(line: Int) {
    isUsed = true
    depth += 1
    place.line = line
    values = 0
  }

  /// Takes the next number of a place: longitude and latitude in degrees, altitude in metres.
  mutating func take(_ text: Span<UInt8>) {
    isUsed = true
    let number = Double(decimal: text) ?? .nan
    switch values {
    case 0: place.longitude = number
    case 1: place.latitude = number
    case 2: place.altitude = number
    default: break
    }
    values += 1
  }

  mutating func take(time: TimeReading) {
    isUsed = true
    times.append(time)
  }

  mutating func end() -> TrackPoint? {
    depth -= 1
    defer {
      values = 0
      place.altitude = .nan
    }
    return values >= 2 ? place : nil
  }

  /// Returns a place with the first waiting time; an error of kind `reading` if they are lost.
  mutating func point(at place: TrackPoint) throws(InputError) -> TrackPoint {
    var point = place
    point.time = try times.popFirst() ?? .missing
    return point
  }

  mutating func hold(_ place: TrackPoint) {
    isUsed = true
    places.append(place)
  }

  /// Returns the next place kept, with its time; an error of kind `reading` if they are lost.
  mutating func next() throws(InputError) -> TrackPoint? {
    guard let place = try places.popFirst() else { return nil }
    return try point(at: place)
  }

  mutating func reset() { if isUsed { self = JSONLines() } }
}
