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

/// The names met so far, each known by a number. A document has few, so each is taken apart once.
struct GPXNames {
  private struct Entry {
    let qualifiedName: String
    let name: GPXName
    /// That of the name which came after this one last; points are much alike.
    var next = 0
  }

  private var known: [Entry] = []
  private var last = 0
  /// A longer search costs more than taking a name apart: the last number is for all the rest.
  private static let limit = 16

  subscript(number: Int) -> GPXName { known[number].name }

  /// - Complexity: O(1) where names come in the order they came in before, else O(n) for n bytes.
  mutating func number(of qualifiedName: String) -> Int {
    if last < known.count {
      let next = known[last].next
      if known[next].qualifiedName == qualifiedName {
        last = next
        return next
      }
    }
    let number = search(qualifiedName)
    known[min(last, number)].next = number
    last = number
    return number
  }

  private mutating func search(_ qualifiedName: String) -> Int {
    if let number = known.firstIndex(where: { $0.qualifiedName == qualifiedName }) { return number }
    if known.count == Self.limit { known.removeLast() }
    known.append(Entry(qualifiedName: qualifiedName, name: GPXName(qualifiedName)))
    return known.count - 1
  }
}
