extension XMLScanner {
  /// Scans from the root element's beginning to its end, or until the handler wants no more.
  ///
  /// - Complexity: O(n) for n bytes; nothing is allocated within a record.
  mutating func scanContent<Handler: XMLHandler>(_ bytes: Span<UInt8>, _ handler: inout Handler)
    throws(XMLFault)
  {
    let names = Handler.names
    var cursor = XMLCursor(offset: offset, mayBeExternal: mayBeExternal)
    while !hasEnded, !isStopped {
      let token = try cursor.passToken(bytes)
      offset = cursor.offset
      switch token {
      case .other: break
      case .startTag: try outerElement(bytes, &cursor, names, &handler)
      case .endTag:
        let name = try cursor.endTag(bytes)
        guard bytes.extracting(name.range).array == open.popLast() else {
          throw .mismatch(at: cursor.offset)
        }
        hasEnded = open.isEmpty
      }
      offset = cursor.offset
    }
  }

  /// Scans an element's beginning; a value and a record as a whole.
  private mutating func outerElement<Handler: XMLHandler>(
    _ bytes: Span<UInt8>, _ cursor: inout XMLCursor, _ names: XMLNames<Handler.Name>,
    _ handler: inout Handler
  ) throws(XMLFault) {
    var tag = try cursor.startTag(bytes)
    let known = names.name(tag.name, bytes)
    let interest = known.map { handler.begin($0) } ?? .none
    while let attribute = try cursor.attribute(of: &tag, bytes) {
      guard interest == .record, let known = names.name(attribute.name, bytes) else { continue }
      try cursor.tell(known, attribute.value, isCoded: attribute.isCoded, bytes, &handler)
    }
    guard let known, interest != .none else {
      if !tag.isEnd { open.append(bytes.extracting(tag.name.range).array) }
      if open.count > XMLElement<Handler.Name>.deepest { throw .tooDeep(at: offset) }
      hasEnded = open.isEmpty
      return
    }
    movePosition(bytes)
    let element = XMLElement(
      tag: tag, known: known, isValue: interest == .value, depth: open.count)
    try cursor.passContent(of: element, bytes, names, &handler)
    isStopped = !handler.end(known, line: position.line)
    hasEnded = open.isEmpty
  }
}

/// An element of a record, or the record itself.
private struct XMLElement<Name> {
  let tag: XMLStartTag
  let known: Name?
  let isValue: Bool
  let depth: Int

  static var deepest: Int { 256 }
}

extension XMLCursor {
  /// Passes over what is in an element and over its end tag; tells what values say.
  fileprivate mutating func passContent<Handler: XMLHandler>(
    of element: XMLElement<Handler.Name>, _ bytes: Span<UInt8>,
    _ names: XMLNames<Handler.Name>, _ handler: inout Handler
  ) throws(XMLFault) {
    let start = offset
    var (end, isCoded, isValue) = (offset, false, element.isValue)
    content: while !element.tag.isEnd {
      switch try passToken(bytes) {
      case .other: isCoded = true
      case .startTag:
        isValue = false
        try passElement(in: element, bytes, names, &handler)
      case .endTag:
        end = offset
        try passEndTag(of: element.tag.name, bytes)
        break content
      }
    }
    if isValue, let known = element.known {
      try tell(known, start..<end, isCoded: isCoded, bytes, &handler)
    }
  }

  /// Passes over an element of a record, from its start tag to its end tag.
  @inline(__always)
  private mutating func passElement<Handler: XMLHandler>(
    in parent: XMLElement<Handler.Name>, _ bytes: Span<UInt8>,
    _ names: XMLNames<Handler.Name>, _ handler: inout Handler
  ) throws(XMLFault) {
    let depth = parent.depth + 1
    if depth > XMLElement<Handler.Name>.deepest { throw .tooDeep(at: offset) }
    var tag = try startTag(bytes)
    while try attribute(of: &tag, bytes) != nil {}
    let known = names.name(tag.name, bytes)
    let isValue =
      known.map {
        handler.isValue(
          $0, in: parent.known, isOwn: bytes.areEqual(tag.name.prefix, parent.tag.name.prefix))
      } ?? false
    let element = XMLElement(tag: tag, known: known, isValue: isValue, depth: depth)
    try passContent(of: element, bytes, names, &handler)
  }

  @inline(__always)
  fileprivate func tell<Handler: XMLHandler>(
    _ known: Handler.Name, _ text: Range<Int>, isCoded: Bool, _ bytes: Span<UInt8>,
    _ handler: inout Handler
  ) throws(XMLFault) {
    if isCoded {
      let decoded = try decoded(text, bytes)
      handler.take(known, decoded.span)
    } else {
      handler.take(known, bytes.extracting(text))
    }
  }
}
