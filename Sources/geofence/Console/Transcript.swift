import Synchronization

/// The lines of standard error that one of several runs in this process has said.
final class Transcript: Sendable {
  private let content = Mutex<[String]>([])

  var lines: [String] { content.withLock { $0 } }

  func add(_ lines: [String]) { content.withLock { $0 += lines } }

  /// Does some work whose notes are kept here instead of being printed.
  ///
  /// - Precondition: the work is done on this thread.
  func record<Result>(_ work: () -> Result) -> Result {
    Console.$transcript.withValue(self, operation: work)
  }
}
