import SimulatedCoreLocationStartup
import Synchronization

// Nobody has tried on a Mac whether `Backtrace` finds the lines of a test.
#if canImport(Runtime) && !canImport(Darwin)
  private import Runtime
#endif

/// An issue that a test should report: a mistake of the app, or something that cannot be simulated.
///
/// Its description is `file:line: error: problem` and, on a line of its own, `help: help`.
public struct SimulationIssue: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Severity: String, Hashable, Sendable {
    /// The simulation went on without something; the test may still be right.
    case warning
    /// The app, or the test, made a mistake that Core Location answers with an exception or with
    /// silence.
    case error
  }

  public var severity: Severity
  /// The problem in one clause and in the app's terms, without a full stop.
  public var problem: String
  public var help: String?
  /// The line that caused the issue, if one did; a line of the app or the test, not of the library.
  public var place: Place?

  public struct Place: Hashable, Sendable {
    public var file: String
    /// The number of the line, from 1.
    public var line: Int

    public init(file: String, line: Int) {
      self.file = file
      self.line = line
    }

    /// The places of the calls that led here, the latest first; none if the platform cannot
    /// determine them.
    static var callers: [Place] {
      #if canImport(Runtime) && !canImport(Darwin)
        guard !scl_is_like_darwin(), let trace = try? Backtrace.capture(limit: 40),
          let frames = trace.symbolicated()?.frames
        else { return [] }
        return frames.compactMap { frame in
          guard let location = frame.symbol?.sourceLocation, location.line > 0,
            !location.path.hasSuffix("<compiler-generated>"),
            // Code that a macro or the package manager generates is not the test's.
            !location.path.contains("@__swiftmacro_"), !location.path.contains(".derived/")
          else { return nil }
          return Place(file: location.path, line: location.line)
        }
      #else
        return []
      #endif
    }

    /// The place that called into the library; `nil` if the platform cannot determine it.
    static var caller: Place? {
      // The folder of the package's sources: that of this library, and of those that build on it.
      let library = String(
        #filePath.dropLast("SimulatedCoreLocation/Issues/SimulationIssue.swift".count))
      return callers.first { !$0.file.hasPrefix(library) }
    }
  }

  init(
    _ severity: Severity, _ problem: String, help: String? = nil, place: Place? = nil
  ) {
    self.severity = severity
    self.problem = problem
    self.help = help
    self.place = place
  }

  public var description: String {
    let place = place.map { "\($0.file):\($0.line): " } ?? ""
    return "\(place)\(severity.rawValue): \(problem)" + (help.map { "\nhelp: \($0)" } ?? "")
  }
}

extension SimulationIssue {
  private struct Reporting {
    var reporter: (@Sendable (SimulationIssue) -> Bool)?
    var failsAtExit = false
  }

  private static let reporting = Mutex(Reporting())

  /// Passes every issue that is reported from now on to `reporter`, which makes one of the test
  /// framework's own.
  ///
  /// The reporter returns `false` where no test is known, as in a detached task: the device then
  /// reports the issue again when the code of its test goes on.
  /// `SimulatedCoreLocationTesting` does so if it is linked.
  public static func report(with reporter: @escaping @Sendable (SimulationIssue) -> Bool) {
    reporting.withLock { $0.reporter = reporter }
  }

  /// Returns `true` if a test has received the issue.
  func reportToFramework() -> Bool {
    let reporter = Self.reporting.withLock { $0.reporter }
    // The test framework stamps its events with the machine's time.
    return WallClock.outsideOfRun { reporter?(self) } ?? false
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

  /// Prints the issue and ends the process: nothing else could go on.
  func printAndExit() -> Never {
    fflush(nil)
    FileHandle.standardError.write(Data("\(self)\n".utf8))
    _exit(1)
  }
}
