import GeofenceBytes
import GeofenceCore
import GeofenceReminders

extension FuzzTarget {
  /// Reminders read and written back: what an edit does not change stays byte for byte.
  static let calendar = FuzzTarget("calendar") { input in
    let now = Timestamp(milliseconds: 1_714_546_800_000)
    let file: ReminderFile
    do {
      file = try ReminderFile(parsing: input.bytes, source: "F")
    } catch let error as InputError {
      try check(error)
      return error.description
    }
    try Violation.unless(file.bytes == input.bytes, "reading changes bytes")
    for reminder in file.reminders {
      try edited(file, reminder) { try $0.delete(reminder.uid) }
      try edited(file, reminder) { try $0.complete(reminder.uid, at: now) }
      try edited(file, reminder) {
        try $0.complete(reminder.uid, at: now, wholeSeries: true)
      }
      try edited(file, reminder) { copy in
        let title = "A, title; with\nall \\ of it"
        try copy.edit(reminder.uid, at: now) { $0.title = title }
        let titles = copy.reminders.map(\.title)
        try Violation.unless(titles.contains(title), "the titles are \(titles)")
      }
    }
    return file.reminders.map { "\($0)\n" }.joined()
  }

  /// Checks that an edit of one reminder leaves all others as they are, or is refused.
  private static func edited(
    _ file: ReminderFile, _ reminder: Reminder,
    _ change: (inout ReminderFile) throws -> Void
  ) throws {
    var copy = file
    do {
      try change(&copy)
    } catch is InputError {
      return
    }
    let again = try ReminderFile(parsing: copy.bytes, source: "F")
    try Violation.unless(again.reminders == copy.reminders, "what was written reads as another")
    // A repeating one that is completed leaves a copy of its own.
    let others = Set(file.reminders.map(\.uid)).subtracting([reminder.uid])
    let kept = { (file: ReminderFile) in file.reminders.filter { others.contains($0.uid) } }
    try Violation.unless(kept(again) == kept(file), "another reminder was changed")
  }
}
