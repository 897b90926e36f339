import GeofenceCore

extension Reminder {
  /// Completes the reminder, or moves one that repeats on to its next date.
  ///
  /// - Parameter dates: Its first dates that are not completed, two if there are as many; none if it
  ///   does not repeat.
  /// - Returns: The occurrence that was completed, as a reminder that does not repeat; `nil` if the
  ///   reminder itself is complete.
  mutating func complete(
    at now: Timestamp, dates: [Series.Occurrence] = [], _ zones: inout CalendarZones
  ) -> Reminder? {
    guard dates.count > 1 else {
      if let last = dates.first { move(to: last, &zones) }
      finish(at: now)
      return nil
    }
    var copy = self
    copy.move(to: dates[0], &zones)
    (copy.recurrence, copy.otherRecurrence, copy.created) = (nil, [], now)
    copy.finish(at: now)
    move(to: dates[1], &zones)
    return copy
  }

  mutating func finish(at now: Timestamp) { (status, completed) = (.completed, now) }

  mutating func reopen() { (status, completed) = (.incomplete, nil) }

  /// Moves a series from its own date to another of its dates, with its alarms at fixed times, as
  /// Apple does [O]. COUNT is reduced by the occurrences before it.
  private mutating func move(to next: Series.Occurrence, _ zones: inout CalendarZones) {
    guard let base else { return }
    // The shift is in local time: a reminder at nine stays at nine after the clocks have changed.
    let shift = next.time.local - base.local
    start = start.map { $0.later(by: shift, &zones) }
    due = due.map { $0.later(by: shift, &zones) }
    recurrence = recurrence.map { RecurrenceRule.text($0, without: next.steps) }
    for index in allAlarms.indices {
      guard case .moment(let time) = allAlarms[index].trigger else { continue }
      allAlarms[index].trigger = .moment(time + (next.time.instant - base.instant))
    }
  }
}

extension RecurrenceRule {
  /// Returns a rule as it is written, with a COUNT that is less by the occurrences before a date.
  fileprivate static func text(_ rule: String, without steps: Int64) -> String {
    guard let count = RecurrenceRule(rule)?.count else { return rule }
    return rule.split(separator: ";", omittingEmptySubsequences: false).map { part in
      let name = part.prefix { $0 != "=" }
      return String(name).trimmed.uppercased() == "COUNT"
        ? "\(name)=\(count - steps)" : String(part)
    }.joined(separator: ";")
  }
}
