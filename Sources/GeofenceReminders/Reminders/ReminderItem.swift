import GeofenceCore

/// A reminder with the properties that only an app shows.
package struct ReminderItem: Sendable {
  package var reminder: Reminder
  package let alarms: [ReminderAlarm]
  /// The text of LOCATION.
  package let location: String?
  package let modified: Timestamp?
  /// The number of the priority in iCalendar, from 0 for none; 1 is the highest, 9 the lowest.
  package let priority: Int
}

extension ReminderFile {
  /// The reminders, as an app sees them, in the order of the file.
  package var items: [ReminderItem] { rows.map(item) }

  private func item(_ row: Row) -> ReminderItem {
    let task = entries[row.entry].task
    var zones = entries[row.entry].zones
    let modified = try? zones.time("LAST-MODIFIED", of: task)
    return ReminderItem(
      reminder: row.reminder, alarms: ReminderAlarm.all(of: task), location: task.text("LOCATION"),
      modified: modified?.instant,
      priority: task.filled("PRIORITY").flatMap { Int($0.value.trimmed) } ?? 0)
  }
}
