extension ReminderFile {
  /// Changes the file at `path` while no other writer may: they wait from its reading to its writing.
  ///
  /// A file that `change` leaves as it is, or that it throws on, is not written. See `WholeFile` for
  /// what stays of the old one.
  ///
  /// - Parameters:
  ///   - orNew: whether a file that is not there is taken as one without reminders.
  ///   - removingEmpty: whether a file in which nothing is left goes.
  ///   - interrupted: asked when a signal arrives during the wait.
  /// - Throws: an error when the file cannot be read or written, and what `change` throws.
  public static func update(
    path: String, orNew: Bool = false, removingEmpty: Bool = false,
    interrupted: @escaping @Sendable () -> Bool = { false },
    _ change: (inout ReminderFile) throws -> Void
  ) throws {
    // What is not there is an input that is missing, before it is an output.
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

  /// Whether nothing but time zones is in it.
  var isEmpty: Bool {
    calendars.allSatisfy { calendar in calendar.components.allSatisfy { $0.name == "VTIMEZONE" } }
  }
}
