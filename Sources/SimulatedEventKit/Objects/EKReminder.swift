import GeofenceBytes
import GeofenceReminders

/// A reminder of the person, as one app sees and changes it.
open class EKReminder: EKCalendarItem {
  private var isDone = false
  /// The priority, from 0 for none; 1 is the highest, 9 the lowest.
  open var priority = 0

  /// Creates a reminder, which has to get a title and a list before it is saved.
  public init(eventStore: EKEventStore) { super.init(in: eventStore) }

  init(_ reminder: Reminder, list: EKCalendar?, in store: EKEventStore) {
    super.init(reminder.identifier, in: store)
    show(reminder, list)
  }

  // MARK: dates

  /// The due date: a day without a time, a time in its time zone, or a floating time without one.
  ///
  /// Components of another calendar than the Gregorian are a mistake of the app, which fails the
  /// test: Apple's raises an exception.
  open var dueDateComponents: DateComponents? {
    didSet { check(dueDateComponents, "dueDateComponents") }
  }

  /// The date from which the reminder can be done.
  ///
  /// Components of another calendar than the Gregorian are a mistake of the app, which fails the
  /// test: Apple's raises an exception.
  open var startDateComponents: DateComponents? {
    didSet {
      check(startDateComponents, "startDateComponents")
      if let zone = startDateComponents?.timeZone { timeZone = zone }
    }
  }

  private func check(_ components: DateComponents?, _ name: String) {
    guard let calendar = components?.calendar, calendar.identifier != .gregorian else { return }
    SimulatedDevice.current?.report(
      mistake: "\(name) of the calendar \(calendar.identifier)",
      help: "take the components of Calendar(identifier: .gregorian)")
  }

  // MARK: completion

  /// True if the reminder is completed; setting it sets or removes the completion date, which is
  /// the device's time.
  open var isCompleted: Bool {
    get { isDone }
    set {
      if newValue, isDone { return }
      completionDate = newValue ? SimulatedDevice.current?.now ?? Date() : nil
    }
  }

  /// The time of the completion; setting it completes the reminder, or makes it incomplete.
  ///
  /// It can be `nil` for a reminder that another program has completed.
  open var completionDate: Date? {
    didSet { isDone = completionDate != nil }
  }

  // MARK: an object

  open override var isNew: Bool { saved == nil }

  open override var hasChanges: Bool { isNew || (try? value) != saved }

  open override func rollback() {
    if let saved { show(saved, origin.store.calendar(withIdentifier: saved.list)) }
  }

  @discardableResult
  open override func refresh() -> Bool {
    guard let theirs = origin.store.reminder(calendarItemIdentifier) else { return isNew }
    guard let saved, let mine = try? value else { return true }
    var shown = theirs
    shown.merge(mine, since: saved)
    if (mine.status, mine.completed) != (saved.status, saved.completed) {
      (shown.status, shown.completed) = (mine.status, mine.completed)
    }
    let own = mine.list == saved.list ? nil : calendar
    show(shown, own ?? origin.store.calendar(withIdentifier: theirs.list))
    self.saved = theirs
    return true
  }

  open override var description: String {
    "EKReminder {title = \(title ?? "(null)"); isCompleted = \(isDone ? "YES" : "NO"); "
      + "identifier = \(calendarItemIdentifier);}"
  }

  // MARK: - The reminder as a value

  /// The reminder as it is to be saved.
  ///
  /// A property that the app has left alone is that of the store, to the byte.
  private var value: Reminder {
    get throws {
      let old = saved ?? Reminder(uid: calendarItemIdentifier, title: "")
      var new = old
      new.list = calendar?.calendarIdentifier ?? ""
      new.title = title ?? ""
      new.notes = notes
      new.location = location
      new.priorityNumber = priority
      if url != old.shownURL { new.url = url?.absoluteString }
      let rule = recurrenceRules?.first?.text
      if rule != old.shownRule?.text { new.recurrence = rule }
      new.allAlarms = (alarms ?? []).map(\.reminderAlarm)
      new.start = try time(startDateComponents, since: old.start, in: old.shownZone)
      new.due = try time(dueDateComponents, since: old.due, in: old.shownZone)
      if isDone != (old.status == .completed) { new.status = isDone ? .completed : .incomplete }
      if completionDate != old.completed?.date {
        new.completed = completionDate.map(Timestamp.init)
      }
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
      throw EKError(.internalFailure, "A date has no year, from 0 to 9999, month or day.")
    }
    return time
  }

  /// Shows a reminder, and takes it for the one that is saved.
  private func show(_ reminder: Reminder, _ list: EKCalendar?) {
    calendar = list
    title = reminder.title
    notes = reminder.notes
    location = reminder.location
    url = reminder.shownURL
    priority = reminder.priorityNumber
    dueDateComponents = reminder.due.map(DateComponents.init)
    startDateComponents = reminder.start.map(DateComponents.init)
    timeZone = reminder.shownZone
    completionDate = reminder.completed?.date
    isDone = reminder.status == .completed
    recurrenceRules = reminder.shownRule.map { [$0] }
    let shown = (alarms ?? []).map(\.reminderAlarm.trigger)
    if alarms != nil, shown == reminder.allAlarms.map(\.trigger) {
      // The app may hold on to its alarms.
      for (alarm, stored) in zip(alarms ?? [], reminder.allAlarms) { alarm.stored = stored }
    } else {
      alarms = reminder.allAlarms.isEmpty ? nil : reminder.allAlarms.map(EKAlarm.init)
    }
    saved = reminder
    saved?.list = list?.calendarIdentifier ?? ""
  }

