/// How events are written.
public enum EventFormat: String, CaseIterable, Hashable, Sendable {
  case text, jsonl, csv
}

/// Turns event records into lines of one format.
public protocol EventFormatter: Sendable {
  /// The line that comes before the first record, without its line end.
  var header: String? { get }
  /// The line of `record`, without its line end.
  func line(for record: EventRecord) -> String
}
