import CLibrary
import GeofenceBytes

package enum Console {
  package enum OutputState: Hashable {
    case open
    case closed
    case failed(String)
  }

  /// The transcript that records the notes of this task; `nil` if they go to standard error.
  @TaskLocal package static var transcript: Transcript?

  /// True if standard output is a terminal.
  package static let showsOutput = isatty(STDOUT_FILENO) == 1

  /// True if text on standard output may have colours: standard output is a terminal, and the
  /// environment does not forbid them by `NO_COLOR`.
  package static let colorsOutput = showsOutput && environmentAllowsColor

  private static var environmentAllowsColor: Bool {
    guard let value = getenv("NO_COLOR") else { return true }
    return value.pointee == 0
  }

  /// Prints lines, none of which a CI runner takes for a command.
  package static func print(_ lines: String) -> OutputState {
    write(Array("\(lines)\n".utf8))
  }

  package static func write(_ bytes: [UInt8]) -> OutputState {
    write(RunnerCommand.disarmed(bytes), to: STDOUT_FILENO)
  }

  /// Writes lines to standard error, if possible, with control characters made visible, so that no
  /// file's or option's text can steer the terminal.
  package static func note(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0).visible
    }
    if let transcript { return transcript.add(lines) }
    _ = write(Array("\(lines.joined(separator: "\n"))\n".utf8), to: STDERR_FILENO)
  }

  package static func show(_ text: String) {
    _ = write(RunnerCommand.disarmed(Array(text.utf8)), to: STDERR_FILENO)
  }

  package static func warn(_ message: String) { tell(message, severity: "warning") }

  /// Prints a message about a file, or none, with its severity: `error`, `warning` or `note`.
  package static func tell(
    _ message: String, severity: String, help: String? = nil, of source: String? = nil
  ) {
    let source = source ?? InputError.toolName
    note(InputError(source: source, problem: message, help: help).rendered(severity: severity))
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> OutputState {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno == EPIPE {
        return .closed
      } else if errno != EINTR && errno != EAGAIN {
        return .failed(String(cString: strerror(errno)))
      }
    }
    return .open
  }
}

/// The standard input, output and error, in whatever state the parent left them.
package enum StandardStreams {
  /// Opens standard streams that the parent closed, whose place no file is to take; they fail.
  package static func hold() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number is taken, which is `descriptor`.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
