import GeofenceBytes

/// A JSON document as a tree of values, which is read in one pass.
///
/// ```swift
/// let document = try JSONDocument(bytes)
/// let limit = try document.root.requireObject().number("limit")
/// ```
final class JSONDocument {
  enum Kind: Hashable {
    case object, list, number, text, null
    case boolean(Bool)
    /// A text with an escape that stands for no character.
    case brokenText
    /// An object with a key that is no text.
    case brokenObject
  }

  struct Node {
    fileprivate(set) var kind: Kind
    /// The number of the value's key in an object, or its position in a list.
    let label: Int
    /// The index of the object or the list that contains the value; `nil` for the root.
    let parent: Int?
    /// The place of a text or a number in `texts`.
    let text: Range<Int>
    /// The index behind the value and all that it contains.
    var end: Int
  }

  /// The values in the order of the document; one that contains others precedes them.
  let nodes: [Node]
  /// The bytes of all texts, without escapes, and of all numbers.
  let texts: [UInt8]
  /// The different keys of all objects.
  let keys: [String]
  private let numbersOfKeys: [String: Int]

  /// Reads a document.
  ///
  /// - Parameter counts: Returns true for a key that must not stand twice in an object. Keys that
  ///   are ignored, such as a comment, may.
  /// - Throws: The first mistake: the document is not well-formed, or has a key twice.
  /// - Complexity: O(n) for n bytes, and O(k log k) for an object of k keys.
  init(_ bytes: [UInt8], counting counts: @escaping (String) -> Bool = { $0 != "//" })
    throws(Diagnosis)
  {
    var scanner = JSONScanner<JSONDocumentBuilder>(
      isSequence: false, keys: JSONKeys(counting: counts))
    var builder = JSONDocumentBuilder()
    do throws(JSONFault) {
      try scanner.scan(bytes.span, isWhole: true, &builder)
    } catch {
      if let mistake = scanner.mistake(error, in: bytes.span) { throw mistake }
    }
    // The scanner passes over these, which may separate the documents of a sequence.
    let separator = bytes.span.offset(ofAny: 0x0B, 0x0C, 0x1E, from: 0)
    guard separator == bytes.count, !builder.hasForeignNumber else {
      throw JSONValue.misfit
    }
    (nodes, texts, keys) = (builder.nodes, builder.texts, builder.keys)
    numbersOfKeys = Dictionary(
      zip(keys, keys.indices), uniquingKeysWith: { first, _ in first })
  }

  /// The value that the document is.
  var root: JSONValue { JSONValue(document: self, index: 0) }

  /// Returns the number of a key; `nil` if no object has it.
  func number(ofKey key: String) -> Int? { numbersOfKeys[key] }

  /// Reads the document in a file, in UTF-8 or UTF-16, and returns what `body` makes of it.
  ///
  /// - Parameters:
  ///   - path: A file, or `-` for standard input.
  ///   - example: The hint for a document that is well-formed, but of another shape.
  /// - Throws: An error that names the file and the place, with a hint.
  static func read<Value>(
    path: String, example: String,
    _ body: (JSONValue, _ source: String) throws(Diagnosis) -> Value
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
  /// Returns the same mistake with a hint, if it has none of its own.
  func or(help: String) -> Diagnosis {
    Diagnosis(problem, help: self.help ?? help, at: place)
  }
}

/// A handler that keeps every value of a document.
struct JSONDocumentBuilder: JSONHandler {
  private(set) var nodes: [JSONDocument.Node] = []
  private(set) var texts: [UInt8] = []
  private(set) var keys: [String] = []
  /// A Boolean value that indicates whether a number begins as none of JSON does.
  private(set) var hasForeignNumber = false
  /// The numbers of the keys that are not UTF-8.
  private var brokenKeys: Set<Int> = []
  private var index = NameIndex()
  /// The open objects and lists, each with the number of its values so far.
  private var open: [(node: Int, count: Int)] = []

  mutating func name(of key: NameKey, _ text: Span<UInt8>) -> Int? {
    let number = index.index(of: key, text)
    if number == keys.count {
      let valid = String(validating: text.array, as: UTF8.self)
      keys.append(valid ?? text.text)
      if valid == nil { brokenKeys.insert(number) }
    }
    if brokenKeys.contains(number) { takeBrokenKey() }
    return number
  }

  mutating func begin(_ container: JSONContainer, _ name: Int?, line: Int) -> Bool {
    add(container == .object ? .object : .list, name)
    open.append((nodes.count - 1, 0))
    return true
  }

  mutating func take(_ value: JSONScalar, _ text: Span<UInt8>, _ name: Int) {
    add(value, text, name)
  }

  mutating func takeBrokenKey() {
    if let last = open.last { nodes[last.node].kind = .brokenObject }
  }

  static var takesUnnamed: Bool { true }

  mutating func take(unnamed value: JSONScalar, _ text: Span<UInt8>) { add(value, text, nil) }

  mutating func end(_ container: JSONContainer, _ name: Int?) -> Bool {
    if let last = open.popLast() { nodes[last.node].end = nodes.count }
    return true
  }

  func take(prefix: Span<UInt8>) -> Bool { false }

  private mutating func add(_ value: JSONScalar, _ text: Span<UInt8>, _ name: Int?) {
    let start = texts.count
    switch value {
    case .text, .brokenText, .number:
      for offset in 0..<text.count { texts.append(text[offset]) }
    case .boolean, .null: break
    }
    let kind: JSONDocument.Kind
    switch value {
    case .text: kind = .text
    case .brokenText: kind = .brokenText
    case .boolean: kind = .boolean(text[0] == UInt8(ascii: "t"))
    case .null: kind = .null
    case .number:
      kind = .number
      if text[0] != ASCII.minus, !ASCII.isDigit(text[0]) { hasForeignNumber = true }
    }
    add(kind, name, start..<texts.count)
  }

  private mutating func add(_ kind: JSONDocument.Kind, _ name: Int?, _ text: Range<Int> = 0..<0) {
    var label = 0
    if let last = open.indices.last {
      label = nodes[open[last].node].kind == .list ? open[last].count : name ?? 0
      open[last].count += 1
    }
    nodes.append(
      JSONDocument.Node(
        kind: kind, label: label, parent: open.last?.node, text: text, end: nodes.count + 1))
  }
}
