package enum EventFormat: String, CaseIterable, Hashable, Sendable {
  case text, jsonl, csv
}
