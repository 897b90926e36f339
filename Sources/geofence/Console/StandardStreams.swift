import CLibrary

/// Standard input, output and error, whatever the parent has made of them.
enum StandardStreams {
  /// After this, no file that is opened takes the place of one that the parent has closed; reading or
  /// writing that one fails.
  static func hold() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest number that is free is taken.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
