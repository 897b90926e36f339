public import Foundation
import GeofenceCore
import GeofenceReminders
import SimulatedCoreLocation

/// A reminder of the person, as one app sees and changes it.
open class EKReminder: EKCalendarItem {
  private var due: DateComponents?
  private var start: DateComponents?
  private var completed: Date?
  private var isDone = false
  /// The priority, from 0 for none; 1 is the highest, 9 the lowest.
  open var priority = 0

  /// The reminder as it was saved or fetched last, and the identifier of its list; `nil` for a new
  /// one.
  private var saved: (reminder: Reminder, list: String?)?

  /// Creates a reminder, which has to get a title and a list before it is saved.
  public init(eventStore: EKEventStore) { super.init(new: eventStore) }

  init(_ reminder: Reminder, list: EKCalendar?, in store: EKEventStore) {
    super.init(reminder, in: store)
    show(reminder, list)
  }

  // MARK: dates

  /// The due date: a day without a time, a time in its time zone, or a floating time without one.
  ///
  /// Components of another calendar than the Gregorian are a mistake of the app, which fails the
  /// test: Apple's raises an exception.
  open var dueDateComponents: DateComponents? {
    get { due }
    set { due = newValue.map { checked($0, "dueDateComponents") } }
  }

  /// The date from which the reminder can be done.
  ///
  /// Components of another calendar than the Gregorian are a mistake of the app, which fails the
  /// test: Apple's raises an exception.
  open var startDateComponents: DateComponents? {
    get { start }
    set {
      start = newValue.map { checked($0, "startDateComponents") }
      if let zone = start?.timeZone { timeZone = zone }
    }
  }

  private func checked(_ components: DateComponents, _ name: String) -> DateComponents {
    if let calendar = components.calendar, calendar.identifier != .gregorian {
      SimulatedDevice.current?.report(
        mistake: "\(name) of the calendar \(calendar.identifier)",
        help: "take the components of Calendar(identifier: .gregorian)")
    }
    return components
  }

  // MARK: completion

  /// A Boolean value that indicates whether the reminder is completed; setting it sets or removes
  /// the completion date, which is the device's time.
  open var isCompleted: Bool {
    get { isDone }
    set {
      if newValue, isDone { return }
      (isDone, completed) = (newValue, newValue ? SimulatedDevice.current?.now ?? Date() : nil)
    }
  }

  /// The time of the completion; setting it completes the reminder, or makes it incomplete.
  ///
  /// It can be `nil` for a reminder that another program has completed.
  open var completionDate: Date? {
    get { completed }
    set { (isDone, completed) = (newValue != nil, newValue) }
  }

  // MARK: an object

  open override var isNew: Bool { saved == nil }

  open override var hasChanges: Bool {
    guard let saved else { return true }
    return (try? value) != saved.reminder || calendar?.calendarIdentifier != saved.list
  }

  open override func rollback() {
    if let saved { show(saved.reminder, saved.list.flatMap(store.calendar(withIdentifier:))) }
  }

  @discardableResult
  open override func refresh() -> Bool {
    guard let (theirs, list) = store.reminder(calendarItemIdentifier) else { return isNew }
    guard let saved, let mine = try? value else { return true }
    var shown = theirs
    shown.merge(mine, since: saved.reminder)
    if (mine.status, mine.completed) != (saved.reminder.status, saved.reminder.completed) {
      (shown.status, shown.completed) = (mine.status, mine.completed)
    }
    let own = calendar?.calendarIdentifier == saved.list ? nil : calendar
    show(shown, own ?? store.calendar(withIdentifier: list))
    self.saved = (theirs, list)
    return true
  }

  open override var description: String {
    "EKReminder {title = \(title ?? "(null)"); isCompleted = \(isDone ? "YES" : "NO"); "
      + "identifier = \(calendarItemIdentifier);}"
  }
}

// MARK: - The reminder as a value

extension EKReminder {
  /// The reminder as it is to be saved.
  ///
  /// A property that the app has left alone is that of the store, to the byte.
  private var value: Reminder {
    get throws {
      let old = saved?.reminder ?? Reminder(uid: calendarItemIdentifier, title: "")
      var new = old
      new.title = title ?? ""
      new.notes = notes
      new.location = location
      new.priorityNumber = priority
      if url != old.shownURL { new.url = url?.absoluteString }
      let rule = recurrenceRules?.first?.text
      if rule != old.shownRule?.text { new.recurrence = rule }
      new.allAlarms = (alarms ?? []).map(\.reminderAlarm)
      new.start = try time(start, since: old.start, in: old.shownZone)
      new.due = try time(due, since: old.due, in: old.shownZone)
      if isDone != (old.status == .completed) { new.status = isDone ? .completed : .incomplete }
      if completed != old.completed?.date { new.completed = completed.map(Timestamp.init) }
      return new
    }
  }

