import SimulatedCoreLocationStartup
import Synchronization

/// The time as the app's code reads it: `Date()`, `time` and their like give the device's time there,
/// clocks that count on from some moment what has passed on it, and the machine's everywhere else.
enum WallClock {
  /// True if every reading is answered with the time of a probe.
  private static let isProbing = Atomic(false)
  private static let probedTime: Int64 = 86_400_000

  private static let mainThreadCalls = Atomic(0)
  private static let mainQueueKey: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  /// True while code of a run holds the main thread, or the thread that serves the main queue, which
  /// may be another one.
  static var holdsMainThread: Bool { mainThreadCalls.load(ordering: .relaxed) > 0 }

  /// Calls `body`, which may be code of the app, on a thread that is marked for it.
  static func ofRun(_ body: () -> Void) {
    let before = scl_mark_thread(true)
    let isMain = Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueueKey) != nil
    if isMain { mainThreadCalls.wrappingAdd(1, ordering: .relaxed) }
    body()
    if isMain { mainThreadCalls.wrappingSubtract(1, ordering: .relaxed) }
    _ = scl_mark_thread(before)
    AppExecutor.device?.nameEarlyReading()
  }

  /// Calls `body`, which is no code of the app, with the machine's time.
  static func outsideOfRun<R>(_ body: () -> R) -> R {
    let before = scl_mark_thread(false)
    defer { _ = scl_mark_thread(before) }
    return body()
  }

  /// What the machine's clock shows, whoever asks.
  static var machineTime: ContinuousClock.Instant { outsideOfRun { ContinuousClock.now } }

  /// Returns whether `Date()` asks here in the app's code.
  static func probe() -> Bool {
    isProbing.store(true, ordering: .releasing)
    var date = Date.distantPast
    ofRun { date = Date() }
    isProbing.store(false, ordering: .releasing)
    return date.timeIntervalSince1970 * 1000 == Double(probedTime)
  }

  /// Returns the device's time in milliseconds since 1970 if the calling code is the app's.
  ///
  /// - Parameter isFoundations: Whether Foundation reads the time for itself.
  fileprivate static func time(isFoundations: Bool) -> Int64? {
    if isProbing.load(ordering: .acquiring) { return probedTime }
    guard AppExecutor.isRunning, let context = AppExecutor.appContext, !context.isTests else {
      return nil
    }
    return context.run?.time(isShown: !isFoundations).milliseconds
  }
}

@_cdecl("simulated_core_location_uptime")
func deviceUptime(_ nanoseconds: UnsafeMutablePointer<Int64>?) -> Bool {
  guard AppExecutor.isRunning, let nanoseconds, let context = AppExecutor.appContext,
    !context.isTests, let device = context.run
  else { return false }
  nanoseconds.pointee = device.uptime.load(ordering: .relaxed)
  return true
}

@_cdecl("simulated_core_location_slept")
func noteSleep(_ nanoseconds: Int64) {
  guard AppExecutor.isRunning, let context = AppExecutor.appContext, !context.isTests else {
    return
  }
  context.run?.uptime.wrappingAdd(nanoseconds, ordering: .relaxed)
}

@_cdecl("simulated_core_location_time")
func deviceTime(_ milliseconds: UnsafeMutablePointer<Int64>?, _ isFoundations: Bool) -> Bool {
  guard let milliseconds, let time = WallClock.time(isFoundations: isFoundations) else {
    return false
  }
  milliseconds.pointee = time
  return true
}

extension SimulatedDevice {
  /// True if the app reads the device's time by `Date()`, `time`, `gettimeofday` and
  /// `clock_gettime(CLOCK_REALTIME)`, and `ContinuousClock`, `SuspendingClock`, `DispatchTime` and
  /// `systemUptime` count what passes on the device's clock, because this platform lets the library
  /// answer.
  ///
  /// The first run of a process probes it; the value is false before. The code of the test, and
  /// whatever runs beside the run, reads the machine's time in any case.
  public static var simulatesDate: Bool { Platform.asksTime }
}
