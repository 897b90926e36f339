/// A place in a piece of a document that moves over what XML's grammar says may stand there.
///
/// A piece has only characters that XML allows. Where it ends too early everything throws `breakOff`.
struct XMLCursor {
  var offset: Int
  /// Whether an unknown entity may be declared where nobody looks.
  var mayBeExternal = false

  /// The byte that is so many bytes ahead.
  @inline(__always)
  func next(_ bytes: Span<UInt8>, _ ahead: Int = 0) throws(XMLFault) -> UInt8 {
    guard UInt(bitPattern: offset &+ ahead) < UInt(bitPattern: bytes.count) else { throw .breakOff }
    return bytes[unchecked: offset &+ ahead]
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
    // Most have fewer than eight letters, and nothing else.
    let start = offset
    if start &+ 8 <= bytes.count {
      let word = UInt64(littleEndianAt: start, of: bytes)
      let end = start &+ word.leadingLetters
      if 1...7 ~= end &- start, XMLCharacters.endsName(bytes[unchecked: end]) {
        offset = end
        return XMLName(start: start, local: start, end: end, head: word.first(end &- start))
      }
    }
    return try anyName(bytes)
  }

  /// A name of any length, with a prefix or none.
  @inline(never)
  private mutating func anyName(_ bytes: Span<UInt8>) throws(XMLFault) -> XMLName {
    let start = offset
    var local = offset
    while true {
      let byte = try next(bytes)
      if byte >= 0x80 {
        try passNameCharacter(bytes, isFirst: offset == start)
      } else if offset == start
        ? XMLCharacters.beginsName(byte) : XMLCharacters.continuesName(byte)
      {
        offset &+= 1
        if byte == ASCII.colon { local = offset }
      } else if offset > start {
        return XMLName(
          start: start, local: local, end: offset,
          head: UInt64(littleEndianAt: local, count: offset &- local, of: bytes))
      } else {
        throw .notWellFormed("a name is missing", at: offset)
      }
    }
  }

  private mutating func passNameCharacter(_ bytes: Span<UInt8>, isFirst: Bool) throws(XMLFault) {
    let text = bytes.extracting(offset..<min(offset + 4, bytes.count)).text.unicodeScalars
    guard let character = text.first, XMLCharacters.isInName(character, isFirst: isFirst) else {
      throw .notWellFormed("a name is missing", at: offset)
    }
    offset += UTF8.width(character)
  }

  /// Passes a quotation mark.
  ///
  /// - Returns: which of both kinds it is.
  @inline(__always)
  mutating func passQuote(_ bytes: Span<UInt8>) throws(XMLFault) -> UInt8 {
    let quote = try next(bytes)
    guard quote == ASCII.quote || quote == ASCII.apostrophe else {
      throw .notWellFormed("a value without quotation marks", at: offset)
    }
    offset &+= 1
    return quote
  }

  /// A text in quotation marks of either kind, without them.
  mutating func literal(_ bytes: Span<UInt8>) throws(XMLFault) -> Range<Int> {
    let quote = try passQuote(bytes)
    let text = offset..<bytes.offset(of: quote, from: offset)
    guard text.upperBound < bytes.count else { throw .breakOff }
    offset = text.upperBound + 1
    return text
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
  let local: Int
  let end: Int
  /// The first eight bytes of the local part, zeros behind a shorter one.
  let head: UInt64

  /// In bytes.
  var length: Int { end &- start }

  /// Whether the head is all of it.
  var isShort: Bool { end &- local <= 8 && local == start }

  /// One of 64 bits, by the sum of the head's bytes: another name has seldom the same.
  var bit: UInt64 { 1 &<< ((head &* UInt64(repeating: 1)) &>> 56) }

  var range: Range<Int> { start..<end }
  var prefix: Range<Int> { start..<local }
}
