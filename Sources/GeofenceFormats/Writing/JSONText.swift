#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

extension String {
  /// This JSON with escapes for what could steer a terminal; the encoder has escaped the rest.
  var harmlessJSON: String { escaping { $0.value >= 0x7F && $0.isSteering } }
}

/// A report as JSON for programs, keys sorted.
package enum JSONText {
  /// One value a line.
  ///
  /// - Precondition: `report` holds only text and finite numbers.
  package static func pretty(_ report: some Encodable) -> String { text(report, [.prettyPrinted]) }

  /// Without blanks.
  ///
  /// - Precondition: `report` holds only text and finite numbers.
  package static func compact(_ report: some Encodable) -> String { text(report, []) }

  private static func text(_ report: some Encodable, _ layout: JSONEncoder.OutputFormatting)
    -> String
  {
    let encoder = JSONEncoder()
    encoder.outputFormatting = layout.union([.sortedKeys, .withoutEscapingSlashes])
    do {
      return String(decoding: try encoder.encode(report), as: UTF8.self).harmlessJSON
    } catch {
      preconditionFailure("a report holds only text and finite numbers: \(error)")
    }
  }
}
