/// The events in a recorded file, with its comments.
package struct Recording: Hashable, Sendable {
  package let name: String
  package private(set) var format: EventFormat?
  package private(set) var entries: [Entry] = []
  /// The comments and empty lines after the last event, without line ends.
  package private(set) var remarks: [String] = []
  /// The characters that end its lines.
  package let lineEnd: String
  /// True if the file begins with a byte order mark.
  package let hasMark: Bool
  /// True if some of its times name no zone.
  package var hasLocalTimes = false

  package struct Entry: Hashable, Sendable {
    package let event: RecordedEvent
    package let line: Int
    /// The comments and empty lines between this event and the one before, without line ends.
    package let remarks: [String]
  }

  /// Creates an empty recording.
  ///
  /// - Parameter usesCRLF: True if its lines end as on Windows.
  package init(named name: String, usesCRLF: Bool = false, hasMark: Bool = false) {
    self.name = name
    self.hasMark = hasMark
    lineEnd = usesCRLF ? "\r\n" : "\n"
  }

  package var events: [RecordedEvent] { entries.map { $0.event } }

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

/// An event as a recording has it, with enough to compare it with that of another run.
package struct RecordedEvent: Hashable, Sendable {
  package var time: Timestamp
  package let name: String
  package let region: RegionIdentifier?
  /// The name of the device, where the recording distinguishes devices; equal scalar by scalar.
  package let device: RegionIdentifier?

  package init(
    time: Timestamp, name: String, region: RegionIdentifier?, device: RegionIdentifier?
  ) {
    self.time = time
    self.name = name
    self.region = region
    self.device = device
  }

  package var isCrossing: Bool { name == "enter" || name == "exit" }

  /// True if the event is one that is written without being asked for: a crossing, a dwell, or the
  /// state for which the app has asked.
  package var isUsual: Bool {
    isCrossing || name == "dwell" || CrossingReport.Name(rawValue: name)?.isAnswer == true
  }
}

package enum EventFormat: String, CaseIterable, Hashable, Sendable {
  case text, jsonl, csv
}
