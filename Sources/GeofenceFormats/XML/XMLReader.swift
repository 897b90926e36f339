/// Reads an XML document from a source, as its bytes come.
///
/// ```swift
/// var reader = try XMLReader(source, encoding: nil)
/// if reader.root == "gpx" { try reader.read(&handler) }
/// ```
struct XMLReader: ~Copyable {
  private var source: ByteSource
  /// So many bytes of the window are characters that XML allows, and what comes behind them.
  private var run = (count: 0, end: XMLCharacters.End.cut)
  /// How much of the window has been scanned; what breaks off behind it is scanned again.
  var offset = 0
  /// The place of the window's byte at `positionOffset`.
  private var position = TextPosition()
  private var positionOffset = 0

  /// The encoding that the document names.
  var encoding: String?
  /// Whether all that its entities stand for is in the document.
  var isStandalone = false
  var hasDoctype = false
  /// Whether an unknown entity may be declared where nobody looks.
  var mayBeExternal = false
  /// The root element's local name.
  var root = ""
  /// The names of the open elements, those within records aside.
  var open: [[UInt8]] = []
  /// Whether the root element has ended.
  var hasEnded = false

  /// A tag, a value, a record or a comment is no longer than this many bytes.
  private static let longestToken = 16 << 20

  /// Reads up to the root element.
  ///
  /// - Parameter encoding: what the first bytes show; see `ByteSource.findEncoding()`.
  init(_ source: consuming ByteSource, encoding: TextEncoding?) throws(InputError) {
    self.source = source
    try scan { reader, bytes throws(XMLFault) in try reader.scanDeclaration(bytes) }
    if let other = try otherEncoding(than: encoding) { self.source.decode(as: other, from: offset) }
    letGo()
    run = (0, .cut)
    check()
    try scan { reader, bytes throws(XMLFault) in
      try reader.scanProlog(bytes.extracting(0..<reader.run.count))
    }
  }

  var wasInterrupted: Bool { source.wasInterrupted }

  /// Reads the document to its end, or until `handler` wants no more.
  ///
  /// - Throws: an error of kind `data` when it breaks off or is not well-formed; what the handler
  ///   was told before stands.
  /// - Complexity: O(n) for n bytes, in whatever pieces they come.
  mutating func read(_ handler: inout some XMLHandler) throws(InputError) {
    try scan { reader, bytes throws(XMLFault) in
      try reader.scanContent(bytes.extracting(0..<reader.run.count), &handler)
    }
  }

  /// Scans a part of the document: again from where it broke off, whenever more has come.
  private mutating func scan(_ part: (inout XMLReader, XMLBytes) throws(XMLFault) -> Void)
    throws(InputError)
  {
    while true {
      do throws(XMLFault) {
        // This array shares the window's bytes: the reader changes while they are looked at.
        let buffer = source.buffer
        return try part(&self, buffer.span.extracting(source.window()))
      } catch {
        if case .breakOff = error {
          if try readOn() { continue }
          if hasEnded, source.count == 0 { return }
        }
        throw failure(error)
      }
    }
  }

  /// Lets go of what has been scanned, and reads.
  ///
  /// - Returns: whether there is more to scan.
  private mutating func readOn() throws(InputError) -> Bool {
    letGo()
    let held = source.count
    guard run.end == .cut, held <= Self.longestToken else { return false }
    // What is long is scanned again only when there is twice as much.
    repeat {
      guard try source.fill() else { break }
    } while held > 4096 && source.count < 2 * held
    check()
    return source.count > held
  }

  private mutating func letGo() {
    _ = position(at: offset)
    source.consume(offset)
    run.count = max(run.count - offset, 0)
    (offset, positionOffset) = (0, 0)
  }

  private mutating func check() {
    let unchecked = source.window().dropFirst(run.count)
    let more = XMLCharacters.run(of: source.buffer.span.extracting(unchecked))
    run = (run.count + more.count, more.end)
  }

  /// The place of an offset that is not before the last one whose place was asked for.
  mutating func position(at offset: Int) -> TextPosition {
    var place = position
    let passed = (source.start &+ positionOffset)..<(source.start &+ offset)
    place.advance(over: source.buffer.span.extracting(passed))
    (position, positionOffset) = (place, offset)
    return place
  }
}

extension XMLReader {
  /// The encoding to turn into UTF-8 from; `nil` where there is nothing to be done.
  private mutating func otherEncoding(than shown: TextEncoding?) throws(InputError) -> TextEncoding?
  {
    guard let encoding else { return nil }
    let named = TextEncoding(name: encoding, isBigEndian: shown == .utf16(isBigEndian: true))
    switch (named, shown) {
    case (.codePage, nil): return named
    // A byte order mark is believed more than a name.
    case (.codePage, .utf8), (.utf8, nil): return nil
    case (.some, _) where named == shown: return nil
    default:
      let fault = named == nil ? "is not one that is read" : "is not the one that it has"
      throw error(
        "not well-formed XML: its encoding \(encoding.quotedExcerpt()) \(fault)",
        at: positionOffset,
        help: "save it as UTF-8; UTF-16, ISO-8859 and windows-125x are read, too")
    }
  }

  private mutating func failure(_ fault: XMLFault) -> InputError {
    var (problem, offset) = (
      "a tag, a text or a record of more than \(Self.longestToken >> 20) MiB", 0
    )
    switch fault {
    case .declarations:
      return InputError(
        source: source.name,
        problem: "the XML document has declarations of its own (<!DOCTYPE … [ … ]>)",
        help: "remove them; GPX needs none")
    case .notWellFormed(let text, let place): (problem, offset) = ("\(text)", place)
    case .breakOff where run.count < source.count:
      problem =
        run.end == .badCharacter
        ? "a character that XML does not allow" : "bytes that are not of its encoding"
      offset = run.count
    case .breakOff where source.count <= Self.longestToken && !hasEnded:
      let isBlank = source.buffer.span.extracting(source.window()).isBlank(0..<source.count)
      return error(
        "the file breaks off: its root element does not end", at: isBlank ? 0 : source.count,
        help: "get the whole file; what was read before counts")
    case .breakOff: break
    }
    if hasEnded {
      return error(
        "there is data after the end of \(root)", at: offset,
        help: "one file has one \(root) element; give two tracks as two files")
    }
    return error(
      "not well-formed XML: \(problem)", at: offset,
      help: "what was read before counts; xmllint shows every fault")
  }

  private mutating func error(_ problem: String, at offset: Int, help: String) -> InputError {
    let place = position(at: offset)
    return InputError(
      source: source.name, place: .line(place.line, column: place.column), problem: problem,
      help: help)
  }
}
