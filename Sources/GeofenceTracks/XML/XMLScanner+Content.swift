import GeofenceBytes

private struct XMLElement<Name> {
  let name: XMLName
  let known: Name?
  let interest: XMLInterest
  let isOpen: Bool
}

extension XMLScanner {
  /// Scans from the root element to its end and what is behind it, unless the handler stops it;
  /// throws `breakOff` where the document ends. O(n), without allocation within a record.
  mutating func scanContent(_ bytes: XMLBytes, _ handler: inout some XMLHandler) throws(XMLFault) {
    // Taken from the handler once, and not at every name.
    let names = handler.names
    while !hasEnded {
      _ = try text(isWanted: false, bytes)
      scanned = offset
      if try next(bytes, 1) == ASCII.slash {
        guard try bytes.extracting(endTag(bytes).range).array == open.popLast() else {
          throw .mismatch(at: offset)
        }
      } else {
        let element = try startElement(in: nil, depth: open.count, bytes, names, &handler)
        if let known = element.known, element.interest != .none {
          try passContent(of: element, depth: open.count, bytes, names, &handler)
          guard handler.end(known, line: { line(bytes) }) else { return }
        } else if element.isOpen {
          open.append(bytes.extracting(element.name.range).array)
        }
      }
      hasEnded = open.isEmpty
      scanned = offset
    }
    try passMiscellany(bytes)
    throw .notWellFormed("", at: offset)
  }

  /// The largest number of elements around another: no format that is read nests them so deep.
  private static var deepest: Int { 256 }

  @inline(__always)
  private mutating func startElement<Handler: XMLHandler>(
    in parent: XMLElement<Handler.Name>?, depth: Int, _ bytes: XMLBytes,
    _ names: XMLNames<Handler.Name>, _ handler: inout Handler
  ) throws(XMLFault) -> XMLElement<Handler.Name> {
    if depth > Self.deepest {
      throw .notWellFormed("too many elements within each other", at: offset)
    }
    let start = offset
    offset &+= 1
    let name = try name(bytes)
    let known = names.name(name, bytes)
    var interest = XMLInterest.none
    if let known, let parent {
      let isOwn = bytes.areEqual(name.prefix, parent.name.prefix)
      if handler.isRecord(known) { throw .nested(at: start) }
      if handler.isValue(known, in: parent.known, isOwn: isOwn) { interest = .value }
    } else if let known {
      interest = handler.begin(known)
    }
    var (bits, twice): (UInt64, UInt64) = (0, 0)
    while let (name, value) = try attribute(bytes) {
      twice |= bits & name.bit
      bits |= name.bit
      guard let known, interest == .record || parent != nil,
        let attribute = names.name(name, bytes)
      else { continue }
      if interest != .record {
        let text = decoded + bytes.extracting(value).array
        handler.take(attribute, of: known, text.span.text)
      } else if decoded.isEmpty {
        handler.take(attribute, value, of: bytes)
      } else {
        takeDecoded(attribute, value, bytes, &handler)
      }
    }
    if twice != 0 { try checkAttributes(behind: name, bytes) }
    let isOpen = try !passTagEnd(bytes)
    return XMLElement(name: name, known: known, interest: interest, isOpen: isOpen)
  }

  private mutating func passContent<Handler: XMLHandler>(
    of element: XMLElement<Handler.Name>, depth: Int, _ bytes: XMLBytes,
    _ names: XMLNames<Handler.Name>, _ handler: inout Handler
  ) throws(XMLFault) {
    // An empty element has an empty text; `decoded` may still hold that of its last attribute.
    if !element.isOpen { decoded = [] }
    var run = offset..<offset
    var isValue = element.interest == .value
    while element.isOpen {
      run = try text(bytes)
      if try next(bytes, 1) == ASCII.slash {
        try passEndTag(of: element.name, bytes)
        break
      }
      isValue = false
      if passLeaf(in: element, depth: depth + 1, bytes, names, &handler) { continue }
      let child = try startElement(in: element, depth: depth + 1, bytes, names, &handler)
      try passContent(of: child, depth: depth + 1, bytes, names, &handler)
    }
    if isValue, let known = element.known { takeDecoded(known, run, bytes, &handler) }
  }

  /// Scans an element in a record that is nothing but a short name and plain text, as
  /// `<ele>300</ele>`, and delivers its value; false for another, of which nothing has been scanned.
  @inline(__always)
  private mutating func passLeaf<Handler: XMLHandler>(
    in parent: XMLElement<Handler.Name>, depth: Int, _ bytes: XMLBytes,
    _ names: XMLNames<Handler.Name>, _ handler: inout Handler
  ) -> Bool {
    guard depth <= Self.deepest, let name = Self.shortName(at: offset &+ 1, bytes),
      bytes[unchecked: name.end] == ASCII.greaterThan
    else { return false }
    let start = name.end &+ 1
    let mark = bytes.offset(
      ofAny: ASCII.lessThan, ASCII.ampersand, ASCII.closeBracket, from: start)
    let end = mark &+ 2 &+ name.range.count
    guard end < bytes.count, bytes[unchecked: mark] == ASCII.lessThan,
      bytes[unchecked: mark &+ 1] == ASCII.slash, bytes[unchecked: end] == ASCII.greaterThan,
      UInt64(littleEndianAt: mark &+ 2, count: name.range.count, of: bytes) == name.head
    else { return false }
    if let known = names.name(name, bytes) {
      if handler.isRecord(known) { return false }
      if handler.isValue(known, in: parent.known, isOwn: parent.name.prefix.isEmpty) {
        handler.take(known, start..<mark, of: bytes)
      }
    }
    offset = end &+ 1
    return true
  }

  @inline(never)
  private func takeDecoded<Handler: XMLHandler>(
    _ known: Handler.Name, _ run: Range<Int>, _ bytes: XMLBytes, _ handler: inout Handler
  ) {
    let text = decoded + bytes.extracting(run).array
    handler.take(known, text.indices, of: text.span)
  }
}