  func didSave() {
    guard let reminder = origin.store.reminder(calendarItemIdentifier) else { return }
    let isOfList = calendar?.calendarIdentifier == reminder.list
    show(reminder, isOfList ? calendar : origin.store.calendar(withIdentifier: reminder.list))
  }

  func change() throws -> ReminderChange? {
    if calendar == nil { throw EKError(.noCalendar, "No calendar has been set.") }
    guard title?.isEmpty == false else {
      throw EKError(.internalFailure, "No title has been set.")
    }
    guard (0...9).contains(priority) else {
      throw EKError(.priorityIsInvalid, "The priority is not between 0 and 9.")
    }
    guard !hasRecurrenceRules || dueDateComponents != nil else {
      throw EKError(.recurringReminderRequiresDueDate, "A repeating reminder must have a due date.")
    }
    guard !(alarms ?? []).contains(where: { $0.emailAddress != nil }) else {
      throw EKError(
        .reminderAlarmContainsEmailOrUrl, "Alarms of reminders cannot have an email address.")
    }
    let dates =
      [completionDate, recurrenceRules?.first?.recurrenceEnd?.endDate]
      + (alarms ?? []).map { $0.absoluteDate ?? Date(timeIntervalSince1970: $0.relativeOffset) }
    guard dates.allSatisfy({ $0?.isInCalendars ?? true }) else {
      throw EKError(.internalFailure, "A date is not in the years 0 to 9999.")
    }
    if (alarms ?? []).contains(where: \.hasIdleLocation) {
      SimulatedDevice.current?.warn(
        "an alarm with a structured location has no proximity, no geoLocation on the Earth, or a "
          + "radius that is negative or no number; it is saved without the location",
        help: "set them before the reminder is saved")
    }
    var new = try value
    guard let old = saved else {
      if isDone, new.completed == nil { new.completed = Timestamp(Date()) }
      return .add(new)
    }
    if new == old { return nil }
    let completion: ReminderChange.Completion? =
      (new.status, new.completed) == (old.status, old.completed)
      ? nil : isDone ? .completed(new.completed ?? Timestamp(Date())) : .incomplete
    var edit = ReminderChange.Edit(
      list: new.list == old.list ? nil : new.list, completion: completion)
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

extension Date {
  /// True if a calendar file can hold the date: its year has at most four digits.
  fileprivate var isInCalendars: Bool {
    (0...9999).contains(CivilDate(dayOf: Timestamp(self)).year)
  }
}

extension DateComponents {
  private static let gregorian = Calendar(identifier: .gregorian)

  /// A Gregorian calendar in UTC, in which local times are counted.
  private static let counting = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
    return calendar
  }()

  /// Creates the components of a reminder's date; a day has no time.
  init(_ time: CalendarTime) {
    let day = CivilDate(dayOf: time.local)
    self.init(
      calendar: Self.gregorian, year: Int(day.year), month: Int(day.month), day: Int(day.day))
    switch time.kind {
    case .day: return
    case .floating: break
    case .utc: timeZone = TimeZone(identifier: "UTC")
    case .zoned(let name): timeZone = TimeZone(identifier: name) ?? TimeZone(identifier: "UTC")
    }
    let seconds = Int((time.local - day.start).milliseconds / 1000)
    (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
  }

  var isDay: Bool { hour == nil && minute == nil && second == nil }

  /// Returns the date of a reminder; `nil` if the components are no date.
  ///
  /// - Parameter fallback: The zone of components that have none of their own.
  func calendarTime(in fallback: TimeZone?) -> CalendarTime? {
    var local = DateComponents(year: year, month: month, day: day)
    if year == nil || month == nil || day == nil { return nil }
    (local.hour, local.minute, local.second) = (hour, minute, second)
    guard let date = Self.counting.date(from: local), date.isInCalendars else { return nil }
    let time = Timestamp(date)
    if isDay { return CalendarTime(time, .day) }
    guard let zone = timeZone ?? fallback else { return CalendarTime(time, .floating) }
    let isUTC = ["UTC", "GMT", "Etc/UTC"].contains(zone.identifier)
    if !isUTC, let known = ZoneInfo(named: zone.identifier) {
      return CalendarTime(time, .floating).placed(in: known)
    }
    let guess = date.addingTimeInterval(-TimeInterval(zone.secondsFromGMT(for: date)))
    let instant = date.addingTimeInterval(-TimeInterval(zone.secondsFromGMT(for: guess)))
    return CalendarTime(Timestamp(instant), .utc)
  }
}
