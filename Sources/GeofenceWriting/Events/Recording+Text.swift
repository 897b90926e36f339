import GeofenceCore

extension Recording {
  /// Returns the text of a recording of `records` that replaces this one.
  ///
  /// Comments at its head stay there. A comment before an event stays before it, also if the event
  /// now has another time. If the event is missing, its comment moves to the next event that is
  /// left. A byte order mark stays, too.
  ///
  /// - Complexity: O(n log n) for n events.
  package func text(of records: [EventRecord], by formatter: any EventFormatter) -> String {
    let comparison = Comparison(expected: events, actual: records.map(RecordedEvent.init))
    var successors: [RecordedEvent: RecordedEvent] = [:]
    for finding in comparison.findings {
      if let event = finding.actual { successors[finding.event] = event }
    }
    // Without an event what is written stands above those to be.
    let (head, tail) = entries.first.map { ($0.remarks, remarks) } ?? (remarks, [])
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
    let text = (head + lines + moving + tail).map { $0 + lineEnd }.joined()
    return hasMark ? "\u{FEFF}\(text)" : text
  }
}

extension RecordedEvent {
  package init(_ record: EventRecord) {
    self.init(
      time: record.time, name: record.event, region: record.region.map { RegionIdentifier($0) },
      device: record.device.map { RegionIdentifier($0) })
  }
}
