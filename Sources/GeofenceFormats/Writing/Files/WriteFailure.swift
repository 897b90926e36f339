private import CLibrary

/// A refusal to write a file, by the system or by a rule of `WholeFile`.
struct WriteFailure: Error {
  /// One clause.
  let reason: String
  var help: String?
  /// Whether it is only that the user wishes to stop.
  var isInterruption = false
  /// Whether it is only that the reader of a pipe has closed it.
  var isClosing = false

  init(_ reason: String, help: String? = nil) {
    self.reason = reason
    self.help = help
  }

  /// Why the last call of the system failed.
  static var ofSystem: WriteFailure {
    let code = errno
    var failure = WriteFailure(String(cString: strerror(code)))
    failure.isClosing = code == EPIPE
    return failure
  }

  static var interruption: WriteFailure {
    var failure = WriteFailure("interrupted")
    failure.isInterruption = true
    return failure
  }

  /// The failure as what is said of the output at `path`.
  func error(of path: String, kind: InputError.Kind = .writing) -> InputError {
    InputError(
      kind: isInterruption ? .interruption : kind, source: path,
      problem: isInterruption
        ? "interrupted before it was written" : "cannot be written: \(reason)",
      help: help)
  }
}
