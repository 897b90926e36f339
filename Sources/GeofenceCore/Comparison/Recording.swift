/// The events in a recorded file, with its comments.
package struct Recording: Hashable, Sendable {
  /// The name of the file in messages.
  package let name: String
  package private(set) var format: EventFormat?
  package private(set) var entries: [Entry] = []
  /// The comments and empty lines after the last event, without line ends.
  package private(set) var remarks: [String] = []
  /// The characters that end its lines.
  package let lineEnd: String

  package struct Entry: Hashable, Sendable {
    package let event: RecordedEvent
    /// The line number, counted from one.
    package let line: Int
    /// The comments and empty lines between this event and the one before, without line ends.
    package let remarks: [String]
  }

  /// Creates an empty recording.
  ///
  /// - Parameter usesCRLF: True if its lines end as on Windows.
  package init(named name: String, usesCRLF: Bool = false) {
    self.name = name
    lineEnd = usesCRLF ? "\r\n" : "\n"
  }

  package var events: [RecordedEvent] { entries.map(\.event) }

  /// The number of the first line that has each event, counted from one.
  ///
  /// - Complexity: O(n) for n events.
  package var lines: [RecordedEvent: Int] {
    Dictionary(entries.map { ($0.event, $0.line) }, uniquingKeysWith: min)
  }

  package mutating func add(_ event: RecordedEvent, in line: Int, _ format: EventFormat) {
    entries.append(Entry(event: event, line: line, remarks: remarks))
    remarks = []
    if self.format == nil { self.format = format }
  }

  package mutating func add(remark: String) { remarks.append(remark) }
}
