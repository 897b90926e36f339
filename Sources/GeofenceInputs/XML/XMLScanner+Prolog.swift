import GeofenceBytes

extension XMLScanner {
  mutating func scanDeclaration(_ bytes: XMLBytes) throws(XMLFault) {
    // XML allows no blanks before the declaration, but some files have them.
    _ = try? passBlanks(bytes)
    scanned = offset
    _ = line(bytes)
    guard try has("<?xml", bytes), try XMLCharacters.isBlank(next(bytes, 5)) else { return }
    offset += 2
    _ = try name(bytes)
    var text = ""
    while let (name, value) = try attribute(bytes, endMark: ASCII.questionMark) {
      // No value contains a <, and no value here a reference: "&" matches none of the rules.
      let value = decoded.isEmpty ? bytes.extracting(value).text : "&"
      text += "<\(bytes.extracting(name.range).text)<\(value)"
    }
    let rule = /<version<1\.[0-9]+(?:<encoding<([A-Za-z][A-Za-z0-9._-]*))?(?:<standalone<(yes|no))?/
    guard try passTagEnd(bytes, endMark: ASCII.questionMark), let match = text.wholeMatch(of: rule)
    else { throw .notWellFormed("a declaration that is wrong", at: scanned) }
    (encoding, isStandalone) = (match.1.map(String.init), match.2 == "yes")
    scanned = offset
  }

  mutating func scanProlog(_ bytes: XMLBytes) throws(XMLFault) {
    try passMiscellany(bytes)
    while try has("<!", bytes) {
      try passDoctype(bytes)
      try passMiscellany(bytes)
    }
    try expect(ASCII.lessThan, bytes, or: "something stands before the root element")
    let name = try name(bytes)
    root = bytes.extracting(name.local..<name.end).text
    offset = scanned
  }

  /// Scans a document type without loading it; one with declarations of its own is a fault.
  private mutating func passDoctype(_ bytes: XMLBytes) throws(XMLFault) {
    let problem: StaticString = "a document type that is wrong or not at the beginning"
    guard !hasDoctype else { throw .notWellFormed(problem, at: offset) }
    let start = offset
    try expect("<!DOCTYPE", bytes, or: problem)
    try expectBlanks(bytes)
    _ = try name(bytes)
    if try passBlanks(bytes), try "PS".utf8.contains(next(bytes)) {
      let isPublic = try next(bytes) == UInt8(ascii: "P")
      try expect(isPublic ? "PUBLIC" : "SYSTEM", bytes, or: problem)
      try expectBlanks(bytes)
      let identifier = bytes.extracting(try literal(bytes)).text
      if isPublic {
        guard identifier.wholeMatch(of: /[-A-Za-z0-9 \n\r'()+,.\/:=?;!*#@$_%]*/) != nil else {
          throw .notWellFormed(problem, at: offset)
        }
        try expectBlanks(bytes)
        _ = try literal(bytes)
      }
      try passBlanks(bytes)
      mayBeExternal = !isStandalone
    }
    if try next(bytes) == ASCII.openBracket { throw .declarations(at: start) }
    try expect(ASCII.greaterThan, bytes, or: problem)
    hasDoctype = true
  }
}
