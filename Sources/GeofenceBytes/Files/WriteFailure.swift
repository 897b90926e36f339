private import CLibrary

/// A refusal to write a file, by the system or by a rule of `WholeFile`.
package struct WriteFailure: Error {
  package let reason: String
  package var help: String?
  /// True if the only reason is that the user asked to stop.
  package var isInterruption = false
  /// True if just the reader of a pipe closed it.
  package var isClosing = false

  package init(_ reason: String, help: String? = nil) {
    self.reason = reason
    self.help = help
  }

  package static var ofSystem: WriteFailure {
    let code = errno
    var failure = WriteFailure(String(cString: strerror(code)))
    failure.isClosing = code == EPIPE
    return failure
  }

  package static var interruption: WriteFailure {
    var failure = WriteFailure("interrupted")
    failure.isInterruption = true
    return failure
  }

  package func error(of path: String, kind: InputError.Kind = .writing) -> InputError {
    InputError(
      kind: isInterruption ? .interruption : kind, source: path,
      problem: isInterruption
        ? "interrupted before it was written" : "cannot be written: \(reason)", help: help)
  }
}
