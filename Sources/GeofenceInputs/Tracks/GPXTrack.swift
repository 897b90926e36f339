import GeofenceCore

/// The points of a GPX document, with the values of GPX 1.0 and of the usual extensions.
struct GPXTrack: XMLTrack {
  enum Name {
    case point(TrackReport.PointKind)
    case latitude, longitude, time, elevation, speed, course, accuracy
  }

  /// The names of the elements: those of an accuracy are the ones that apps use for metres; `hdop`
  /// is no length and never taken for one.
  let names = XMLNames<Name>([
    "trkpt": .point(.trackPoint), "lat": .latitude, "lon": .longitude, "ele": .elevation,
    "time": .time,
    "speed": .speed, "course": .course, "accuracy": .accuracy, "acc": .accuracy,
    "hacc": .accuracy, "horizontalAccuracy": .accuracy, "horizontal_accuracy": .accuracy,
    "rtept": .point(.routePoint), "wpt": .point(.waypoint),
  ])

  static let format = TrackReport.Format.gpx
  static let help = "a track is made of trkpt, rtept or wpt elements"

  var points: RankedPoints
  private var point = TextualPoint()

  init(_ points: RankedPoints) { self.points = points }

  mutating func begin(_ element: Name) -> XMLInterest {
    guard case .point = element else { return .none }
    point.begin()
    return .record
  }

  func isRecord(_ element: Name) -> Bool { if case .point = element { true } else { false } }

  func isValue(_ element: Name, in parent: Name?, isOwn: Bool) -> Bool {
    switch element {
    // These elements belong to the point itself; extensions have others of these names.
    case .time, .elevation: if case .point = parent { isOwn } else { false }
    case .speed, .course, .accuracy: true
    case .point, .latitude, .longitude: false
    }
  }

  mutating func take(_ value: Name, _ text: Span<UInt8>) {
    switch value {
    case .latitude: point.takeLatitude(text)
    case .longitude: point.takeLongitude(text)
    case .time: point.takeTime(text, &points.filter.times)
    case .elevation: point.values.altitude.fill(text)
    case .speed: point.values.speed.fill(text)
    case .course: point.values.course.fill(text)
    case .accuracy: point.values.accuracy.fill(text)
    case .point: break
    }
  }

  mutating func end(_ record: Name, line: Int) -> Bool {
    guard case .point(let kind) = record else { return true }
    point.values.line = line
    return points.take(point.values, kind) { point.text(of: $0) }
  }
}
