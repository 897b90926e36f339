import GeofenceFormats

/// The JUnit file of a run; it never shows the results of another run.
struct JUnitFile {
  /// Where it is to be written; `nil` where none is wanted.
  let path: String?

  /// - Throws: an error when it could not be written; nothing is touched.
  func check() throws(InputError) {
    if let path { try WholeFile.check(path) }
  }

  func write(_ report: @autoclosure () -> JUnitReport) throws(InputError) {
    if let path { try WholeFile.write(report().text.utf8, to: path) }
  }

  /// Writes that `failure` ended a command, unless it is this file that could not be written; says so
  /// where that fails, too.
  fileprivate func write(_ failure: InputError, ending command: String) {
    guard failure.kind != .writing || failure.source != path else { return }
    do {
      try write(JUnitReport(failure, ending: command))
    } catch {
      Console.note(error.description)
    }
  }
}

extension Command {
  /// Does what a command is for, and says what ends it: on standard error, and in the JUnit file that
  /// is wanted of it.
  ///
  /// - Parameter work: writes the JUnit file of results.
  static func concluding(
    _ command: String, junit: String?, _ work: () throws(InputError) -> ExitStatus
  ) -> ExitStatus {
    let file = JUnitFile(path: junit)
    do {
      try file.check()
    } catch {
      return .telling(error)
    }
    do {
      let status = try work()
      if let end = InputError(ending: status) { file.write(end, ending: command) }
      return status
    } catch {
      defer { file.write(error, ending: command) }
      return .telling(error)
    }
  }
}

extension ExitStatus {
  /// Says what is wrong on standard error.
  fileprivate static func telling(_ error: InputError) -> ExitStatus {
    Console.note(error.description)
    return ExitStatus(error)
  }
}

extension InputError {
  /// What ended a run that gave no results; `nil` where it gave some.
  fileprivate init?(ending status: ExitStatus) {
    switch status {
    case .interrupted:
      self.init(kind: .interruption, source: "geofence", problem: "interrupted")
    case .inputOutput:
      self.init(kind: .writing, source: "<stdout>", problem: "cannot be written")
    default: return nil
    }
  }
}
