import GeofenceCore

/// Builds the points of a GPX document from its elements, one at a time.
///
/// A pure state machine: it knows of XML only that elements begin, have text and end.
struct GPXPointBuilder {
  /// A point as the document has it.
  struct Point {
    var kind: TrackReport.PointKind
    var values = TrackPoint()
    var latitudeText: String?
    var longitudeText: String?
    /// Kept where the time cannot be read.
    var timeText: String?
    /// Of the element's name.
    var prefix: Substring
  }

  private var names = GPXNames()
  /// The number of elements that are open.
  private(set) var depth = 0
  /// Whether a point is open.
  var isInPoint: Bool { point != nil }
  /// The open point, and the depth at which it stands.
  private var point: Point?
  private var pointDepth = 0
  /// The element within the point whose text is wanted, and the depth at which it stands.
  private var wanted = GPXElement.other
  private var wantedDepth = Int.max
  /// The bytes of the text that is wanted.
  private var text: [UInt8] = []

  /// - Parameters:
  ///   - line: of the element's beginning; asked for points alone.
  /// - Complexity: O(n) for n bytes of names and attributes.
  mutating func start(
    _ qualifiedName: String, _ attributes: [String: String], line: () -> Int
  ) {
    depth += 1
    let name = names[qualifiedName]
    guard point != nil else {
      if case .point(let kind) = name.element {
        pointDepth = depth
        begin(kind, name.prefix, attributes, line: line())
      }
      return
    }
    wantedDepth = .max
    guard
      name.element.belongsToPoint(
        isChild: depth == pointDepth + 1 && name.prefix == point?.prefix)
    else { return }
    wanted = name.element
    wantedDepth = depth
    text.removeAll(keepingCapacity: true)
  }

  /// Takes text of the element that is open.
  @inline(__always)
  mutating func characters(_ string: String) {
    if depth == wantedDepth { text.append(contentsOf: string.utf8) }
  }

  /// Ends the element that is open.
  ///
  /// - Returns: the point that ends with it, if one does.
  mutating func end() -> Point? {
    defer { depth -= 1 }
    if depth == wantedDepth {
      take()
      wantedDepth = .max
    }
    guard depth == pointDepth else { return nil }
    pointDepth = 0
    return point.take()
  }
}

// MARK: - Values

extension GPXPointBuilder {
  private mutating func begin(
    _ kind: TrackReport.PointKind, _ prefix: Substring, _ attributes: [String: String], line: Int
  ) {
    var point = Point(kind: kind, prefix: prefix)
    point.values.line = line
    point.latitudeText = attributes["lat"] ?? ""
    point.longitudeText = attributes["lon"] ?? ""
    point.values.latitude = number(point.latitudeText)
    point.values.longitude = number(point.longitudeText)
    self.point = point
  }

  /// Takes the wanted element's text.
  private mutating func take() {
    let text = text
    let taking = point?.values.take(wanted, text.span)
    if taking == .unreadableTime { point?.timeText = text.span.text }
  }

  private mutating func number(_ string: String?) -> Double {
    text.removeAll(keepingCapacity: true)
    text.append(contentsOf: (string ?? "").utf8)
    return Double(decimal: text.span) ?? .nan
  }
}
