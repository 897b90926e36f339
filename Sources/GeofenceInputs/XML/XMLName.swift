import GeofenceBytes

/// A qualified name, given by its offsets in the scanned piece.
struct XMLName {
  let start: Int
  /// The offset of the local part, which begins behind the last colon.
  let local: Int
  let end: Int
  let head: UInt64

  /// A single bit of 64, chosen by the sum of the head's bytes; two names seldom have the same.
  var bit: UInt64 { 1 &<< ((head &* UInt64(repeating: 1)) &>> 56) }

  var range: Range<Int> { start..<end }
  var prefix: Range<Int> { start..<local }
}

extension XMLScanner {
  @inline(__always)
  mutating func name(_ bytes: XMLBytes) throws(XMLFault) -> XMLName {
    let start = offset
    var local = offset
    while true {
      // Most names have fewer than eight letters, and nothing else.
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

  /// Passes the next character of a name, by XML's rule; false at an ASCII byte that ends the name.
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
}
