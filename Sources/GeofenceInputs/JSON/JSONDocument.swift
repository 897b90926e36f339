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
    /// A list whose values are read one by one.
    case folded
    case boolean(Bool)
    /// A text with an escape that stands for no character.
    case brokenText
    /// An object with a key that is no text.
    case brokenObject

    var isList: Bool { self == .list || self == .folded }
  }

  struct Node {
    fileprivate(set) var kind: Kind
    /// The number of the value's key in an object, or its position in a list.
    let label: Int
    /// The index of the object or the list that contains the value; `nil` for the root.
    let parent: Int?
    /// The place of a text or a number in `texts`, and that of a folded list in the document.
    let text: Range<Int>
    var end: Int
  }

  private let bytes: [UInt8]
  /// The values, which are read far too often for a check at each time that nobody changes them.
  @exclusivity(unchecked) private var content: JSONDocumentBuilder
  private var elements = JSONScanner<JSONDocumentBuilder>(isSequence: false)

  /// The values in the order of the document; one that contains others precedes them.
  var nodes: [Node] { content.nodes }
  /// The bytes of all texts, without escapes, and of all numbers.
  var texts: [UInt8] { content.texts }
  var keys: [String] { content.keys }

  /// Reads a document. `counts`: returns true for a key that must not stand twice in an object.
  /// Keys that are ignored, such as a comment, may. O(n) for n bytes, and O(k log k) for an object
  /// of k keys.
  init(
    _ bytes: [UInt8], folding folded: [String] = [],
    counting counts: @escaping (String) -> Bool = { $0 != "//" }
  ) throws(Diagnosis) {
    var scanner = JSONScanner<JSONDocumentBuilder>(
      isSequence: false, keys: JSONKeys(counting: counts))
    var builder = JSONDocumentBuilder(folding: folded)
    do throws(JSONFault) {
      try scanner.scan(bytes.span, isWhole: true, &builder)
    } catch {
      if let mistake = scanner.mistake(error, in: bytes.span) { throw mistake }
    }
    // The scanner passes over these, which may separate the documents of a sequence.
    let separator = bytes.span.offset(ofAny: 0x0B, 0x0C, 0x1E, from: 0)
    guard separator == bytes.count, !scanner.hasForeignNumber else {
      throw JSONValue.misfit
    }
    (self.bytes, content) = (bytes, builder)
  }

  var root: JSONValue { JSONValue(document: self, index: 0) }

  /// Returns the number of a key; `nil` if no object has it. O(k) for k different keys; O(1) on
  /// average if they are many.
  func number(ofKey key: String) -> Int? { content.number(ofKey: key) }

  /// Returns the index of the first value under a key in an object; `nil` if there is none. O(n)
  /// for the n keys of the object.
  func index(of key: String, in object: Int) -> Int? {
    guard let number = number(ofKey: key) else { return nil }
    let nodes = nodes.span
    var index = object + 1
    while index < nodes[object].end {
      if nodes[index].label == number { return index }
      index = nodes[index].end
    }
    return nil
  }

  /// Calls a body with each value of a list in turn. A value of a folded list is read when its turn
  /// comes, and may be used until the body returns. O(n) for the n bytes of the list.
  func unfold(_ list: JSONList, _ body: (JSONValue) -> Void) {
    guard nodes[list.value.index].kind == .folded else { return list.forEach(body) }
    let (bytes, first) = (bytes, content.nodes.count)
    // The values are known to be well-formed.
    var offset = nodes[list.value.index].text.lowerBound + 1
    for number in 0... {
      offset = passBlanks(offset)
      if bytes[offset] == ASCII.closeBracket { break }
      content.beginElement(number, of: list.value.index, at: first)
      elements.restart(at: offset)
      try? elements.scan(bytes.span, isWhole: true, &content)
      body(JSONValue(document: self, index: first))
      offset = passBlanks(elements.offset)
      if bytes[offset] == ASCII.comma { offset += 1 }
    }
  }

  private func passBlanks(_ start: Int) -> Int {
    var offset = start
    while ASCII.isBlank(bytes[offset]) { offset += 1 }
    return offset
  }

  /// Reads the document in a file, in UTF-8 or UTF-16, and returns what `body` makes of it.
  static func read<Value>(
    path: String, example: String, _ body: (JSONValue, _ source: String) throws(Diagnosis) -> Value
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
  /// The numbers of the keys that are not UTF-8.
  private var brokenKeys: Set<Int> = []
  private var index = NameIndex()
  /// The open objects and lists, each with the number of its values so far.
  private var open: [(node: Int, count: Int)] = []
  /// The keys of the lists whose values are not kept.
  private let folded: [String]
  /// The number of the bytes in `texts` that do not belong to an element of a folded list.
  private var ownTexts: Int?
  /// The numbers of the keys, if these are many.
  private var numbersOfKeys: [String: Int] = [:]

  init(folding folded: [String]) { self.folded = folded }

  /// The number of keys up to which each is compared with the one sought.
  private static var few: Int { 16 }

  @inline(__always)
  func number(ofKey key: String) -> Int? {
    keys.count <= Self.few ? keys.firstIndex(of: key) : numbersOfKeys[key]
  }

  /// Begins an element of a folded list in place of the one before.
  mutating func beginElement(_ number: Int, of list: Int, at first: Int) {
    nodes.removeSubrange(first...)
    let kept = ownTexts ?? texts.count
    ownTexts = kept
    texts.removeSubrange(kept...)
    open.removeAll(keepingCapacity: true)
    open.append((list, number))
  }

  mutating func name(of key: NameKey, _ text: Span<UInt8>) -> Int? {
    let number = index.index(of: key, text)
    if number == keys.count {
      let valid = String(validating: text.array, as: UTF8.self)
      addKey(valid ?? text.text)
      if valid == nil { brokenKeys.insert(number) }
    }
    if brokenKeys.contains(number) { takeBrokenKey() }
    return number
  }

  private mutating func addKey(_ key: String) {
    keys.append(key)
    guard keys.count > Self.few else { return }
    if numbersOfKeys.isEmpty {
      numbersOfKeys = Dictionary(zip(keys, keys.indices), uniquingKeysWith: { first, _ in first })
    } else if numbersOfKeys[key] == nil {
      numbersOfKeys[key] = keys.count - 1
    }
  }

  mutating func begin(_ container: JSONContainer, _ name: Int?, line: Int, at offset: Int) -> Bool {
    if container == .array, folds(name) {
      add(.folded, name, offset..<offset)
      return false
    }
    add(container == .object ? .object : .list, name)
    open.append((nodes.count - 1, 0))
    return true
  }

  /// Returns whether the values of a list at this place are not kept.
  private func folds(_ name: Int?) -> Bool {
    guard !folded.isEmpty, ownTexts == nil else { return false }
    return name.map { folded.contains(keys[$0]) } ?? open.isEmpty
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
    case .text, .brokenText, .number: text.withUnsafeBufferPointer { texts.append(contentsOf: $0) }
    case .boolean, .null: break
    }
    let kind: JSONDocument.Kind
    switch value {
    case .text: kind = .text
    case .brokenText: kind = .brokenText
    case .boolean: kind = .boolean(text[0] == UInt8(ascii: "t"))
    case .null: kind = .null
    case .number: kind = .number
    }
    add(kind, name, start..<texts.count)
  }

  private mutating func add(_ kind: JSONDocument.Kind, _ name: Int?, _ text: Range<Int> = 0..<0) {
    var label = 0
    if let last = open.indices.last {
      label = nodes[open[last].node].kind.isList ? open[last].count : name ?? 0
      open[last].count += 1
    }
    nodes.append(
      JSONDocument.Node(
        kind: kind, label: label, parent: open.last?.node, text: text, end: nodes.count + 1))
  }
}
