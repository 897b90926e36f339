import GeofenceBytes

extension TrackFormat {
  static let kml = TrackFormat(
    "KML", endings: ["kml"], .xml(root: "kml", KMLTrack.read),
    words: Words(
      object: "placemark", needs: .time, routePoint: "LineString point", waypoint: "placemark"))
}

/// The points of a KML document: those of its tracks, or else its placemarks with a time, or else
/// those of its lines, which have no times.
struct KMLTrack: XMLTrack {
  enum Name {
    case placemark, track, point, line, otherGeometry, when, begin, spanEnd, coord, coordinates
  }

  let names = XMLNames<Name>([
    "when": .when, "coord": .coord, "Track": .track, "Placemark": .placemark, "Point": .point,
    "coordinates": .coordinates, "begin": .begin, "end": .spanEnd, "LineString": .line,
    "LinearRing": .otherGeometry, "Polygon": .otherGeometry, "Model": .otherGeometry,
  ])

  static let help =
    "a track is a gx:Track, placemarks with a Point and a TimeStamp, or LineStrings; places belong "
    + "to --regions"

  var points: RankedPoints
  private var context = Name.placemark
  /// The times of a track that wait for their places, or the places that wait for their times.
  private var times = WaitingQueue<TimeReading>()
  private var places = WaitingQueue<TrackPoint>()
  private var placemark = TextualPoint()
  /// The places of a placemark before its last: a MultiGeometry has several.
  private var earlierPlaces: [TextualPoint] = []
  private var hasPlace = false
  /// The end of a placemark's time, where it has a span of time.
  private var spanEnd = TimeReading.missing
  /// The numbers of times and of places in a track, whose order alone pairs them.
  private var pairs = (times: 0, places: 0)
  private var vertices: [TrackPoint] = []

  init(_ points: RankedPoints) { self.points = points }

  mutating func begin(_ element: Name) -> XMLInterest {
    switch element {
    case .placemark, .track:
      finish()
      context = element
    case .point, .line, .otherGeometry: context = element
    case .when, .begin, .spanEnd, .coord: return .value
    case .coordinates: return context == .point || context == .line ? .value : .none
    }
    return .none
  }

  func isValue(_ element: Name, in parent: Name?, isOwn: Bool) -> Bool { false }

  mutating func take(_ value: Name, _ text: Range<Int>, of bytes: Span<UInt8>) {
    let text = bytes.extracting(text)
    switch value {
    case .when where context == .track:
      pairs.times += 1
      times.append(points.filter.times.reading(text))
    case .when, .begin: placemark.takeTime(text, &points.filter.times)
    case .spanEnd: spanEnd = points.filter.times.reading(text)
    case .coord: placemark.takePlace(text, parted: ASCII.space)
    case .coordinates where context == .line: takeVertices(text)
    case .coordinates:
      if hasPlace { keepPlace() }
      placemark.takePlace(text, parted: ASCII.comma)
      hasPlace = true
    case .placemark, .track, .point, .line, .otherGeometry: break
    }
  }

  mutating func end(_ value: Name, line: () -> Int) -> Bool {
    if value == .coordinates, context == .line { return deliverVertices(onLine: line()) }
    placemark.values.line = line()
    switch value {
    case .coord:
      pairs.places += 1
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
    if pairs.times > 0, pairs.places > 0, pairs.times != pairs.places {
      points.filter.report.unpaired = "\(pairs.times) times for \(pairs.places) places"
    }
    pairs = (0, 0)
    defer {
      placemark.begin()
      earlierPlaces = []
      (hasPlace, spanEnd) = (false, .missing)
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
    guard points.take(placemark.values, .waypoint, text: { placemark.text(of: $0) }),
      case (.at(let start), .at(let end)) = (placemark.values.time, spanEnd), end > start
    else { return }
    placemark.values.time = spanEnd
    _ = points.take(placemark.values, .waypoint) { placemark.text(of: $0) }
  }

  private mutating func keepPlace() {
    earlierPlaces.append(placemark)
    let time = placemark.values.time
    placemark.begin()
    placemark.values.time = time
  }

  /// Takes the places of a line, between which are blanks.
  private mutating func takeVertices(_ text: Span<UInt8>) {
    var (start, end) = (0, 0)
    while start < text.count {
      while end < text.count, !ASCII.isBlank(text[end]) { end += 1 }
      if start < end {
        var vertex = TextualPoint()
        vertex.takePlace(text.extracting(start..<end), parted: ASCII.comma)
        vertices.append(vertex.values)
      }
      end += 1
      start = end
    }
  }

  private mutating func deliverVertices(onLine line: Int) -> Bool {
    defer { vertices = [] }
    return vertices.allSatisfy { vertex in
      points.take(vertex, .linePoint, line: { line }, text: { _ in nil })
    }
  }
}

extension TextualPoint {
  /// Takes a longitude and a latitude in degrees, and perhaps an altitude in metres.
  fileprivate mutating func takePlace(_ text: Span<UInt8>, parted delimiter: UInt8) {
    let whole = text.trimmed
    var start = whole.lowerBound
    for part in 0..<3 where start < whole.upperBound {
      let end = min(text.offset(of: delimiter, from: start), whole.upperBound)
      switch part {
      case 0: takeLongitude(start..<end, of: text)
      case 1: takeLatitude(start..<end, of: text)
      default: values.altitude.fill(start..<end, of: text)
      }
      start = end + 1
    }
  }
}
