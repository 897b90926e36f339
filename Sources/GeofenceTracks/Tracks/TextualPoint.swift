import GeofenceBytes

struct TextualPoint {
  var values = TrackPoint()
  private var faults: [PointFilter.Culprit: String] = [:]

  mutating func begin() {
    values = TrackPoint()
    if !faults.isEmpty { faults = [:] }
  }

  mutating func takeLatitude(_ text: Range<Int>, of bytes: Span<UInt8>, divisor: Double = 1) {
    values.latitude = (Double(degreesAt: text, of: bytes, .northSouth) ?? .nan) / divisor
    if !(values.latitude.magnitude <= 90) { faults[.latitude] = bytes.extracting(text).text }
  }

  mutating func takeLongitude(_ text: Range<Int>, of bytes: Span<UInt8>, divisor: Double = 1) {
    values.longitude = (Double(degreesAt: text, of: bytes, .eastWest) ?? .nan) / divisor
    if !(values.longitude.magnitude <= 180) { faults[.longitude] = bytes.extracting(text).text }
  }

  mutating func takePlace(_ place: PlaceText, _ text: Span<UInt8>) {
    values.latitude = place.latitude
    values.longitude = place.longitude
    if values.altitude.isNaN { values.altitude = place.altitude }
    if values.accuracy.isNaN { values.accuracy = place.accuracy }
    if !(place.latitude.magnitude <= 90) { faults[.latitude] = text.text }
    if !(place.longitude.magnitude <= 180) { faults[.longitude] = text.text }
  }

  /// Takes a time; the first that can be read serves.
  mutating func takeTime(_ text: Span<UInt8>, _ times: inout TimeReader) {
    if case .at = values.time { return }
    let time = times.reading(text)
    if time != .missing, values.time == .missing || time != .unreadable { setTime(time, text) }
  }

  /// Takes the value of a field; of several numbers the first that can be read serves.
  @inline(__always)
  mutating func take(
    _ field: TrackColumn, _ text: Range<Int>, of bytes: Span<UInt8>, _ times: inout TimeReader
  ) {
    switch field {
    case .latitude: takeLatitude(text, of: bytes)
    case .longitude: takeLongitude(text, of: bytes)
    case .time: takeTime(bytes.extracting(text), &times)
    case .altitude: values.altitude.fill(text, of: bytes)
    case .speed: values.speed.fill(text, of: bytes)
    case .course: values.course.fill(text, of: bytes)
    case .accuracy: values.accuracy.fill(text, of: bytes)
    case .date, .device, .northSouth, .eastWest, .position: break
    }
  }

  mutating func setTime(_ time: TimeReading, _ text: Span<UInt8>) {
    values.time = time
    if time == .unreadable { faults[.time] = text.text }
  }

  func text(of culprit: PointFilter.Culprit) -> String? {
    faults[culprit] ?? (culprit == .time ? nil : "")
  }
}

extension Double {
  mutating func fill(_ text: Range<Int>, of bytes: Span<UInt8>) {
    if isNaN { self = Double(decimalAt: text, of: bytes) ?? .nan }
  }
}
