/// RFC 4180 with a header; the columns of crossings, then those of `--verbose`.
public struct CSVFormatter: EventFormatter {
  private let columns: [(name: String, value: @Sendable (EventRecord) -> String?)]

  /// - Parameter isVerbose: whether the columns of registrations and reselections are written.
  public init(isVerbose: Bool, hasReminders: Bool = false) {
    columns =
      Self.crossingColumns + (hasReminders ? Self.reminderColumns : [])
      + (isVerbose ? Self.verboseColumns : [])
  }

  private static let crossingColumns: [(String, @Sendable (EventRecord) -> String?)] = [
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

  private static let reminderColumns: [(String, @Sendable (EventRecord) -> String?)] = [
    ("uid", { $0.uid }), ("title", { $0.title }), ("priority", { $0.priority }),
    ("list", { $0.list }), ("place", { $0.place }),
  ]

  private static let verboseColumns: [(String, @Sendable (EventRecord) -> String?)] = [
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

  public var header: String? { columns.map(\.name).joined(separator: ",") }

  public func line(for record: EventRecord) -> String {
    columns.map { Self.quoted($0.value(record) ?? "") }.joined(separator: ",")
  }

  private static func quoted(_ field: String) -> String {
    let needsQuotes = field.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    return needsQuotes ? "\"\(field.replacing("\"", with: "\"\""))\"" : field
  }
}
