import GeofenceCore

/// The points of a GPX document, with the values of GPX 1.0 and of the usual extensions.
struct GPXTrack: XMLTrack {
  enum Name {
    case trackPoint, routePoint, waypoint
    case latitude, longitude, time, elevation, speed, course, accuracy
  }

  /// `hdop` is no length and never taken for an accuracy; these are what apps call one in metres.
  static let names = XMLNames<Name>([
    "trkpt": .trackPoint, "lat": .latitude, "lon": .longitude, "ele": .elevation, "time": .time,
    "speed": .speed, "course": .course, "accuracy": .accuracy, "acc": .accuracy,
    "hacc": .accuracy, "horizontalAccuracy": .accuracy, "horizontal_accuracy": .accuracy,
    "rtept": .routePoint, "wpt": .waypoint,
  ])

  static let name = "GPX"
  static let help = "a track is made of trkpt, rtept or wpt elements"

  var points: RankedPoints
  private var point = TextualPoint()
  private var kind: TrackReport.PointKind?

  init(_ points: RankedPoints) { self.points = points }

  mutating func begin(_ element: Name) -> XMLInterest {
    kind = element.kind
    point.begin()
    return kind == nil ? .none : .record
  }

  func isValue(_ element: Name, in parent: Name?, isOwn: Bool) -> Bool {
    switch element {
    // A point's own; extensions have other things of these names.
    case .time, .elevation: isOwn && parent?.kind != nil
    case .speed, .course, .accuracy: true
    case .trackPoint, .routePoint, .waypoint, .latitude, .longitude: false
    }
  }

  mutating func take(_ value: Name, _ text: Span<UInt8>) {
    switch value {
    case .latitude: point.takeLatitude(text)
    case .longitude: point.takeLongitude(text)
    case .time: point.takeTime(text)
    case .elevation: point.values.altitude.fill(text)
    case .speed: point.values.speed.fill(text)
    case .course: point.values.course.fill(text)
    case .accuracy: point.values.accuracy.fill(text)
    case .trackPoint, .routePoint, .waypoint: break
    }
  }

  mutating func end(_ record: Name, line: Int) -> Bool {
    point.values.line = line
    guard let kind else { return true }
    return points.take(point.values, kind) { point.text(of: $0) }
  }
}

extension GPXTrack.Name {
  fileprivate var kind: TrackReport.PointKind? {
    switch self {
    case .trackPoint: .trackPoint
    case .routePoint: .routePoint
    case .waypoint: .waypoint
    default: nil
    }
  }
}
