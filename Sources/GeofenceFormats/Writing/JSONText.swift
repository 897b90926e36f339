#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

/// JSON by the toolchain's coders. What is written has its keys sorted.
///
/// - Precondition: a value that is written holds only text and finite numbers.
package enum JSONText {
  private static let compactEncoder = encoder([])
  private static let prettyEncoder = encoder(.prettyPrinted)

  /// For programs: one value a line, and nothing that could steer a terminal.
  package static func pretty(_ value: some Encodable) -> String {
    harmless(data(value, prettyEncoder))
  }

  /// For programs: without blanks, and nothing that could steer a terminal.
  package static func compact(_ value: some Encodable) -> String {
    harmless(data(value, compactEncoder))
  }

  /// For files that nobody looks at.
  static func bytes(_ value: some Encodable) -> [UInt8] { Array(data(value, compactEncoder)) }

  /// What JSON says.
  ///
  /// - Throws: what `JSONDecoder` throws, or `Value`.
  static func decoded<Value: Decodable>(_ type: Value.Type, _ bytes: some Sequence<UInt8>) throws
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

  /// With escapes for what could steer a terminal; the encoder has escaped the rest.
  private static func harmless(_ json: Data) -> String {
    String(decoding: json, as: UTF8.self).escaping { $0.value >= 0x7F && $0.isSteering }
  }
}
