extension XMLReader {
  /// Scans the declaration, if there is one: `<?xml version="1.0" encoding="UTF-8"?>`.
  mutating func scanDeclaration(_ bytes: XMLBytes) throws(XMLFault) {
    var cursor = XMLCursor(offset: offset)
    // XML allows no blanks before it, and files have them.
    _ = try? cursor.passBlanks(bytes)
    offset = cursor.offset
    _ = position(at: offset)
    guard try cursor.has("<?xml", bytes), try XMLCharacters.isBlank(cursor.next(bytes, 5)) else {
      return
    }
    cursor.offset += 1
    var tag = try cursor.startTag(bytes)
    var text = ""
    while let (name, value) = try cursor.attribute(of: &tag, bytes, endMark: ASCII.questionMark) {
      // No value has a <.
      text += "<\(bytes.extracting(name.range).text)<\(bytes.extracting(value.range).text)"
    }
    let rule =
      /<version<1\.[0-9]+(?:<encoding<([A-Za-z][A-Za-z0-9._-]*))?(?:<standalone<(yes|no))?/
    guard tag.isEnd, let match = text.wholeMatch(of: rule) else {
      throw .notWellFormed("a declaration that is wrong", at: offset)
    }
    (encoding, isStandalone) = (match.1.map(String.init), match.2 == "yes")
    offset = cursor.offset
  }

  /// Scans up to the root element, which is the next token then.
  mutating func scanProlog(_ bytes: XMLBytes) throws(XMLFault) {
    while true {
      try passMiscellany(bytes)
      var cursor = XMLCursor(offset: offset)
      try cursor.expect(ASCII.lessThan, bytes, or: "something stands before the root element")
      if try cursor.next(bytes) != ASCII.exclamationMark {
        let name = try cursor.name(bytes)
        root = bytes.extracting(name.local..<name.end).text
        return
      }
      try passDoctype(bytes)
    }
  }

  /// Passes over blanks, comments and instructions.
  mutating func passMiscellany(_ bytes: XMLBytes) throws(XMLFault) {
    var cursor = XMLCursor(offset: offset)
    repeat {
      _ = try? cursor.passBlanks(bytes)
      offset = cursor.offset
    } while try cursor.passMiscellany(bytes)
  }

  /// Passes over a document type, which is not looked for; one with declarations of its own is a fault.
  private mutating func passDoctype(_ bytes: XMLBytes) throws(XMLFault) {
    let problem: StaticString = "a document type that is wrong or not at the beginning"
    guard !hasDoctype else { throw .notWellFormed(problem, at: offset) }
    var cursor = XMLCursor(offset: offset)
    try cursor.expect("<!DOCTYPE", bytes, or: problem)
    try cursor.expectBlanks(bytes)
    _ = try cursor.name(bytes)
    if try cursor.passBlanks(bytes), try "PS".utf8.contains(cursor.next(bytes)) {
      let isPublic = try cursor.next(bytes) == UInt8(ascii: "P")
      try cursor.expect(isPublic ? "PUBLIC" : "SYSTEM", bytes, or: problem)
      try cursor.expectBlanks(bytes)
      let identifier = bytes.extracting(try cursor.literal(bytes).range).text
      if isPublic {
        guard identifier.wholeMatch(of: /[-A-Za-z0-9 \n\r'()+,.\/:=?;!*#@$_%]*/) != nil else {
          throw .notWellFormed(problem, at: cursor.offset)
        }
        try cursor.expectBlanks(bytes)
        _ = try cursor.literal(bytes)
      }
      try cursor.passBlanks(bytes)
      mayBeExternal = !isStandalone
    }
    if try cursor.next(bytes) == ASCII.openBracket { throw .declarations }
    try cursor.expect(ASCII.greaterThan, bytes, or: problem)
    hasDoctype = true
    offset = cursor.offset
  }
}
