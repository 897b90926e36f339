typealias XMLBytes = Span<UInt8>

/// A place in a piece of a document that moves over what XML's grammar says may stand there.
///
/// A piece has only characters that XML allows. Where it ends too early everything throws `breakOff`.
struct XMLCursor {
  var offset: Int
  /// Whether an unknown entity may be declared where nobody looks.
  var mayBeExternal = false

  /// The byte that is so many bytes ahead.
  @inline(__always)
  func next(_ bytes: XMLBytes, _ ahead: Int = 0) throws(XMLFault) -> UInt8 {
    guard UInt(bitPattern: offset &+ ahead) < UInt(bitPattern: bytes.count) else { throw .breakOff }
    return bytes[unchecked: offset &+ ahead]
  }

  /// Whether `text` comes next.
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

  /// Moves on behind the next `mark`.
  mutating func pass(_ mark: String, _ bytes: XMLBytes) throws(XMLFault) {
    while try !has(mark, bytes) {
      offset = bytes.offset(of: mark.utf8[mark.startIndex], from: offset + 1)
    }
    offset += mark.utf8.count
  }

  /// - Returns: whether there was one.
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

  @inline(__always)
  mutating func name(_ bytes: XMLBytes) throws(XMLFault) -> XMLName {
    let start = offset
    var local = offset
    while true {
      // Most have fewer than eight letters, and nothing else.
      if offset &+ 8 <= bytes.count {
        offset &+= UInt64(littleEndianAt: offset, of: bytes).leadingLetters
      }
      let byte = try next(bytes)
      if XMLCharacters.endsName(byte), offset > start { break }
      if byte == ASCII.colon {
        offset &+= 1
        local = offset
      } else if try !passNameCharacter(bytes, isFirst: offset == start) {
        break
      }
    }
    guard offset > start else { throw .notWellFormed("a name is missing", at: offset) }
    let head = UInt64(littleEndianAt: local, count: offset &- local, of: bytes)
    return XMLName(start: start, local: local, end: offset, head: head)
  }

  /// - Returns: whether a name may have what comes next; it ends with a character of ASCII.
  @inline(never)
  mutating func passNameCharacter(_ bytes: XMLBytes, isFirst: Bool) throws(XMLFault) -> Bool {
    var character = Unicode.Scalar(try next(bytes))
    if !character.isASCII {
      let text = bytes.extracting(offset..<min(offset + 4, bytes.count)).text
      character = text.unicodeScalars.first ?? character
    }
    let isInName = XMLCharacters.isInName(character, isFirst: isFirst)
    guard isInName || character.isASCII else {
      throw .notWellFormed("a name is missing", at: offset)
    }
    if isInName { offset += UTF8.width(character) }
    return isInName
  }

  /// Passes a text in quotation marks of either kind.
  ///
  /// - Parameter isValue: whether it is an attribute's, which may have references.
  /// - Returns: the text without them.
  @inline(__always)
  mutating func literal(_ bytes: XMLBytes, isValue: Bool = false) throws(XMLFault) -> XMLValue {
    let quote = try next(bytes)
    guard quote == ASCII.quote || quote == ASCII.apostrophe else {
      throw .notWellFormed("a value without quotation marks", at: offset)
    }
    offset &+= 1
    let start = offset
    let (lessThan, ampersand) = isValue ? (ASCII.lessThan, ASCII.ampersand) : (quote, quote)
    offset = bytes.offset(ofAny: quote, lessThan, ampersand, from: start)
    let isCoded = try next(bytes) == ASCII.ampersand && isValue
    if isCoded { offset = bytes.offset(ofAny: quote, lessThan, quote, from: offset) }
    try expect(quote, bytes, or: "< within an attribute")
    let text = start..<(offset &- 1)
    if isCoded { _ = try decoded(text, bytes) }
    return XMLValue(range: text, isCoded: isCoded)
  }
}

/// A qualified name, by offsets.
struct XMLName {
  let start: Int
  /// Where the local part begins, behind the last colon.
  let local: Int
  let end: Int
  /// The first eight bytes of the local part, zeros behind a shorter one.
  let head: UInt64

  /// Whether the head is all of it.
  var isShort: Bool { end &- local <= 8 && local == start }

  /// One of 64 bits, by the sum of the head's bytes: another name has seldom the same.
  var bit: UInt64 { 1 &<< ((head &* UInt64(repeating: 1)) &>> 56) }

  var range: Range<Int> { start..<end }
  var prefix: Range<Int> { start..<local }
}

/// A text or the value of an attribute, by offsets.
struct XMLValue {
  var range: Range<Int>
  /// Whether it says something else than its bytes: with references, comments and the like.
  var isCoded: Bool
}
