/// A place in a piece of a document that moves over what XML's grammar says may stand there.
///
/// A piece has only characters that XML allows. Where it ends too early everything throws `breakOff`.
struct XMLCursor {
  var offset: Int
  /// Where the last token began; the piece's end when there is none.
  var token = 0
  /// Whether an unknown entity may be declared where nobody looks.
  var mayBeExternal = false

  /// The byte that is so many bytes ahead.
  @inline(__always)
  func next(_ bytes: Span<UInt8>, _ ahead: Int = 0) throws(XMLFault) -> UInt8 {
    guard offset &+ ahead < bytes.count else { throw .breakOff }
    return bytes[offset &+ ahead]
  }

  @inline(__always)
  mutating func expect(_ byte: UInt8, _ bytes: Span<UInt8>, or problem: StaticString)
    throws(XMLFault)
  {
    guard try next(bytes) == byte else { throw .notWellFormed(problem, at: offset) }
    offset &+= 1
  }

  mutating func expect(_ text: String, _ bytes: Span<UInt8>, or problem: StaticString)
    throws(XMLFault)
  {
    for byte in text.utf8 { try expect(byte, bytes, or: problem) }
  }

  /// - Returns: whether there was one.
  @inline(__always)
  @discardableResult
  mutating func passBlanks(_ bytes: Span<UInt8>) throws(XMLFault) -> Bool {
    let start = offset
    while try XMLCharacters.isBlank(next(bytes)) { offset &+= 1 }
    return offset > start
  }

  mutating func expectBlanks(_ bytes: Span<UInt8>) throws(XMLFault) {
    guard try passBlanks(bytes) else { throw .notWellFormed("a blank is missing", at: offset) }
  }

  @inline(__always)
  mutating func name(_ bytes: Span<UInt8>) throws(XMLFault) -> XMLName {
    var name = XMLName(start: offset, local: offset, end: offset)
    var byte = try next(bytes)
    guard XMLCharacters.beginsName(byte) || byte >= 0x80 else {
      throw .notWellFormed("a name is missing", at: offset)
    }
    while true {
      if XMLCharacters.continuesName(byte) {
        offset &+= 1
        if byte == ASCII.colon { name.local = offset }
      } else if byte >= 0x80 {
        try passNameCharacter(bytes, isFirst: offset == name.start)
      } else {
        name.end = offset
        return name
      }
      byte = try next(bytes)
    }
  }

  private mutating func passNameCharacter(_ bytes: Span<UInt8>, isFirst: Bool) throws(XMLFault) {
    let text = bytes.extracting(offset..<min(offset + 4, bytes.count)).text.unicodeScalars
    guard let character = text.first, XMLCharacters.isInName(character, isFirst: isFirst) else {
      throw .notWellFormed("a name is missing", at: offset)
    }
    offset += UTF8.width(character)
  }

  /// A text in quotation marks of either kind, without them.
  mutating func literal(_ bytes: Span<UInt8>) throws(XMLFault) -> Range<Int> {
    let quote = try next(bytes)
    guard quote == ASCII.quote || quote == ASCII.apostrophe else {
      throw .notWellFormed("a value without quotation marks", at: offset)
    }
    let start = offset + 1
    offset = bytes.offset(of: quote, from: start) + 1
    guard offset <= bytes.count else { throw .breakOff }
    return start..<(offset - 1)
  }

  /// Moves on behind the next `mark`.
  mutating func pass(_ mark: StaticString, _ bytes: Span<UInt8>) throws(XMLFault) {
    while true {
      offset = bytes.offset(of: mark.utf8Start[0], from: offset)
      guard offset + mark.utf8CodeUnitCount <= bytes.count else { throw .breakOff }
      if (0..<mark.utf8CodeUnitCount).allSatisfy({ bytes[offset + $0] == mark.utf8Start[$0] }) {
        offset += mark.utf8CodeUnitCount
        return
      }
      offset += 1
    }
  }
}

/// A qualified name, by offsets.
struct XMLName {
  let start: Int
  /// Where the local part begins, behind the last colon.
  fileprivate(set) var local: Int
  fileprivate(set) var end: Int

  var range: Range<Int> { start..<end }
  var prefix: Range<Int> { start..<local }
}
