import GeofenceBytes

extension TrackFormat {
  static let gpx = TrackFormat("GPX", endings: ["gpx"], .xml(root: "gpx", GPXTrack.read))
}

/// The points of a GPX document, with the values of GPX 1.0 and of the usual extensions.
struct GPXTrack: XMLTrack {
  enum Name {
    case point(TrackReport.PointKind)
    case field(TrackColumn)
  }

  let names = XMLNames<Name>(
    [("trkpt", .point(.trackPoint))]
      + TrackColumn.elements(
        in: .gpx,
        of: [.latitude, .longitude, .altitude, .time, .speed, .course, .accuracy]
      ).map { ($0.0, .field($0.1)) }
      + [("rtept", .point(.routePoint)), ("wpt", .point(.waypoint))])

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
    case .field(.time), .field(.altitude): if case .point = parent { isOwn } else { false }
    case .field(.speed), .field(.course), .field(.accuracy): true
    case .point, .field: false
    }
  }

  mutating func take(_ value: Name, _ text: Range<Int>, of bytes: Span<UInt8>) {
    guard case .field(let field) = value else { return }
    point.take(field, text, of: bytes, &points.filter.times)
    if field == .accuracy, point.values.accuracy.isNaN {
      let written = bytes.extracting(text)
      points.filter.report.note(accuracy: written.extracting(written.trimmed).text)
    }
  }

  mutating func end(_ record: Name, line: () -> Int) -> Bool {
    guard case .point(let kind) = record else { return true }
    return points.take(point.values, kind, line: line) { point.text(of: $0) }
  }
}
