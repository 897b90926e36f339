import GeofenceBytes

/// A visit or a trip in a Google history: two points, at its beginning and its end.
struct JSONStay {
  enum End { case both, start, end }

  var open: End?
  var end = TimeReading.missing
  /// True if it is part of a list in which paths are parts of trips.
  var isSegment = false
  private var first = TrackPoint()
  private var last = TrackPoint()
  private var hasBegun = false

  /// Takes a place under a key of a visit or a trip; `false` if no such key is open.
  mutating func take(_ place: PlaceText) -> Bool {
    take { point in
      point.latitude = place.latitude
      point.longitude = place.longitude
    }
  }

  mutating func take(_ column: TrackColumn, _ text: Span<UInt8>, divisor: Double) -> Bool {
    guard open != nil else { return false }
    let number = (Double(decimal: text) ?? .nan) / divisor
    switch column {
    case .latitude: return take { $0.latitude = number }
    case .longitude: return take { $0.longitude = number }
    default: return true
    }
  }

  mutating func take(_ place: TrackPoint) {
    (first, last) = (place, place)
  }

  private mutating func take(_ body: (inout TrackPoint) -> Void) -> Bool {
    guard let open else { return false }
    if open != .end { body(&first) }
    if open != .start { body(&last) }
    return true
  }

  mutating func departure(at time: TimeReading) -> TrackPoint? {
    guard !hasBegun, !first.latitude.isNaN, time != .missing else { return nil }
    hasBegun = true
    first.time = time
    return first
  }

  var hasPlace: Bool { !first.latitude.isNaN || !last.latitude.isNaN }

  var arrival: TrackPoint? {
    guard !last.latitude.isNaN, end != .missing else { return nil }
    var point = last
    point.time = end
    return point
  }
}
