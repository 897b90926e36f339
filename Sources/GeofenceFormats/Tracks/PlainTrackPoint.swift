/// A track point that is written plainly, as nearly all are: `trkpt` with `lat` and `lon`, and in it
/// elements without attributes that hold either printable ASCII or such elements.
///
/// ```xml
/// <trkpt lat="46.05" lon="14.5"><ele>300</ele><time>2024-05-01T09:10:00Z</time></trkpt>
/// ```
///
/// Such a point is well-formed wherever an element may stand, and means what `GPXPointBuilder` takes
/// it for. References, comments, sections, other attributes and other characters are not plain.
struct PlainTrackPoint {
  /// Why there is no plain point.
  enum Absence: Error {
    /// The bytes end within what may become one.
    case cut
    /// There is something else.
    case other
  }

  private(set) var values = TrackPoint()
  /// Where the texts of the values are; the time's where it cannot be read.
  private(set) var latitude = 0..<0
  private(set) var longitude = 0..<0
  private(set) var time = 0..<0
  /// The end of what has been read.
  private(set) var end: Int
  /// The line breaks within the point, and where the last of them is.
  private(set) var lineBreaks = 0
  private(set) var lastLineBreak = -1

  /// No point is longer, in bytes, and none has more elements within each other.
  static let longest = 1 << 12
  static let deepest = 8

  /// Reads the point that begins at `start`.
  ///
  /// - Complexity: O(n) for a point of n bytes, without allocation.
  init(_ bytes: Span<UInt8>, at start: Int) throws(Absence) {
    end = start
    try expect(UInt8(ascii: "<"), bytes)
    try name(bytes)
    guard try attributes(bytes) else { return }
    if let text = try content(bytes, depth: 1) {
      // Text among a point's elements means nothing.
      guard text.isEmpty else { throw .other }
    }
    try name(bytes)
    try endTag(bytes)
  }

  private mutating func name(_ bytes: Span<UInt8>) throws(Absence) {
    try expect(UInt8(ascii: "t"), bytes)
    try expect(UInt8(ascii: "r"), bytes)
    try expect(UInt8(ascii: "k"), bytes)
    try expect(UInt8(ascii: "p"), bytes)
    try expect(UInt8(ascii: "t"), bytes)
  }
}

// MARK: - Markup

extension PlainTrackPoint {
  /// Reads attributes up to the end of the point's start tag.
  ///
  /// - Returns: whether the point has an end tag of its own.
  private mutating func attributes(_ bytes: Span<UInt8>) throws(Absence) -> Bool {
    while true {
      let hasBlank = try skipSpaces(bytes)
      let byte = try next(bytes)
      if !hasBlank || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") { break }
      try attribute(bytes)
    }
    guard !latitude.isEmpty, !longitude.isEmpty else { throw .other }
    values.latitude = Double(decimal: bytes.extracting(latitude)) ?? .nan
    values.longitude = Double(decimal: bytes.extracting(longitude)) ?? .nan
    return try startTagEnd(bytes)
  }

  private mutating func attribute(_ bytes: Span<UInt8>) throws(Absence) {
    try expect(UInt8(ascii: "l"), bytes)
    let letters = try (take(bytes), take(bytes))
    try expect(UInt8(ascii: "="), bytes)
    let quote = try take(bytes)
    guard quote == ASCII.quote || quote == UInt8(ascii: "'") else { throw .other }
    let start = end
    while case let byte = try next(bytes), byte != quote {
      guard Self.isPlain(byte) else { throw .other }
      end += 1
    }
    let value = start..<end
    end += 1
    switch letters {
    case (UInt8(ascii: "a"), UInt8(ascii: "t")) where latitude.isEmpty: latitude = value
    case (UInt8(ascii: "o"), UInt8(ascii: "n")) where longitude.isEmpty: longitude = value
    default: throw .other
    }
    // An empty value cannot be told from none.
    guard !value.isEmpty else { throw .other }
  }

