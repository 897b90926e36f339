import GeofenceBytes

package protocol EventFormatter: Sendable {
  /// The line before the first record, without its line end.
  var header: String? { get }
  /// Returns the line of `record`, without its line end.
  func line(for record: EventRecord) -> String
}

package struct JSONLinesFormatter: EventFormatter {
  package init() {}

  package var header: String? { nil }

  package func line(for record: EventRecord) -> String { JSONText.compact(record) }
}

/// A formatter of CSV (RFC 4180) with a header: crossings, then the columns of `--verbose`.
///
/// Names are written as they are; for a terminal, characters that could steer it are escapes of JSON.
package struct CSVFormatter: EventFormatter {
  private typealias Column = (name: String, value: @Sendable (EventRecord) -> String?)

  private let columns: [Column]
  private let isSafe: Bool
  private let isShown: Bool

  /// - Parameters:
  ///   - isSafe: True if a text that a spreadsheet takes for a formula gets an apostrophe.
  ///   - isShown: True if the lines are for a terminal.
  package init(
    isVerbose: Bool, hasReminders: Bool = false, isSafe: Bool = false, isShown: Bool = false
  ) {
    (self.isSafe, self.isShown) = (isSafe, isShown)
    columns =
      Self.crossingColumns + (hasReminders ? Self.reminderColumns : [])
      + (isVerbose ? Self.verboseColumns : [])
  }

  private static let crossingColumns: [Column] = [
    ("time", { $0.time.rfc3339 }),
    ("event", { $0.event }),
    ("region", { $0.region }),
    ("device", { $0.device }),
    ("initial", { $0.initial.map { "\($0)" } }),
    ("distance", { $0.distance.map { "\($0)" } }),
    ("crossedAt", { $0.crossedAt?.rfc3339 }),
    ("latitude", { "\($0.latitude)" }),
    ("longitude", { "\($0.longitude)" }),
  ]

  private static let reminderColumns: [Column] = [
    ("uid", { $0.uid }), ("title", { $0.title }), ("priority", { $0.priority }),
    ("list", { $0.list }), ("place", { $0.place }),
  ]

  private static let verboseColumns: [Column] = [
    ("assumed", { $0.assumed }),
    ("distanceFromCenter", { $0.distanceFromCenter.map { "\($0)" } }),
    ("cause", { $0.cause }),
    ("registered", { $0.registered.map { "\($0)" } }),
    ("candidates", { $0.candidates.map { "\($0)" } }),
    ("started", { $0.started.map { "\($0)" } }),
    ("stopped", { $0.stopped.map { "\($0)" } }),
    ("moved", { $0.moved.map { "\($0)" } }),
    ("waited", { $0.waited.map { "\($0)" } }),
    ("elapsed", { $0.elapsed.map { "\($0)" } }),
  ]

  package var header: String? { columns.map(\.name).joined(separator: ",") }

  package func line(for record: EventRecord) -> String {
    columns.map { cell($0.value(record) ?? "") }.joined(separator: ",")
  }

  private func cell(_ field: String) -> String {
    let shown = isShown ? field.escaping(\.isSteering) : field
    let text = isSafe && Self.isFormula(field) ? "'\(shown)" : shown
    let needsQuotes =
      text.utf8.contains { $0 == ASCII.quote || $0 == ASCII.comma || $0 < ASCII.space }
      || shown != field
    return needsQuotes ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
  }

  /// Returns whether a spreadsheet would compute a text; numbers with a sign are not formulas.
  private static func isFormula(_ field: String) -> Bool {
    guard let first = field.unicodeScalars.first(where: { !$0.properties.isWhitespace }),
      "=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains(first)
    else { return false }
    return Double(field) == nil
  }
}
