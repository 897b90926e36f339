import GeofenceBytes

struct JSONValue {
  let document: JSONDocument
  let index: Int

  private var node: JSONDocument.Node { document.nodes[index] }

  /// The path to the value, in the form `regions[3].radius`; empty for the root.
  var path: String {
    guard let parent = node.parent else { return "" }
    let container = JSONValue(document: document, index: parent)
    return container.node.kind.isList
      ? "\(container.path)[\(node.label)]" : container.path(of: document.keys[node.label])
  }

  func path(of key: String) -> String {
    let path = path
    return path.isEmpty ? key : "\(path).\(key)"
  }

  var isNull: Bool { node.kind == .null }

  var boolean: Bool? { if case .boolean(let value) = node.kind { value } else { nil } }

  /// The text; `nil` for one that is not UTF-8 or has an escape that stands for no character.
  var text: String? {
    guard node.kind == .text else { return nil }
    let texts = document.texts
    let bytes = texts.span.extracting(node.text)
    return bytes.isUTF8 ? bytes.text : nil
  }

  /// The number; `nil` for one in a form that JSON lacks, such as `01`, or beyond `Double`.
  var number: Double? {
    guard node.kind == .number else { return nil }
    let texts = document.texts
    let digits = texts.span.extracting(node.text)
    guard Self.isOfJSON(digits), let number = Double(decimal: digits) else { return nil }
    return number.isFinite ? number : nil
  }

  /// The characters of a number in the form of JSON; `nil` for another value.
  var digits: String? {
    number.map { _ in String(decoding: document.texts[node.text], as: UTF8.self) }
  }

  private static func isOfJSON(_ digits: Span<UInt8>) -> Bool {
    let first = digits[0] == ASCII.minus ? 1 : 0
    let end = digits.count
    guard first < end, ASCII.isDigit(digits[first]) else { return false }
    var point = first + 1
    while point < end, ASCII.isDigit(digits[point]) { point += 1 }
    if digits[first] == ASCII.zero, point > first + 1 { return false }
    guard point < end, digits[point] == ASCII.point else { return true }
    return point + 1 < end && ASCII.isDigit(digits[point + 1])
  }

  /// The numbers of a list of nothing else; `nil` for another value.
  var numbers: [Double]? { list?.all(\.number) }

  var object: JSONObject? { node.kind == .object ? JSONObject(value: self) : nil }

  var list: JSONList? { node.kind.isList ? JSONList(value: self) : nil }

  func requireObject() throws(Diagnosis) -> JSONObject {
    if node.kind == .brokenObject { throw Self.misfit }
    guard let object else { throw mismatch("an object") }
    return object
  }

  func requireList() throws(Diagnosis) -> JSONList {
    guard let list else { throw mismatch("a list") }
    return list
  }

  private func mismatch(_ wanted: String) -> Diagnosis {
    let path = path
    return Diagnosis(
      isNull ? "null instead of \(wanted)" : "not \(wanted)",
      at: path.isEmpty ? .wholeFile : .path(path))
  }

  /// The mistake of a document that is not of the wanted kind at all.
  static let misfit = Diagnosis("not what belongs here")

  var children: Children { Children(of: self) }

  struct Children: Sequence, IteratorProtocol {
    private let document: JSONDocument
    private var index: Int
    private let end: Int

    init(of value: JSONValue) {
      document = value.document
      (index, end) = (value.index + 1, value.node.end)
    }

    mutating func next() -> JSONValue? {
      guard index < end else { return nil }
      defer { index = document.nodes[index].end }
      return JSONValue(document: document, index: index)
    }
  }

  var keyNumber: Int { node.label }
}

struct JSONList: Sequence {
  let value: JSONValue

  func makeIterator() -> some IteratorProtocol<JSONValue> { value.children }

  func all<Element>(_ read: (JSONValue) -> Element?) -> [Element]? {
    var elements: [Element] = []
    for value in value.children {
      guard let element = read(value) else { return nil }
      elements.append(element)
    }
    return elements
  }
}
