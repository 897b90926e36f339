/// A format in which events are written.
package enum EventFormat: String, CaseIterable, Hashable, Sendable {
  case text, jsonl, csv
}
