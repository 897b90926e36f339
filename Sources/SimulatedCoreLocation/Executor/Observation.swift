import SimulatedCoreLocationStartup
import Synchronization

/// Shows the process's jobs to `AppExecutor`, in the best way that this toolchain compiles.
///
/// A constructor calls this function before `main`. The environment variable lets the tests try the
/// hooks if the executors are available, too.
@_cdecl("simulated_core_location_observe_executors")
func observeExecutors() {
  #if canImport(Glibc) && compiler(<6.4)
    let wish = getenv("SIMULATED_CORE_LOCATION_OBSERVES").map { String(cString: $0) }
    if wish != "hooks" { return installExecutors() }
  #endif
  installHooks()
}

/// The findings about the platform, which the first run of a process makes.
enum Platform {
  private struct Findings {
    var showsJobs, asksTime, showsQueues, hasThreads: Bool
  }

  private static let findings = Mutex<Findings?>(nil)

  static var isProbed: Bool { findings.withLock { $0 != nil } }

  static var showsJobs: Bool { findings.withLock { $0?.showsJobs ?? false } }

  static var asksTime: Bool { findings.withLock { $0?.asksTime ?? false } }

  static var showsQueues: Bool { findings.withLock { $0?.showsQueues ?? false } }

  /// True if code that is not isolated to the main actor runs on another thread than the main one: the
  /// device has to see all jobs, and where they wait for the main queue.
  static var hasThreads: Bool { findings.withLock { $0?.hasThreads ?? false } }

  /// Probes the platform in a task of the run that has begun.
  static func probe() async {
    if isProbed { return }
    let (asksTime, showsQueues) = (WallClock.probe(), AppQueues.probe())
    let showsJobs = await Task.detached {
      let before = AppExecutor.jobs
      await Task.yield()
      guard AppExecutor.jobs > before else { return false }
      return await AppExecutor.showsSleep()
    }.value
    let isServedByMain = await withUnsafeContinuation { continuation in
      MainQueue.async { continuation.resume(returning: Thread.isMainThread) }
    }
    findings.withLock {
      $0 = Findings(
        showsJobs: showsJobs, asksTime: asksTime, showsQueues: showsQueues,
        hasThreads: showsJobs && showsQueues && isServedByMain)
    }
    SimulatedDevice.sayWhatRunsLack()
  }
}

extension SimulatedDevice {
  /// True if runs are exact: the device waits for a `Task.yield()` and a `Task.sleep` of the app,
  /// because this runtime shows both to the library.
  ///
  /// The first run of a process probes it; the value is false before. `tryExactness()` makes such a
  /// run.
  public static var isExact: Bool { Platform.showsJobs }

  /// True if the device waits for the blocks that the app gives to dispatch queues, and lets timers
  /// of queues and run loops fire on its clock.
  ///
  /// The first run of a process probes it; the value is false before.
  public static var watchesQueues: Bool { Platform.showsQueues }

  /// True if an app's `static let` is made anew for each run, and for each start of the app, that
  /// uses it.
  public static var renewsSingletons: Bool { scl_renews_singletons() }

  /// True if a mistake of the app or the test is reported at its own line, as in a build with debug
  /// information on Linux.
  public static let namesCallers = !SimulationIssue.Place.callers.isEmpty

  /// Returns whether runs are exact, for tests that rely on it.
  ///
  /// ```swift
  /// @Test(.enabled { await SimulatedDevice.tryExactness() }) func `the alarm rings`() async { … }
  /// ```
  public static func tryExactness() async -> Bool {
    if !Platform.isProbed { await run { _ in } }
    return isExact
  }

  fileprivate static func sayWhatRunsLack() {
    if !isExact {
      SimulationIssue(
        .warning, inexactness,
        help:
          "the page Determinism says what is waited for; SimulatedDevice.isExact lets a test ask"
      ).report()
    }
    if !simulatesDate {
      SimulationIssue(
        .warning,
        "Date() is the machine's time in the app, since this platform does not let it be "
          + "the device's",
        help: "give the app a closure that returns the time, and let the test pass device.now; "
          + "SimulatedDevice.simulatesDate lets a test ask"
      ).report()
    }
  }

  static let inexactness =
    "runs are not exact: this runtime does not show every yield and sleep of the app, and the device "
    + "moves on without them"
}
