import GeofenceBytes

extension TrackFormat {
  static let kml = TrackFormat(
    "KML", endings: ["kml"], .xml(root: "kml", KMLTrack.read),
    words: Words(object: "placemark", needs: .time, waypoint: "placemark"))
}

/// The points of a KML document: those of its tracks, or else its placemarks with a time.
struct KMLTrack: XMLTrack {
  enum Name { case placemark, track, point, otherGeometry, when, begin, coord, coordinates }

  let names = XMLNames<Name>([
    "when": .when, "coord": .coord, "Track": .track, "Placemark": .placemark, "Point": .point,
    "coordinates": .coordinates, "begin": .begin, "LineString": .otherGeometry,
    "LinearRing": .otherGeometry, "Polygon": .otherGeometry, "Model": .otherGeometry,
  ])

  static let help =
    "a track is a gx:Track, or placemarks with a Point and a TimeStamp; without times "
    + "gpsbabel -i kml -f F -o gpx -F - makes GPX of it, and places belong to --regions"

  var points: RankedPoints
  private var context = Name.placemark
  /// The times of a track that wait for their places, or the places that wait for their times.
  private var times = WaitingQueue<TimeReading>()
  private var places = WaitingQueue<TrackPoint>()
  private var placemark = TextualPoint()
  /// The places of a placemark before its last: a MultiGeometry has several.
  private var earlierPlaces: [TextualPoint] = []
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

  mutating func take(_ value: Name, _ text: Range<Int>, of bytes: Span<UInt8>) {
    let text = bytes.extracting(text)
    switch value {
    case .when where context == .track: times.append(points.filter.times.reading(text))
    case .when, .begin: placemark.takeTime(text, &points.filter.times)
    case .coord: place(text, parted: ASCII.space)
    case .coordinates:
      if hasPlace { keepPlace() }
      place(text, parted: ASCII.comma)
      hasPlace = true
    case .placemark, .track, .point, .otherGeometry: break
    }
  }

  mutating func end(_ value: Name, line: () -> Int) -> Bool {
    placemark.values.line = line()
    switch value {
    case .coord:
      defer { placemark.begin() }
      if times.count > 0 { return deliver(placemark.values, placemark) }
      places.append(placemark.values)
      return true
    case .when where places.count > 0: return deliverPlace()
    default: return true
    }
  }

  private mutating func deliverPlace() -> Bool {
    do throws(InputError) {
      guard let place = try places.popFirst() else { return false }
      return deliver(place, nil)
    } catch {
      return points.filter.fail(error)
    }
  }

  private mutating func deliver(_ place: TrackPoint, _ texts: TextualPoint?) -> Bool {
    var point = place
    do throws(InputError) {
      point.time = try times.popFirst() ?? .missing
    } catch {
      return points.filter.fail(error)
    }
    return points.take(point, .trackPoint) { texts?.text(of: $0) }
  }

  /// Delivers the points that wait: a timed placemark, and places of a track without times.
  mutating func finish() {
    while deliverPlace() {}
    times = WaitingQueue()
    defer {
      placemark.begin()
      earlierPlaces = []
      hasPlace = false
    }
    guard hasPlace else { return }
    guard placemark.values.time != .missing else {
      points.filter.report.passedOver += 1
      return
    }
    for earlier in earlierPlaces {
      var point = earlier.values
      point.time = placemark.values.time
      guard points.take(point, .waypoint, text: { earlier.text(of: $0) }) else { return }
    }
    _ = points.take(placemark.values, .waypoint) { placemark.text(of: $0) }
  }

  private mutating func keepPlace() {
    earlierPlaces.append(placemark)
    let time = placemark.values.time
    placemark.begin()
    placemark.values.time = time
  }

  /// Takes a longitude and a latitude in degrees, and perhaps an altitude in metres.
  private mutating func place(_ text: Span<UInt8>, parted delimiter: UInt8) {
    let whole = text.trimmed
    var start = whole.lowerBound
    for part in 0..<3 where start < whole.upperBound {
      let end = min(text.offset(of: delimiter, from: start), whole.upperBound)
      switch part {
      case 0: placemark.takeLongitude(start..<end, of: text)
      case 1: placemark.takeLatitude(start..<end, of: text)
      default: placemark.values.altitude.fill(start..<end, of: text)
      }
      start = end + 1
    }
  }
}
