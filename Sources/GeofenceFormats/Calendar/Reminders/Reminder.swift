public import GeofenceCore

/// A reminder: the properties of a VTODO that this tool uses.
public struct Reminder: Hashable, Sendable {
  /// The priority of a reminder, in four levels.
  public enum Priority: String, CaseIterable, Hashable, Sendable {
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

    /// The number that is written for the priority.
    var number: Int {
      switch self {
      case .none: 0
      case .high: 1
      case .medium: 5
      case .low: 9
      }
    }
  }

  public enum Status: String, Hashable, Sendable { case incomplete, completed, cancelled }

  /// The UID; empty if the file gives none.
  public var uid: String
  /// The identifier that no other reminder has.
  ///
  /// It is the UID. A changed occurrence that is listed beside its series, or beside other
  /// occurrences, has the date of its occurrence, too, as in `4D0E/20240515T090000Z`.
  public internal(set) var identifier: String
  public var title: String
  public var notes: String?
  public var url: String?
  /// The name of its calendar, or else of its file without the extension.
  public var list: String
  public var priority = Priority.none
  public var status = Status.incomplete
  public var completed: Timestamp?
  public var start: CalendarTime?
  public var due: CalendarTime?
  /// The recurrence rule (RRULE), as it is written.
  public var recurrence: String?
  /// The other properties on which its dates depend, which are not supported: `RDATE`, `EXRULE`,
  /// `RANGE`.
  public var otherRecurrence: [String] = []
  /// The date in the series that a changed occurrence replaces; `nil` for all other reminders.
  public var occurrence: CalendarTime?
  /// The UID of the reminder that it is a part of.
  public var parent: String?
  public var created: Timestamp?
  public var alarms: [LocationAlarm] = []

  public init(uid: String, title: String, list: String) {
    self.uid = uid
    identifier = uid
    self.title = title
    self.list = list
  }
}

extension Reminder {
  /// A Boolean value indicating whether the reminder has another date once it is completed.
  public var repeats: Bool { recurrence != nil || !otherRecurrence.isEmpty }

  /// Returns whether `prefix` may stand for the reminder.
  ///
  /// It may be the beginning of its UID, with or without the date of its occurrence.
  func answers(to prefix: String) -> Bool {
    if uid.hasPrefix(prefix) || identifier.hasPrefix(prefix) { return true }
    guard identifier != uid else { return false }
    let date = identifier.dropFirst(uid.count)
    return prefix.hasSuffix(date) && uid.hasPrefix(prefix.dropLast(date.count))
  }
}
