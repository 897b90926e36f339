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
  ///   - isUsed: whether points of a kind are used; the others are told by `end()` unread.
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
    guard isWanted(name) else { return }
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

  /// A point's time and elevation are its own children; GPX 1.1 has the rest in extensions.
  private func isWanted(_ name: GPXName) -> Bool {
    switch name.element {
    case .time, .elevation: depth == pointDepth + 1 && name.prefix == point?.prefix
    case .speed, .course, .accuracy: true
    case .root, .point, .other: false
    }
  }

  /// Takes the wanted element's text; where it comes twice the first that can be read serves.
  private mutating func take() {
    switch wanted {
    case .time: takeTime()
    case .elevation: Self.take(text, &point, \.altitude)
    case .speed: Self.take(text, &point, \.speed)
    case .course: Self.take(text, &point, \.course)
    case .accuracy: Self.take(text, &point, \.accuracy)
    case .root, .point, .other: break
    }
  }

  private static func take(
    _ text: [UInt8], _ point: inout Point?, _ value: WritableKeyPath<TrackPoint, Double>
  ) {
    guard point?.values[keyPath: value].isNaN == true else { return }
    point?.values[keyPath: value] = Double(decimal: text.span) ?? .nan
  }

  private mutating func takeTime() {
    guard point?.values.time == .missing else { return }
    let time = Timestamp(bytes: text.span)
    if let time {
      point?.values.time = .at(time)
    } else if !text.allSatisfy(ASCII.isBlank) {
      point?.values.time = .unreadable
      point?.timeText = String(decoding: text, as: UTF8.self)
    }
  }

  private mutating func number(_ string: String?) -> Double {
    text.removeAll(keepingCapacity: true)
    text.append(contentsOf: (string ?? "").utf8)
    return Double(decimal: text.span) ?? .nan
  }
}
