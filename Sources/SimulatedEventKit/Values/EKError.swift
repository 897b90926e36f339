/// The domain of EventKit's errors.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let EKErrorDomain = "EKErrorDomain"

/// An error of an event store, in the domain `EKErrorDomain`.
public struct EKError: SimulatedError {
  /// The codes of Apple's header in its order, whose numbers begin with 0.
  public enum Code: Int, Sendable {
    case eventNotMutable, noCalendar, noStartDate, noEndDate, datesInverted, internalFailure,
      calendarReadOnly, durationGreaterThanRecurrence, alarmGreaterThanRecurrence,
      startDateTooFarInFuture, startDateCollidesWithOtherOccurrence,
      objectBelongsToDifferentStore, invitesCannotBeMoved, invalidSpan, calendarHasNoSource,
      calendarSourceCannotBeModified, calendarIsImmutable, sourceDoesNotAllowCalendarAddDelete,
      recurringReminderRequiresDueDate, structuredLocationsNotSupported,
      reminderLocationsNotSupported, alarmProximityNotSupported, calendarDoesNotAllowEvents,
      calendarDoesNotAllowReminders, sourceDoesNotAllowReminders, sourceDoesNotAllowEvents,
      priorityIsInvalid, invalidEntityType, procedureAlarmsNotMutable, eventStoreNotAuthorized,
      osNotSupported, invalidInviteReplyCalendar, notificationsCollectionFlagNotSet,
      sourceMismatch, notificationCollectionMismatch, notificationSavedWithoutCollection,
      reminderAlarmContainsEmailOrUrl, last
  }

  public let code: Code
  private let info: ErrorInfo

  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    info = ErrorInfo(userInfo)
  }

  /// Creates an error with a text for people.
  init(_ code: Code, _ text: String) {
    self.init(code, userInfo: [NSLocalizedDescriptionKey: text])
  }

  public static var errorDomain: String { EKErrorDomain }
  public var userInfo: [String: Any] { info.values }
  public var localizedDescription: String { (self as NSError).localizedDescription }

  public static var eventNotMutable: Code { .eventNotMutable }
  public static var noCalendar: Code { .noCalendar }
  public static var noStartDate: Code { .noStartDate }
  public static var noEndDate: Code { .noEndDate }
  public static var datesInverted: Code { .datesInverted }
  public static var internalFailure: Code { .internalFailure }
  public static var calendarReadOnly: Code { .calendarReadOnly }
  public static var durationGreaterThanRecurrence: Code { .durationGreaterThanRecurrence }
  public static var alarmGreaterThanRecurrence: Code { .alarmGreaterThanRecurrence }
  public static var startDateTooFarInFuture: Code { .startDateTooFarInFuture }
  public static var startDateCollidesWithOtherOccurrence: Code {
    .startDateCollidesWithOtherOccurrence
  }
  public static var objectBelongsToDifferentStore: Code { .objectBelongsToDifferentStore }
  public static var invitesCannotBeMoved: Code { .invitesCannotBeMoved }
  public static var invalidSpan: Code { .invalidSpan }
  public static var calendarHasNoSource: Code { .calendarHasNoSource }
  public static var calendarSourceCannotBeModified: Code { .calendarSourceCannotBeModified }
  public static var calendarIsImmutable: Code { .calendarIsImmutable }
  public static var sourceDoesNotAllowCalendarAddDelete: Code {
    .sourceDoesNotAllowCalendarAddDelete
  }
  public static var recurringReminderRequiresDueDate: Code { .recurringReminderRequiresDueDate }
  public static var structuredLocationsNotSupported: Code { .structuredLocationsNotSupported }
  public static var reminderLocationsNotSupported: Code { .reminderLocationsNotSupported }
  public static var alarmProximityNotSupported: Code { .alarmProximityNotSupported }
  public static var calendarDoesNotAllowEvents: Code { .calendarDoesNotAllowEvents }
  public static var calendarDoesNotAllowReminders: Code { .calendarDoesNotAllowReminders }
  public static var sourceDoesNotAllowReminders: Code { .sourceDoesNotAllowReminders }
  public static var sourceDoesNotAllowEvents: Code { .sourceDoesNotAllowEvents }
  public static var priorityIsInvalid: Code { .priorityIsInvalid }
  public static var invalidEntityType: Code { .invalidEntityType }
  public static var procedureAlarmsNotMutable: Code { .procedureAlarmsNotMutable }
  public static var eventStoreNotAuthorized: Code { .eventStoreNotAuthorized }
  public static var osNotSupported: Code { .osNotSupported }
  public static var invalidInviteReplyCalendar: Code { .invalidInviteReplyCalendar }
  public static var notificationsCollectionFlagNotSet: Code { .notificationsCollectionFlagNotSet }
  public static var sourceMismatch: Code { .sourceMismatch }
  public static var notificationCollectionMismatch: Code { .notificationCollectionMismatch }
  public static var notificationSavedWithoutCollection: Code { .notificationSavedWithoutCollection }
  public static var reminderAlarmContainsEmailOrUrl: Code { .reminderAlarmContainsEmailOrUrl }
  public static var last: Code { .last }
}

/// The codes under the name that they have in Objective-C.
public typealias EKErrorCode = EKError.Code

#if !canImport(Darwin)
  extension EKError: _ObjectiveCBridgeable {}
#endif

extension EKError.Code {
  /// Returns whether an error has this code, so that `catch EKError.noCalendar` matches.
  public static func ~= (code: Self, error: any Error) -> Bool {
    (error as? EKError)?.code == code
  }
}
