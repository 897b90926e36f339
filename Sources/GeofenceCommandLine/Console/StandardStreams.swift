import CLibrary

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
