import GeofenceBytes
import GeofenceCore

package struct ReminderAlarm: Hashable, Sendable {
  package enum Trigger: Hashable, Sendable {
    case place(LocationAlarm)
    case moment(Timestamp)
    /// The seconds from the reminder's due date, or else its start; negative before it.
    case offset(Int64)
  }

  package var trigger: Trigger
  /// The number of its VALARM among those of the VTODO, from 0; `nil` for a new alarm.
  package let number: Int?

  package init(_ trigger: Trigger, number: Int? = nil) {
    self.trigger = trigger
    self.number = number
  }

  package var place: LocationAlarm? { if case .place(let alarm) = trigger { alarm } else { nil } }

  /// Reads a VALARM at a time; `nil` for another.
  init?(timed alarm: CalendarComponent, number: Int) {
    // An alarm that depends on the Bluetooth of a car has a time in the past as a placeholder.
    if alarm["PROXIMITY"] != nil || alarm["X-APPLE-PROXIMITY"] != nil { return nil }
    guard let text = alarm.filled("TRIGGER")?.value.trimmed else { return nil }
    if let moment = CalendarTime.local(text) {
      self.init(.moment(moment), number: number)
    } else if let duration = CalendarDuration(text) {
      self.init(
        .offset(duration.days * CivilDate.dayLength / 1000 + duration.seconds), number: number)
    } else {
      return nil
    }
  }
}