  /// Reads what stands between two tags, the `</` of the second included.
  ///
  /// - Returns: the text; `nil` when there are elements.
  private mutating func content(
    _ bytes: Span<UInt8>, depth: Int
  ) throws(Absence) -> Range<Int>? {
    guard depth < Self.deepest else { throw .other }
    let start = end
    let breaks = lineBreaks
    try skipBlanks(bytes)
    if try next(bytes) != UInt8(ascii: "<") {
      guard lineBreaks == breaks else { throw .other }
      while case let byte = try next(bytes), byte != UInt8(ascii: "<") {
        guard Self.isPlain(byte) else { throw .other }
        end += 1
      }
      let text = start..<end
      end += 1
      try expect(UInt8(ascii: "/"), bytes)
      return text
    }
    var hasElements = false
    while true {
      try expect(UInt8(ascii: "<"), bytes)
      if try next(bytes) == UInt8(ascii: "/") {
        end += 1
        return hasElements ? nil : end..<end
      }
      hasElements = true
      try element(bytes, depth: depth)
      try skipBlanks(bytes)
    }
  }

  /// Reads an element behind its `<`.
  private mutating func element(_ bytes: Span<UInt8>, depth: Int) throws(Absence) {
    let start = end
    var local = start
    guard try Self.beginsName(next(bytes)) else { throw .other }
    end += 1
    while case let byte = try next(bytes), Self.continuesName(byte) || byte == ASCII.colon {
      end += 1
      if byte == ASCII.colon {
        guard local == start, try Self.beginsName(next(bytes)) else { throw .other }
        local = end
      }
    }
    let name = start..<end
    _ = try skipSpaces(bytes)
    guard try startTagEnd(bytes) else { return }
    let text = try content(bytes, depth: depth + 1)
    for index in name { try expect(bytes[index], bytes) }
    try endTag(bytes)
    guard let text else { return }
    let element = GPXElement(localName: bytes.extracting(local..<name.upperBound))
    guard element.belongsToPoint(isChild: depth == 1 && local == start) else { return }
    if values.take(element, bytes.extracting(text)) == .unreadableTime { time = text }
  }

  /// - Returns: whether the element has an end tag of its own.
  private mutating func startTagEnd(_ bytes: Span<UInt8>) throws(Absence) -> Bool {
    let isEmpty = try next(bytes) == UInt8(ascii: "/")
    if isEmpty { end += 1 }
    try expect(UInt8(ascii: ">"), bytes)
    return !isEmpty
  }

  /// Reads the end of an end tag behind its name.
  private mutating func endTag(_ bytes: Span<UInt8>) throws(Absence) {
    _ = try skipSpaces(bytes)
    try expect(UInt8(ascii: ">"), bytes)
  }
}

// MARK: - Characters

extension PlainTrackPoint {
  @inline(__always)
  private func next(_ bytes: Span<UInt8>) throws(Absence) -> UInt8 {
    guard end < bytes.count else { throw .cut }
    return bytes[end]
  }

  @inline(__always)
  private mutating func take(_ bytes: Span<UInt8>) throws(Absence) -> UInt8 {
    let byte = try next(bytes)
    end += 1
    return byte
  }

  @inline(__always)
  private mutating func expect(_ byte: UInt8, _ bytes: Span<UInt8>) throws(Absence) {
    guard try take(bytes) == byte else { throw .other }
  }

  /// - Returns: whether there was one.
  @inline(__always)
  private mutating func skipSpaces(_ bytes: Span<UInt8>) throws(Absence) -> Bool {
    let start = end
    while try next(bytes) == ASCII.space { end += 1 }
    return end > start
  }

  @inline(__always)
  private mutating func skipBlanks(_ bytes: Span<UInt8>) throws(Absence) {
    while true {
      switch try next(bytes) {
      case ASCII.lineFeed:
        lineBreaks += 1
        lastLineBreak = end
      case ASCII.space, ASCII.tab, ASCII.carriageReturn: break
      default: return
      }
      end += 1
    }
  }

  /// Whether `byte` may stand in text and in an attribute's value, and is nothing but itself there.
  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte &- 0x20 < 0x5F && byte != UInt8(ascii: "&") && byte != UInt8(ascii: "<")
      && byte != UInt8(ascii: "]")
  }

  @inline(__always)
  private static func beginsName(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_")
  }

  @inline(__always)
  private static func continuesName(_ byte: UInt8) -> Bool {
    beginsName(byte) || byte &- ASCII.zero <= 9 || byte == ASCII.minus || byte == ASCII.point
  }
}
