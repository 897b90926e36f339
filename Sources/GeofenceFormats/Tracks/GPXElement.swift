/// What an element of a GPX document means to a track, by its local name.
enum GPXElement {
  case root
  case point(TrackReport.PointKind)
  case time, elevation, speed, course, accuracy
  case other

  init(localName name: Span<UInt8>) {
    self = .other
    // What apps that write metres call an accuracy. `hdop` is no length and never taken for one.
    switch name.count {
    case 3:
      if name.says("ele") {
        self = .elevation
      } else if name.says("gpx") {
        self = .root
      } else if name.says("wpt") {
        self = .point(.waypoint)
      } else if name.says("acc") {
        self = .accuracy
      }
    case 4:
      if name.says("time") { self = .time } else if name.says("hacc") { self = .accuracy }
    case 5:
      if name.says("trkpt") {
        self = .point(.trackPoint)
      } else if name.says("rtept") {
        self = .point(.routePoint)
      } else if name.says("speed") {
        self = .speed
      }
    case 6:
      if name.says("course") { self = .course }
    case 8:
      if name.says("accuracy") { self = .accuracy }
    case 18:
      if name.says("horizontalAccuracy") { self = .accuracy }
    case 19:
      if name.says("horizontal_accuracy") { self = .accuracy }
    default: break
    }
  }

  /// Whether the element's text is a value of the point that it stands in.
  ///
  /// A point's time and elevation are its own children; GPX 1.1 has the rest in extensions.
  ///
  /// - Parameter isChild: whether it is the point's own child, with the point's own prefix.
  func belongsToPoint(isChild: @autoclosure () -> Bool) -> Bool {
    switch self {
    case .time, .elevation: isChild()
    case .speed, .course, .accuracy: true
    case .root, .point, .other: false
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
    element = GPXElement(localName: Array((local ?? qualifiedName[...]).utf8).span)
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

extension Span<UInt8> {
  /// Whether these bytes are those of `text`.
  @inline(__always)
  fileprivate func says(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { text in
      for index in text.indices where self[index] != text[index] { return false }
      return true
    }
  }
}
