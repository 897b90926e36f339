#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

/// The JSON of the toolchain's coders, with sorted keys; a value holds texts and finite numbers.
package enum JSONText {
  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  /// Returns JSON with escapes for what could steer a terminal, beside those below U+0020.
  package static func compact(_ value: some Encodable) -> String {
    String(decoding: data(value), as: UTF8.self).escaping { $0.value >= 0x7F && $0.isSteering }
  }

  package static func bytes(_ value: some Encodable) -> [UInt8] {
    Array(data(value))
  }

  /// Decodes a value from JSON. Throws the errors of `JSONDecoder` and of `Value`.
  package static func decoded<Value: Decodable>(_ type: Value.Type, _ bytes: some Sequence<UInt8>)
    throws
    -> Value
  {
    try JSONDecoder().decode(type, from: Data(bytes))
  }

  private static func data(_ value: some Encodable) -> Data {
    do {
      return try encoder.encode(value)
    } catch {
      preconditionFailure("it holds only text and finite numbers: \(error)")
    }
  }
}
