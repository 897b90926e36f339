/// Reads an XML document from a source, as its bytes come.
///
/// ```swift
/// var reader = try XMLReader(source, encoding: nil)
/// if reader.root == "gpx" { try reader.read(&handler) }
/// ```
struct XMLReader: ~Copyable {
  private var source: ByteSource
  private var scanner = XMLScanner()
  /// So many bytes of the window are characters that XML allows, and what comes behind them.
  private var run = (count: 0, end: XMLCharacters.End.cut)

  /// A tag, a value, a record or a comment is no longer than this many bytes.
  private static let longestToken = 16 << 20

  /// Reads up to the root element.
  ///
  /// - Parameter encoding: what the first bytes show; see `ByteSource.findEncoding()`.
  init(_ source: consuming ByteSource, encoding: TextEncoding?) throws(InputError) {
    self.source = source
    // XML allows no blanks before its declaration, and files have them.
    while try self.source.isAtBlank() { letGo(1) }
    var (length, declared) = (0, nil as TextEncoding?)
    try scan { scanner, source, _ throws(XMLFault) in
      let declaration = try XMLDeclaration(source)
      scanner.isStandalone = declaration.isStandalone
      (length, declared) = (declaration.length, try declaration.encoding(shown: encoding))
    }
    if let declared { self.source.decode(as: declared, from: length) }
    letGo(length)
    run = (0, .cut)
    check()
    try scan { scanner, source, count throws(XMLFault) in try scanner.scanProlog(source, count) }
  }

  /// The root element's local name.
  var root: String { scanner.root ?? "" }

  var wasInterrupted: Bool { source.wasInterrupted }

  /// Reads the document to its end, or until `handler` wants no more.
  ///
  /// - Throws: an error of kind `data` when it breaks off or is not well-formed; what the handler
  ///   was told before stands.
  /// - Complexity: O(n) for n bytes, in whatever pieces they come.
  mutating func read(_ handler: inout some XMLHandler) throws(InputError) {
    try scan { scanner, source, count throws(XMLFault) in
      try scanner.scan(source, count, &handler)
    }
  }

  /// Scans a part of the document: again from where it broke off, whenever more has come.
  private mutating func scan(
    _ part: (inout XMLScanner, borrowing ByteSource, Int) throws(XMLFault) -> Void
  ) throws(InputError) {
    while true {
      do throws(XMLFault) {
        return try part(&scanner, source, run.count)
      } catch {
        guard case .breakOff = error else { throw failure(error) }
        if try readOn() { continue }
        if scanner.hasEnded, source.count == 0 { return }
        throw failure(error)
      }
    }
  }

  /// Lets go of what has been scanned, and reads.
  ///
  /// - Returns: whether there is more to scan.
  private mutating func readOn() throws(InputError) -> Bool {
    letGo(scanner.offset)
    let held = source.count
    guard run.end == .cut, held <= Self.longestToken else { return false }
    // What is long is scanned again only when there is twice as much.
    repeat {
      guard try source.fill() else { break }
    } while held > 4096 && source.count < 2 * held
    check()
    return source.count > held
  }

  private mutating func letGo(_ count: Int) {
    scanner.letGo(count, source)
    source.consume(count)
    run.count = max(run.count - count, 0)
  }

  private mutating func check() {
    let unchecked = source.window().dropFirst(run.count)
    let more = XMLCharacters.run(of: source.buffer.span.extracting(unchecked))
    run = (run.count + more.count, more.end)
  }
}

// MARK: - Messages

extension XMLReader {
  private func failure(_ fault: XMLFault) -> InputError {
    var (problem, offset) = (
      "a tag, a text or a record of more than \(Self.longestToken >> 20) MiB", 0
    )
    var help = "what was read before counts; xmllint shows every fault"
    switch fault {
    case .declarations:
      return InputError(
        source: source.name,
        problem: "the XML document has declarations of its own (<!DOCTYPE … [ … ]>)",
        help: "remove them; GPX needs none")
    case .encoding(let name, let fault):
      problem = "its encoding \(name.quotedExcerpt()) \(fault)"
      help = "save it as UTF-8; UTF-16, ISO-8859 and windows-125x are read, too"
    case .notWellFormed(let text, let place): (problem, offset) = ("\(text)", place)
    case .breakOff where run.count < source.count:
      let isByte = run.end != .badCharacter
      problem =
        isByte ? "bytes that are not of its encoding" : "a character that XML does not allow"
      offset = run.count
    case .breakOff where source.count <= Self.longestToken && !scanner.hasEnded:
      let isBlank = source.buffer.span.extracting(source.window()).isBlank(0..<source.count)
      return error(
        isBlank ? 0 : source.count, "the file breaks off: its root element does not end",
        "get the whole file; what was read before counts")
    case .breakOff: break
    }
    if scanner.hasEnded {
      return error(
        offset, "there is data after the end of \(root)",
        "one file has one \(root) element; give two tracks as two files")
    }
    return error(offset, "not well-formed XML: \(problem)", help)
  }

  private func error(_ offset: Int, _ problem: String, _ help: String) -> InputError {
    let place = scanner.position(of: offset, source)
    return InputError(
      source: source.name, place: .line(place.line, column: place.column), problem: problem,
      help: help)
  }
}
