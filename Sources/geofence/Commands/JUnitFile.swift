import GeofenceFormats

/// The JUnit file of a run; it never shows the results of another run.
struct JUnitFile {
  /// Where it is to be written; `nil` where none is wanted.
  let path: String?

  func write(_ report: @autoclosure () -> JUnitReport) throws(InputError) {
    guard let path else { return }
    try WholeFile.write(report().text.utf8, to: path)
  }
}

extension Command {
  /// Does what a command is for, and says what ends it: on standard error, and in the JUnit file that
  /// is wanted of it.
  ///
  /// - Parameter work: writes the JUnit file of results.
  static func concluding(
    _ command: String, junit: String? = nil, _ work: () throws(InputError) -> ExitStatus
  ) -> ExitStatus {
    do {
      if let junit { try WholeFile.check(junit) }
    } catch {
      Console.note(error.description)
      return ExitStatus(error)
    }
    let file = JUnitFile(path: junit)
    do {
      do {
        let status = try work()
        if let interruption = InputError(ending: status) {
          try file.write(JUnitReport(interruption, ending: command))
        }
        return status
      } catch {
        Console.note(error.description)
        try file.write(JUnitReport(error, ending: command))
        return ExitStatus(error)
      }
    } catch {
      Console.note(error.description)
      return ExitStatus(error)
    }
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
