import GeofenceBytes

typealias XMLBytes = Span<UInt8>

/// A scanner of XML's grammar, for a document that arrives in pieces.
///
/// A function that needs bytes which have not arrived throws `breakOff`; the next piece then begins
/// with the bytes behind `scanned`.
struct XMLScanner {
  var scanned = 0
  var offset = 0
  private var position = TextPosition()
  private(set) var positionOffset = 0
  /// The part of the last text, decoded, that stands before the run that was returned.
  var decoded: [UInt8] = []

  var encoding: String?
  var isStandalone = false
  var hasDoctype = false
  /// True if an external type may declare an unknown entity.
  var mayBeExternal = false
  var root = ""
  /// The names of the open elements, except those that a handler is interested in.
  var open: [[UInt8]] = []
  var hasEnded = false

  mutating func letGo(_ source: borrowing ByteSource) {
    _ = line(source.buffer.span.extracting(source.window()))
    (scanned, offset, positionOffset) = (0, 0, 0)
  }

  mutating func line(_ bytes: XMLBytes) -> Int {
    position = position(of: scanned, bytes)
    positionOffset = scanned
    return position.line
  }

  func position(of offset: Int, _ bytes: XMLBytes) -> TextPosition {
    var position = position
    position.advance(over: bytes.extracting(positionOffset..<offset))
    return position
  }

  @inline(__always)
  func next(_ bytes: XMLBytes, _ ahead: Int = 0) throws(XMLFault) -> UInt8 {
    guard UInt(bitPattern: offset &+ ahead) < UInt(bitPattern: bytes.count) else { throw .breakOff }
    return bytes[unchecked: offset &+ ahead]
  }

  func has(_ text: String, _ bytes: XMLBytes) throws(XMLFault) -> Bool {
    for (ahead, byte) in text.utf8.enumerated() where try next(bytes, ahead) != byte {
      return false
    }
    return true
  }

  @inline(__always)
  mutating func expect(_ byte: UInt8, _ bytes: XMLBytes, or fault: StaticString) throws(XMLFault) {
    guard try next(bytes) == byte else { throw .notWellFormed(fault, at: offset) }
    offset &+= 1
  }

  mutating func expect(_ text: String, _ bytes: XMLBytes, or fault: StaticString) throws(XMLFault) {
    for byte in text.utf8 { try expect(byte, bytes, or: fault) }
  }

  mutating func pass(_ mark: String, _ bytes: XMLBytes) throws(XMLFault) {
    while try !has(mark, bytes) {
      offset = bytes.offset(of: mark.utf8[mark.startIndex], from: offset + 1)
    }
    offset += mark.utf8.count
  }

  @inline(__always)
  @discardableResult
  mutating func passBlanks(_ bytes: XMLBytes) throws(XMLFault) -> Bool {
    let start = offset
    while try XMLCharacters.isBlank(next(bytes)) { offset &+= 1 }
    return offset > start
  }

  mutating func expectBlanks(_ bytes: XMLBytes) throws(XMLFault) {
    guard try passBlanks(bytes) else { throw .notWellFormed("a blank is missing", at: offset) }
  }

  // MARK: texts

  /// Scans text up to a tag. Returns its last run without references; `decoded` has the rest.
  @inline(__always)
  mutating func text(in quote: UInt8? = nil, isWanted: Bool = true, _ bytes: XMLBytes)
    throws(XMLFault) -> Range<Int>
  {
    if !decoded.isEmpty { decoded = [] }
    while true {
      let start = offset
      if try next(bytes) != ASCII.lessThan {
        offset = bytes.offset(
          ofAny: ASCII.lessThan, ASCII.ampersand, quote ?? ASCII.closeBracket, from: start)
      }
      let mark = try next(bytes)
      let isEnd = quote == nil ? try isTag(mark, bytes) : mark != ASCII.ampersand
      if isEnd { return start..<offset }
      decoded += bytes.extracting(start..<offset).array
      decoded += try passOther(bytes)
      if !isWanted {
        decoded = []
        scanned = offset
      }
    }
  }

