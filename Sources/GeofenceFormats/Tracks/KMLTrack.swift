import GeofenceCore

/// The points of a KML document: those of its tracks, else its placemarks with a time.
struct KMLTrack: XMLTrack {
  enum Name { case placemark, track, point, otherGeometry, when, begin, coord, coordinates }

  static let names = XMLNames<Name>([
    "when": .when, "coord": .coord, "Track": .track, "Placemark": .placemark, "Point": .point,
    "coordinates": .coordinates, "begin": .begin, "LineString": .otherGeometry,
    "LinearRing": .otherGeometry, "Polygon": .otherGeometry, "Model": .otherGeometry,
  ])

  static let name = "KML"
  static let help =
    "a track is a gx:Track, or placemarks with a Point and a TimeStamp; without times "
    + "gpsbabel -i kml -f F -o gpx -F - makes GPX of it, and places belong to --regions"

  var points: RankedPoints
  /// What the last known element was that others stand in.
  private var context = Name.placemark
  /// The times of a track whose places have not come, or the places whose times have not.
  private var times = HeldTimes()
  private var places: [TextualPoint] = []
  private var firstPlace = 0
  private var reader = TimeReader()
  private var placemark = TextualPoint()
  private var hasPlace = false

  init(_ points: RankedPoints) {
    self.points = points
    self.points.filter.untimed.refusal = Self.help
  }

  mutating func begin(_ element: Name) -> XMLInterest {
    switch element {
    case .placemark, .track:
      finish()
      context = element
    case .point, .otherGeometry: context = element
    case .when, .begin, .coord: return .value
    case .coordinates: return context == .point ? .value : .none
    }
    return .none
  }

  func isValue(_ element: Name, in parent: Name?, isOwn: Bool) -> Bool { false }

  mutating func take(_ value: Name, _ text: Span<UInt8>) {
    switch value {
    case .when where context == .track: times.append(reader.reading(text))
    case .when, .begin: placemark.takeTime(text)
    case .coord: place(text, parted: ASCII.space)
    case .coordinates:
      place(text, parted: ASCII.comma)
      hasPlace = true
    case .placemark, .track, .point, .otherGeometry: break
    }
  }

  mutating func end(_ value: Name, line: Int) -> Bool {
    placemark.values.line = line
    switch value {
    case .coord:
      places.append(placemark)
      placemark.begin()
      return times.count > 0 ? deliverFirst() : true
    case .when where firstPlace < places.count: return deliverFirst()
    default: return true
    }
  }

  /// Delivers the first place that waits, with the first time.
  private mutating func deliverFirst() -> Bool {
    var point = places[firstPlace]
    firstPlace += 1
    if firstPlace == places.count {
      places.removeAll(keepingCapacity: true)
      firstPlace = 0
    }
    point.values.time = times.removeFirst()
    return points.take(point.values, .trackPoint) { point.text(of: $0) }
  }

  /// Gives what waits: the placemark, if it is a place at a time, and places of a track without times.
  mutating func finish() {
    while firstPlace < places.count, deliverFirst() {}
    times = HeldTimes()
    defer {
      placemark.begin()
      hasPlace = false
    }
    guard hasPlace else { return }
    guard placemark.values.time != .missing else {
      points.filter.report.passedOver += 1
      return
    }
    _ = points.take(placemark.values, .waypoint) { placemark.text(of: $0) }
  }

  /// Takes a longitude, a latitude and perhaps an altitude.
  private mutating func place(_ text: Span<UInt8>, parted delimiter: UInt8) {
    let whole = text.trimmed
    var start = whole.lowerBound
    for part in 0..<3 where start < whole.upperBound {
      let end = min(text.offset(of: delimiter, from: start), whole.upperBound)
      let number = text.extracting(start..<end)
      switch part {
      case 0: placemark.takeLongitude(number)
      case 1: placemark.takeLatitude(number)
      default: placemark.values.altitude.fill(number)
      }
      start = end + 1
    }
  }
}
