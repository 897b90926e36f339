import GeofenceBytes
import GeofenceReminders

/// A predicate of an event store, which only the store can evaluate.
final class ReminderPredicate: NSPredicate {
  private let query: ReminderQuery
  /// The identifiers of the wanted lists; `nil` for all.
  private let lists: Set<String>?

  /// Creates a predicate.
  ///
  /// - Parameters:
  ///   - status: The wanted status; `nil` for all.
  ///   - start: The earliest due date, or completion of completed reminders; `nil` for none.
  ///   - end: The end of these dates, which is not included.
  init(_ status: Reminder.Status?, from start: Date?, to end: Date?, in lists: [EKCalendar]?) {
    var query = ReminderQuery()
    query.status = status
    let range = (start.map(Self.time), end.map(Self.time))
    if status == .completed {
      (query.completedAfter, query.completedBefore) = range
    } else {
      (query.dueAfter, query.dueBefore) = range
      // A day and a floating time are the person's, in the zone of the device.
      query.zone = ZoneInfo(named: TimeZone.current.identifier)
    }
    self.query = query
    self.lists = lists.map { Set($0.map(\.calendarIdentifier)) }
    super.init(value: true)
  }

  required init?(coder: NSCoder) { nil }

  private static func time(_ date: Date) -> CalendarTime { CalendarTime(Timestamp(date), .utc) }

  func matches(_ reminder: Reminder) -> Bool {
    (lists?.contains(reminder.list) ?? true) && query.includes(reminder)
  }
}
