import Foundation
import Synchronization

/// Shows the process's jobs to `AppExecutor`, in the best way that this toolchain compiles.
///
/// A constructor calls this function before `main`. The environment variable lets the tests try the
/// hooks if the executors are available, too.
@_cdecl("simulated_core_location_observe_executors")
func observeExecutors() {
  #if canImport(Glibc) && compiler(>=6.3) && compiler(<6.4)
    let wish = getenv("SIMULATED_CORE_LOCATION_OBSERVES").map { String(cString: $0) }
    if wish != "hooks" { return installExecutors() }
  #endif
  installHooks()
}

extension AppExecutor {
  private static let exactness = Mutex<Bool?>(nil)

  /// A Boolean value that indicates whether this runtime shows `Task.yield()` and `Task.sleep`, as
  /// the first run has found; `nil` before.
  static var isExact: Bool? { exactness.withLock { $0 } }

  /// Probes whether runs are exact, once in a process, in a task of the run that has begun.
  static func tryExactness() async {
    guard isExact == nil else { return }
    let isExact = await Task.detached {
      let before = jobs
      await Task.yield()
      guard jobs > before else { return false }
      return await showsSleep()
    }.value
    exactness.withLock { $0 = isExact }
  }
}

extension SimulatedDevice {
  /// A Boolean value that indicates whether runs are exact: the device waits for a `Task.yield()`
  /// and a `Task.sleep` of the app, because this runtime shows both to the library.
  ///
  /// The first run of a process probes it; the value is false before. `tryExactness()` makes such a
  /// run.
  public static var isExact: Bool { AppExecutor.isExact ?? false }

  /// Returns whether runs are exact, for tests that rely on it.
  ///
  /// ```swift
  /// @Test(.enabled { await SimulatedDevice.tryExactness() }) func `the alarm rings`() async { … }
  /// ```
  public static func tryExactness() async -> Bool {
    if AppExecutor.isExact == nil { await run { _ in } }
    return isExact
  }

  /// Warns once in a process, when its first run has probed the platform.
  func sayWhatRunsLack() {
    guard Self.saysLacks.exchange(false, ordering: .relaxed) else { return }
    if !Self.isExact {
      SimulationIssue(
        .warning, Self.inexactness,
        help:
          "the page Determinism says what is waited for; SimulatedDevice.isExact lets a test ask"
      ).report()
    }
    if !Self.simulatesDate {
      SimulationIssue(
        .warning,
        "Date() is the machine's time in the app, since this platform does not let it be "
          + "the device's",
        help: "give the app a closure that returns the time, and let the test pass device.now; "
          + "SimulatedDevice.simulatesDate lets a test ask"
      ).report()
    }
  }

  private static let saysLacks = Atomic(true)

  static let inexactness =
    "runs are not exact: this runtime does not show every yield and sleep of the app, and the device "
    + "moves on without them"
}
