public import GeofenceCore

/// A reminder: a VTODO with what the tool knows of it.
public struct Reminder: Hashable, Sendable {
  /// What a reminder's priority comes down to.
  public enum Priority: String, CaseIterable, Hashable, Sendable {
    case none, low, medium, high

    /// RFC 5545 counts from 1, the highest, to 9; 0 is none.
    init(_ number: Int) {
      switch number {
      case 1...4: self = .high
      case 5: self = .medium
      case 6...9: self = .low
      default: self = .none
      }
    }

    /// What is written for it.
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

  /// Empty where the file gives none.
  public var uid: String
  /// The only name of it: its UID, and for a changed occurrence beside its series or others the date
  /// that it stands for, too, as in `4D0E/20240515T090000Z`.
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
  /// The RRULE, as it is written.
  public var recurrence: String?
  /// What else says when it repeats, and is not understood: `RDATE`, `EXRULE`, `RANGE`.
  public var otherRecurrence: [String] = []
  /// The date of the series that it stands for; `nil` for all but changed occurrences.
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
  /// Whether it comes again when it is completed.
  public var repeats: Bool { recurrence != nil || !otherRecurrence.isEmpty }

  /// Whether `prefix` may name it: the beginning of its UID, with the date that it stands for or
  /// without.
  func answers(to prefix: String) -> Bool {
    if uid.hasPrefix(prefix) || identifier.hasPrefix(prefix) { return true }
    guard identifier != uid else { return false }
    let date = identifier.dropFirst(uid.count)
    return prefix.hasSuffix(date) && uid.hasPrefix(prefix.dropLast(date.count))
  }
}
