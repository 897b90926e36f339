extension ReminderFile {
  /// Replaces the file as a whole, or leaves it as it is.
  ///
  /// A symbolic link stays one, and the file keeps its permissions.
  ///
  /// - Throws: an error when the file is no longer the one that was read, or cannot be written.
  public func write(to path: String) throws(InputError) {
    guard try ByteSource.present(path)?.bytes == original else {
      throw InputError(
        source: source, problem: "the file has changed since it was read",
        help: "run the command again; nothing has been written")
    }
    try WholeFile.write(bytes, to: path)
  }
}
