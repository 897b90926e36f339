import GeofenceBytes

/// A JSON document as a tree of values, which is read in one pass.
final class JSONDocument {
  enum Kind: Hashable {
    case object, list, number, text, null
    case folded
    case boolean(Bool)
    case brokenText
    case brokenObject

    var isList: Bool { self == .list || self == .folded }
  }

  struct Node {
    fileprivate(set) var kind: Kind
    /// The number of the value's key in an object, or its position in a list.
    let label: Int
    let parent: Int?
    /// The place of a text or a number in `texts`, and that of a folded list in the document.
    let text: Range<Int>
    var end: Int
  }

  private let bytes: [UInt8]
  @exclusivity(unchecked) private var content: JSONDocumentBuilder
  private var elements = JSONScanner<JSONDocumentBuilder>(isSequence: false, root: -1)

  var nodes: [Node] { content.nodes }
  var texts: [UInt8] { content.texts }
  var keys: [String] { content.keys }

  /// Reads a document.
  ///
  /// - Parameter counts: returns whether a key must not stand twice in an object.
  /// - Complexity: O(n) for n bytes.
  init(
    _ bytes: [UInt8], folding folded: [String] = [],
    counting counts: @escaping (String) -> Bool = { $0 != "//" }
  ) throws(Diagnosis) {
    var scanner = JSONScanner<JSONDocumentBuilder>(isSequence: false, root: -1)
    var builder = JSONDocumentBuilder(folding: folded, counting: counts)
    do throws(JSONFault) {
      try scanner.scan(bytes.span, isWhole: true, &builder)
      if let fault = builder.fault { throw fault }
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

  /// Returns the index of the first value under a key in an object of n keys, if any. O(n).
  func index(of key: String, in object: Int) -> Int? {
    guard let number = content.number(ofKey: key) else { return nil }
    let nodes = nodes.span
    var index = object + 1
    while index < nodes[object].end {
      if nodes[index].label == number { return index }
      index = nodes[index].end
    }
    return nil
  }

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
  func or(help: String) -> Diagnosis {
    Diagnosis(problem, help: self.help ?? help, at: place)
  }
}

/// A handler that keeps a document's values, but for folded lists. A name is a key's number, or -1.
struct JSONDocumentBuilder: JSONHandler {
  private(set) var nodes: [JSONDocument.Node] = []
  private(set) var texts: [UInt8] = []
  private(set) var keys: [String] = []
  private var numbers: [String: Int] = [:]
  private(set) var fault: JSONFault?
  private var brokenKeys: Set<Int> = []
  private var index = NameIndex()
  private var open: [(node: Int, count: Int)] = []
  private let folded: [String]
  /// The number of objects and lists that are open in a folded list; `nil` outside of one.
  private var foldedDepth: Int?
  /// The number of the bytes in `texts` that do not belong to an element of a folded list.
  private var ownTexts: Int?
  /// The keys of all open objects, each with its offset, and the number of them before each object.
  private var openKeys: [(number: Int, offset: Int)] = []
  private var starts: [Int] = []
  private let counts: (String) -> Bool
  /// The last object that had each key; objects are numbered as they end.
  private var owners: [Int] = []
  private var ended = 0

  init(folding folded: [String], counting counts: @escaping (String) -> Bool) {
    (self.folded, self.counts) = (folded, counts)
  }

  /// Few keys are found faster one after the other than by their hashes.
  @inline(__always)
  func number(ofKey key: String) -> Int? {
    keys.count <= 16 ? keys.firstIndex(of: key) : numbers[key]
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

  mutating func name(of key: Span<UInt8>, at offset: Int) -> Int? {
    let number = index.index(of: key)
    if number == keys.count {
      let valid = String(validating: key.array, as: UTF8.self)
      let key = valid ?? key.text
      keys.append(key)
      owners.append(0)
      if numbers[key] == nil { numbers[key] = number }
      if valid == nil { brokenKeys.insert(number) }
    }
    if brokenKeys.contains(number) { takeBrokenKey() }
    if ownTexts == nil { openKeys.append((number, offset)) }
    return number
  }

  mutating func begin(_ container: JSONContainer, _ name: Int?, line: Int, at offset: Int) -> Bool {
    if container == .object { starts.append(openKeys.count) }
    if let depth = foldedDepth {
      foldedDepth = depth + 1
      return true
    }
    let isFolded = container == .array && folds(name ?? -1)
    add(isFolded ? .folded : container == .array ? .list : .object, name ?? -1, offset..<offset)
    if isFolded { foldedDepth = 0 } else { open.append((nodes.count - 1, 0)) }
    return true
  }

  /// Returns whether the values of a list at this place are not kept.
  private func folds(_ name: Int) -> Bool {
    guard !folded.isEmpty, ownTexts == nil else { return false }
    return name < 0 ? open.isEmpty : folded.contains(keys[name])
  }

  mutating func takeBrokenKey() {
    if foldedDepth == nil, let last = open.last { nodes[last.node].kind = .brokenObject }
  }

  mutating func take(_ value: JSONScalar, _ text: Span<UInt8>, _ name: Int) {
    if foldedDepth != nil { return }
    let start = texts.count
    let kind: JSONDocument.Kind =
      switch value {
      case .text: .text
      case .brokenText: .brokenText
      case .number: .number
      case .boolean: .boolean(text[0] == UInt8(ascii: "t"))
      case .null: .null
      }
    if value.isText || value == .number {
      text.withUnsafeBufferPointer { texts.append(contentsOf: $0) }
    }
    add(kind, name, start..<texts.count)
  }

  mutating func end(_ container: JSONContainer, _ name: Int?) -> Bool {
    if container == .object { endKeys() }
    if let depth = foldedDepth {
      foldedDepth = depth == 0 ? nil : depth - 1
    } else if let last = open.popLast() {
      nodes[last.node].end = nodes.count
    }
    return fault == nil
  }

  private mutating func endKeys() {
    guard let start = starts.popLast() else { return }
    ended += 1
    for (number, offset) in openKeys[start...] {
      if owners[number] == ended, fault == nil, counts(keys[number]) {
        fault = .mistake(
          "the key \(keys[number].quotedExcerpt()) is there twice in one object",
          help: "keep one of them", at: offset - 1)
      }
      owners[number] = ended
    }
    openKeys.removeSubrange(start...)
  }

  func take(prefix: Span<UInt8>) -> Bool { false }

  private mutating func add(_ kind: JSONDocument.Kind, _ name: Int, _ text: Range<Int>) {
    var label = 0
    if let last = open.indices.last {
      label = nodes[open[last].node].kind.isList ? open[last].count : name
      open[last].count += 1
    }
    nodes.append(
      JSONDocument.Node(
        kind: kind, label: label, parent: open.last?.node, text: text, end: nodes.count + 1))
  }
}
