import GeofenceCore

/// What is known of a document: its track, the point that is open, and what is wrong with it.
///
/// A value of its own, so that a call of the parser has one access to check and not ten.
struct GPXDocument {
  var track: GPXTrack
  var builder = GPXPointBuilder()
  /// The first thing that is wrong with the document; nothing after it counts.
  var fault: XMLFault?
  var hasRoot = false
  var hasEnded = false
  /// Elements that were open when the parser got a mark.
  var depthAtMark = 0
  /// Open elements of a point that has been read already; `nil` when there is none to come.
  private var ignoredDepth: Int?

  init(_ track: GPXTrack) { self.track = track }

  var ignoresEvents: Bool { fault != nil || track.isDone }

  /// - Returns: whether there is a reason to read on.
  mutating func start(
    _ name: String, _ attributes: [String: String], line: () -> Int
  ) -> Bool {
    if ignoresEvents { return true }
    if let depth = ignoredDepth {
      ignoredDepth = depth + 1
      return true
    }
    if !hasRoot {
      guard case .root = GPXName(name).element else {
        fault = .foreignRoot(name)
        return false
      }
      hasRoot = true
    }
    builder.start(name, attributes, line: line)
    return true
  }

  mutating func characters(_ string: String) {
    if !ignoresEvents, ignoredDepth == nil { builder.characters(string) }
  }

  /// - Returns: whether there is a reason to read on.
  mutating func end() -> Bool {
    if ignoresEvents { return true }
    if let depth = ignoredDepth {
      ignoredDepth = depth > 1 ? depth - 1 : nil
      return true
    }
    if builder.end() {
      let texts = builder.texts
      track.take(builder.point, builder.kind) { texts.of($0) }
    }
    hasEnded = builder.depth == 0
    return !track.isDone
  }

  /// Whether the parser has taken `mark`, and has come to where elements may stand.
  func isBehind(_ mark: TrackMark) -> Bool {
    !ignoresEvents && ignoredDepth == nil && hasRoot && !builder.isInPoint
      && builder.depth == depthAtMark + mark.depth && 1..<Self.deepest ~= builder.depth
  }

  /// Points are looked for within so many elements; libxml2 allows 256.
  private static let deepest = 200

  /// Takes the plain track points that stand where the parser is.
  ///
  /// - Parameter line: where that is; `nil` when no elements may stand there.
  /// - Returns: whether there is a reason to read on.
  mutating func takePlainPoints(_ input: inout XMLInput, line: Int?) throws(InputError) -> Bool {
    let hasPoint = try input.readPlainPoints(line: line) { point, line, bytes in
      var values = point.values
      values.line = line
      track.take(values, .trackPoint) { culprit in
        switch culprit {
        case .latitude: bytes.extracting(point.latitude).text
        case .longitude: bytes.extracting(point.longitude).text
        case .time: bytes.extracting(point.time).text
        }
      }
      return !track.isDone
    }
    if hasPoint { ignoredDepth = 0 }
    return !track.isDone
  }
}
