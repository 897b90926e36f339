#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

/// The JSON of the toolchain's coders, with sorted keys; a value holds texts and finite numbers.
package enum JSONText {
  private static let compactEncoder = encoder([])
  private static let prettyEncoder = encoder(.prettyPrinted)

  /// Returns indented JSON for programs, without characters that could steer a terminal.
  package static func pretty(_ value: some Encodable) -> String {
    harmless(data(value, prettyEncoder))
  }

  package static func compact(_ value: some Encodable) -> String {
    harmless(data(value, compactEncoder))
  }

  package static func bytes(_ value: some Encodable) -> [UInt8] {
    Array(data(value, compactEncoder))
  }

  /// Decodes a value from JSON. Throws the errors of `JSONDecoder` and of `Value`.
  package static func decoded<Value: Decodable>(_ type: Value.Type, _ bytes: some Sequence<UInt8>)
    throws
    -> Value
  {
    try JSONDecoder().decode(type, from: Data(bytes))
  }

  private static func encoder(_ formatting: JSONEncoder.OutputFormatting) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    return encoder
  }

  private static func data(_ value: some Encodable, _ encoder: JSONEncoder) -> Data {
    do {
      return try encoder.encode(value)
    } catch {
      preconditionFailure("it holds only text and finite numbers: \(error)")
    }
  }

  /// Returns JSON with escapes for what could steer a terminal, beside those below U+0020.
  private static func harmless(_ json: Data) -> String {
    String(decoding: json, as: UTF8.self).escaping { $0.value >= 0x7F && $0.isSteering }
  }
}
