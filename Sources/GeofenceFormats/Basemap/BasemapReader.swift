import GeofenceCore

/// Reads the lines and areas of GeoJSON (RFC 7946) as a stream; points and properties are passed
/// over.
///
///     let basemap = try BasemapReader.read(path: "roads.geojson", around: frame)
///
/// - Complexity: O(n) for n bytes; memory for one geometry and for what is kept.
public struct BasemapReader {
  /// What a value is to a basemap, by where it stands.
  private enum Role {
    /// A collection, a feature or a geometry.
    case member
    /// A list of such.
    case members
    case coordinates
    case ignored
  }

  private struct Level {
    let role: Role
    let isObject: Bool
    /// The key of the value that comes next.
    var key = ""
  }

  private enum Expectation: String {
    case value = "a value"
    case valueOrEnd = "a value or ']'"
    case key = "a key in quotation marks"
    case keyOrEnd = "a key in quotation marks or '}'"
    case colon = "':'"
    case separator = "',' or a closing bracket"
    case end = "the end of the file"
  }

  private enum Token { case none, text, escape, word }

  private static let maximumDepth = 500
  /// No key or type that counts is longer.
  private static let longestText = 24
  private static let help = "give GeoJSON, as ogr2ogr -f GeoJSON writes it"

  private var basemap: Basemap
  private var levels: [Level] = []
  private var expectation = Expectation.value
  private var token = Token.none
  private var bytes: [UInt8] = []
  private var geometry = BasemapGeometry()
  private var hasType = false
  /// Of the window's beginning.
  private var position = TextPosition()

  /// Finds out early what would not be read: a file that is not there, or of another kind.
  ///
  /// - Parameter path: a file, or `-` for standard input, of which nothing is known before.
  public static func check(path: String) throws(InputError) {
    guard path != "-" else { return }
    var source = try ByteSource(path: path, interrupted: { false })
    try check(&source)
  }

  private static func check(_ source: inout ByteSource) throws(InputError) {
    while source.count < 4096, try source.fill() {}
    try ForeignFile.check(source.prefix(4096), source: source.name, as: .basemap, help: help)
  }

  /// - Parameter path: a file, or `-` for standard input.
  /// - Throws: an error that names file, place and help.
  public static func read(
    path: String, around frame: BasemapFrame, interrupted: @escaping () -> Bool = { false }
  ) throws(InputError) -> Basemap {
    var source = try ByteSource(path: path, interrupted: interrupted)
    return try read(&source, around: frame)
  }

  package static func read(text: String, around frame: BasemapFrame) throws(InputError) -> Basemap {
    var source = ByteSource(bytes: Array(text.utf8), name: "basemap")
    return try read(&source, around: frame)
  }

  private static func read(_ source: inout ByteSource, around frame: BasemapFrame)
    throws(InputError)
    -> Basemap
  {
    try check(&source)
    if source.prefix(3) == TextEncoding.utf8Mark { source.consume(3) }
    var reader = BasemapReader(basemap: Basemap(frame))
    repeat {
      try reader.take(source.buffer.span.extracting(source.window()), of: source.name)
      source.consume(source.count)
    } while try source.fill()
    try reader.finish(source.name)
    return reader.basemap
  }

  private init(basemap: Basemap) {
    self.basemap = basemap
  }

  // MARK: characters

  private mutating func take(_ window: Span<UInt8>, of source: String) throws(InputError) {
    for index in 0..<window.count {
      do {
        try take(window[index])
      } catch {
        position.advance(over: window.extracting(0..<index))
        throw self.error(error, in: source)
      }
    }
    position.advance(over: window)
  }

  private func error(_ diagnosis: Diagnosis, in source: String) -> InputError {
    let place = Diagnosis.Place.line(position.line, column: position.column)
    return InputError(
      Diagnosis(diagnosis.problem, help: diagnosis.help, at: place), source: source)
  }

  private mutating func take(_ byte: UInt8) throws(Diagnosis) {
    switch token {
    case .text:
      switch byte {
      case ASCII.quote:
        token = .none
        try takeText()
      case UInt8(ascii: "\\"): token = .escape
      default: if bytes.count <= Self.longestText { bytes.append(byte) }
      }
    case .escape: token = .text
    case .word:
      if !Self.endsWord(byte) {
        guard bytes.count < 400 else { throw unexpected() }
        bytes.append(byte)
        return
      }
      try takeWord()
      try takeMark(byte)
    case .none: try takeMark(byte)
    }
  }

