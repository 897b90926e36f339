/// A format in which events are written.
public enum EventFormat: String, CaseIterable, Hashable, Sendable {
  case text, jsonl, csv
}

/// A formatter that turns event records into lines.
public protocol EventFormatter: Sendable {
  /// The line before the first record, without its line end.
  var header: String? { get }
  /// Returns the line of `record`, without its line end.
  func line(for record: EventRecord) -> String
}
