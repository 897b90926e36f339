extension [Event] {
  /// Returns the events of a device at one fix: those of its app, and those of the system's
  /// Reminders, which watches the alarms.
  ///
  /// Exits come first, then enters, each by identifier, as those of one app do; what follows a
  /// selection comes after what precedes it. Reminders repeats no action on the device.
  package static func joining(_ own: [Event], _ alarms: [Event]) -> [Event] {
    let own = own.filter { !$0.isEmptySelection }
    let (before, after) = (own.halves, alarms.filter { !$0.isAction }.halves)
    return ordered(before.head, after.head) + ordered(before.tail, after.tail)
  }

  /// The events before the first selection, and those from there on.
  private var halves: (head: ArraySlice<Event>, tail: ArraySlice<Event>) {
    let start = firstIndex { if case .reselect = $0.kind { true } else { false } } ?? endIndex
    return (self[..<start], self[start...])
  }

  private static func ordered(_ own: ArraySlice<Event>, _ alarms: ArraySlice<Event>) -> [Event] {
    // What an action delivers comes after it, before the fix's own events.
    let events = Array(own + alarms)
    if own.isEmpty || alarms.isEmpty || own.contains(where: \.isAction) { return events }
    let crossings = events.filter { $0.rank != nil }.sorted { one, other in
      guard let one = one.rank, let other = other.rank else { return false }
      return one < other
    }
    return events.filter { $0.rank == nil } + crossings
  }
}

extension Event {
  var isAction: Bool { if case .device = kind { true } else { false } }

  /// A Boolean value that indicates whether an app without regions has selected.
  var isEmptySelection: Bool {
    if case .reselect(let reselection) = kind { reselection.candidates == 0 } else { false }
  }

  /// The place of a crossing among those of one fix; `nil` for other events.
  fileprivate var rank: (kind: Int, identifier: RegionIdentifier)? {
    guard case .crossing(let report) = kind else { return nil }
    let kinds: [CrossingReport.Name] = [.exit, .enter, .dwell, .unsatisfied]
    return (kinds.firstIndex(of: report.name) ?? 0, report.region.identifier)
  }
}
