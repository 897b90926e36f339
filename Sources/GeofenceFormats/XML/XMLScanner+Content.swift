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
    try cursor.passElement(element, bytes, names, &handler)
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
  @inline(__always)
  fileprivate mutating func passElement<Handler: XMLHandler>(
    _ element: XMLElement<Handler.Name>, _ bytes: Span<UInt8>,
    _ names: XMLNames<Handler.Name>, _ handler: inout Handler
  ) throws(XMLFault) {
    let start = offset
    var (end, isCoded) = (offset, false)
    text: while !element.tag.isEnd {
      switch try passToken(bytes) {
      case .other: isCoded = true
      case .startTag: return try passChildren(of: element, bytes, names, &handler)
      case .endTag:
        end = offset
        try passEndTag(of: element.tag.name, bytes)
        break text
      }
    }
    if element.isValue, let known = element.known {
      try tell(known, start..<end, isCoded: isCoded, bytes, &handler)
    }
  }

  /// Passes over the rest of an element, from the start tag of one in it on, and over its end tag.
  private mutating func passChildren<Handler: XMLHandler>(
    of parent: XMLElement<Handler.Name>, _ bytes: Span<UInt8>,
    _ names: XMLNames<Handler.Name>, _ handler: inout Handler
  ) throws(XMLFault) {
    let depth = parent.depth + 1
    while true {
      switch try passToken(bytes) {
      case .other: break
      case .startTag:
        if depth > XMLElement<Handler.Name>.deepest { throw .tooDeep(at: offset) }
        var tag = try startTag(bytes)
        while try attribute(of: &tag, bytes) != nil {}
        let known = names.name(tag.name, bytes)
        let isValue =
          known.map {
            handler.isValue(
              $0, in: parent.known,
              isOwn: bytes.areEqual(tag.name.prefix, parent.tag.name.prefix))
          } ?? false
        let child = XMLElement(tag: tag, known: known, isValue: isValue, depth: depth)
        try passElement(child, bytes, names, &handler)
      case .endTag: return try passEndTag(of: parent.tag.name, bytes)
      }
    }
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
