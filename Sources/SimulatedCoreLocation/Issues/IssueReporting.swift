import Foundation
import Synchronization

extension SimulationIssue {
  private struct Reporting {
    var reporter: (@Sendable (SimulationIssue) -> Void)?
    var failsAtExit = false
  }

  private static let reporting = Mutex(Reporting())

  /// Passes every issue that is reported from now on to `reporter`, which makes one of the test
  /// framework's own.
  ///
  /// `SimulatedCoreLocationTesting` does so if it is linked.
  public static func report(with reporter: @escaping @Sendable (SimulationIssue) -> Void) {
    reporting.withLock { $0.reporter = reporter }
  }

  func reportToFramework() -> Bool {
    let reporter = Self.reporting.withLock { $0.reporter }
    // The test framework stamps its events with the machine's time.
    WallClock.outsideOfRun { reporter?(self) }
    return reporter != nil
  }

  /// Prints the issue and lets the process fail at its end: the last resort for an error that no
  /// test can receive.
  func printAndFailAtExit() {
    FileHandle.standardError.write(Data("\(self)\n".utf8))
    guard severity == .error else { return }
    let isFirst = Self.reporting.withLock { state in
      defer { state.failsAtExit = true }
      return !state.failsAtExit
    }
    if isFirst { atexit { _exit(1) } }
  }

  func report() {
    if !reportToFramework() { printAndFailAtExit() }
  }
}