  /// What stands between texts and words.
  private mutating func takeMark(_ byte: UInt8) throws(Diagnosis) {
    switch byte {
    case ASCII.space, ASCII.lineFeed, ASCII.carriageReturn, ASCII.tab: break
    case ASCII.comma where expectation == .separator && !levels.isEmpty:
      expectation = levels[levels.count - 1].isObject ? .key : .value
    case ASCII.colon where expectation == .colon: expectation = .value
    case UInt8(ascii: "{"), UInt8(ascii: "["): try open(isObject: byte == UInt8(ascii: "{"))
    case UInt8(ascii: "}"), UInt8(ascii: "]"): try close(isObject: byte == UInt8(ascii: "}"))
    case ASCII.quote:
      guard [.value, .valueOrEnd, .key, .keyOrEnd].contains(expectation) else {
        throw unexpected()
      }
      bytes.removeAll(keepingCapacity: true)
      token = .text
    case _ where expectation == .value || expectation == .valueOrEnd:
      bytes.removeAll(keepingCapacity: true)
      bytes.append(byte)
      token = .word
    default: throw unexpected()
    }
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.comma, ASCII.colon, ASCII.quote, UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "{"), UInt8(ascii: "}"):
      true
    default: ASCII.isBlank(byte)
    }
  }

  private func unexpected() -> Diagnosis {
    Diagnosis("not well-formed JSON", help: "expected here is \(expectation.rawValue)")
  }

  // MARK: values

  private var role: Role { levels.last?.role ?? .member }

  /// What the value that comes next is; the file itself is a collection, a feature or a geometry.
  private func nextRole(isObject: Bool) throws(Diagnosis) -> Role {
    guard let level = levels.last else { return .member }
    switch (level.role, level.key) {
    case (.ignored, _): return .ignored
    case (.coordinates, _) where !isObject: return .coordinates
    case (.members, _) where isObject, (.member, "geometry") where isObject: return .member
    case (.member, "features") where !isObject, (.member, "geometries") where !isObject:
      return .members
    case (.member, "coordinates") where !isObject: return .coordinates
    case (.member, "features"), (.member, "geometries"), (.member, "geometry"),
      (.member, "coordinates"), (.members, _), (.coordinates, _):
      throw misplaced()
    default: return .ignored
    }
  }

  private func misplaced() -> Diagnosis {
    let place = levels.last?.key ?? ""
    return Diagnosis(
      place.isEmpty ? "not what a list of GeoJSON holds" : "not what \"\(place)\" is in GeoJSON",
      help: Self.help)
  }

  private mutating func open(isObject: Bool) throws(Diagnosis) {
    guard expectation == .value || expectation == .valueOrEnd else { throw unexpected() }
    guard levels.count < Self.maximumDepth else {
      throw Diagnosis("nested too deeply", help: Self.help)
    }
    let next = try nextRole(isObject: isObject)
    if levels.isEmpty, !isObject { throw Diagnosis("a list, not GeoJSON", help: Self.help) }
    if next == .coordinates {
      if role == .member { geometry.begin() }
      try geometry.open()
    }
    levels.append(Level(role: next, isObject: isObject))
    expectation = isObject ? .keyOrEnd : .valueOrEnd
  }

  private mutating func close(isObject: Bool) throws(Diagnosis) {
    let mayEnd: [Expectation] = [.separator, isObject ? .keyOrEnd : .valueOrEnd]
    guard let level = levels.last, level.isObject == isObject, mayEnd.contains(expectation) else {
      throw unexpected()
    }
    if level.role == .coordinates { try geometry.close() }
    levels.removeLast()
    if level.role == .member, isObject { try geometry.finish(into: &basemap) }
    endValue()
  }

  private mutating func endValue() {
    expectation = levels.isEmpty ? .end : .separator
  }

  private mutating func takeText() throws(Diagnosis) {
    let text = bytes.span.text
    if expectation == .key || expectation == .keyOrEnd {
      levels[levels.count - 1].key = text
      expectation = .colon
      return
    }
    if role == .coordinates { throw misplaced() }
    if let level = levels.last, level.role == .member, level.key == "type" {
      try geometry.setType(text)
      hasType = true
    }
    endValue()
  }

  /// A number, `true`, `false` or `null`.
  private mutating func takeWord() throws(Diagnosis) {
    token = .none
    if let number = Double(decimal: bytes.span) {
      if role == .coordinates { try geometry.append(number) }
    } else if !["null", "true", "false"].contains(where: { bytes.elementsEqual($0.utf8) }) {
      throw unexpected()
    } else if role == .coordinates {
      throw misplaced()
    }
    endValue()
  }

  private func finish(_ source: String) throws(InputError) {
    guard expectation == .end, token == .none else {
      throw error(
        Diagnosis("the file breaks off", help: "expected here is \(expectation.rawValue)"),
        in: source)
    }
    guard hasType else {
      throw error(Diagnosis("no GeoJSON: it has no \"type\"", help: Self.help), in: source)
    }
  }
}
