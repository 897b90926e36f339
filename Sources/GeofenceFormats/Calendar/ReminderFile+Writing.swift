extension ReminderFile {
  /// Changes the file at `path` while no other writer may: they wait from its reading to its writing.
  ///
  /// A file that `change` leaves as it is, or that it throws on, is not written. See `WholeFile` for
  /// what stays of the old one.
  ///
  /// - Parameters:
  ///   - orNew: whether a file that is not there is taken as one without reminders.
  ///   - interrupted: asked when a signal arrives during the wait.
  /// - Returns: what `change` returns.
  /// - Throws: an error when the file cannot be read or written, and what `change` throws.
  public static func update<Result>(
    path: String, orNew: Bool = false, interrupted: () -> Bool = { false },
    _ change: (inout ReminderFile) throws -> Result
  ) throws -> Result {
    // What is not there is an input that is missing, before it is an output.
    if !orNew { _ = try ByteSource(path: path, interrupted: { false }) }
    let claimed = try WholeFile(claiming: path, interrupted: interrupted)
    var file = try read(path: path, orNew: orNew)
    let result = try change(&file)
    if file.bytes != file.original { try claimed.commit(file.bytes) }
    return result
  }
}
