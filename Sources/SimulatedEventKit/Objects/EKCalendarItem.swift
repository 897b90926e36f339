import GeofenceReminders

/// The properties that reminders and events share.
///
/// Changes of the properties concern the object alone, until it is saved.
open class EKCalendarItem: EKObject {
  let origin: EKEventStore.Origin
  /// The reminder as it was saved or fetched last, with the identifier of its list as its list; `nil`
  /// for a new one.
  var saved: Reminder?
  open private(set) var calendarItemIdentifier: String

  open var calendar: EKCalendar!
  open var title: String!
  open var location: String?
  open var notes: String?
  open var url: URL?
  /// The time zone of dates that have none of their own; `nil` for floating dates.
  open var timeZone: TimeZone?
  open var alarms: [EKAlarm]?
  open var recurrenceRules: [EKRecurrenceRule]?

  /// The identifiers of the item elsewhere: in a file, its UID.
  open var calendarItemExternalIdentifier: String! { calendarItemIdentifier }

  @available(*, deprecated, renamed: "calendarItemIdentifier")
  open var uuid: String { calendarItemIdentifier }

  open var creationDate: Date? { saved?.created?.date }
  open var lastModifiedDate: Date? { saved?.modified?.date }

  init(_ identifier: String? = nil, in store: EKEventStore) {
    origin = store.origin
    calendarItemIdentifier = identifier ?? store.newIdentifier()
    super.init()
  }

  open var hasAlarms: Bool { alarms?.isEmpty == false }
  open var hasRecurrenceRules: Bool { recurrenceRules?.isEmpty == false }
  open var hasNotes: Bool { notes?.isEmpty == false }
  open var hasAttendees: Bool { false }
  open var attendees: [EKParticipant]? { nil }

  open func addAlarm(_ alarm: EKAlarm) { alarms = (alarms ?? []) + [alarm] }

  /// Removes an alarm: this one, or else the first equal one.
  open func removeAlarm(_ alarm: EKAlarm) {
    guard var alarms else { return }
    let index = alarms.firstIndex { $0 === alarm } ?? alarms.firstIndex { $0 == alarm }
    if let index { alarms.remove(at: index) }
    self.alarms = alarms.isEmpty ? nil : alarms
  }

  /// Adds a rule; a reminder has one at most, so a second one takes the place of the first.
  open func addRecurrenceRule(_ rule: EKRecurrenceRule) { recurrenceRules = [rule] }

  open func removeRecurrenceRule(_ rule: EKRecurrenceRule) {
    guard var rules = recurrenceRules else { return }
    let index = rules.firstIndex { $0 === rule } ?? rules.firstIndex { $0 == rule }
    if let index { rules.remove(at: index) }
    recurrenceRules = rules.isEmpty ? nil : rules
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? EKCalendarItem else { return false }
    return type(of: self) == type(of: other)
      && calendarItemIdentifier == other.calendarItemIdentifier
  }

  open override var hash: Int { calendarItemIdentifier.hashValue }
}
