import GeofenceBytes

package struct JSONLinesFormatter: EventFormatter {
  package init() {}

  package var header: String? { nil }

  package func line(for record: EventRecord) -> String { JSONText.compact(record) }
}
