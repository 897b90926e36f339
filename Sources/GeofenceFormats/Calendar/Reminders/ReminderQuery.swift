public import GeofenceCore

/// Which reminders are shown, and in which order.
public struct ReminderQuery: Sendable {
  public enum Order: String, CaseIterable, Sendable { case created, due, title }

  /// `nil` for all.
  public var status: Reminder.Status? = .incomplete
  public var priority: Reminder.Priority?
  public var list: String?
  public var hasLocationOnly = false
  /// Due before that time.
  public var dueBefore: CalendarTime?
  /// Incomplete, and due before that moment; a day is over when the next one begins.
  public var overdueAt: Timestamp?
  /// Where days and floating times are taken; `nil` for UTC.
  public var zone: ZoneInfo?
  public var order = Order.created
  public var isReversed = false

  public init() {}

  /// Missing dates come last either way; ties end at the creation, then at the UID.
  ///
  /// - Throws: an error when there is no such list.
  /// - Complexity: O(n log n) for n reminders.
  public func select(from store: ReminderStore) throws(InputError) -> [Reminder] {
    if let list, !store.lists.contains(list) {
      throw .unknownList(list, among: store.lists, in: store.name)
    }
    return select(from: store.reminders)
  }

  func select(from reminders: [Reminder]) -> [Reminder] {
    reminders.filter(includes).sorted(by: precedes)
  }

  private func includes(_ reminder: Reminder) -> Bool {
    (status == nil || reminder.status == status)
      && (priority == nil || reminder.priority == priority)
      && (list == nil || reminder.list == list)
      && (!hasLocationOnly || !reminder.alarms.isEmpty)
      && (dueBefore.map { isDue(reminder, before: $0) } ?? true)
      && (overdueAt.map { isOverdue(reminder, at: $0) } ?? true)
  }

  private func isDue(_ reminder: Reminder, before time: CalendarTime) -> Bool {
    reminder.due.map { moment(of: $0) < moment(of: time) } ?? false
  }

  private func isOverdue(_ reminder: Reminder, at now: Timestamp) -> Bool {
    guard reminder.status == .incomplete, let due = reminder.due else { return false }
    guard due.isDay else { return moment(of: due) < now }
    return moment(of: CalendarTime(CivilDate(days: due.date.days + 1).start, .day)) <= now
  }

  /// The moment that is meant, with days and floating times taken in the zone.
  private func moment(of time: CalendarTime) -> Timestamp {
    guard time.kind == .day || time.kind == .floating, let zone else { return time.instant }
    return CalendarTime(time.local, .zoned(zone.name), in: .system(zone)).instant
  }

  private func precedes(_ lhs: Reminder, _ rhs: Reminder) -> Bool {
    switch order {
    case .created: break
    case .due:
      let (left, right) = (lhs.due.map(moment), rhs.due.map(moment))
      if let answer = Self.compare(left, right, isReversed) { return answer }
    case .title:
      let (left, right) = (lhs.title.lowercased(), rhs.title.lowercased())
      if left != right { return (left < right) != isReversed }
    }
    let reverses = order == .created && isReversed
    if let answer = Self.compare(lhs.created, rhs.created, reverses) { return answer }
    return lhs.uid < rhs.uid
  }

  /// - Returns: `nil` for equal times.
  private static func compare(_ lhs: Timestamp?, _ rhs: Timestamp?, _ isReversed: Bool) -> Bool? {
    switch (lhs, rhs) {
    case (nil, nil): nil
    case (nil, _): false
    case (_, nil): true
    case (let left?, let right?): left == right ? nil : (left < right) != isReversed
    }
  }
}
