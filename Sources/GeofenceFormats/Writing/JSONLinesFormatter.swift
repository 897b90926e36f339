/// A formatter of JSON lines: one object on each line, with sorted keys.
public struct JSONLinesFormatter: EventFormatter {
  public init() {}

  public var header: String? { nil }

  public func line(for record: EventRecord) -> String { JSONText.compact(record) }
}
