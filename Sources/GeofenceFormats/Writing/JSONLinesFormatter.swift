/// One JSON object a line, keys sorted.
public struct JSONLinesFormatter: EventFormatter {
  public init() {}

  public var header: String? { nil }

  public func line(for record: EventRecord) -> String { JSONText.compact(record) }
}
