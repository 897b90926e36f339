import GeofenceCore

/// The occurrences of a repeating VTODO, from the one that it stands at.
struct Series {
  private let rule: RecurrenceRule
  /// The occurrence it stands at: its start, or else its due date.
  let current: CalendarTime
  private let excluded: [CalendarTime]
  private let until: CalendarTime?
  private var zones: CalendarZones

  /// - Parameter instances: the changed instances of `task`.
  /// - Throws: a fault when the rule is not understood, or there is nothing to count from.
  init(of task: CalendarComponent, _ instances: [CalendarComponent], _ zones: CalendarZones)
    throws(Diagnosis)
  {
    var zones = zones
    let rules = task.lines.filter { $0.name == "RRULE" }
    guard let line = rules.first else {
      throw Diagnosis("it does not repeat", help: "", at: .line(task.number))
    }
    guard let rule = RecurrenceRule(line.value), rules.count == 1,
      task["RDATE"] == nil, task["EXRULE"] == nil,
      instances.allSatisfy({ $0["RECURRENCE-ID"]?["RANGE"] == nil })
    else { throw .notUnderstood(line, "its rule is not understood") }
    guard let base = task.filled("DTSTART") ?? task.filled("DUE") else {
      throw .notUnderstood(line, "it has no date to count from")
    }
    self.rule = rule
    current = try zones.time(base)
    until = try rule.until.map { text throws(Diagnosis) in
      try zones.time(
        ContentLine("UNTIL", base.parameters.filter { $0.name == "TZID" }, value: text))
    }
    var excluded: [CalendarTime] = []
    for line in task.lines where line.name == "EXDATE" {
      excluded += try zones.times(line)
    }
    // What is done out of turn does not come again.
    for instance in instances where instance.isDone {
      if let line = instance["RECURRENCE-ID"] { excluded.append(try zones.time(line)) }
    }
    self.excluded = excluded
    self.zones = zones
  }

  /// The occurrence after the current one, and how many it is on by the rule, those that are
  /// excluded counted.
  ///
  /// - Returns: `nil` when the current one is the last.
  mutating func next() -> (time: CalendarTime, steps: Int64)? {
    let date = current.date
    let clock = current.local - date.start
    let rules = zones.rules(of: current.kind)
    var found: CalendarTime?
    var steps: Int64 = 0
    rule.days(after: date) { day in
      steps += 1
      let time = CalendarTime(CivilDate(days: day).start + clock, current.kind, in: rules)
      guard steps < rule.count ?? .max, !isAfterEnd(time) else { return false }
      if excluded.contains(where: { $0.isSameOccurrence(as: time) }) { return true }
      found = time
      return false
    }
    return found.map { ($0, steps) }
  }

  private func isAfterEnd(_ time: CalendarTime) -> Bool {
    guard let until else { return false }
    if time.isDay || until.isDay { return time.date.days > until.date.days }
    return time.instant > until.instant
  }
}

extension CalendarTime {
  /// Whether both name the same occurrence: a day names all of it.
  func isSameOccurrence(as other: CalendarTime) -> Bool {
    isDay || other.isDay ? date.days == other.date.days : instant == other.instant
  }
}

extension CalendarComponent {
  /// Whether a VTODO is completed or cancelled.
  fileprivate var isDone: Bool {
    ["COMPLETED", "CANCELLED"].contains(self["STATUS"]?.value.trimmed.uppercased())
      || filled("COMPLETED") != nil
  }
}

extension Diagnosis {
  fileprivate static func notUnderstood(_ line: ContentLine, _ problem: String) -> Diagnosis {
    line.mistake(
      "\(problem): \(line.value.quotedExcerpt(limit: 80))",
      help: "complete it for good with --whole-series")
  }
}
