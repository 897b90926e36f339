#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

extension String {
  /// This JSON with escapes for what could steer a terminal; the encoder has escaped the rest.
  var harmlessJSON: String { escaping { $0.value >= 0x7F && $0.isSteering } }
}

/// Values as JSON for programs, keys sorted.
///
/// - Precondition: a value holds only text and finite numbers.
package enum JSONText {
  /// One value a line, and nothing that could steer a terminal.
  package static func pretty(_ value: some Encodable) -> String {
    String(decoding: bytes(value, isPretty: true), as: UTF8.self).harmlessJSON
  }

  /// Without blanks, and nothing that could steer a terminal.
  package static func compact(_ value: some Encodable) -> String {
    String(decoding: bytes(value), as: UTF8.self).harmlessJSON
  }

  /// For files that nobody looks at.
  static func bytes(_ value: some Encodable, isPretty: Bool = false) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
    do {
      return Array(try encoder.encode(value))
    } catch {
      preconditionFailure("it holds only text and finite numbers: \(error)")
    }
  }
}
