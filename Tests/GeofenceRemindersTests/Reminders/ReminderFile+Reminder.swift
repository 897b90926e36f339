import GeofenceBytes

@testable import GeofenceReminders

extension ReminderFile {
  /// Returns the reminder of a UID, or of the unique beginning of one.
  func reminder(_ prefix: String) throws(InputError) -> Reminder { try row(prefix).reminder }
}
