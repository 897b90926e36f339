import Synchronization

/// The lines that one of several runs in this process wrote to standard error.
package final class Transcript: Sendable {
  private let content = Mutex<[String]>([])

  package init() {}

  package var lines: [String] { content.withLock { $0 } }

  package func add(_ lines: [String]) { content.withLock { $0 += lines } }

  /// Runs `work` and records its notes instead of printing. Precondition: all on this thread.
  package func record<Result>(_ work: () -> Result) -> Result {
    Console.$transcript.withValue(self, operation: work)
  }
}
