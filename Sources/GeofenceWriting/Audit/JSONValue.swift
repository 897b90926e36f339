import GeofenceBytes
import GeofenceCore

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

  func write(to stream: inout some TextOutputStream) {
    switch self {
    case .text(let text):
      stream.write("\"")
      Self.write(text, to: &stream)
      stream.write("\"")
    case .number(let number): stream.write(number.plain)
    case .flag(let flag): stream.write(flag ? "true" : "false")
    case .null: stream.write("null")
    case .list(let values):
      var separator = "["
      for value in values {
        stream.write(separator)
        value.write(to: &stream)
        separator = ","
      }
      stream.write(values.isEmpty ? "[]" : "]")
    case .object(let members):
      var separator = "{\""
      for (key, value) in members {
        stream.write(separator)
        Self.write(key, to: &stream)
        stream.write("\":")
        value.write(to: &stream)
        separator = ",\""
      }
      stream.write(members.isEmpty ? "{}" : "}")
    }
  }

  private static func write(_ text: String, to stream: inout some TextOutputStream) {
    let isPlain = text.utf8.allSatisfy {
      (0x20..<0x7F).contains($0) && $0 != ASCII.quote && $0 != UInt8(ascii: "\\")
    }
    stream.write(
      isPlain
        ? text
        : text.escaping({ $0 == "\"" || $0 == "\\" || $0.isSteering }) { scalar in
          ["\u{8}": "\\b", "\u{C}": "\\f"][scalar] ?? scalar.jsonEscape
        })
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
struct JSONObject<Stream: TextOutputStream> {
  private var isEmpty = true

  mutating func value(_ key: String, _ value: (any JSONConvertible)?, to stream: inout Stream) {
    guard let value else { return }
    begin(key, &stream)
    value.json.write(to: &stream)
  }

  mutating func list(
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

  mutating func end(to stream: inout Stream) { stream.write(isEmpty ? "{}" : "}") }

  private mutating func begin(_ key: String, _ stream: inout Stream) {
    stream.write("\(isEmpty ? "{" : ",\n")\"\(key)\":")
    isEmpty = false
  }
}
