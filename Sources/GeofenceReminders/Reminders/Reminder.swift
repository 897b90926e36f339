import GeofenceBytes

package struct Reminder: Hashable, Sendable {
  package enum Priority: String, CaseIterable, Hashable, Sendable {
    case none, low, medium, high

    /// Creates a priority from RFC 5545's numbers: 1 is the highest, 9 the lowest, 0 is none.
    init(_ number: Int) {
      switch number {
      case 1...4: self = .high
      case 5: self = .medium
      case 6...9: self = .low
      default: self = .none
      }
    }

    var number: Int {
      switch self {
      case .none: 0
      case .high: 1
      case .medium: 5
      case .low: 9
      }
    }
  }

  package enum Status: String, Hashable, Sendable { case incomplete, completed, cancelled }

  /// The UID; empty if the file gives none.
  package var uid: String
  /// The identifier that no other reminder has. It is the UID. A changed occurrence that is listed
  /// beside its series, or beside other occurrences, has the date of its occurrence, too, as in
  /// `4D0E/20240515T090000Z`.
  package internal(set) var identifier: String
  package var title: String
  package var notes: String?
  package var url: String?
  package var location: String?
  /// The name of its calendar, or else of its file without the extension.
  package var list: String
  /// The number of the priority in iCalendar, from 0 for none; 1 is the highest, 9 the lowest.
  package var priorityNumber = 0
  package var status = Status.incomplete
  package var completed: Timestamp?
  package var start: CalendarTime?
  package var due: CalendarTime?
  /// The recurrence rule (RRULE), as it is written.
  package var recurrence: String?
  /// The day of the UNTIL of its rule in the zone of its dates, as of the file; `nil` for no end.
  package internal(set) var lastDay: CivilDate?
  /// The other properties on which its dates depend, which are not supported: `RDATE`, `EXRULE`,
  /// `RANGE`, and `RRULE` where there is a second one.
  package var otherRecurrence: [String] = []
  /// The date in the series that a changed occurrence replaces; `nil` for all other reminders.
  package var occurrence: CalendarTime?
  package var parent: String?
  package var created: Timestamp?
  package var modified: Timestamp?
  package var allAlarms: [ReminderAlarm] = []

  package init(uid: String, title: String, list: String = "") {
    self.uid = uid
    identifier = uid
    self.title = title
    self.list = list
  }

  package var priority: Priority {
    get { Priority(priorityNumber) }
    set { if newValue != priority { priorityNumber = newValue.number } }
  }

  package var alarms: [LocationAlarm] { allAlarms.compactMap(\.place) }

  package var alarm: LocationAlarm? {
    get { alarms.first }
    set {
      let index = allAlarms.firstIndex { $0.place != nil }
      switch (index, newValue) {
      case (let index?, let new?): allAlarms[index].trigger = .place(new)
      case (let index?, nil): allAlarms.remove(at: index)
      case (nil, let new?): allAlarms.append(ReminderAlarm(.place(new)))
      case (nil, nil): break
      }
    }
  }

  /// Takes over the differences between two states of a reminder, but for its completion.
  package mutating func merge(_ new: Reminder, since old: Reminder) {
    func take<Value: Equatable>(_ path: WritableKeyPath<Reminder, Value>) {
      if new[keyPath: path] != old[keyPath: path] { self[keyPath: path] = new[keyPath: path] }
    }
    // Texts of canonically equivalent characters are equal, though their bytes may differ.
    if !new.title.utf8.elementsEqual(old.title.utf8) { title = new.title }
    for path in [\Reminder.notes, \.url, \.location, \.recurrence]
    where new[keyPath: path].map({ Array($0.utf8) }) != old[keyPath: path].map({ Array($0.utf8) }) {
      self[keyPath: path] = new[keyPath: path]
    }
    take(\.start)
    take(\.due)
    take(\.priorityNumber)
    take(\.allAlarms)
  }

  /// True if the reminder has another date once it is completed.
  package var repeats: Bool { recurrence != nil || !otherRecurrence.isEmpty }

  /// Returns whether `prefix` may stand for the reminder. It may be the beginning of its UID, with
  /// or without the date of its occurrence.
  func answers(to prefix: String) -> Bool {
    if uid.hasPrefix(prefix) || identifier.hasPrefix(prefix) { return true }
    guard identifier != uid else { return false }
    let date = identifier.dropFirst(uid.count)
    return prefix.hasSuffix(date) && uid.hasPrefix(prefix.dropLast(date.count))
  }

  /// The date from which the dates of a series are counted.
  var base: CalendarTime? { start ?? due }

  /// Moves the start and the due date by a time of the clock.
  mutating func shiftDates(by shift: Interval, _ zones: CalendarZones) {
    start = start.map { CalendarTime($0.local + shift, $0.kind, in: zones.rules(of: $0.kind)) }
    due = due.map { CalendarTime($0.local + shift, $0.kind, in: zones.rules(of: $0.kind)) }
  }

  /// Makes the start and the due date agree after a change (RFC 5545 §3.8.2.3), or refuses it.
  ///
  /// Both are days or both are times, and the start is not after the end. A start that was the same
  /// as the due date moves along, as Apple writes it. Any other start takes the kind of the due date
  /// if that is different.
  ///
  /// - Parameters:
  ///   - duration: The duration by which the due date follows the start, if there is one.
  ///   - hasInstances: True if occurrences of the series were changed.
  mutating func settleDates(
    since old: Reminder, duration: CalendarDuration? = nil, hasInstances: Bool = false,
    _ zones: CalendarZones
  ) throws(Diagnosis) {
    // The calendar may define a zone in another way than the system.
    shiftDates(by: Interval(milliseconds: 0), zones)
    let repeats = old.repeats && occurrence == nil
    if due != old.due, start == old.start, let former = old.start {
      if former == old.due, duration == nil {
        start = due ?? (repeats ? former : nil)
      } else if let due {
        start = former.following(due, zones)
      }
    }
    guard due != old.due || start != old.start else { return }
    if due != old.due { try due?.checkZone(in: zones) }
    if start != old.start { try start?.checkZone(in: zones) }
    if let duration, due == old.due {
      try check(duration, since: old)
    } else {
      try checkOrder()
    }
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

  /// Throws if a duration cannot follow the start: a day is followed by days only (RFC 5545
  /// §3.8.2.5).
  private func check(_ duration: CalendarDuration, since old: Reminder) throws(Diagnosis) {
    if let start, !start.isDay || duration.seconds == 0 { return }
    throw Diagnosis(
      "its DURATION counts from \(old.start?.text ?? "no start"), and would from "
        + (start?.text ?? "no start"),
      help: start == nil
        ? "give it a due date, too (--due)" : "give a time, too, or a due date as well (--due)")
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
  /// Throws if a calendar gives the zone of this time another offset than the system does, as where
  /// its definition begins later.
  fileprivate func checkZone(in zones: CalendarZones) throws(Diagnosis) {
    guard let zone, let system = ZoneRules.system(named: zone) else { return }
    let meant = CalendarTime(local, kind, in: system)
    guard meant.instant != CalendarTime(local, kind, in: zones.rules(of: kind)).instant else {
      return
    }
    throw Diagnosis(
      "\(meant.text) would be at another time: the file defines \(zone.quotedExcerpt()) otherwise",
      help: "give the moment with its offset, as \(meant.text), and no --timezone")
  }

  /// Returns this start in the kind that a due date requires, if its own kind does not fit.
  fileprivate func following(_ due: CalendarTime, _ zones: CalendarZones) -> CalendarTime {
    if due.isDay { return CalendarTime(date.start, .day) }
    guard isDay || (kind == .floating) != (due.kind == .floating) else { return self }
    return CalendarTime(local, due.kind, in: zones.rules(of: due.kind))
  }
}

extension Reminder {
  /// Completes the reminder, or moves one that repeats on to its next date.
  ///
  /// - Parameter dates: Its first dates that are not completed, two if there are as many; none if it
  ///   does not repeat.
  /// - Returns: The occurrence that was completed, as a reminder that does not repeat; `nil` if the
  ///   reminder itself is complete.
  mutating func complete(at now: Timestamp, dates: [Series.Occurrence], _ zones: CalendarZones)
    -> Reminder?
  {
    guard dates.count > 1 else {
      if let last = dates.first { move(to: last, zones) }
      finish(at: now)
      return nil
    }
    var copy = self
    copy.move(to: dates[0], zones)
    (copy.recurrence, copy.otherRecurrence, copy.created) = (nil, [], now)
    copy.finish(at: now)
    move(to: dates[1], zones)
    return copy
  }

  mutating func finish(at now: Timestamp) { (status, completed) = (.completed, now) }

  mutating func reopen() { (status, completed) = (.incomplete, nil) }

  /// Moves a series from its own date to another of its dates, with its alarms at fixed times, as
  /// Apple does [O]. COUNT is reduced by the occurrences before it.
  private mutating func move(to next: Series.Occurrence, _ zones: CalendarZones) {
    guard let base else { return }
    // The shift is in local time: a reminder at nine stays at nine after the clocks have changed.
    let shift = next.time.local - base.local
    shiftDates(by: shift, zones)
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
