extension XMLCursor {
  enum Token { case startTag, endTag, other }

  /// Passes over text to the next token, and over that if it is no tag.
  @inline(__always)
  mutating func passToken(_ bytes: XMLBytes) throws(XMLFault) -> Token {
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
  private mutating func passOther(_ bytes: XMLBytes) throws(XMLFault) -> [UInt8] {
    if try passMiscellany(bytes) { return [] }
    switch bytes[offset] {
    case ASCII.lessThan: return try characterData(bytes)
    case ASCII.ampersand: return try reference(bytes).map { Array(String($0).utf8) } ?? []
    default:
      if try has("]]>", bytes) { throw .notWellFormed("]]> within text", at: offset) }
      offset += 1
      return []
    }
  }

  /// Passes over a comment or an instruction, if one comes next.
  mutating func passMiscellany(_ bytes: XMLBytes) throws(XMLFault) -> Bool {
    guard try next(bytes) == ASCII.lessThan else { return false }
    switch try next(bytes, 1) {
    case ASCII.questionMark: try passInstruction(bytes)
    case ASCII.exclamationMark where try next(bytes, 2) == ASCII.minus:
      try expect("<!--", bytes, or: "a comment or a section that does not begin as one")
      try pass("--", bytes)
      try expect(ASCII.greaterThan, bytes, or: "-- within a comment")
    default: return false
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

  /// The characters that have names.
  private static let entities: [String: Unicode.Scalar] = [
    "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'",
  ]

  /// - Returns: the character that a reference stands for; `nil` for an entity that is not known.
  private mutating func reference(_ bytes: XMLBytes) throws(XMLFault) -> Unicode.Scalar? {
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
      if let character, XMLCharacters.isAllowed(character) { return character }
      throw .notWellFormed("a reference to a character is wrong", at: offset)
    }
    let character = Self.entities[name]
    guard character != nil || mayBeExternal else {
      throw .notWellFormed(
        "an entity that is not declared, or a & that should be &amp;", at: offset)
    }
    return character
  }

  /// What a text or a value says that has been passed: references resolved, comments left out.
  func decoded(_ text: Range<Int>, _ bytes: XMLBytes) throws(XMLFault) -> [UInt8] {
    var decoded: [UInt8] = []
    var cursor = self
    cursor.offset = text.lowerBound
    while true {
      let start = cursor.offset
      let special = bytes.offset(
        ofAny: ASCII.lessThan, ASCII.ampersand, ASCII.ampersand, from: start)
      cursor.offset = min(special, text.upperBound)
      decoded += bytes.extracting(start..<cursor.offset).array
      if special >= text.upperBound { return decoded }
      decoded += try cursor.passOther(bytes)
    }
  }
}
