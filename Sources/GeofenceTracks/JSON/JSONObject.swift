import GeofenceBytes

package struct JSONObject {
  package let value: JSONElement
  /// The keys and values in the document's order; one that is ignored may be there twice.
  package let members: [(key: String, value: JSONElement)]

  /// Reads the members of an object; `nil` where a key is no text.
  init?(_ value: JSONElement) {
    let (bytes, parent) = (value.bytes.span, JSONParent(place: value.place))
    var members: [(key: String, value: JSONElement)] = []
    members.reserveCapacity(4)
    var offset = bytes.offset(behindJSONMarksFrom: value.offset + 1)
    while bytes[unchecked: offset] != ASCII.closeBrace {
      let end = bytes.offset(behindJSONTextAt: offset)
      guard let key = bytes.text(ofJSON: (offset + 1)..<(end - 1)) else { return nil }
      offset = bytes.offset(behindJSONMarksFrom: end)
      members.append(
        (key, JSONElement(bytes: value.bytes, offset: offset, place: .key(key, in: parent))))
      offset = bytes.offset(behindJSONMarksFrom: bytes.offset(behindJSONValueAt: offset))
    }
    (self.value, self.members) = (value, members)
  }

  package subscript(key: String) -> JSONElement? { members.first { $0.key == key }?.value }

  package func contains(_ key: String) -> Bool { self[key] != nil }

  package func require(_ key: String) throws(Diagnosis) -> JSONElement {
    guard let found = self[key] else {
      throw Diagnosis("\(key.quotedExcerpt()) is missing", at: .path(value.path))
    }
    return found
  }

  /// Returns the path to the value under a key, or to where it is missing.
  package func path(of key: String) -> String { self[key]?.path ?? value.place.path(of: key) }

  /// Returns an object with the members of another, too, but those under some keys; its own go
  /// before equal ones.
  package func adding(_ other: JSONObject, except keys: Set<String> = []) -> JSONObject {
    JSONObject(value: value, members: members + other.members.filter { !keys.contains($0.key) })
  }

  private init(value: JSONElement, members: [(key: String, value: JSONElement)]) {
    (self.value, self.members) = (value, members)
  }

  package func mistake(_ key: String, _ problem: String, help: String) -> Diagnosis {
    Diagnosis(problem, help: help, at: .path(path(of: key)))
  }

  package func refuseKeys(except known: Set<String>) throws(Diagnosis) {
    guard let key = unknownKeys(than: known).min() else { return }
    let names = known.sorted()
    let closest = Suggestion.closest(to: key, among: names)
    throw mistake(
      key, "unknown key \(key.quotedExcerpt())",
      help: closest.map { "did you mean \"\($0)\"?" }
        ?? "known are \(names.joined(separator: ", "))")
  }

  package func unknownKeys(than known: Set<String>) -> [String] {
    members.lazy.map { $0.key }.filter { !known.contains($0) && $0 != "//" }
  }

  package func text(_ key: String) throws(Diagnosis) -> String? {
    guard let value = self[key] else { return nil }
    guard let text = value.text else {
      throw mistake(key, "not a text", help: "write it in quotation marks")
    }
    return text
  }

  package func label(_ key: String) throws(Diagnosis) -> String? {
    if let number = self[key]?.number { return number.plain }
    return try text(key)
  }

  package func flag(_ key: String) throws(Diagnosis) -> Bool? {
    guard let value = self[key] else { return nil }
    guard let flag = value.boolean else {
      throw mistake(key, "neither true nor false", help: "write true or false")
    }
    return flag
  }

  /// Returns the finite number under a key, or that in a text there; `nil` if there is no value.
  package func number(
    _ key: String, help: String = "write a decimal number", _ read: (Span<UInt8>) -> Double?
  ) throws(Diagnosis) -> Double? {
    guard let value = self[key] else { return nil }
    if let number = value.number { return number }
    if let text = value.text, let number = read(Array(text.utf8).span), number.isFinite {
      return number
    }
    if let text = value.text, text.hasPrefix("!secret ") {
      throw mistake(
        key, "no value: \(text.quotedExcerpt())",
        help: "lay the secrets.yaml that has it beside the file")
    }
    guard let text = value.text else { throw mistake(key, "not a finite number", help: help) }
    throw mistake(
      key, "not a finite number: \(text.quotedExcerpt())",
      help: text.utf8.contains(ASCII.comma) ? "write a decimal point, such as 46.05" : help)
  }
}