  /// Returns the time of a date, which is the old one where the app has not changed it.
  private func time(
    _ components: DateComponents?, since old: CalendarTime?, in zone: TimeZone?
  ) throws -> CalendarTime? {
    // The zone of the reminder is that of dates without their own.
    let isMoved = timeZone != zone && components?.timeZone == nil
    if !isMoved, components == old.map(DateComponents.init) { return old }
    guard let components else { return nil }
    guard let time = components.calendarTime(in: timeZone) else {
      throw EKError(.internalFailure, "A date has no year, month or day.")
    }
    return time
  }

  private func show(_ reminder: Reminder, _ list: EKCalendar?) {
    calendar = list
    title = reminder.title
    notes = reminder.notes
    location = reminder.location
    url = reminder.shownURL
    priority = reminder.priorityNumber
    due = reminder.due.map(DateComponents.init)
    start = reminder.start.map(DateComponents.init)
    timeZone = reminder.shownZone
    completed = reminder.completed?.date
    isDone = reminder.status == .completed
    recurrenceRules = reminder.shownRule.map { [$0] }
    let shown = (alarms ?? []).map(\.reminderAlarm.trigger)
    if alarms != nil, shown == reminder.allAlarms.map(\.trigger) {
      // The app may hold on to its alarms.
      for (alarm, stored) in zip(alarms ?? [], reminder.allAlarms) { alarm.stored = stored }
    } else {
      alarms = reminder.allAlarms.isEmpty ? nil : reminder.allAlarms.map(EKAlarm.init)
    }
    setDates(of: reminder)
    saved = (reminder, list?.calendarIdentifier)
  }

  func didSave() {
    guard let (reminder, list) = store.reminder(calendarItemIdentifier) else { return }
    let calendar: EKCalendar? =
      self.calendar?.calendarIdentifier == list
      ? self.calendar : store.calendar(withIdentifier: list)
    show(reminder, calendar)
  }

  func change() throws -> ReminderChange? {
    guard let calendar else { throw EKError(.noCalendar, "No calendar has been set.") }
    guard title?.isEmpty == false else {
      throw EKError(.internalFailure, "No title has been set.")
    }
    guard (0...9).contains(priority) else {
      throw EKError(.priorityIsInvalid, "The priority is not between 0 and 9.")
    }
    guard !hasRecurrenceRules || due != nil else {
      throw EKError(.recurringReminderRequiresDueDate, "A repeating reminder must have a due date.")
    }
    guard !(alarms ?? []).contains(where: { $0.emailAddress != nil }) else {
      throw EKError(
        .reminderAlarmContainsEmailOrUrl, "Alarms of reminders cannot have an email address.")
    }
    if (alarms ?? []).contains(where: \.hasIdleLocation) {
      SimulatedDevice.current?.warn(
        "an alarm with a structured location has no proximity, or no geoLocation on the Earth; it "
          + "is saved without the location",
        help: "set both before the reminder is saved")
    }
    var new = try value
    let list = calendar.calendarIdentifier
    guard let (old, oldList) = saved else {
      if isDone, new.completed == nil { new.completed = Timestamp(Date()) }
      return .add(new, list: list)
    }
    guard new != old || list != oldList else { return nil }
    let completion: ReminderChange.Completion? =
      (new.status, new.completed) == (old.status, old.completed)
      ? nil : isDone ? .completed(new.completed ?? Timestamp(Date())) : .incomplete
    var edit = ReminderChange.Edit(list: list == oldList ? nil : list, completion: completion)
    var edited = old
    edited.merge(new, since: old)
    if edited != old { edit.change = { [new] in $0.merge(new, since: old) } }
    return .edit(calendarItemIdentifier, edit)
  }
}

extension Reminder {
  /// The properties as EventKit shows them.
  fileprivate var shownURL: URL? { url.flatMap(URL.init(string:)) }
  fileprivate var shownRule: EKRecurrenceRule? { recurrence.flatMap(EKRecurrenceRule.init) }
  fileprivate var shownZone: TimeZone? {
    start.map(DateComponents.init)?.timeZone ?? due.map(DateComponents.init)?.timeZone
  }
}
