#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

/// One JSON object a line, keys sorted.
public struct JSONLinesFormatter: EventFormatter {
  private let encode: @Sendable (EventRecord) -> String

  public init() {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encode = { record in
      do {
        return String(decoding: try encoder.encode(record), as: UTF8.self).harmlessJSON
      } catch {
        preconditionFailure("a record holds only text and finite numbers: \(error)")
      }
    }
  }

  public var header: String? { nil }

  public func line(for record: EventRecord) -> String { encode(record) }
}
