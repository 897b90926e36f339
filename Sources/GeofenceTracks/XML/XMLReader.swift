import GeofenceBytes

/// A reader of an XML document from a source, as its bytes arrive.
package struct XMLReader: ~Copyable {
  private var source: ByteSource
  private var scanner = XMLScanner()
  /// The number of bytes in the window that are characters XML allows, and the fault behind them.
  private var run: (count: Int, fault: StaticString?) = (0, nil)

  package init(_ source: consuming ByteSource, encoding: TextEncoding?) throws(InputError) {
    self.source = source
    check()
    try scan { scanner, bytes throws(XMLFault) in try scanner.scanDeclaration(bytes) }
    if let other = try otherEncoding(than: encoding) {
      self.source.decode(as: other, from: scanner.scanned)
      run.count = scanner.scanned
      check()
    }
    try scan { scanner, bytes throws(XMLFault) in try scanner.scanProlog(bytes) }
  }

  package var root: String { scanner.root }
  var wasInterrupted: Bool { source.wasInterrupted }

  /// Reads the document until its end or `handler` stops it. An error of kind `data` if it breaks
  /// off or is not well-formed; what was delivered before stays valid. O(n) for n bytes.
  package mutating func read(_ handler: inout some XMLHandler) throws(InputError) {
    try scan { scanner, bytes throws(XMLFault) in
      try scanner.scanContent(bytes, &handler)
    }
  }

  private mutating func scan(_ part: (inout XMLScanner, XMLBytes) throws(XMLFault) -> Void)
    throws(InputError)
  {
    while true {
      do throws(XMLFault) {
        // This copy shares the window's bytes, so that the scanner can change while they are read.
        let buffer = source.buffer
        return try part(&scanner, buffer.span.extracting(source.window(run.count)))
      } catch {
        if case .breakOff = error {
          if try readOn() { continue }
          if scanner.hasEnded, source.count == 0 { return }
        }
        throw failure(error)
      }
    }
  }

  private mutating func readOn() throws(InputError) -> Bool {
    let scanned = scanner.scanned
    scanner.letGo(source)
    source.consume(scanned)
    run.count -= scanned
    guard run.fault == nil, try source.fillAgain() else { return false }
    check()
    return true
  }

  private mutating func check() {
    let unchecked = source.window().dropFirst(run.count)
    let more = XMLCharacters.run(of: source.buffer.span.extracting(unchecked))
    run = (run.count + more.count, more.fault)
  }

  private func otherEncoding(than shown: TextEncoding?) throws(InputError) -> TextEncoding? {
    guard let encoding = scanner.encoding else { return nil }
    let named = TextEncoding(name: encoding, isBigEndian: shown == .utf16(isBigEndian: true))
    switch (named, shown) {
    case (.codePage, nil): return named
    // A byte order mark counts more than the name in the declaration.
    case (.codePage, .utf8), (.utf8, nil): return nil
    case (.some, _) where named == shown: return nil
    default:
      let fault = named == nil ? "is not one that is read" : "is not the one that it has"
      throw error(
        "not well-formed XML: its encoding \(encoding.quotedExcerpt()) \(fault)",
        at: scanner.positionOffset,
        help: "save it as UTF-8; UTF-16, ISO-8859 and windows-125x are read, too")
    }
  }

  private func failure(_ fault: XMLFault) -> InputError {
    var problem: StaticString = "a tag or a text of more than 16 MiB"
    var offset = 0
    switch fault {
    case .declarations(let place):
      return error(
        "the XML document has its own declarations (<!DOCTYPE … [ … ]>)", at: place,
        help: "remove them; GPX needs none")
    case .nested(let place):
      return error(
        "a point within a point", at: place,
        help: "close each point before the next; what was read before counts")
    case .notWellFormed(let text, let place): (problem, offset) = (text, place)
    case .breakOff where run.count < source.count:
      (problem, offset) = (run.fault ?? "bytes that are not of its encoding", run.count)
    case .breakOff where source.count <= ByteSource.longestToken && !scanner.hasEnded:
      let isBlank = source.buffer.span.extracting(source.window()).isBlank(0..<source.count)
      return error(
        "the file breaks off: its root element does not end", at: isBlank ? 0 : source.count,
        help: "get the whole file; what was read before counts")
    case .breakOff: break
    }
    if scanner.hasEnded {
      return error(
        "there is data after the end of \(root)", at: offset,
        help: "one file has one \(root) element; give two tracks as two files")
    }
    return error(
      "not well-formed XML: \(problem)", at: offset,
      help: "what was read before counts; xmllint shows every fault")
  }

  private func error(_ problem: String, at offset: Int, help: String) -> InputError {
    let place = scanner.position(of: offset, source.buffer.span.extracting(source.window()))
    return InputError(
      source: source.name, place: .line(place.line, column: place.column), problem: problem,
      help: help)
  }
}
