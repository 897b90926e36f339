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

  /// True if the head is the whole name.
  var isShort: Bool { local == start && end &- start <= 8 }
  var range: Range<Int> { start..<end }
  var prefix: Range<Int> { start..<local }
}

extension XMLScanner {
  /// Returns the name at `start` if it is up to seven letters and nothing else, as most are.
  @inline(__always)
  static func shortName(at start: Int, _ bytes: XMLBytes) -> XMLName? {
    guard start &+ 10 <= bytes.count else { return nil }
    let word = UInt64(littleEndianAt: start, of: bytes)
    let length = word.leadingLetters
    guard 1...7 ~= length, XMLCharacters.endsName(bytes[unchecked: start &+ length]) else {
      return nil
    }
    return XMLName(start: start, local: start, end: start &+ length, head: word.first(length))
  }

  @inline(__always)
  mutating func name(_ bytes: XMLBytes) throws(XMLFault) -> XMLName {
    let start = offset
    if let name = Self.shortName(at: start, bytes) {
      offset = name.end
      return name
    }
    var local = offset
    while true {
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

  /// Scans the next attribute of a tag; `nil` before the `>` or the `endMark` that ends the tag.
  @inline(__always)
  mutating func attribute(_ bytes: XMLBytes, endMark: UInt8 = ASCII.slash) throws(XMLFault)
    -> (name: XMLName, value: Range<Int>)?
  {
    if let attribute = plainAttribute(bytes) { return attribute }
    let hasBlank = try passBlanks(bytes)
    let byte = try next(bytes)
    if byte == ASCII.greaterThan || byte == endMark { return nil }
    guard hasBlank else { throw .notWellFormed("a blank is missing", at: offset) }
    let name = try name(bytes)
    try passBlanks(bytes)
    try expect(ASCII.equals, bytes, or: "an attribute without a value")
    try passBlanks(bytes)
    return (name, try literal(bytes, isValue: true))
  }

  /// Scans an attribute of a short name and a plain value behind one space, such as ` lat="46"`;
  /// `nil` for another, of which nothing has been scanned.
  @inline(__always)
  private mutating func plainAttribute(_ bytes: XMLBytes) -> (name: XMLName, value: Range<Int>)? {
    guard let name = Self.shortName(at: offset &+ 1, bytes),
      bytes[unchecked: offset] == ASCII.space, bytes[unchecked: name.end] == ASCII.equals,
      bytes[unchecked: name.end &+ 1] == ASCII.quote
    else { return nil }
    let start = name.end &+ 2
    let end = bytes.offset(ofAny: ASCII.quote, ASCII.lessThan, ASCII.ampersand, from: start)
    guard end < bytes.count, bytes[unchecked: end] == ASCII.quote else { return nil }
    if !decoded.isEmpty { decoded = [] }
    offset = end &+ 1
    return (name, start..<end)
  }

  @inline(never)
  func checkAttributes(behind name: XMLName, _ bytes: XMLBytes) throws(XMLFault) {
    var scanner = self
    scanner.offset = name.end
    var names: Set<[UInt8]> = []
    while let name = try scanner.attribute(bytes)?.name {
      guard names.insert(bytes.extracting(name.range).array).inserted else {
        throw .notWellFormed("an attribute that is there twice", at: name.start)
      }
    }
  }

  /// Scans a text in quotation marks, with references if `isValue`. Returns the last run of the
  /// text without references; `decoded` has the text before it.
  @inline(__always)
  mutating func literal(_ bytes: XMLBytes, isValue: Bool = false) throws(XMLFault) -> Range<Int> {
    let quote = try next(bytes)
    guard quote == ASCII.quote || quote == ASCII.apostrophe else {
      throw .notWellFormed("a value without quotation marks", at: offset)
    }
    offset &+= 1
    let run = isValue ? try text(in: quote, bytes) : offset..<bytes.offset(of: quote, from: offset)
    offset = run.upperBound
    try expect(quote, bytes, or: "< within an attribute")
    return run
  }

  /// Scans the end of a tag; true if it has the `endMark`, as that of an empty element does.
  @inline(__always)
  mutating func passTagEnd(_ bytes: XMLBytes, endMark: UInt8 = ASCII.slash) throws(XMLFault) -> Bool
  {
    let isEndTag = try next(bytes) == endMark
    if isEndTag { offset &+= 1 }
    try expect(ASCII.greaterThan, bytes, or: "a > is missing")
    return isEndTag
  }

  @inline(never)
  mutating func endTag(_ bytes: XMLBytes) throws(XMLFault) -> XMLName {
    offset += 2
    let name = try name(bytes)
    try passBlanks(bytes)
    try expect(ASCII.greaterThan, bytes, or: "a > is missing")
    return name
  }

  @inline(__always)
  mutating func passEndTag(of name: XMLName, _ bytes: XMLBytes) throws(XMLFault) {
    let start = offset &+ 2
    let end = start &+ name.range.count
    if end < bytes.count, bytes[unchecked: end] == ASCII.greaterThan,
      name.isShort
        ? UInt64(littleEndianAt: start, count: name.range.count, of: bytes) == name.head
        : bytes.areEqual(start..<end, name.range)
    {
      offset = end &+ 1
    } else if try !bytes.areEqual(endTag(bytes).range, name.range) {
      throw .mismatch(at: offset)
    }
  }
}
