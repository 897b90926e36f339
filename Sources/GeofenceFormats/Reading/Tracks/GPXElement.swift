/// What an element of a GPX document means to a track, by its local name.
enum GPXElement {
  case root
  case point(TrackReport.PointKind)
  case time, elevation, speed, course, accuracy
  case other

  init(localName: Substring) {
    self =
      switch localName {
      case "gpx": .root
      case "trkpt": .point(.trackPoint)
      case "rtept": .point(.routePoint)
      case "wpt": .point(.waypoint)
      case "time": .time
      case "ele": .elevation
      case "speed": .speed
      case "course": .course
      // What apps that write metres call it. `hdop` is no length and never taken for one.
      case "accuracy", "acc", "hacc", "horizontalAccuracy", "horizontal_accuracy": .accuracy
      default: .other
      }
  }
}

/// A qualified name, taken apart.
struct GPXName {
  let prefix: Substring
  let element: GPXElement

  init(_ qualifiedName: String) {
    let colon = qualifiedName.utf8.lastIndex(of: ASCII.colon)
    prefix = colon.map { qualifiedName[..<$0] } ?? ""
    let local = colon.map { qualifiedName[qualifiedName.utf8.index(after: $0)...] }
    element = GPXElement(localName: local ?? qualifiedName[...])
  }
}

/// The names met so far. A document has few, so each is taken apart once.
struct GPXNames {
  private var known: [(qualifiedName: String, name: GPXName)] = []
  /// A longer search costs more than taking a name apart.
  private static let limit = 16

  subscript(qualifiedName: String) -> GPXName {
    mutating get {
      for entry in known where entry.qualifiedName == qualifiedName { return entry.name }
      let name = GPXName(qualifiedName)
      if known.count < Self.limit { known.append((qualifiedName, name)) }
      return name
    }
  }
}
