import Foundation
import Synchronization

/// Shows the process's jobs to `AppExecutor`, in the best way that this toolchain compiles.
///
/// The calling constructor runs before `main`. The variable lets the tests try the other way where both are there.
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

  /// Whether this runtime shows a `Task.yield()` and a `Task.sleep`, as the first run has found;
  /// `nil` before.
  static var isExact: Bool? { exactness.withLock { $0 } }

  /// Tries it, once in a process, in a task of the run that has begun.
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
  /// Whether runs are exact: this runtime shows to the library a `Task.yield()` and a `Task.sleep` of the
  /// app, so that the device waits for both.
  ///
  /// The first run of a process tries it; false before. `tryExactness()` makes one.
  public static var isExact: Bool { AppExecutor.isExact ?? false }

  /// Finds out whether runs are exact, for tests that rely on it.
  public static func tryExactness() async -> Bool {
    if AppExecutor.isExact == nil { await run { _ in } }
    return isExact
  }

  /// Says once in a process that runs are not exact.
  func sayWhetherExact() {
    guard !Self.isExact, Self.saysNotExact.exchange(false, ordering: .relaxed) else { return }
    SimulationIssue(
      .warning, Self.inexactness,
      help: "the page Determinism says what is waited for; SimulatedDevice.isExact lets a test ask"
    ).report()
  }

  private static let saysNotExact = Atomic(true)

  static let inexactness =
    "runs are not exact: this runtime does not show every yield and sleep of the app, and the device "
    + "moves on without them"
}
