/// An event, which exists for code that has events beside reminders; none is saved or fetched.
open class EKEvent: EKCalendarItem {
  open var isAllDay = false
  open var startDate: Date!
  open var endDate: Date!
  open var availability = EKEventAvailability.notSupported
  open var structuredLocation: EKStructuredLocation?

  public init(eventStore: EKEventStore) { super.init(in: eventStore) }

  open var eventIdentifier: String! { calendarItemIdentifier }
  open var organizer: EKParticipant? { nil }
  open var status: EKEventStatus { .none }
  open var isDetached: Bool { false }
  open var occurrenceDate: Date! { startDate }
  open var birthdayContactIdentifier: String? { nil }

  @available(*, deprecated, message: "Use birthdayContactIdentifier")
  open var birthdayPersonID: Int { -1 }

  open override var isNew: Bool { true }
  open override var hasChanges: Bool { true }

  /// Compares the start dates; an event without one is the earlier.
  open func compareStartDate(with other: EKEvent) -> ComparisonResult {
    (startDate ?? .distantPast).compare(other.startDate ?? .distantPast)
  }
}

/// A participant of an event; no reminder has one, so none is ever made.
open class EKParticipant: EKObject {
  open var url: URL { URL(fileURLWithPath: "/") }
  open var name: String? { nil }
  open var participantStatus: EKParticipantStatus { .unknown }
  open var participantRole: EKParticipantRole { .unknown }
  open var participantType: EKParticipantType { .unknown }
  open var isCurrentUser: Bool { false }
  open var contactPredicate: NSPredicate { NSPredicate(value: false) }

  override init() { super.init() }
}
