import GeofenceBytes

/// The occurrences of a repeating VTODO that are not completed, from its own date on.
struct Series {
  struct Occurrence: Hashable {
    let time: CalendarTime
    /// The number of steps of the rule from the VTODO's own date, including excluded occurrences.
    let steps: Int64
  }

  private let rule: RecurrenceRule
  /// The date of the VTODO itself: its start, or else its due date.
  let base: CalendarTime
  private var excluded = OccurrenceTable<Bool>()
  private var until: CalendarTime?
  private let zones: CalendarZones

  static let otherLines = ["RDATE", "EXRULE"]

  /// Reads the series of a task.
  ///
  /// - Parameter instances: The changed occurrences of `task`, each with whether it is finished.
  init(
    of task: CalendarComponent, _ instances: [(task: CalendarComponent, isFinished: Bool)],
    _ zones: CalendarZones
  ) throws(Diagnosis) {
    for name in Self.otherLines {
      if let line = task.filled(name) {
        throw .notUnderstood(line, "its dates depend on \(name), which is not understood")
      }
    }
    let rules = task.lines.filter { $0.name == "RRULE" }
    guard let line = rules.first else {
      throw Diagnosis("it does not repeat", help: "", at: .line(task.number))
    }
    for (instance, _) in instances {
      if let line = instance["RECURRENCE-ID"], let range = line["RANGE"] {
        throw .notUnderstood(
          line, "its later dates depend on RANGE=\(range), which is not understood")
      }
    }
    guard rules.count == 1 else {
      throw .notUnderstood(
        rules[1], "its dates depend on a second RRULE, which is not understood")
    }
    guard let start = task.filled("DTSTART") ?? task.filled("DUE") else {
      throw .notUnderstood(line, "it has no date to count from")
    }
    try self.init(line, from: try zones.time(start), zones)
    for line in task.lines where line.name == "EXDATE" {
      for time in try zones.times(line) { excluded.insert(true, at: time) }
    }
    // An occurrence that was completed out of turn is not repeated.
    for (instance, isFinished) in instances where isFinished {
      if let line = instance["RECURRENCE-ID"] {
        excluded.insert(true, at: try zones.time(line))
      }
    }
  }

  init(_ line: ContentLine, from base: CalendarTime, _ zones: CalendarZones) throws(Diagnosis) {
    guard let rule = RecurrenceRule(line.value) else {
      throw .notUnderstood(line, "its rule is not understood")
    }
    if rule.frequency.seconds != nil, base.isDay {
      throw .notUnderstood(line, "its rule is not understood, as a day has no time of the clock")
    }
    (self.rule, self.base, self.zones) = (rule, base, zones)
    let zone = base.zone.map { [ContentLine.Parameter("TZID", $0)] } ?? []
    until = try rule.until.map { text throws(Diagnosis) in
      try zones.time(ContentLine("UNTIL", zone, value: text))
    }
  }

  /// Returns the first occurrences that are not completed, at most `most` of them. O(n + e) for n
  /// of them and e excluded ones before, and the days between them.
  func upcoming(_ most: Int) -> [Occurrence] {
    var found: [Occurrence] = []
    if excluded[base] == nil { found.append(Occurrence(time: base, steps: 0)) }
    guard found.count < most else { return found }
    let rules = zones.rules(of: base.kind)
    var steps: Int64 = 0
    var last = base
    rule.times(after: base.local) { local in
      guard found.count < most else { return false }
      let time = CalendarTime(local, base.kind, in: rules)
      // The rule gives an hour that clocks skip the time of the next hour, which it lists anyway.
      if rule.frequency.seconds != nil, time.instant <= last.instant { return true }
      last = time
      steps += 1
      guard steps < rule.count ?? .max, !isAfterEnd(time) else { return false }
      if excluded[time] == nil { found.append(Occurrence(time: time, steps: steps)) }
      return true
    }
    return found
  }

  private func isAfterEnd(_ time: CalendarTime) -> Bool {
    guard let until else { return false }
    if time.isDay || until.isDay { return time.date.days > until.date.days }
    return time.instant > until.instant
  }
}

/// A table of values by the occurrences they belong to; a day stands for all of its occurrences.
struct OccurrenceTable<Value> {
  private var ofDays: [Int64: Value] = [:]
  private var ofInstants: [Timestamp: Value] = [:]
  /// The values at times by their dates, for occurrences that are days.
  private var ofDates: [Int64: Value] = [:]

  mutating func insert(_ value: Value, at time: CalendarTime) {
    let day = time.date.days
    if time.isDay {
      ofDays[day] = ofDays[day] ?? value
    } else {
      ofInstants[time.instant] = ofInstants[time.instant] ?? value
      ofDates[day] = ofDates[day] ?? value
    }
  }

  /// The value of the occurrence at `time`. O(1).
  subscript(time: CalendarTime) -> Value? {
    let ofDay = ofDays[time.date.days]
    return ofDay ?? (time.isDay ? ofDates[time.date.days] : ofInstants[time.instant])
  }
}

extension Diagnosis {
  fileprivate static func notUnderstood(_ line: ContentLine, _ problem: String) -> Diagnosis {
    line.mistake(
      "\(problem): \(line.value.quotedExcerpt(limit: 80))",
      help: "complete it for good with --whole-series")
  }
}
