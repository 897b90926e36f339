import GeofenceCore

/// The points of a Training Center document (TCX): those of its laps that have a position.
struct TCXTrack: XMLTrack {
  enum Name { case point, time, latitude, longitude, altitude, speed }

  let names = XMLNames<Name>([
    "Trackpoint": .point, "Time": .time, "LatitudeDegrees": .latitude,
    "LongitudeDegrees": .longitude, "AltitudeMeters": .altitude, "Speed": .speed,
  ])

  static let format = TrackReport.Format.tcx
  static let help = "a track is made of Trackpoint elements with a Position"

  var points: RankedPoints
  private var point = TextualPoint()
  private var hasPosition = false

  init(_ points: RankedPoints) { self.points = points }

  mutating func begin(_ element: Name) -> XMLInterest {
    guard element == .point else { return .none }
    point.begin()
    hasPosition = false
    return .record
  }

  func isRecord(_ element: Name) -> Bool { element == .point }

  func isValue(_ element: Name, in parent: Name?, isOwn: Bool) -> Bool { element != .point }

  mutating func take(_ value: Name, _ text: Span<UInt8>) {
    switch value {
    case .time: point.takeTime(text, &points.filter.times)
    case .latitude:
      hasPosition = true
      point.takeLatitude(text)
    case .longitude:
      hasPosition = true
      point.takeLongitude(text)
    case .altitude: point.values.altitude.fill(text)
    case .speed: point.values.speed.fill(text)
    case .point: break
    }
  }

  mutating func end(_ record: Name, line: Int) -> Bool {
    guard hasPosition else {
      points.filter.report.passedOver += 1
      return true
    }
    point.values.line = line
    return points.take(point.values, .trackPoint) { point.text(of: $0) }
  }
}
