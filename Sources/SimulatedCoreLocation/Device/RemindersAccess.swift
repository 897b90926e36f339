/// The access of an app to the reminders of a simulated device, and what these are kept in.
package struct RemindersAccess: Hashable, Sendable {
  /// An authorization for reminders, with EventKit's numbers.
  package enum Status: Int, Sendable {
    case notDetermined, restricted, denied, fullAccess, writeOnly
  }

  package var status = Status.fullAccess
  package var answer = Status.fullAccess
  /// The iCalendar files and folders of the reminders; empty for reminders that the run alone has.
  package var paths: [String] = []
  /// The titles of the lists at the start of reminders that the run alone has.
  package var lists = ["Reminders"]

  package init() {}
}
