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
    var parts: [String] = []
    while let (name, value) = try attribute(bytes, endMark: ASCII.questionMark) {
      // No value contains a <, and no value here a reference: "&" matches none of the rules.
      let value = decoded.isEmpty ? bytes.extracting(value).text : "&"
      parts += [bytes.extracting(name.range).text, value]
    }
    guard try passTagEnd(bytes, endMark: ASCII.questionMark), take(parts[...]) else {
      throw .notWellFormed("a declaration that is wrong", at: scanned)
    }
    scanned = offset
  }

  /// Takes the names and values of a declaration; `false` where they, or their order, are wrong.
  private mutating func take(_ parts: ArraySlice<String>) -> Bool {
    var parts = parts
    func value(of name: String) -> String? {
      guard parts.first == name else { return nil }
      defer { parts = parts.dropFirst(2) }
      return parts.dropFirst().first
    }
    guard let version = value(of: "version")?.utf8, version.starts(with: "1.".utf8),
      version.count > 2, version.dropFirst(2).allSatisfy(ASCII.isDigit)
    else { return false }
    encoding = value(of: "encoding")
    let standalone = value(of: "standalone")
    isStandalone = standalone == "yes"
    let isName =
      encoding.map { name in
        name.utf8.first.map(ASCII.isLetter) == true
          && name.utf8.allSatisfy {
            ASCII.isLetter($0) || ASCII.isDigit($0) || "._-".utf8.contains($0)
          }
      } ?? true
    return parts.isEmpty && isName && [nil, "yes", "no"].contains(standalone)
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
        let others = "- \n\r'()+,./:=?;!*#@$_%".utf8
        guard
          identifier.utf8.allSatisfy({
            ASCII.isLetter($0) || ASCII.isDigit($0) || others.contains($0)
          })
        else { throw .notWellFormed(problem, at: offset) }
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
