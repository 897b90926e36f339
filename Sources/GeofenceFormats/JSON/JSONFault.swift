/// Why JSON cannot be read on; offsets are those of the piece that is scanned.
enum JSONFault: Error {
  /// It ends, or goes on in bytes that have not come yet.
  case breakOff
  case mistake(_ problem: String, help: String, at: Int)

  init(_ diagnosis: Diagnosis, at offset: Int) {
    self = .mistake(diagnosis.problem, help: diagnosis.help ?? "", at: offset)
  }

  /// Something else would be right there.
  static func expected(_ text: StaticString, at offset: Int) -> JSONFault {
    .mistake("not well-formed JSON", help: "expected here is \(text)", at: offset)
  }
}

/// Where a document stops being JSON (RFC 8259), or has a key twice; the decoder says neither.
enum JSONMistake {
  /// The bytes of a well-formed document in UTF-8, whatever Unicode's form the file has, and the file's name.
  ///
  /// - Throws: an error that names file, place and help.
  static func contents(of path: String) throws(InputError) -> (bytes: [UInt8], source: String) {
    let file = try ByteSource.contents(of: path)
    var source = ByteSource(bytes: file.bytes, name: file.name)
    _ = try source.findEncoding()
    let bytes = source.prefix(source.count)
    if let mistake = find(in: bytes) { throw InputError(mistake, source: file.name) }
    return (bytes, file.name)
  }

  /// - Parameter counts: whether a key must not stand twice in an object: not what is passed over, such
  ///   as a comment.
  /// - Returns: `nil` when the document is well-formed.
  /// - Complexity: O(n) for n bytes, beside O(k log k) for an object of k keys.
  static func find(
    in bytes: [UInt8], counting counts: @escaping (String) -> Bool = { $0 != "//" }
  ) -> Diagnosis? {
    var scanner = JSONScanner<Nobody>(isSequence: false, keys: JSONKeys(counting: counts))
    var nobody = Nobody()
    do throws(JSONFault) {
      try scanner.scan(bytes.span, isWhole: true, &nobody)
      return nil
    } catch {
      var fault = error
      if case .breakOff = error {
        if scanner.isComplete { return nil }
        let isInText = !bytes.span.extracting(scanner.offset..<bytes.count).trimmed.isEmpty
        let missing = isInText ? "a closing quotation mark" : scanner.missing
        fault = .expected(missing, at: bytes.count)
      }
      guard case .mistake(let problem, let help, let offset) = fault else { return nil }
      let place = scanner.position(of: offset, bytes.span)
      return Diagnosis(problem, help: help, at: .line(place.line, column: place.column))
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
