extension TrackFormat {
  static let gpx = TrackFormat("GPX", endings: ["gpx"], .xml(root: "gpx", ElementTrack.read))

  static let tcx = TrackFormat(
    "TCX", endings: ["tcx"], .xml(root: "TrainingCenterDatabase", ElementTrack.read),
    words: Words(object: "Trackpoint"))
}

/// The points of a GPX document, with the values of GPX 1.0 and of the usual extensions; or those of
/// a Training Center document (TCX): the points of its laps that have a position.
struct ElementTrack: XMLTrack {
  enum Name {
    case point(TrackReport.PointKind)
    case field(TrackColumn)

    var isPoint: Bool { if case .point = self { true } else { false } }
  }

  let names: XMLNames<Name>
  let help: String
  private let isGPX: Bool
  var points: RankedPoints
  private var point = TextualPoint()

  init(_ points: RankedPoints) {
    self.points = points
    isGPX = points.filter.report.format != .tcx
    func fields(_ fields: [TrackColumn], in files: FieldNames.Files) -> [(String, Name)] {
      TrackColumn.elements(in: files, of: fields).map { ($0.0, .field($0.1)) }
    }
    if isGPX {
      let values = fields(
        [.latitude, .longitude, .altitude, .time, .speed, .course, .accuracy], in: .gpx)
      names = XMLNames(
        [("trkpt", .point(.trackPoint))] + values
          + [("rtept", .point(.routePoint)), ("wpt", .point(.waypoint))])
      help = "a track is made of trkpt, rtept or wpt elements"
    } else {
      names = XMLNames(
        [("Trackpoint", .point(.trackPoint))]
          + fields([.time, .latitude, .longitude, .altitude, .speed], in: .tcx))
      help = "a track is made of Trackpoint elements with a Position"
    }
  }

  mutating func begin(_ element: Name) -> XMLInterest {
    guard element.isPoint else { return .none }
    point.begin()
    return .record
  }

  func isRecord(_ element: Name) -> Bool { element.isPoint }

  func isValue(_ element: Name, in parent: Name?, isOwn: Bool) -> Bool {
    switch element {
    case .point: false
    case .field where !isGPX: true
    // These elements belong to the point itself; extensions have others of these names.
    case .field(.time), .field(.altitude): isOwn && parent?.isPoint == true
    case .field(let field): field != .latitude && field != .longitude
    }
  }

  mutating func take(_ value: Name, _ text: Range<Int>, of bytes: Span<UInt8>) {
    guard case .field(let field) = value else { return }
    point.take(field, text, of: bytes, &points.filter.times)
  }

  mutating func end(_ record: Name, line: () -> Int) -> Bool {
    guard case .point(let kind) = record else { return true }
    if !isGPX, point.hasNoPlace {
      points.filter.report.passedOver += 1
      return true
    }
    return points.take(point.values, kind, line: line) { point.text(of: $0) }
  }
}
