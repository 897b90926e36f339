/// A start tag.
struct XMLStartTag {
  let name: XMLName
  /// Whether it is an end tag, too.
  let isEnd: Bool
}

/// An attribute of a start tag.
struct XMLAttribute {
  let name: XMLName
  let value: Range<Int>
  /// Whether there are references in the value.
  let isCoded: Bool
}

extension XMLCursor {
  /// The start tag that begins at `token`.
  ///
  /// - Parameter endMark: what stands before the `>` of one that is an end tag, too.
  @inline(__always)
  mutating func startTag(
    _ bytes: Span<UInt8>, _ attributes: inout [XMLAttribute], endMark: UInt8 = ASCII.slash
  ) throws(XMLFault) -> XMLStartTag {
    offset = token &+ 1
    let name = try name(bytes)
    if !attributes.isEmpty { attributes.removeAll(keepingCapacity: true) }
    while true {
      let hasBlank = try passBlanks(bytes)
      let byte = try next(bytes)
      if byte == ASCII.greaterThan || byte == endMark {
        offset &+= 1
        if byte == endMark { try expect(ASCII.greaterThan, bytes, or: "a > is missing") }
        return XMLStartTag(name: name, isEnd: byte == endMark)
      }
      guard hasBlank else { throw .notWellFormed("a blank is missing", at: offset) }
      let attribute = try attribute(bytes)
      for other in attributes where bytes.areEqual(other.name.range, attribute.name.range) {
        throw .notWellFormed("an attribute that is there twice", at: attribute.name.start)
      }
      attributes.append(attribute)
      // No tag that means anything has so many, and each is compared with all others.
      if attributes.count > 1000 { throw .notWellFormed("too many attributes", at: offset) }
    }
  }

  mutating func attribute(_ bytes: Span<UInt8>) throws(XMLFault) -> XMLAttribute {
    let name = try name(bytes)
    try passBlanks(bytes)
    try expect(ASCII.equals, bytes, or: "an attribute without a value")
    try passBlanks(bytes)
    let value = try literal(bytes)
    let text = bytes.extracting(value)
    let special = text.offset(ofAny: ASCII.lessThan, ASCII.ampersand, ASCII.ampersand, from: 0)
    if special < text.count {
      let lessThan = text.offset(of: ASCII.lessThan, from: special)
      guard lessThan == text.count else {
        throw .notWellFormed("< within an attribute", at: value.lowerBound + lessThan)
      }
      _ = try decoded(value, bytes)
    }
    return XMLAttribute(name: name, value: value, isCoded: special < text.count)
  }

  /// The name of the end tag that begins at `token`.
  mutating func endTag(_ bytes: Span<UInt8>) throws(XMLFault) -> XMLName {
    offset = token + 2
    let name = try name(bytes)
    try passBlanks(bytes)
    try expect(ASCII.greaterThan, bytes, or: "a > is missing")
    return name
  }

  /// Passes the end tag that begins at `token`, which has to be that of `name`.
  @inline(__always)
  mutating func passEndTag(of name: XMLName, _ bytes: Span<UInt8>) throws(XMLFault) {
    let end = token &+ 2 &+ name.range.count
    if end < bytes.count, bytes[end] == ASCII.greaterThan,
      bytes.areEqual((token &+ 2)..<end, name.range)
    {
      offset = end &+ 1
    } else if try !bytes.areEqual(endTag(bytes).range, name.range) {
      throw .mismatch(at: offset)
    }
  }
}
