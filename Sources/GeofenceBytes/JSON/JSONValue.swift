/// A value of JSON for programs, written without blanks, without characters that could steer a
/// terminal, and with sorted keys; what is `nil` has no key.
package enum JSONValue: ExpressibleByDictionaryLiteral {
  case text(String)
  case number(Double)
  case flag(Bool)
  case null
  case list([JSONValue])
  case object([(key: String, value: JSONValue)])

  package init(dictionaryLiteral elements: (String, (any JSONConvertible)?)...) {
    self.init(elements)
  }

  package init(_ elements: some Sequence<(String, (any JSONConvertible)?)>) {
    let present = elements.compactMap { key, value in value.map { (key: key, value: $0.json) } }
    self = .object(present.sorted { $0.key < $1.key })
  }

  package var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  /// The value with each element and each member on a line of its own, indented.
  package var indented: String {
    var text = ""
    write(to: &text, indent: "\n")
    return text
  }

  /// Writes the value.
  ///
  /// - Parameter indent: the line end and the blanks before the value's own lines; `nil` for all on
  ///   one line.
  package func write(to stream: inout some TextOutputStream, indent: String? = nil) {
    switch self {
    case .text(let text): Self.write(text, to: &stream)
    case .number(let number): stream.write(number.plain)
    case .flag(let flag): stream.write(flag ? "true" : "false")
    case .null: stream.write("null")
    case .list(let values):
      Self.write(values, "[", "]", to: &stream, indent) { value, stream, indent in
        value.write(to: &stream, indent: indent)
      }
    case .object(let members):
      Self.write(members, "{", "}", to: &stream, indent) { member, stream, indent in
        Self.write(member.key, to: &stream)
        stream.write(indent == nil ? ":" : " : ")
        member.value.write(to: &stream, indent: indent)
      }
    }
  }

  private static func write<Element, Stream: TextOutputStream>(
    _ elements: [Element], _ opening: String, _ closing: String, to stream: inout Stream,
    _ indent: String?, _ write: (Element, inout Stream, String?) -> Void
  ) {
    let inner = indent.map { "\($0)  " }
    stream.write(opening)
    for (number, element) in elements.enumerated() {
      if number > 0 { stream.write(",") }
      if let inner { stream.write(inner) }
      write(element, &stream, inner)
    }
    // The coders of the toolchain write an empty line where there is nothing.
    if let indent { stream.write(elements.isEmpty ? "\n\(indent)" : indent) }
    stream.write(closing)
  }

  private static func write(_ text: String, to stream: inout some TextOutputStream) {
    let isPlain = text.utf8.allSatisfy {
      (0x20..<0x7F).contains($0) && $0 != ASCII.quote && $0 != UInt8(ascii: "\\")
    }
    stream.write("\"")
    stream.write(
      isPlain
        ? text
        : text.escaping({ $0 == "\"" || $0 == "\\" || $0.isSteering }) { scalar in
          ["\u{8}": "\\b", "\u{C}": "\\f"][scalar] ?? scalar.jsonEscape
        })
    stream.write("\"")
  }
}

package protocol JSONConvertible {
  var json: JSONValue { get }
}

extension JSONValue: JSONConvertible { package var json: JSONValue { self } }
extension String: JSONConvertible { package var json: JSONValue { .text(self) } }
extension Double: JSONConvertible { package var json: JSONValue { .number(self) } }
extension Int: JSONConvertible { package var json: JSONValue { .number(Double(self)) } }
extension Int64: JSONConvertible { package var json: JSONValue { .number(Double(self)) } }
extension Bool: JSONConvertible { package var json: JSONValue { .flag(self) } }
extension Timestamp: JSONConvertible { package var json: JSONValue { .text(rfc3339) } }
extension Array: JSONConvertible where Element: JSONConvertible {
  package var json: JSONValue { .list(map(\.json)) }
}

/// A JSON object written key by key, with an element of a list a line, so that a long list is never
/// whole in memory.
///
/// Keys are given in their order.
package struct JSONObjectWriter<Stream: TextOutputStream> {
  private var isEmpty = true

  package init() {}

  package mutating func value(
    _ key: String, _ value: (any JSONConvertible)?, to stream: inout Stream
  ) {
    guard let value else { return }
    begin(key, &stream)
    value.json.write(to: &stream)
  }

  package mutating func list(
    _ key: String, _ elements: (some Sequence<JSONValue>)?, to stream: inout Stream
  ) {
    guard let elements else { return }
    begin(key, &stream)
    stream.write("[")
    var separator = "\n"
    for element in elements {
      stream.write(separator)
      element.write(to: &stream)
      separator = ",\n"
    }
    stream.write("]")
  }

  package mutating func end(to stream: inout Stream) { stream.write(isEmpty ? "{}" : "}") }

  private mutating func begin(_ key: String, _ stream: inout Stream) {
    stream.write("\(isEmpty ? "{" : ",\n")\"\(key)\":")
    isEmpty = false
  }
}
