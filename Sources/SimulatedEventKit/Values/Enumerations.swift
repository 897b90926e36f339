/// The kind of a calendar's items.
public enum EKEntityType: UInt, Sendable {
  case event, reminder
}

/// A set of kinds of items.
public struct EKEntityMask: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let event = Self(rawValue: 1)
  public static let reminder = Self(rawValue: 2)
}

/// An app's access to the events or the reminders of the person.
public enum EKAuthorizationStatus: Int, Sendable {
  case notDetermined, restricted, denied, fullAccess
  /// An access that reads nothing; people can give it for events alone, and a test for reminders,
  /// too.
  case writeOnly = 4

  @available(*, deprecated, renamed: "fullAccess")
  public static var authorized: EKAuthorizationStatus { .fullAccess }
}

/// The crossing of a location that triggers an alarm.
public enum EKAlarmProximity: Int, Sendable {
  case none, enter, leave
}

/// The form in which an alarm appears.
public enum EKAlarmType: Int, Sendable {
  case display, audio, procedure, email
}

/// The kind of a calendar.
public enum EKCalendarType: Int, Sendable {
  case local, calDAV, exchange, subscription, birthday
}

/// The kind of an account.
public enum EKSourceType: Int, Sendable {
  case local, exchange, calDAV, mobileMe, subscribed, birthdays
}

/// The priorities of a reminder that have a name.
public enum EKReminderPriority: UInt, Sendable {
  case none, high
  case medium = 5
  case low = 9
}

/// The unit of a recurrence rule.
public enum EKRecurrenceFrequency: Int, Sendable {
  case daily, weekly, monthly, yearly
}

/// A day of the week.
@frozen
public enum EKWeekday: Int, Sendable {
  case sunday = 1
  case monday, tuesday, wednesday, thursday, friday, saturday
}

/// The occurrences of an event that a change concerns.
public enum EKSpan: Int, Sendable {
  case thisEvent, futureEvents
}

/// The availability of a person during an event.
public enum EKEventAvailability: Int, Sendable {
  case notSupported = -1
  case busy, free, tentative, unavailable
}

/// The status of an event.
public enum EKEventStatus: Int, Sendable {
  case none, confirmed, tentative, canceled
}

/// The availabilities that a calendar supports.
public struct EKCalendarEventAvailabilityMask: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let busy = Self(rawValue: 1)
  public static let free = Self(rawValue: 2)
  public static let tentative = Self(rawValue: 4)
  public static let unavailable = Self(rawValue: 8)
}

/// The kind of a participant.
public enum EKParticipantType: Int, Sendable {
  case unknown, person, room, resource, group
}

/// The role of a participant.
public enum EKParticipantRole: Int, Sendable {
  case unknown, required, optional, chair, nonParticipant
}

/// The answer of a participant.
public enum EKParticipantStatus: Int, Sendable {
  case unknown, pending, accepted, declined, tentative, delegated, completed, inProcess
}

/// The delivery of an invitation to a participant.
public enum EKParticipantScheduleStatus: Int, Sendable {
  case none, pending, sent, delivered, recipientNotRecognized, noPrivileges, deliveryFailed,
    cannotDeliver, recipientNotAllowed
}