  @inline(__always)
  private func isTag(_ mark: UInt8, _ bytes: XMLBytes) throws(XMLFault) -> Bool {
    guard mark == ASCII.lessThan else { return false }
    let second = try next(bytes, 1)
    return second != ASCII.exclamationMark && second != ASCII.questionMark
  }

  /// Scans a comment, instruction, character data or the like. Returns its text in UTF-8.
  private mutating func passOther(_ bytes: XMLBytes) throws(XMLFault) -> [UInt8] {
    if try passComment(bytes) { return [] }
    switch bytes[offset] {
    case ASCII.lessThan: return try characterData(bytes)
    case ASCII.ampersand: return Array(try reference(bytes).utf8)
    default:
      if try has("]]>", bytes) { throw .notWellFormed("]]> within text", at: offset) }
      offset += 1
      return [ASCII.closeBracket]
    }
  }

  mutating func passMiscellany(_ bytes: XMLBytes) throws(XMLFault) {
    repeat {
      _ = try? passBlanks(bytes)
      scanned = offset
    } while try passComment(bytes)
  }

  private mutating func passComment(_ bytes: XMLBytes) throws(XMLFault) -> Bool {
    if try has("<?", bytes) {
      try passInstruction(bytes)
    } else {
      guard try has("<!-", bytes) else { return false }
      try expect("<!--", bytes, or: "a comment or a section that does not begin as one")
      try pass("--", bytes)
      try expect(ASCII.greaterThan, bytes, or: "-- within a comment")
    }
    return true
  }

  private mutating func passInstruction(_ bytes: XMLBytes) throws(XMLFault) {
    offset += 2
    let name = try name(bytes)
    guard bytes.extracting(name.range).text.lowercased() != "xml" else {
      throw .notWellFormed("a declaration that is not at the beginning", at: name.start)
    }
    if try XMLCharacters.isBlank(next(bytes)) {
      try pass("?>", bytes)
    } else {
      try expect("?>", bytes, or: "a blank is missing")
    }
  }

  private mutating func characterData(_ bytes: XMLBytes) throws(XMLFault) -> [UInt8] {
    try expect("<![CDATA[", bytes, or: "a comment or a section that does not begin as one")
    let start = offset
    try pass("]]>", bytes)
    return bytes.extracting(start..<(offset - 3)).array
  }

  private static let entities = [
    "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'",
  ]

  /// Scans a reference. Returns its character; nothing for one that may be declared elsewhere.
  private mutating func reference(_ bytes: XMLBytes) throws(XMLFault) -> String {
    offset += 1
    let start = offset
    if try next(bytes) == ASCII.hash {
      offset += 1
      while try next(bytes) < 0x80, try passNameCharacter(bytes, isFirst: false) {}
    } else {
      _ = try name(bytes)
    }
    let name = bytes.extracting(start..<offset).text
    try expect(
      ASCII.semicolon, bytes, or: "a reference without a semicolon, or a & that should be &amp;")
    if name.hasPrefix("#") {
      let isHexadecimal = name.hasPrefix("#x")
      let value = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
      let character = value.flatMap(Unicode.Scalar.init)
      if let character, XMLCharacters.isAllowed(character) { return String(character) }
      throw .notWellFormed("a reference to a character is wrong", at: offset)
    }
    if let character = Self.entities[name] { return character }
    if mayBeExternal { return "" }
    throw .notWellFormed("an entity that is not declared, or a & that should be &amp;", at: offset)
  }
}

/// A reason why scanning XML cannot continue; offsets count from the start of the scanned piece.
enum XMLFault: Error {
  /// The piece ends before the document does; the bytes that follow may not have arrived yet.
  case breakOff
  case notWellFormed(StaticString, at: Int)
  /// The document has declarations of its own, which could change the meaning of its text.
  case declarations(at: Int)
  /// A record stands within a record, so that its values could be taken for those of the outer one.
  case nested(at: Int)

  static func mismatch(at offset: Int) -> XMLFault {
    .notWellFormed("an end tag that does not match its start tag", at: offset)
  }
}
