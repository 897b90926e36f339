/// The kind of a calendar's items.
public enum EKEntityType: UInt, Sendable {
  case event = 0
  case reminder = 1
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
  case notDetermined = 0
  case restricted = 1
  case denied = 2
  case fullAccess = 3
  /// An access that reads nothing; people can give it for events alone, and a test for reminders,
  /// too.
  case writeOnly = 4

  @available(*, deprecated, renamed: "fullAccess")
  public static var authorized: EKAuthorizationStatus { .fullAccess }
}

/// The crossing of a location that triggers an alarm.
public enum EKAlarmProximity: Int, Sendable {
  case none = 0
  case enter = 1
  case leave = 2
}

/// The form in which an alarm appears.
public enum EKAlarmType: Int, Sendable {
  case display = 0
  case audio = 1
  case procedure = 2
  case email = 3
}

/// The kind of a calendar.
public enum EKCalendarType: Int, Sendable {
  case local = 0
  case calDAV = 1
  case exchange = 2
  case subscription = 3
  case birthday = 4
}

/// The kind of an account.
public enum EKSourceType: Int, Sendable {
  case local = 0
  case exchange = 1
  case calDAV = 2
  case mobileMe = 3
  case subscribed = 4
  case birthdays = 5
}

/// The priorities of a reminder that have a name.
public enum EKReminderPriority: UInt, Sendable {
  case none = 0
  case high = 1
  case medium = 5
  case low = 9
}

/// The unit of a recurrence rule.
public enum EKRecurrenceFrequency: Int, Sendable {
  case daily = 0
  case weekly = 1
  case monthly = 2
  case yearly = 3
}

/// A day of the week.
@frozen
public enum EKWeekday: Int, Sendable {
  case sunday = 1
  case monday = 2
  case tuesday = 3
  case wednesday = 4
  case thursday = 5
  case friday = 6
  case saturday = 7
}

/// The occurrences of an event that a change concerns.
public enum EKSpan: Int, Sendable {
  case thisEvent = 0
  case futureEvents = 1
}

/// The availability of a person during an event.
public enum EKEventAvailability: Int, Sendable {
  case notSupported = -1
  case busy = 0
  case free = 1
  case tentative = 2
  case unavailable = 3
}

/// The status of an event.
public enum EKEventStatus: Int, Sendable {
  case none = 0
  case confirmed = 1
  case tentative = 2
  case canceled = 3
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
  case unknown = 0
  case person = 1
  case room = 2
  case resource = 3
  case group = 4
}

/// The role of a participant.
public enum EKParticipantRole: Int, Sendable {
  case unknown = 0
  case required = 1
  case optional = 2
  case chair = 3
  case nonParticipant = 4
}

/// The answer of a participant.
public enum EKParticipantStatus: Int, Sendable {
  case unknown = 0
  case pending = 1
  case accepted = 2
  case declined = 3
  case tentative = 4
  case delegated = 5
  case completed = 6
  case inProcess = 7
}

/// The delivery of an invitation to a participant.
public enum EKParticipantScheduleStatus: Int, Sendable {
  case none = 0
  case pending = 1
  case sent = 2
  case delivered = 3
  case recipientNotRecognized = 4
  case noPrivileges = 5
  case deliveryFailed = 6
  case cannotDeliver = 7
  case recipientNotAllowed = 8
}
