#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

/// A report as JSON for programs: keys sorted, one value a line.
enum JSONText {
  /// - Precondition: `report` holds only text and finite numbers.
  static func pretty(_ report: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    do {
      return String(decoding: try encoder.encode(report), as: UTF8.self)
    } catch {
      preconditionFailure("a report holds only text and finite numbers: \(error)")
    }
  }
}
