import GeofenceBytes

extension XMLScanner {
  /// Scans text up to a tag. Returns its last run without references; `decoded` has the rest.
  @inline(__always)
  mutating func text(in quote: UInt8? = nil, isWanted: Bool = true, _ bytes: XMLBytes)
    throws(XMLFault) -> Range<Int>
  {
    if !decoded.isEmpty { decoded = [] }
    while true {
      let start = offset
      offset = bytes.offset(
        ofAny: ASCII.lessThan, ASCII.ampersand, quote ?? ASCII.closeBracket, from: start)
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
