import GeofenceBytes
import GeofenceCore

struct TextualPoint {
  var values = TrackPoint()
  private var faults: [PointFilter.Culprit: String] = [:]

  mutating func begin() {
    values = TrackPoint()
    if !faults.isEmpty { faults = [:] }
  }

  mutating func takeLatitude(_ text: Span<UInt8>, divisor: Double = 1) {
    values.latitude = (Double(degrees: text, .northSouth) ?? .nan) / divisor
    if !(values.latitude.magnitude <= 90) { faults[.latitude] = text.text }
  }

  mutating func takeLongitude(_ text: Span<UInt8>, divisor: Double = 1) {
    values.longitude = (Double(degrees: text, .eastWest) ?? .nan) / divisor
    if !(values.longitude.magnitude <= 180) { faults[.longitude] = text.text }
  }

  mutating func takePlace(_ place: PlaceText, _ text: Span<UInt8>) {
    values.latitude = place.latitude
    values.longitude = place.longitude
    if values.altitude.isNaN { values.altitude = place.altitude }
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
  mutating func take(_ field: TrackColumn, _ text: Span<UInt8>, _ times: inout TimeReader) {
    switch field {
    case .latitude: takeLatitude(text)
    case .longitude: takeLongitude(text)
    case .time: takeTime(text, &times)
    case .altitude: values.altitude.fill(text)
    case .speed: values.speed.fill(text)
    case .course: values.course.fill(text)
    case .accuracy: values.accuracy.fill(text)
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
  mutating func fill(_ text: Span<UInt8>) {
    if isNaN { self = Double(decimal: text) ?? .nan }
  }
}
