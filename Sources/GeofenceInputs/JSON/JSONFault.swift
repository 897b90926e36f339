import GeofenceBytes

/// A reason why scanning JSON cannot continue; offsets count from the start of the scanned piece.
enum JSONFault: Error {
  /// The piece ends before the document does; the bytes that follow may not have arrived yet.
  case breakOff
  case mistake(_ problem: String, help: String, at: Int)

  init(_ diagnosis: Diagnosis, at offset: Int) {
    self = .mistake(diagnosis.problem, help: diagnosis.help ?? "", at: offset)
  }

  /// Returns the fault for a place at which only `text` would be well-formed.
  static func expected(_ text: StaticString, at offset: Int) -> JSONFault {
    .mistake("not well-formed JSON", help: "\(text) is expected here", at: offset)
  }
}

/// A check for documents that are not well-formed JSON (RFC 8259), or have a key twice.
///
/// The decoder gives no place for the first, and does not notice the second.
enum JSONMistake {
  /// Returns the bytes of a well-formed document in UTF-8, and the file's name.
  ///
  /// The file may be in UTF-8 or UTF-16.
  ///
  /// - Throws: An error that names the file and the place, with a hint.
  static func contents(of path: String) throws(InputError) -> (bytes: [UInt8], source: String) {
    let file = try ByteSource.contents(of: path)
    var source = ByteSource(bytes: file.bytes, name: file.name)
    _ = try source.findEncoding()
    let bytes = source.prefix(source.count)
    if let mistake = find(in: bytes) { throw InputError(mistake, source: file.name) }
    return (bytes, file.name)
  }

  /// Returns the first mistake in a document, or `nil` if it is well-formed.
  ///
  /// - Parameter counts: Returns true for a key that must not stand twice in an object. Keys that
  ///   are ignored, such as a comment, may.
  /// - Complexity: O(n) for n bytes, and O(k log k) for an object of k keys.
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

  /// A handler that ignores every value.
  private struct Nobody: JSONHandler {
    func name(of key: Span<UInt8>) -> Never? { nil }
    func begin(_ container: JSONContainer, _ name: Never?, line: Int) -> Bool { false }
    func take(_ value: JSONScalar, _ text: Span<UInt8>, _ name: Never) {}
    func end(_ container: JSONContainer, _ name: Never?) -> Bool { true }
    func take(prefix: Span<UInt8>) -> Bool { false }
  }
}
