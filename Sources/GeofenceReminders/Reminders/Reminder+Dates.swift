import GeofenceBytes
import GeofenceCore

extension Reminder {
  /// The date from which the dates of a series are counted.
  var base: CalendarTime? { start ?? due }

  /// Makes the start and the due date agree after a change (RFC 5545 §3.8.2.3), or refuses it.
  ///
  /// Both are days or both are times, and the start is not after the end. A start that was the same
  /// as the due date moves along, as Apple writes it. Any other start takes the kind of the due date
  /// if that is different.
  ///
  /// - Parameters:
  ///   - hasDue: False if the due date followed the start by a duration.
  ///   - hasInstances: True if occurrences of the series were changed.
  mutating func settleDates(
    since old: Reminder, hasDue: Bool, hasInstances: Bool = false, _ zones: inout CalendarZones
  ) throws(Diagnosis) {
    // The calendar may define a zone in another way than the system.
    let none = Interval(milliseconds: 0)
    due = due.map { $0.later(by: none, &zones) }
    start = start.map { $0.later(by: none, &zones) }
    let repeats = old.repeats && occurrence == nil
    if due != old.due, start == old.start, let former = old.start {
      if former == old.due, hasDue {
        start = due ?? (repeats ? former : nil)
      } else if let due {
        start = former.following(due, &zones)
      }
    }
    guard due != old.due || start != old.start else { return }
    // A due date that follows the start by a duration cannot be before it.
    if hasDue || due != old.due { try checkOrder() }
    if repeats { try checkBase(since: old, hasInstances: hasInstances) }
  }

  private func checkOrder() throws(Diagnosis) {
    guard let start, let due else { return }
    guard start.isDay == due.isDay else {
      throw Diagnosis(
        "it would start \(start.text) and be due \(due.text)", help: "give two days, or two times")
    }
    guard (start.kind == .floating) == (due.kind == .floating) else {
      throw Diagnosis(
        "it would start \(start.text) and be due \(due.text)",
        help: "give both in a time zone (--timezone), or neither")
    }
    guard start.instant <= due.instant else {
      throw Diagnosis(
        "it would be due \(due.text), before its start \(start.text)",
        help: "give another start, too (--start), or none")
    }
  }

  private func checkBase(since old: Reminder, hasInstances: Bool) throws(Diagnosis) {
    guard let base else {
      throw Diagnosis(
        "it repeats, and would have no date to count from", help: "give it a due date or a start")
    }
    guard let before = old.base, base != before else { return }
    guard base.isDay == before.isDay else {
      throw Diagnosis(
        "it repeats from \(before.text), and would from \(base.text)",
        help: before.isDay ? "give a day" : "give a time, too")
    }
    guard !hasInstances else {
      throw Diagnosis(
        "some of its repetitions were changed, and would be of no date",
        help: "change its date in the program that changed them")
    }
  }
}

extension CalendarTime {
  /// Returns this start in the kind that a due date requires, if its own kind does not fit.
  fileprivate func following(_ due: CalendarTime, _ zones: inout CalendarZones) -> CalendarTime {
    if due.isDay { return CalendarTime(date.start, .day) }
    guard isDay || (kind == .floating) != (due.kind == .floating) else { return self }
    return CalendarTime(local, due.kind, in: zones.rules(of: due.kind))
  }
}
