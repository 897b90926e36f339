import GeofenceBytes

struct JSONRecord {
  var point = TextualPoint()
  var message: String?
  var isEnvelope = false
  var hasProperties = false
  private(set) var isFeature = false
  var hasLine = false
  private(set) var isLine = false
  private(set) var isOfSensor = false
  var hasThirdAxis = false
  /// True if it is a signal that a history was made of.
  var isSignal = false
  /// True if it is of e-mission's stream of filtered places, which its app makes of those that it
  /// receives.
  private(set) var isFiltered = false
  /// The visit, or the trip from one place to another, that the object is.
  var stay: JSONStay {
    get { stays.first ?? JSONStay() }
    set { stays = [newValue] }
  }
  /// The visit or trip, if the object has any of it: most have not, and are smaller without.
  private var stays: [JSONStay] = []
  var isOfPaths: Bool { start != .missing && stays.first?.isSegment != true }
  var isStay: Bool { !stays.isEmpty }
  var start = TimeReading.missing
  private var sides: (north: Int8, east: Int8) = (0, 0)
  var minutes: Double?
  /// The rank of the key that served so far, for each column.
  private var ranks = SIMD16<Int8>(repeating: .max)
  private(set) var timeForm = TimeForm.missing

  var isPoint: Bool {
    hasPlace && !isOfSensor && message.map { $0 == "location" } ?? true
  }

  private var hasPlace: Bool { rank(.latitude) < .max && rank(.longitude) < .max }

  /// The keys of a place, by their ranks.
  struct Spelling: Equatable {
    let latitude: Int8
    let longitude: Int8

    /// True if the keys may also name a sensor's axes.
    var isOfAxes: Bool { latitude == Self.y && longitude == Self.x }

    private static let y = rank("y", .latitude)
    private static let x = rank("x", .longitude)

    private static func rank(_ name: String, _ column: TrackColumn) -> Int8 {
      Int8(clamping: column.keys.firstIndex(of: name) ?? -2)
    }
  }

  var spelling: Spelling {
    Spelling(latitude: rank(.latitude), longitude: rank(.longitude))
  }

  /// The words in values under `sensor` that a phone has for places.
  private static let places = ["location", "gps", "gnss", "position", "geo", "fused", "network"]
  /// The words in values under `type` that other sensors have.
  private static let otherSensors = [
    "accel", "gyro", "magnet", "gravity", "barometer", "pressure", "pedometer", "steps",
    "heart", "battery", "light", "sound", "audio", "microphone", "wifi", "wi-fi", "bluetooth",
    "compass", "orientation", "rotation", "devicemotion", "temperature", "humidity", "proximity",
  ]

  mutating func note(sensor: String) {
    let sensor = sensor.lowercased()
    if !Self.places.contains(where: { sensor.contains($0) }) { isOfSensor = true }
  }

  /// Notes the stream of e-mission's data that an entry belongs to; other keys mean nothing.
  mutating func note(stream: String) {
    switch stream {
    case "background/location": break
    case "background/filtered_location": isFiltered = true
    default:
      let family = stream.prefix { $0 != "/" }
      if family.count < stream.count, Self.streams.contains(String(family)) { isOfSensor = true }
    }
  }

  /// The families of e-mission's streams, which also say where something was derived or done.
  private static let streams = [
    "analysis", "background", "config", "inference", "manual", "segmentation", "statemachine",
    "stats",
  ]

  mutating func note(kind: String) {
    switch kind {
    case "Feature": isFeature = true
    case "LineString", "MultiLineString": isLine = true
    default:
      let kind = kind.lowercased()
      if Self.otherSensors.contains(where: { kind.contains($0) }) { isOfSensor = true }
    }
  }

  mutating func place(_ place: TrackPoint) {
    point.values.latitude = place.latitude
    point.values.longitude = place.longitude
    if place.altitude.isFinite { point.values.altitude = place.altitude }
    setRank(.latitude, -1)
    setRank(.longitude, -1)
  }

  /// Takes a place in one text, if there is no other. Returns whether its order was assumed.
  mutating func take(pair text: Span<UInt8>, longitudeFirst: Bool) -> Bool {
    guard let place = PlaceText(text, longitudeFirst: longitudeFirst) else { return false }
    if isStay, stay.take(place) { return false }
    guard rank(.latitude) == .max, rank(.longitude) == .max else { return false }
    point.takePlace(place, text)
    setRank(.latitude, .max - 1)
    setRank(.longitude, .max - 1)
    return place.isOrderAssumed
  }

  @inline(__always)
  mutating func take(_ column: TrackColumn, _ rank: Int8, _ text: Span<UInt8>, divisor: Double) {
    if isStay, stay.take(column, text, divisor: divisor) { return }
    guard rank < self.rank(column) else { return }
    setRank(column, rank)
    switch column {
    case .latitude: point.takeLatitude(0..<text.count, of: text, divisor: divisor)
    case .longitude: point.takeLongitude(0..<text.count, of: text, divisor: divisor)
    case .accuracy: point.values.accuracy = (Double(decimal: text) ?? .nan) / divisor
    case .altitude: point.values.altitude = (Double(decimal: text) ?? .nan) / divisor
    case .course: point.values.course = (Double(decimal: text) ?? .nan) / divisor
    case .speed: point.values.speed = (Double(decimal: text) ?? .nan) / divisor
    case .northSouth: sides.north = Int8(Hemispheres.northSouth.sign(ofWord: text) ?? 2)
    case .eastWest: sides.east = Int8(Hemispheres.eastWest.sign(ofWord: text) ?? 2)
    case .time, .date, .device, .position: break
    }
  }

  /// Takes a time, if its form, or for an equal form its key, is better than the last one's.
  mutating func takeTime(
    _ text: Span<UInt8>, _ rank: Int8, isUTC: Bool, _ scale: TimeScale?, _ times: inout TimeReader
  ) {
    let (time, form) = times.candidate(text, isUTC: isUTC, scale: scale)
    guard time != .missing, (form.rawValue, rank) < (timeForm.rawValue, self.rank(.time)) else {
      return
    }
    setRank(.time, rank)
    timeForm = form
    point.setTime(time, text)
  }

  /// Completes the point with the values that depend on all of its object and the outer one.
  mutating func finish(_ lineTime: TimeReading, start: TimeReading) {
    if message != nil { point.values.speed /= 3.6 }
    if sides != (0, 0) {
      point.values.latitude = Self.signed(point.values.latitude, sides.north)
      point.values.longitude = Self.signed(point.values.longitude, sides.east)
    }
    guard rank(.time) == .max else { return }
    point.values.time = lineTime
    if let minutes, minutes.magnitude < 1e6, case .at(let start) = start {
      point.values.time = .at(start + Interval(seconds: minutes * 60))
    }
  }

  private static func signed(_ degrees: Double, _ sign: Int8) -> Double {
    sign == 0 ? degrees : sign == 2 ? .nan : degrees.magnitude * Double(sign)
  }

  private func rank(_ column: TrackColumn) -> Int8 { ranks[column.slot] }
  private mutating func setRank(_ column: TrackColumn, _ rank: Int8) { ranks[column.slot] = rank }

  /// Notes a device of a rank, and returns whether it is preferred to the one so far.
  mutating func prefersDevice(_ rank: Int8) -> Bool {
    guard rank < self.rank(.device) else { return false }
    setRank(.device, rank)
    return true
  }
}
