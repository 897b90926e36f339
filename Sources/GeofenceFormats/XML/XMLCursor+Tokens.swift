extension XMLCursor {
  enum Token { case startTag, endTag, other }

  /// Passes over text to the next token, and over that if it is no tag.
  @inline(__always)
  mutating func passToken(_ bytes: Span<UInt8>) throws(XMLFault) -> Token {
    offset = bytes.offset(ofAny: ASCII.lessThan, ASCII.ampersand, ASCII.closeBracket, from: offset)
    if try next(bytes) == ASCII.lessThan {
      let mark = try next(bytes, 1)
      if mark == ASCII.slash { return .endTag }
      if mark != ASCII.exclamationMark, mark != ASCII.questionMark { return .startTag }
    }
    _ = try passOther(bytes)
    return .other
  }

  /// Passes over a comment, an instruction, character data, a reference or a bracket.
  ///
  /// - Returns: what it says.
  private mutating func passOther(_ bytes: Span<UInt8>) throws(XMLFault) -> [UInt8] {
    switch (bytes[offset], try next(bytes, 1)) {
    case (ASCII.lessThan, ASCII.questionMark): try passInstruction(bytes)
    case (ASCII.lessThan, _):
      if try next(bytes, 2) != ASCII.minus { return try characterData(bytes) }
      try passComment(bytes)
    case (ASCII.ampersand, _): return try reference(bytes).map { Array(String($0).utf8) } ?? []
    case (let bracket, let second):
      if second == bracket, try next(bytes, 2) == ASCII.greaterThan {
        throw .notWellFormed("]]> within text", at: offset)
      }
      offset += 1
    }
    return []
  }

  mutating func passComment(_ bytes: Span<UInt8>) throws(XMLFault) {
    try expect("<!--", bytes, or: "a comment or a section that does not begin as one")
    try pass("--", bytes)
    try expect(ASCII.greaterThan, bytes, or: "-- within a comment")
  }

  mutating func passInstruction(_ bytes: Span<UInt8>) throws(XMLFault) {
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

  private mutating func characterData(_ bytes: Span<UInt8>) throws(XMLFault) -> [UInt8] {
    try expect("<![CDATA[", bytes, or: "a comment or a section that does not begin as one")
    let start = offset
    try pass("]]>", bytes)
    return bytes.extracting(start..<(offset - 3)).array
  }

  /// - Returns: the character that a reference stands for; `nil` for an entity that is not known.
  private mutating func reference(_ bytes: Span<UInt8>) throws(XMLFault) -> Unicode.Scalar? {
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
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    case _ where name.hasPrefix("#"):
      let isHexadecimal = name.hasPrefix("#x")
      let value = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
      let character = value.flatMap(Unicode.Scalar.init)
      if let character, XMLCharacters.isAllowed(character) { return character }
      throw .notWellFormed("a reference to a character is wrong", at: offset)
    default:
      if mayBeExternal { return nil }
      throw .notWellFormed(
        "an entity that is not declared, or a & that should be &amp;", at: offset)
    }
  }

  /// What a text or a value says that has been passed: references resolved, comments left out.
  func decoded(_ text: Range<Int>, _ bytes: Span<UInt8>) throws(XMLFault) -> [UInt8] {
    var decoded: [UInt8] = []
    var cursor = XMLCursor(offset: text.lowerBound, mayBeExternal: mayBeExternal)
    while cursor.offset < text.upperBound {
      let special = min(
        bytes.offset(ofAny: ASCII.lessThan, ASCII.ampersand, ASCII.ampersand, from: cursor.offset),
        text.upperBound)
      decoded += bytes.extracting(cursor.offset..<special).array
      cursor.offset = special
      if special < text.upperBound { decoded += try cursor.passOther(bytes) }
    }
    return decoded
  }
}
