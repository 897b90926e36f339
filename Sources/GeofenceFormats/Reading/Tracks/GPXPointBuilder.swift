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
    guard isWanted(names[name]) else { return }
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

  /// A point's time and elevation are its own children; GPX 1.1 has the rest in extensions.
  private func isWanted(_ name: GPXName) -> Bool {
    switch name.element {
    case .time, .elevation: depth == pointDepth + 1 && name.prefix == prefix
    case .speed, .course, .accuracy: true
    case .root, .point, .other: false
    }
  }

  /// Takes the wanted element's text; where it comes twice the first that can be read serves.
  private mutating func take() {
    switch wanted {
    case .time: takeTime()
    case .elevation: if point.altitude.isNaN { point.altitude = number }
    case .speed: if point.speed.isNaN { point.speed = number }
    case .course: if point.course.isNaN { point.course = number }
    case .accuracy: if point.accuracy.isNaN { point.accuracy = number }
    case .root, .point, .other: break
    }
  }

  private mutating func takeTime() {
    guard point.time == .missing else { return }
    if let time = Timestamp(bytes: text.span) {
      point.time = .at(time)
    } else if !text.allSatisfy(ASCII.isBlank) {
      point.time = .unreadable
      texts.time = String(decoding: text, as: UTF8.self)
    }
  }

  /// What the text says.
  private var number: Double { Double(decimal: text.span) ?? .nan }

  private mutating func number(_ string: String?) -> Double {
    text.removeAll(keepingCapacity: true)
    text.append(contentsOf: (string ?? "").utf8)
    return number
  }
}
