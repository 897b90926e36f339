import GeofenceBytes
import GeofenceCommandLine
import GeofenceWriting

/// The JUnit file of a run, which never shows the results of another run.
struct JUnitFile {
  let path: String?
  private static let start = ContinuousClock.now

  func check() throws(InputError) {
    _ = Self.start
    if let path { try WholeFile.check(path) }
  }

  func write(_ report: @autoclosure () -> JUnitReport) throws(InputError) {
    guard let path else { return }
    var report = report()
    report.duration = Interval(ContinuousClock.now - Self.start)
    try WholeFile.write(report.text.utf8, to: path)
  }

  /// Reports that `failure` ended a command, unless it is that this file cannot be written.
  ///
  /// - Parameter finished: the reports on what was done before.
  fileprivate func write(
    _ failure: InputError, ending command: String, after finished: [JUnitReport] = []
  ) {
    guard let path, failure.source != path || ![.creating, .writing].contains(failure.kind) else {
      return
    }
    var end = JUnitReport(failure, ending: command)
    end.duration = Interval(ContinuousClock.now - Self.start)
    do {
      try WholeFile.write(JUnitReport.text(of: finished + [end]).utf8, to: path)
    } catch {
      Console.note(error.description)
    }
  }
}

extension Command {
  /// Runs a command, and reports an error that ends it, also in the JUnit file, if any.
  ///
  /// - Parameter finished: the reports on what was done before such an end.
  static func concluding(
    _ command: String, junit: String?, after finished: @autoclosure () -> [JUnitReport] = [],
    _ work: () throws(InputError) -> ExitStatus
  ) -> ExitStatus {
    let file = JUnitFile(path: junit)
    do throws(InputError) {
      try file.check()
      let status = try work()
      if let end = InputError(ending: status) {
        file.write(end, ending: command, after: finished())
      }
      return status
    } catch {
      Console.note(error.description)
      file.write(error, ending: command)
      return ExitStatus(error)
    }
  }
}

extension InputError {
  /// Creates the error that ended a run without results; `nil` if the run had results.
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
