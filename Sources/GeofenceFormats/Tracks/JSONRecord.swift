import GeofenceCore

/// What an object of a JSON track has said so far.
struct JSONRecord {
  var point = TextualPoint()
  /// OwnTracks' kind of this message; `nil` where it is no such message.
  var message: String?
  /// Whether it holds others, and is no point.
  var isEnvelope = false
  var hasProperties = false
  private(set) var isFeature = false
  /// Whether its coordinates are those of a line, or of an area.
  var hasLine = false
  private(set) var isLine = false
  /// When the path begins that this is.
  var start = TimeReading.missing
  /// Minutes from the beginning of the path that this is a point of.
  var minutes: Double?
  /// The rank of the key that served so far, for each column.
  private var ranks = SIMD16<Int8>(repeating: .max)

  /// Whether there is a whole place, and not another message's.
  var isPoint: Bool {
    (message ?? "location") == "location" && rank(.latitude) < .max && rank(.longitude) < .max
  }

  mutating func note(kind: String) {
    switch kind {
    case "Feature": isFeature = true
    case "LineString", "MultiLineString": isLine = true
    default: break
    }
  }

  /// Takes the coordinates of a GeoJSON point.
  mutating func place(_ place: TrackPoint) {
    point.values.latitude = place.latitude
    point.values.longitude = place.longitude
    if place.altitude.isFinite { point.values.altitude = place.altitude }
    setRank(.latitude, -1)
    setRank(.longitude, -1)
  }

  /// Takes `46.05°, 14.5°` or `geo:46.05,14.5`, where there is no other place.
  mutating func take(pair text: Span<UInt8>, _ times: inout TimeReader) {
    // So few bytes make a text that needs no memory of its own.
    let start = text.extracting(0..<min(4, text.count)).text == "geo:" ? 4 : 0
    let comma = text.offset(of: ASCII.comma, from: start)
    guard comma < text.count else { return }
    let longitude = text.extracting((comma + 1)...)
    take(.latitude, .max - 1, text.extracting(start..<comma), divisor: 1, &times)
    take(.longitude, .max - 1, longitude, divisor: 1, &times)
  }

  mutating func take(
    _ column: TrackColumn, _ rank: Int8, _ text: Span<UInt8>, divisor: Double,
    _ times: inout TimeReader
  ) {
    if column == .time || column == .date { return takeTime(text, rank, &times) }
    guard rank < self.rank(column) else { return }
    setRank(column, rank)
    switch column {
    case .latitude: point.takeLatitude(text, divisor: divisor)
    case .longitude: point.takeLongitude(text, divisor: divisor)
    case .accuracy: point.values.accuracy = Double(decimal: text) ?? .nan
    case .altitude: point.values.altitude = Double(decimal: text) ?? .nan
    case .course: point.values.course = Double(decimal: text) ?? .nan
    case .speed: point.values.speed = (Double(decimal: text) ?? .nan) / divisor
    case .time, .date, .device, .northSouth, .eastWest: break
    }
  }

  /// A time that can be read serves before one that cannot, whatever their keys.
  private mutating func takeTime(_ text: Span<UInt8>, _ rank: Int8, _ times: inout TimeReader) {
    let time = times.reading(text)
    let isAt = if case .at = time { true } else { false }
    let wasAt = if case .at = point.values.time { true } else { false }
    guard isAt == wasAt ? rank < self.rank(.time) : isAt, time != .missing else { return }
    setRank(.time, rank)
    point.setTime(time, text)
  }

  /// Settles what only the whole object tells, and the one that it stands in.
  mutating func finish(_ lineTime: TimeReading, in outer: JSONRecord?) {
    if message != nil { point.values.speed /= 3.6 }
    guard rank(.time) == .max else { return }
    point.values.time = lineTime
    if let minutes, minutes.magnitude < 1e6, case .at(let start) = outer?.start {
      point.values.time = .at(start + Interval(seconds: minutes * 60))
    }
  }

  private func rank(_ column: TrackColumn) -> Int8 { ranks[column.slot] }
  private mutating func setRank(_ column: TrackColumn, _ rank: Int8) { ranks[column.slot] = rank }

  /// Whether a device of that rank serves before the one that served so far.
  mutating func prefersDevice(_ rank: Int8) -> Bool {
    guard rank < self.rank(.device) else { return false }
    setRank(.device, rank)
    return true
  }
}
