import CLibrary

/// The standard input, output and error, in whatever state the parent left them.
package enum StandardStreams {
  /// Fills the standard streams that the parent has closed. After this, no file that is opened
  /// takes the place of a closed stream; reading or writing that stream fails.
  package static func hold() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number is taken, which is `descriptor`.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
