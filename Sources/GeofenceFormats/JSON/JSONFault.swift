/// Why JSON cannot be read on; offsets are those of the piece that is scanned.
enum JSONFault: Error {
  /// It ends, or goes on in bytes that have not come yet.
  case breakOff
  /// Something else would be right there.
  case expected(StaticString, at: Int)
}

/// Where a document stops being JSON (RFC 8259), for a message; the decoder does not say.
struct JSONMistake {
  let line: Int
  let column: Int
  /// What would be right there.
  let expected: String

  init(_ position: TextPosition, expected: String) {
    (line, column, self.expected) = (position.line, position.column, expected)
  }

  func error(in source: String) -> InputError {
    InputError(
      source: source, place: .line(line, column: column), problem: "not well-formed JSON",
      help: "expected here is \(expected)")
  }

  /// The bytes of a well-formed document in UTF-8, whatever Unicode's form the file has, and the file's name.
  ///
  /// - Throws: an error that names file, place and help.
  static func contents(of path: String) throws(InputError) -> (bytes: [UInt8], source: String) {
    let file = try ByteSource.contents(of: path)
    var source = ByteSource(bytes: file.bytes, name: file.name)
    _ = try source.findEncoding()
    let bytes = source.prefix(source.count)
    if let mistake = find(in: bytes) { throw mistake.error(in: file.name) }
    return (bytes, file.name)
  }

  /// - Returns: `nil` when the document is well-formed.
  /// - Complexity: O(n) for n bytes.
  static func find(in bytes: [UInt8]) -> JSONMistake? {
    var scanner = JSONScanner<Nobody>(isSequence: false)
    var nobody = Nobody()
    do throws(JSONFault) {
      try scanner.scan(bytes.span, isWhole: true, &nobody)
      return nil
    } catch {
      switch error {
      case .breakOff where scanner.isComplete: return nil
      case .breakOff:
        let isInText = bytes.span.extracting(scanner.offset..<bytes.count).trimmed.isEmpty == false
        return JSONMistake(
          scanner.position(of: bytes.count, bytes.span),
          expected: isInText ? "a closing quotation mark" : "\(scanner.missing)")
      case .expected(let text, let offset):
        return JSONMistake(scanner.position(of: offset, bytes.span), expected: "\(text)")
      }
    }
  }

  /// A handler that wants to know nothing.
  private struct Nobody: JSONHandler {
    func name(of key: Span<UInt8>) -> Never? { nil }
    func begin(_ container: JSONContainer, _ name: Never?, line: Int) -> Bool { false }
    func take(_ value: JSONScalar, _ text: Span<UInt8>, _ name: Never) {}
    func end(_ container: JSONContainer, _ name: Never?) -> Bool { true }
    func take(prefix: Span<UInt8>) -> Bool { false }
  }
}
