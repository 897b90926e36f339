package protocol EventFormatter: Sendable {
  /// The line before the first record, without its line end.
  var header: String? { get }
  /// Returns the line of `record`, without its line end.
  func line(for record: EventRecord) -> String
}
