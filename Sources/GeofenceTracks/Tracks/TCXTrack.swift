extension TrackFormat {
  static let tcx = TrackFormat(
    "TCX", endings: ["tcx"], .xml(root: "TrainingCenterDatabase", TCXTrack.read),
    words: Words(object: "Trackpoint"))
}

/// The points of a Training Center document (TCX): the points of its laps that have a position.
struct TCXTrack: XMLTrack {
  enum Name: Equatable {
    case point
    case field(TrackColumn)
  }

  let names = XMLNames<Name>(
    [("Trackpoint", .point)]
      + TrackColumn.elements(in: .tcx, of: [.time, .latitude, .longitude, .altitude, .speed])
      .map { ($0.0, .field($0.1)) })

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

  mutating func take(_ value: Name, _ text: Range<Int>, of bytes: Span<UInt8>) {
    guard case .field(let field) = value else { return }
    hasPosition = hasPosition || field == .latitude || field == .longitude
    point.take(field, text, of: bytes, &points.filter.times)
  }

  mutating func end(_ record: Name, line: () -> Int) -> Bool {
    guard hasPosition else {
      points.filter.report.passedOver += 1
      return true
    }
    return points.take(point.values, .trackPoint, line: line) { point.text(of: $0) }
  }
}
