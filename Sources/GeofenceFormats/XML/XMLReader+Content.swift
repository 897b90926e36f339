/// An element whose start tag has been passed.
private struct XMLElement<Name> {
  let name: XMLName
  let isEmpty: Bool
  let known: Name?
  let interest: XMLInterest
  /// How many elements it stands in.
  let depth: Int
}

extension XMLReader {
  /// Scans from the root element to its end and what follows it, or until the handler wants no more;
  /// breaks off where the document ends.
  ///
  /// - Complexity: O(n) for n bytes; nothing is allocated within a record.
  mutating func scanContent(_ bytes: XMLBytes, _ handler: inout some XMLHandler) throws(XMLFault) {
    var cursor = XMLCursor(offset: offset, mayBeExternal: mayBeExternal)
    while !hasEnded {
      let token = try cursor.passToken(bytes)
      offset = cursor.offset
      switch token {
      case .other: break
      case .startTag:
        let element = try cursor.startElement(in: nil, depth: open.count, bytes, &handler)
        if let known = element.known, element.interest != .none {
          let line = position(at: offset).line
          try cursor.passContent(of: element, bytes, &handler)
          guard handler.end(known, line: line) else { return }
        } else if !element.isEmpty {
          open.append(bytes.extracting(element.name.range).array)
        }
      case .endTag:
        guard try bytes.extracting(cursor.endTag(bytes).range).array == open.popLast() else {
          throw .mismatch(at: cursor.offset)
        }
      }
      hasEnded = open.isEmpty
      offset = cursor.offset
    }
    try passMiscellany(bytes)
    throw .notWellFormed("", at: offset)
  }
}

extension XMLCursor {
  /// Passes a start tag; tells of the attributes of a record.
  ///
  /// - Parameter parent: the element of a record that it stands in.
  @inline(__always)
  fileprivate mutating func startElement<Handler: XMLHandler>(
    in parent: XMLElement<Handler.Name>?, depth: Int, _ bytes: XMLBytes, _ handler: inout Handler
  ) throws(XMLFault) -> XMLElement<Handler.Name> {
    // Nothing that means anything stands in so many.
    if depth > 256 { throw .notWellFormed("too many elements within each other", at: offset) }
    var tag = try startTag(bytes)
    let known = handler.names.name(tag.name, bytes)
    var interest = XMLInterest.none
    if let known, let parent {
      let isOwn = bytes.areEqual(tag.name.prefix, parent.name.prefix)
      if handler.isValue(known, in: parent.known, isOwn: isOwn) { interest = .value }
    } else if let known {
      interest = handler.begin(known)
    }
    while let (name, value) = try attribute(of: &tag, bytes) {
      guard interest == .record, let known = handler.names.name(name, bytes) else { continue }
      try tell(known, value, bytes, &handler)
    }
    return XMLElement(
      name: tag.name, isEmpty: tag.isEnd, known: known, interest: interest, depth: depth)
  }

  /// Passes over what is in an element and over its end tag; tells what values say.
  fileprivate mutating func passContent<Handler: XMLHandler>(
    of element: XMLElement<Handler.Name>, _ bytes: XMLBytes, _ handler: inout Handler
  ) throws(XMLFault) {
    var text = XMLValue(range: offset..<offset, isCoded: false)
    var isValue = element.interest == .value
    content: while !element.isEmpty {
      switch try passToken(bytes) {
      case .other: text.isCoded = true
      case .startTag:
        isValue = false
        let child = try startElement(in: element, depth: element.depth + 1, bytes, &handler)
        try passContent(of: child, bytes, &handler)
      case .endTag:
        text.range = text.range.lowerBound..<offset
        try passEndTag(of: element.name, bytes)
        break content
      }
    }
    if isValue, let known = element.known { try tell(known, text, bytes, &handler) }
  }

  @inline(__always)
  private func tell<Handler: XMLHandler>(
    _ known: Handler.Name, _ text: XMLValue, _ bytes: XMLBytes, _ handler: inout Handler
  ) throws(XMLFault) {
    guard text.isCoded else { return handler.take(known, bytes.extracting(text.range)) }
    let decoded = try decoded(text.range, bytes)
    handler.take(known, decoded.span)
  }
}
