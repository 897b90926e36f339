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

  /// The properties as they were saved or fetched last; `nil` for a new reminder.
  private var saved: Properties?

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

  open override var hasChanges: Bool { saved.map { $0 != properties } ?? true }

  open override func rollback() {
    guard let saved else { return }
    take(saved)
    alarms = saved.alarms.isEmpty ? nil : saved.alarms.map(EKAlarm.init)
  }

  @discardableResult
  open override func refresh() -> Bool {
    guard let (reminder, list) = store.reminder(calendarItemIdentifier) else { return isNew }
    guard let saved else { return true }
    let mine = properties
    let mineAlarms = alarms
    show(reminder, store.calendar(withIdentifier: list))
    guard mine != saved else { return true }
    let theirs = properties
    take(mine.changes(of: saved, over: theirs))
    if mine.alarms != saved.alarms { alarms = mineAlarms }
    return true
  }

  open override var description: String {
    "EKReminder {title = \(title ?? "(null)"); isCompleted = \(isDone ? "YES" : "NO"); "
      + "identifier = \(calendarItemIdentifier);}"
  }
}

// MARK: - The properties as values

extension EKReminder {
  /// The properties of a reminder that can be changed.
  private struct Properties: Equatable, Sendable {
    var title: String?
    var notes: String?
    var location: String?
    var url: URL?
    var priority = 0
    var due: DateComponents?
    var start: DateComponents?
    var timeZone: TimeZone?
    var completed: Date?
    var isDone = false
    var list: String?
    var rule: String?
    var alarms: [ReminderAlarm] = []

    func withCompletionAndList(of other: Properties) -> Properties {
      var copy = self
      (copy.completed, copy.isDone, copy.list) = (other.completed, other.isDone, other.list)
      return copy
    }

    /// Returns what `theirs` becomes by the changes that lead from `old` to these properties.
    func changes(of old: Properties, over theirs: Properties) -> Properties {
      func pick<Value: Equatable>(_ path: KeyPath<Properties, Value>) -> Value {
        self[keyPath: path] == old[keyPath: path] ? theirs[keyPath: path] : self[keyPath: path]
      }
      return Properties(
        title: pick(\.title), notes: pick(\.notes), location: pick(\.location), url: pick(\.url),
        priority: pick(\.priority), due: pick(\.due), start: pick(\.start),
        timeZone: pick(\.timeZone), completed: pick(\.completed), isDone: pick(\.isDone),
        list: pick(\.list), rule: pick(\.rule), alarms: pick(\.alarms))
    }
  }

  private var properties: Properties {
    Properties(
      title: title, notes: notes, location: location, url: url, priority: priority, due: due,
      start: start, timeZone: timeZone, completed: completed, isDone: isDone,
      list: calendar?.calendarIdentifier, rule: recurrenceRules?.first?.text,
      alarms: (alarms ?? []).map(\.reminderAlarm))
  }

  private func take(_ properties: Properties) {
    title = properties.title
    notes = properties.notes
    location = properties.location
    url = properties.url
    priority = properties.priority
    (due, start, timeZone) = (properties.due, properties.start, properties.timeZone)
    (completed, isDone) = (properties.completed, properties.isDone)
    if properties.list != calendar?.calendarIdentifier {
      calendar = properties.list.flatMap { store.calendar(withIdentifier: $0) }
    }
    if properties.rule != recurrenceRules?.first?.text {
      recurrenceRules = properties.rule.flatMap(EKRecurrenceRule.init).map { [$0] }
    }
  }

  /// Shows the reminder as the store has it.
  private func show(_ reminder: Reminder, _ list: EKCalendar?) {
    calendar = list
    title = reminder.title
    notes = reminder.notes
    location = reminder.location
    url = reminder.url.flatMap(URL.init(string:))
    priority = reminder.priorityNumber
    due = reminder.due.map(DateComponents.init)
    start = reminder.start.map(DateComponents.init)
    timeZone = start?.timeZone ?? due?.timeZone
    completed = reminder.completed?.date
    isDone = reminder.status == .completed
    recurrenceRules = reminder.recurrence.flatMap(EKRecurrenceRule.init).map { [$0] }
    let shown = (alarms ?? []).map(\.reminderAlarm.trigger)
    if alarms != nil, shown == reminder.allAlarms.map(\.trigger) {
      // The app may hold on to its alarms.
      for (alarm, stored) in zip(alarms ?? [], reminder.allAlarms) { alarm.stored = stored }
    } else {
      alarms = reminder.allAlarms.isEmpty ? nil : reminder.allAlarms.map(EKAlarm.init)
    }
    setDates(of: reminder)
    saved = properties
  }

  func didSave() {
    guard let (reminder, list) = store.reminder(calendarItemIdentifier) else { return }
    let calendar: EKCalendar? =
      self.calendar?.calendarIdentifier == list
      ? self.calendar : store.calendar(withIdentifier: list)
    show(reminder, calendar)
  }
}

// MARK: - The change to be saved

extension EKReminder {
  /// Returns the change of the store that saves this reminder.
  ///
  /// - Throws: An `EKError` for a reminder that cannot be saved.
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
    let new = properties
    let change = try change(from: saved ?? Properties(), to: new)
    guard let saved else {
      var draft = ReminderFile.Draft(title: "")
      change(&draft)
      return .add(
        draft, uid: calendarItemIdentifier, list: calendar.calendarIdentifier,
        completed: isDone ? Timestamp(completed ?? Date()) : nil)
    }
    guard new != saved else { return nil }
    let completion: ReminderChange.Completion? =
      (new.isDone, new.completed) == (saved.isDone, saved.completed)
      ? nil : new.isDone ? .completed(Timestamp(completed ?? Date())) : .incomplete
    let hasEdits = new.withCompletionAndList(of: saved) != saved
    let edit = ReminderChange.Edit(
      list: new.list == saved.list ? nil : new.list, completion: completion,
      hasEdits ? change : nil)
    return .edit(calendarItemIdentifier, edit)
  }

  /// Returns a closure that writes the properties that differ into a draft.
  private func change(
    from old: Properties, to new: Properties
  ) throws -> @Sendable (inout ReminderFile.Draft) -> Void {
    let (start, due) = try (date(new.start, in: new), date(new.due, in: new))
    let isMoved = new.timeZone != old.timeZone
    return { draft in
      if new.title != old.title { draft.title = new.title ?? "" }
      if new.notes != old.notes { draft.notes = new.notes }
      if new.priority != old.priority { draft.priorityNumber = new.priority }
      if new.url != old.url { draft.url = new.url?.absoluteString }
      if new.location != old.location { draft.location = new.location }
      if new.rule != old.rule { draft.recurrence = new.rule }
      if new.alarms != old.alarms { draft.allAlarms = new.alarms }
      if isMoved || new.start != old.start { draft.start = start?.time }
      if isMoved || new.due != old.due { draft.due = due?.time }
      draft.zone = due?.zone ?? start?.zone
    }
  }

  /// Returns a date as it is saved.
  ///
  /// - Throws: An `EKError` for components that are no date.
  private func date(
    _ components: DateComponents?, in properties: Properties
  ) throws -> (time: CalendarTime, zone: String?)? {
    guard let components else { return nil }
    guard let date = components.calendarTime(in: properties.timeZone) else {
      throw EKError(.internalFailure, "A date has no year, month or day.")
    }
    return date
  }
}
