import GeofenceBytes

/// A JSON document that has been checked as a whole; its values are read where they are asked for.
package struct JSONDocument {
  package let root: JSONElement

  /// Reads a document.
  ///
  /// - Parameter counts: returns whether a key must not stand twice in an object.
  /// - Complexity: O(n) for n bytes.
  package init(
    _ bytes: [UInt8], counting counts: @escaping (String) -> Bool = { $0 != "//" }
  ) throws(Diagnosis) {
    var scanner = JSONScanner<RepeatedKeys>(isSequence: false)
    var keys = RepeatedKeys(counting: counts)
    do throws(JSONFault) {
      try scanner.scan(bytes.span, isWhole: true, &keys)
      if let fault = keys.fault { throw fault }
    } catch {
      if let mistake = scanner.mistake(error, in: bytes.span) { throw mistake }
    }
    // The scanner passes over these, which may separate the documents of a sequence.
    let separator = bytes.span.offset(ofAny: 0x0B, 0x0C, 0x1E, from: 0)
    guard separator == bytes.count, !scanner.hasForeignNumber else {
      throw JSONElement.misfit
    }
    root = JSONElement(bytes: bytes, offset: bytes.span.trimmed.lowerBound, place: .root)
  }

  /// Returns the JSON in a line of a log, behind whatever stands before it, such as a time or the
  /// topic of OwnTracks, and where it begins; `nil` for a line without any.
  package static func inLine(_ line: ArraySlice<UInt8>) -> (document: JSONDocument, start: Int)? {
    guard let start = line.firstIndex(of: ASCII.openBrace),
      let document = try? JSONDocument(Array(line[start...]), counting: { _ in false })
    else { return nil }
    return (document, start)
  }

  /// Reads the document in a file, in UTF-8 or UTF-16, and returns what `body` makes of it.
  package static func read<Value>(
    path: String, example: String,
    _ body: (JSONElement, _ source: String) throws(Diagnosis) -> Value
  ) throws(InputError) -> Value {
    let file = try ByteSource.contents(of: path)
    var source = ByteSource(bytes: file.bytes, name: file.name)
    _ = try source.findEncoding()
    let bytes = source.prefix(source.count)
    do throws(Diagnosis) {
      return try body(JSONDocument(bytes).root, file.name)
    } catch {
      throw InputError(error.or(help: example), source: file.name)
    }
  }
}

extension Diagnosis {
  package func or(help: String) -> Diagnosis {
    Diagnosis(problem, help: self.help ?? help, at: place)
  }
}

/// A search for a key that stands twice in an object. A name is a key's number.
private struct RepeatedKeys: JSONHandler {
  private(set) var fault: JSONFault?
  private let counts: (String) -> Bool
  private var keys = NameIndex()
  /// The keys of all open objects, each with its offset, and the number of them before each object.
  private var openKeys: [(number: Int, offset: Int)] = []
  private var starts: [Int] = []
  /// The last object that had each key; objects are numbered as they end.
  private var owners: [Int] = []
  private var ended = 0

  init(counting counts: @escaping (String) -> Bool) { self.counts = counts }

  mutating func name(of key: Span<UInt8>, at offset: Int) -> Int? {
    let number = keys.index(of: key)
    if number == owners.count { owners.append(0) }
    openKeys.append((number, offset))
    return number
  }

  mutating func begin(_ container: JSONContainer, _ name: Int?, line: Int) -> Bool {
    if container == .object { starts.append(openKeys.count) }
    return true
  }

  func take(_ value: JSONScalar, _ text: Span<UInt8>, _ name: Int) {}

  mutating func end(_ container: JSONContainer, _ name: Int?) -> Bool {
    guard container == .object, let start = starts.popLast() else { return true }
    ended += 1
    for (number, offset) in openKeys[start...] {
      if owners[number] == ended, fault == nil, case let key = keys.name(number) ?? "", counts(key)
      {
        fault = .mistake(
          "the key \(key.quotedExcerpt()) is there twice in one object",
          help: "keep one of them", at: offset - 1)
      }
      owners[number] = ended
    }
    openKeys.removeSubrange(start...)
    return fault == nil
  }

  func take(prefix: Span<UInt8>) -> Bool { false }
}
