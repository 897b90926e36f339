public import GeofenceCore

/// The events in a recorded file, with its comments.
public struct Recording: Hashable, Sendable {
  /// The name of the file in messages.
  public let name: String
  /// The format of its first event.
  public private(set) var format: EventFormat?
  private var entries: [Entry] = []
  /// The comments and empty lines after the last event, without line ends.
  private var remarks: [String] = []
  private let lineEnd: String

  private struct Entry: Hashable {
    let event: RecordedEvent
    /// The line number, counted from one.
    let line: Int
    /// The comments and empty lines between this event and the one before, without line ends.
    let remarks: [String]
  }

  /// Creates an empty recording.
  ///
  /// - Parameter usesCRLF: True if its lines end as on Windows.
  public init(named name: String, usesCRLF: Bool = false) {
    self.name = name
    lineEnd = usesCRLF ? "\r\n" : "\n"
  }

  public var events: [RecordedEvent] { entries.map(\.event) }

  /// The number of the first line that has each event, counted from one.
  ///
  /// - Complexity: O(n) for n events.
  var lines: [RecordedEvent: Int] {
    Dictionary(entries.map { ($0.event, $0.line) }, uniquingKeysWith: min)
  }

  mutating func add(_ event: RecordedEvent, in line: Int, _ format: EventFormat) {
    entries.append(Entry(event: event, line: line, remarks: remarks))
    remarks = []
    if self.format == nil { self.format = format }
  }

  mutating func add(remark: String) { remarks.append(remark) }
}

extension Recording {
  /// Returns the text of a recording of `records` that replaces this one.
  ///
  /// Comments at its head stay there. A comment before an event stays before it, also if the event
  /// now has another time. If the event is missing, its comment moves to the next event that is
  /// left.
  ///
  /// - Complexity: O(n log n) for n events.
  public func text(of records: [EventRecord], by formatter: any EventFormatter) -> String {
    let comparison = Comparison(expected: events, actual: records.map(RecordedEvent.init))
    var successors: [RecordedEvent: RecordedEvent] = [:]
    for finding in comparison.findings {
      if let event = finding.actual { successors[finding.event] = event }
    }
    let head = entries.first?.remarks ?? []
    var before: [RecordedEvent: [String]] = [:]
    var moving: [String] = []
    for (number, entry) in entries.enumerated() {
      if number > 0 { moving += entry.remarks }
      guard let event = successors[entry.event], !moving.isEmpty else { continue }
      before[event, default: []] += moving
      moving = []
    }
    let lines = records.flatMap { record in
      (before.removeValue(forKey: RecordedEvent(record)) ?? []) + [formatter.line(for: record)]
    }
    return (head + lines + moving + remarks).map { $0 + lineEnd }.joined()
  }
}
