/// A start tag, and which of its attributes have been passed.
struct XMLStartTag {
  let name: XMLName
  /// Whether it is an end tag, too; known behind its last attribute.
  var isEnd = false
  /// The bits of the names of those that have been passed: another's is seldom among them.
  var bits: UInt64 = 0
}

extension XMLCursor {
  typealias Attribute = (name: XMLName, value: XMLValue)

  /// The start tag that begins here; its attributes come next.
  @inline(__always)
  mutating func startTag(_ bytes: XMLBytes) throws(XMLFault) -> XMLStartTag {
    offset &+= 1
    return XMLStartTag(name: try name(bytes))
  }

  /// The next attribute of a start tag; `nil` behind the tag.
  ///
  /// - Parameter endMark: what stands before the `>` of one that is an end tag, too.
  @inline(__always)
  mutating func attribute(
    of tag: inout XMLStartTag, _ bytes: XMLBytes, endMark: UInt8 = ASCII.slash
  ) throws(XMLFault) -> Attribute? {
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
    if tag.bits & attribute.name.bit != 0 { try check(attribute.name, in: tag, bytes) }
    tag.bits |= attribute.name.bit
    return attribute
  }

  /// Holds an attribute's name against those of all before it.
  @inline(never)
  private func check(_ name: XMLName, in tag: XMLStartTag, _ bytes: XMLBytes) throws(XMLFault) {
    var cursor = self
    cursor.offset = tag.name.end
    for count in 0... {
      try cursor.passBlanks(bytes)
      let other = try cursor.attribute(bytes).name
      if other.start == name.start { return }
      // No tag that means anything has so many.
      if count == 1000 { throw .notWellFormed("too many attributes", at: name.start) }
      if bytes.areEqual(other.range, name.range) {
        throw .notWellFormed("an attribute that is there twice", at: name.start)
      }
    }
  }

  @inline(__always)
  private mutating func attribute(_ bytes: XMLBytes) throws(XMLFault) -> Attribute {
    let name = try name(bytes)
    try passBlanks(bytes)
    try expect(ASCII.equals, bytes, or: "an attribute without a value")
    try passBlanks(bytes)
    return (name, try literal(bytes, isValue: true))
  }

  /// The name of the end tag that begins here.
  @inline(never)
  mutating func endTag(_ bytes: XMLBytes) throws(XMLFault) -> XMLName {
    offset += 2
    let name = try name(bytes)
    try passBlanks(bytes)
    try expect(ASCII.greaterThan, bytes, or: "a > is missing")
    return name
  }

  /// Passes the end tag that begins here, which has to be that of `name`.
  @inline(__always)
  mutating func passEndTag(of name: XMLName, _ bytes: XMLBytes) throws(XMLFault) {
    let start = offset &+ 2
    let length = name.end &- name.start
    let end = start &+ length
    if end < bytes.count, bytes[unchecked: end] == ASCII.greaterThan,
      name.isShort
        ? UInt64(littleEndianAt: start, count: length, of: bytes) == name.head
        : bytes.areEqual(start..<end, name.range)
    {
      offset = end &+ 1
    } else if try !bytes.areEqual(endTag(bytes).range, name.range) {
      throw .mismatch(at: offset)
    }
  }
}
