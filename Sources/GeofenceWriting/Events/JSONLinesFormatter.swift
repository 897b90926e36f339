import GeofenceBytes

/// A formatter of JSON lines: one object on each line, with sorted keys.
package struct JSONLinesFormatter: EventFormatter {
  package init() {}

  package var header: String? { nil }

  package func line(for record: EventRecord) -> String { JSONText.compact(record) }
}
