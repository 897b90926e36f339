/// Finds where a document stops being JSON (RFC 8259), for a message; the decoder does not say.
struct JSONFault {
  let line: Int
  let column: Int
  /// What would be right there.
  let expected: String

  func error(in source: String) -> InputError {
    InputError(
      source: source, place: .line(line, column: column), problem: "not well-formed JSON",
      help: "expected here is \(expected)")
  }

  /// - Returns: `nil` when the document is well-formed.
  /// - Complexity: O(n) for n bytes.
  static func find(in bytes: [UInt8]) -> JSONFault? {
    var scanner = Scanner(bytes: bytes)
    do throws(Scanner.Stop) {
      try scanner.value(depth: 0)
      scanner.passBlanks()
      guard scanner.isAtEnd else { throw scanner.stop("the end of the document") }
      return nil
    } catch {
      let before = bytes[..<min(error.offset, bytes.count)]
      let lineStart = before.lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? 0
      return JSONFault(
        line: 1 + before.count { $0 == ASCII.lineFeed },
        // Bytes that continue a character are not columns.
        column: 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 }, expected: error.expected)
    }
  }

  private struct Scanner {
    struct Stop: Error {
      let offset: Int
      let expected: String
    }

    let bytes: [UInt8]
    private var offset = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { offset >= bytes.count }

    func stop(_ expected: String) -> Stop { Stop(offset: offset, expected: expected) }

    mutating func passBlanks() {
      while offset < bytes.count, ASCII.isBlank(bytes[offset]) { offset += 1 }
    }

    /// Passes `character` after blanks, if it is next.
    private mutating func pass(_ character: Unicode.Scalar) -> Bool {
      passBlanks()
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
      offset += 1
      return true
    }

    mutating func value(depth: Int) throws(Stop) {
      guard depth < 500 else { throw stop("less nesting") }
      if pass("{") {
        try list(until: "}") { scanner throws(Stop) in
          scanner.passBlanks()
          guard scanner.pass("\"") else { throw scanner.stop("a key in quotation marks") }
          try scanner.text()
          guard scanner.pass(":") else { throw scanner.stop("':'") }
          try scanner.value(depth: depth + 1)
        }
      } else if pass("[") {
        try list(until: "]") { scanner throws(Stop) in try scanner.value(depth: depth + 1) }
      } else if pass("\"") {
        try text()
      } else {
        try word()
      }
    }

    private mutating func list(
      until end: Unicode.Scalar, _ element: (inout Scanner) throws(Stop) -> Void
    ) throws(Stop) {
      if pass(end) { return }
      repeat { try element(&self) } while pass(",")
      guard pass(end) else { throw stop("',' or '\(end)'") }
    }

    /// The rest of a text whose first quotation mark has been passed.
    private mutating func text() throws(Stop) {
      while offset < bytes.count {
        switch bytes[offset] {
        case ASCII.quote:
          offset += 1
          return
        case UInt8(ascii: "\\"): offset += 2
        case 0..<ASCII.space: throw stop("an escaped control character")
        default: offset += 1
        }
      }
      throw stop("a closing quotation mark")
    }

    private static func endsWord(_ byte: UInt8) -> Bool {
      switch byte {
      case ASCII.comma, ASCII.colon, ASCII.quote, UInt8(ascii: "["), UInt8(ascii: "]"),
        UInt8(ascii: "{"), UInt8(ascii: "}"):
        true
      default: ASCII.isBlank(byte)
      }
    }

    /// A number, `true`, `false` or `null`.
    private mutating func word() throws(Stop) {
      let start = offset
      while offset < bytes.count, !Self.endsWord(bytes[offset]) { offset += 1 }
      if Double(decimal: bytes.span.extracting(start..<offset)) != nil { return }
      let word = bytes[start..<offset]
      guard ["true", "false", "null"].contains(where: { word.elementsEqual($0.utf8) }) else {
        offset = start
        throw stop("a value")
      }
    }
  }
}
