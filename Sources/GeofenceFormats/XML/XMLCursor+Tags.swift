/// A start tag, and which of its attributes have been passed.
struct XMLStartTag {
  let name: XMLName
  /// Whether it is an end tag, too; known behind its last attribute.
  fileprivate(set) var isEnd = false
  /// How many attributes have been passed.
  fileprivate var count = 0
  /// The bits of their names: one whose bit is not among them is there once.
  fileprivate var bits: UInt64 = 0

  fileprivate init(name: XMLName) { self.name = name }
}

/// An attribute of a start tag.
struct XMLAttribute {
  let name: XMLName
  let value: Range<Int>
  /// Whether there are references in the value.
  let isCoded: Bool
}

extension XMLCursor {
  /// The start tag that begins here; its attributes come next.
  @inline(__always)
  mutating func startTag(_ bytes: Span<UInt8>) throws(XMLFault) -> XMLStartTag {
    offset &+= 1
    return XMLStartTag(name: try name(bytes))
  }

  /// The next attribute of a start tag; `nil` behind the tag.
  ///
  /// - Parameter endMark: what stands before the `>` of one that is an end tag, too.
  @inline(__always)
  mutating func attribute(
    of tag: inout XMLStartTag, _ bytes: Span<UInt8>, endMark: UInt8 = ASCII.slash
  ) throws(XMLFault) -> XMLAttribute? {
    let hasBlank = try passBlanks(bytes)
    let byte = try next(bytes)
    if byte == ASCII.greaterThan || byte == endMark {
      offset &+= 1
      tag.isEnd = byte == endMark
      if tag.isEnd { try expect(ASCII.greaterThan, bytes, or: "a > is missing") }
      return nil
    }
    guard hasBlank else { throw .notWellFormed("a blank is missing", at: offset) }
    let attribute = try attribute(bytes)
    if tag.bits & attribute.name.bit != 0 { try checkName(of: attribute, in: tag, bytes) }
    tag.bits |= attribute.name.bit
    tag.count &+= 1
    return attribute
  }

  /// Holds an attribute's name against those of all before it.
  @inline(never)
  private func checkName(
    of attribute: XMLAttribute, in tag: XMLStartTag, _ bytes: Span<UInt8>
  ) throws(XMLFault) {
    let name = attribute.name
    // No tag that means anything has so many.
    if tag.count > 1000 { throw .notWellFormed("too many attributes", at: name.start) }
    var cursor = XMLCursor(offset: tag.name.end, mayBeExternal: mayBeExternal)
    for _ in 0..<tag.count {
      try cursor.passBlanks(bytes)
      if try bytes.areEqual(cursor.attribute(bytes).name.range, name.range) {
        throw .notWellFormed("an attribute that is there twice", at: name.start)
      }
    }
  }

  @inline(never)
  private mutating func attribute(_ bytes: Span<UInt8>) throws(XMLFault) -> XMLAttribute {
    let name = try name(bytes)
    try passBlanks(bytes)
    try expect(ASCII.equals, bytes, or: "an attribute without a value")
    try passBlanks(bytes)
    let quote = try passQuote(bytes)
    let start = offset
    offset = bytes.offset(ofAny: quote, ASCII.lessThan, ASCII.ampersand, from: start)
    let isCoded = try next(bytes) == ASCII.ampersand
    if isCoded { offset = bytes.offset(ofAny: quote, ASCII.lessThan, quote, from: offset) }
    try expect(quote, bytes, or: "< within an attribute")
    let value = start..<(offset &- 1)
    if isCoded { _ = try decoded(value, bytes) }
    return XMLAttribute(name: name, value: value, isCoded: isCoded)
  }

  /// The name of the end tag that begins here.
  @inline(never)
  mutating func endTag(_ bytes: Span<UInt8>) throws(XMLFault) -> XMLName {
    offset += 2
    let name = try name(bytes)
    try passBlanks(bytes)
    try expect(ASCII.greaterThan, bytes, or: "a > is missing")
    return name
  }

  /// Passes the end tag that begins here, which has to be that of `name`.
  @inline(__always)
  mutating func passEndTag(of name: XMLName, _ bytes: Span<UInt8>) throws(XMLFault) {
    let start = offset &+ 2
    let end = start &+ name.length
    if end < bytes.count, bytes[unchecked: end] == ASCII.greaterThan, name.isShort,
      UInt64(littleEndianAt: start, count: name.length, of: bytes) == name.head
    {
      offset = end &+ 1
    } else if try !bytes.areEqual(endTag(bytes).range, name.range) {
      throw .mismatch(at: offset)
    }
  }
}
