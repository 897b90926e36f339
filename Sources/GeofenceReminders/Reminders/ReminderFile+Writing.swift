import GeofenceBytes

extension ReminderFile {
  /// Changes the file at `path` while its other writers wait, from reading it to writing it.
  ///
  /// The file is not written if `change` leaves it as it is, or throws. `WholeFile` says which of
  /// its properties are kept.
  ///
  /// - Parameters:
  ///   - orNew: True to treat a missing file as one without reminders.
  ///   - removingEmpty: True to remove a file in which nothing is left.
  ///   - interrupted: A closure that is called when a signal arrives during the wait; true ends it.
  package static func update(
    path: String, orNew: Bool = false, removingEmpty: Bool = false,
    interrupted: @escaping @Sendable () -> Bool = { false },
    _ change: (inout ReminderFile) throws -> Void
  ) throws {
    // A missing file is reported as a missing input, before it would fail as an output.
    if !orNew { _ = try ByteSource(path: path) }
    let claimed = try WholeFile(claiming: path, interrupted: interrupted)
    var file =
      try orNew && claimed.isStream ? ReminderFile(newAt: path) : read(path: path, orNew: orNew)
    try change(&file)
    if removingEmpty, file.isEmpty {
      try claimed.remove()
    } else if file.bytes != file.original {
      try claimed.commit(file.bytes)
    }
  }

  var isEmpty: Bool {
    calendars.allSatisfy { calendar in calendar.components.allSatisfy { $0.name == "VTIMEZONE" } }
  }
}
