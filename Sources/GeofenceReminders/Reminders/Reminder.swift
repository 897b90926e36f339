import GeofenceCore

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
  /// The other properties on which its dates depend, which are not supported: `RDATE`, `EXRULE`,
  /// `RANGE`.
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
}

extension Reminder {
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

  /// A Boolean value that indicates whether the reminder has another date once it is completed.
  package var repeats: Bool { recurrence != nil || !otherRecurrence.isEmpty }

  /// Returns whether `prefix` may stand for the reminder. It may be the beginning of its UID, with
  /// or without the date of its occurrence.
  func answers(to prefix: String) -> Bool {
    if uid.hasPrefix(prefix) || identifier.hasPrefix(prefix) { return true }
    guard identifier != uid else { return false }
    let date = identifier.dropFirst(uid.count)
    return prefix.hasSuffix(date) && uid.hasPrefix(prefix.dropLast(date.count))
  }
}
