public import GeofenceCore

/// Which reminders are shown, and in which order.
///
/// A range of time has its beginning in it, and its end not, so that one range after another has each
/// reminder once. What has no such date is in none.
public struct ReminderQuery: Sendable {
  public enum Order: String, CaseIterable, Sendable { case created, due, title, priority }

  /// `nil` for all.
  public var status: Reminder.Status? = .incomplete
  public var priority: Reminder.Priority?
  /// The lists it may be in; empty for all.
  public var lists: [String] = []
  public var hasLocationOnly = false
  /// Due at that time or later.
  public var dueAfter: CalendarTime?
  /// Due before that time.
  public var dueBefore: CalendarTime?
  /// Completed at that time or later.
  public var completedAfter: CalendarTime?
  /// Completed before that time.
  public var completedBefore: CalendarTime?
  /// Incomplete, and due before that moment; a day is over when the next one begins.
  public var overdueAt: Timestamp?
  /// Where days and floating times are taken; `nil` for UTC.
  public var zone: ZoneInfo?
  public var order = Order.created
  public var isReversed = false

  public init() {}

  /// Missing dates, and no priority, come last either way; high priority comes before low. Ties end
  /// at the creation, then at the UID.
  ///
  /// - Throws: an error when there is no list of a name that is asked for.
  /// - Complexity: O(n log n) for n reminders.
  public func select(from store: ReminderStore) throws(InputError) -> [Reminder] {
    let known = store.lists
    if let unknown = lists.first(where: { !known.contains($0) }) {
      throw .unknownList(unknown, among: known, in: store.name)
    }
    return select(from: store.reminders)
  }

  func select(from reminders: [Reminder]) -> [Reminder] {
    reminders.filter(includes).sorted(by: precedes)
  }

  private func includes(_ reminder: Reminder) -> Bool {
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
    case .priority:
      let (left, right) = (lhs.priority.rank, rhs.priority.rank)
      if let answer = Self.compare(left, right, isReversed) { return answer }
    case .title:
      let (left, right) = (lhs.title.lowercased(), rhs.title.lowercased())
      if left != right { return (left < right) != isReversed }
    }
    let reverses = order == .created && isReversed
    if let answer = Self.compare(lhs.created, rhs.created, reverses) { return answer }
    return lhs.identifier < rhs.identifier
  }

  /// - Returns: `nil` for equal keys.
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
  /// Its place from the highest; `nil` for none.
  fileprivate var rank: Int? { self == .none ? nil : number }
}
