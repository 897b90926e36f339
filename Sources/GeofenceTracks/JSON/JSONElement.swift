import GeofenceBytes

/// A value of a document, which is read again from its first byte on whenever it is asked for.
package struct JSONElement {
  let bytes: [UInt8]
  let offset: Int
  let place: JSONPlace

  /// The path to the value, in the form `regions[3].radius`; empty for the root.
  package var path: String { place.path }
  /// The key of the value in its object; `nil` for the root and for an element of a list.
  package var key: String? { if case .key(let key, _) = place { key } else { nil } }

  private var first: UInt8 { bytes[offset] }

  package var isNull: Bool { first == UInt8(ascii: "n") }

  package var boolean: Bool? {
    switch first {
    case UInt8(ascii: "t"): true
    case UInt8(ascii: "f"): false
    default: nil
    }
  }

  /// The text; `nil` for one that is not UTF-8 or has an escape that stands for no character.
  package var text: String? {
    guard first == ASCII.quote else { return nil }
    let bytes = bytes.span
    return bytes.text(ofJSON: (offset + 1)..<(bytes.offset(behindJSONTextAt: offset) - 1))
  }

  /// The number; `nil` for one in a form that JSON lacks, such as `01`, or beyond `Double`.
  package var number: Double? {
    guard first == ASCII.minus || ASCII.isDigit(first) else { return nil }
    let bytes = bytes.span
    let digits = bytes.extracting(offset..<bytes.offset(behindJSONValueAt: offset))
    guard Self.isOfJSON(digits), let number = Double(decimal: digits) else { return nil }
    return number.isFinite ? number : nil
  }

  /// The characters of a number in the form of JSON; `nil` for another value.
  package var digits: String? {
    number.map { _ in source }
  }

  /// The text, or the characters of the number.
  package var label: String? { text ?? digits }

  /// The value as the document has it.
  package var source: String {
    String(decoding: bytes[offset..<bytes.span.offset(behindJSONValueAt: offset)], as: UTF8.self)
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
  package var numbers: [Double]? { list?.all { $0.number } }

  /// The object; `nil` for another value, and where a key is no text.
  package var object: JSONObject? { first == ASCII.openBrace ? JSONObject(self) : nil }

  package var list: JSONList? { first == ASCII.openBracket ? JSONList(value: self) : nil }

  package func requireObject() throws(Diagnosis) -> JSONObject {
    guard first == ASCII.openBrace else { throw mismatch("an object") }
    guard let object else { throw Self.misfit }
    return object
  }

  package func requireList() throws(Diagnosis) -> JSONList {
    guard let list else { throw mismatch("a list") }
    return list
  }

  private func mismatch(_ wanted: String) -> Diagnosis {
    Diagnosis(isNull ? "null instead of \(wanted)" : "not \(wanted)", at: .path(path))
  }

  /// The mistake of a document that is not of the wanted kind at all.
  package static let misfit = Diagnosis("not what belongs here")
}

package struct JSONList: Sequence {
  let value: JSONElement

  package func makeIterator() -> Iterator { Iterator(value) }

  package struct Iterator: IteratorProtocol {
    private let bytes: [UInt8]
    private let parent: JSONParent
    private var offset: Int
    private var number = 0

    init(_ list: JSONElement) {
      (bytes, parent, offset) = (list.bytes, JSONParent(place: list.place), list.offset + 1)
    }

    package mutating func next() -> JSONElement? {
      offset = bytes.span.offset(behindJSONMarksFrom: offset)
      guard bytes[offset] != ASCII.closeBracket else { return nil }
      defer {
        offset = bytes.span.offset(behindJSONValueAt: offset)
        number += 1
      }
      return JSONElement(bytes: bytes, offset: offset, place: .element(number, in: parent))
    }
  }

  package func all<Element>(_ read: (JSONElement) -> Element?) -> [Element]? {
    var elements: [Element] = []
    for value in self {
      guard let element = read(value) else { return nil }
      elements.append(element)
    }
    return elements
  }
}

/// The place of a value in its document.
enum JSONPlace {
  case root
  case key(String, in: JSONParent)
  case element(Int, in: JSONParent)

  var path: String {
    switch self {
    case .root: ""
    case .key(let key, let parent): parent.place.path(of: key)
    case .element(let number, let parent): "\(parent.place.path)[\(number)]"
    }
  }

  func path(of key: String) -> String {
    let path = path
    return path.isEmpty ? key : "\(path).\(key)"
  }
}

/// The place of an object or a list, which all of its values share.
final class JSONParent {
  let place: JSONPlace

  init(place: JSONPlace) { self.place = place }
}

// MARK: - Documents that are known to be well-formed

extension Span<UInt8> {
  func offset(behindJSONTextAt start: Int) -> Int {
    var index = offsetOfTextMark(from: start + 1)
    while self[unchecked: index] == ASCII.backslash { index = offsetOfTextMark(from: index + 2) }
    return index + 1
  }

  func offset(behindJSONMarksFrom start: Int) -> Int {
    var index = start
    while case let byte = self[unchecked: index],
      ASCII.isBlank(byte) || byte == ASCII.comma || byte == ASCII.colon
    {
      index &+= 1
    }
    return index
  }

  func offset(behindJSONValueAt start: Int) -> Int {
    var (index, depth) = (start, 0)
    repeat {
      switch self[unchecked: index] {
      case ASCII.quote: index = offset(behindJSONTextAt: index)
      case ASCII.openBrace, ASCII.openBracket: (index, depth) = (index &+ 1, depth &+ 1)
      case ASCII.closeBrace, ASCII.closeBracket: (index, depth) = (index &+ 1, depth &- 1)
      default:
        index &+= 1
        while index < count, !endsJSONWord(at: index) { index &+= 1 }
      }
    } while depth > 0
    return index
  }

  @inline(__always)
  func endsJSONWord(at offset: Int) -> Bool {
    switch self[unchecked: offset] {
    case ASCII.comma, ASCII.colon, ASCII.quote, ASCII.openBracket, ASCII.closeBracket,
      ASCII.openBrace, ASCII.closeBrace, 0x1E:
      true
    default: ASCII.isBlank(self[unchecked: offset])
    }
  }

  /// Returns a text; `nil` for one that is not UTF-8 or has an escape that stands for no character.
  func text(ofJSON range: Range<Int>) -> String? {
    let text = extracting(range)
    guard text.offset(of: ASCII.backslash, from: 0) < text.count else {
      return text.isUTF8 ? text.text : nil
    }
    let (decoded, isExact) = JSONEscapes.decoding(text)
    return isExact ? String(validating: decoded, as: UTF8.self) : nil
  }
}
