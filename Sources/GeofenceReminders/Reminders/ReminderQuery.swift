import GeofenceBytes

/// A selection of the reminders to show, and their order.
///
/// A range of time includes its beginning but not its end, so that adjoining ranges have each
/// reminder once. A reminder without such a date is in none.
package struct ReminderQuery: Sendable {
  package enum Order: String, CaseIterable, Sendable { case created, due, title, priority }

  package var status: Reminder.Status? = .incomplete
  package var priority: Reminder.Priority?
  package var lists: [String] = []
  package var hasLocationOnly = false
  package var dueAfter: CalendarTime?
  package var dueBefore: CalendarTime?
  package var completedAfter: CalendarTime?
  package var completedBefore: CalendarTime?
  /// The moment at which wanted reminders are overdue; a day is over when the next one begins.
  package var overdueAt: Timestamp?
  package var zone: ZoneInfo?
  package var order = Order.created
  package var isReversed = false

  package init() {}

  /// Returns the selected reminders in order.
  ///
  /// Reminders without the date or without a priority come last in either direction, and high
  /// priority comes before low. Ties are settled by the creation, then by the UID.
  ///
  /// - Complexity: O(n log n) for n reminders.
  package func select(from store: ReminderStore) throws(InputError) -> [Reminder] {
    for list in lists { try store.require(list) }
    return select(from: store.reminders)
  }

  func select(from reminders: [Reminder]) -> [Reminder] {
    reminders.filter(includes).sorted(by: precedes)
  }

  package func includes(_ reminder: Reminder) -> Bool {
    (status == nil || reminder.status == status)
      && (priority == nil || reminder.priority == priority)
      && (lists.isEmpty || lists.contains(reminder.list))
      && (!hasLocationOnly || !reminder.alarms.isEmpty)
      && isWithin(reminder.due.map(moment), dueAfter, dueBefore)
      && isWithin(reminder.completed, completedAfter, completedBefore)
      && (overdueAt.map { isOverdue(reminder, at: $0) } ?? true)
  }

  private func isWithin(_ time: Timestamp?, _ start: CalendarTime?, _ end: CalendarTime?) -> Bool {
    guard start != nil || end != nil else { return true }
    guard let time else { return false }
    return start.map { moment(of: $0) <= time } ?? true && end.map { time < moment(of: $0) } ?? true
  }

  private func isOverdue(_ reminder: Reminder, at now: Timestamp) -> Bool {
    guard reminder.status == .incomplete, let due = reminder.due else { return false }
    guard due.isDay else { return moment(of: due) < now }
    return moment(of: CalendarTime(CivilDate(days: due.date.days + 1).start, .day)) <= now
  }

  private func moment(of time: CalendarTime) -> Timestamp { time.instant(in: zone) }

  private func precedes(_ lhs: Reminder, _ rhs: Reminder) -> Bool {
    let first: Bool? =
      switch order {
      case .created: nil
      case .due: Self.compare(lhs.due.map(moment), rhs.due.map(moment), isReversed)
      case .priority: Self.compare(lhs.priority.rank, rhs.priority.rank, isReversed)
      case .title: Self.compare(lhs.title.lowercased(), rhs.title.lowercased(), isReversed)
      }
    return first ?? Self.compare(lhs.created, rhs.created, order == .created && isReversed)
      ?? (lhs.identifier < rhs.identifier)
  }

  /// Compares two keys, of which a missing one comes last; `nil` for equal keys.
  private static func compare<Key: Comparable>(_ lhs: Key?, _ rhs: Key?, _ isReversed: Bool)
    -> Bool?
  {
    switch (lhs, rhs) {
    case (nil, nil): nil
    case (nil, _): false
    case (_, nil): true
    case (let left?, let right?): left == right ? nil : (left < right) != isReversed
    }
  }
}

extension Reminder.Priority {
  fileprivate var rank: Int? { self == .none ? nil : number }
}
