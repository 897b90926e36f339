import GeofenceCore

/// Builds the points of a GPX document from its elements, one at a time.
///
/// A pure state machine: it knows of XML only that elements begin, have text and end.
struct GPXPointBuilder {
  /// The point that is open, or has ended last.
  private(set) var point = TrackPoint()
  private(set) var kind = TrackReport.PointKind.waypoint
  private(set) var texts = Texts()

  /// What the document has where a value cannot be used, for a message.
  struct Texts {
    fileprivate(set) var latitude: String?
    fileprivate(set) var longitude: String?
    fileprivate(set) var time: String?

    func of(_ culprit: PointFilter.Culprit) -> String? {
      switch culprit {
      case .latitude: latitude
      case .longitude: longitude
      case .time: time
      }
    }
  }

  private var names = GPXNames()
  /// The number of elements that are open.
  private(set) var depth = 0
  /// Whether a point is open.
  var isInPoint: Bool { pointDepth > 0 }
  /// The depth of the open point; 0 where there is none.
  private var pointDepth = 0
  /// Of the open point's name.
  private var prefix: Substring = ""
  /// The element within the point whose text is wanted, and the depth at which it stands.
  private var wanted = GPXElement.other
  private var wantedDepth = Int.max
  /// The bytes of the text that is wanted.
  private var text: [UInt8] = []

  /// - Parameter line: of the element's beginning; asked for points alone.
  /// - Complexity: O(n) for n bytes of names and attributes.
  mutating func start(
    _ qualifiedName: String, _ attributes: [String: String], line: () -> Int
  ) {
    depth += 1
    let name = names.number(of: qualifiedName)
    guard pointDepth > 0 else {
      if case .point(let kind) = names[name].element {
        pointDepth = depth
        prefix = names[name].prefix
        begin(kind, attributes, line: line())
      }
      return
    }
    wantedDepth = .max
    guard
      names[name].element.belongsToPoint(
        isChild: depth == pointDepth + 1 && names[name].prefix == prefix)
    else { return }
    wanted = names[name].element
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
  /// - Returns: whether a point ends with it.
  mutating func end() -> Bool {
    if depth == wantedDepth {
      take()
      wantedDepth = .max
    }
    let isPoint = depth == pointDepth
    if isPoint { pointDepth = 0 }
    depth -= 1
    return isPoint
  }
}

// MARK: - Values

extension GPXPointBuilder {
  private mutating func begin(
    _ kind: TrackReport.PointKind, _ attributes: [String: String], line: Int
  ) {
    self.kind = kind
    point = TrackPoint()
    point.line = line
    texts = Texts()
    var latitude: String?
    var longitude: String?
    // Two attributes are looked through sooner than two keys are hashed.
    for (name, value) in attributes {
      if name == "lat" { latitude = value } else if name == "lon" { longitude = value }
    }
    point.latitude = number(latitude)
    point.longitude = number(longitude)
    if point.coordinate.isValid { return }
    (texts.latitude, texts.longitude) = (latitude ?? "", longitude ?? "")
  }

  /// Takes the wanted element's text.
  private mutating func take() {
    let text = text
    if point.take(wanted, text.span) == .unreadableTime { texts.time = text.span.text }
  }

  private mutating func number(_ string: String?) -> Double {
    text.removeAll(keepingCapacity: true)
    text.append(contentsOf: (string ?? "").utf8)
    return Double(decimal: text.span) ?? .nan
  }
}
