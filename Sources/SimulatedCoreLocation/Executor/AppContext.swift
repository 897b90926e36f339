import SimulatedCoreLocationStartup
import Synchronization

/// The owner of a task's code: the test of a device, or one start of its app.
///
/// Tasks inherit the context. Detached tasks are known by their numbers, and code that runs in no
/// task, like a callback of another library, belongs to the device that is simulated now.
final class AppContext: Sendable {
  private struct Owner {
    weak var device: SimulatedDevice?
    var start: Int?
  }

  private let owner: Mutex<Owner>
  let isTests: Bool

  @TaskLocal static var current: AppContext?

  init(device: SimulatedDevice, start: Int?) {
    owner = Mutex(Owner(device: device, start: start))
    isTests = start == nil
  }

  /// The device; `nil` once its run has ended.
  var run: SimulatedDevice? { owner.withLock { $0.device }.flatMap { $0.hasEnded ? nil : $0 } }

  /// The device; `nil` once its run or this start of the app is over: later calls have no effect.
  var device: SimulatedDevice? {
    let (device, start) = owner.withLock { ($0.device, $0.start) }
    return device.flatMap { $0.isOver(start: start) ? nil : $0 }
  }

  /// Calls `wake` when the device's clock has moved on by `duration`.
  func sleep(for duration: Duration, _ wake: @escaping @Sendable () -> Void) {
    run?.sleep(Sleeper(duration: duration, isTests: isTests, wake: wake))
  }

  /// Moves the context to the app that runs on `device` now, if the context's own run has ended.
  ///
  /// A singleton's task that has listened since an earlier run belongs to the app of the run in
  /// which it receives something.
  func goOn(on device: SimulatedDevice) {
    guard !isTests, run == nil else { return }
    let start = device.life.withLock { $0.starts }
    owner.withLock { $0 = Owner(device: device, start: start) }
  }
}

extension SimulatedDevice {
  /// The device that a call of the app goes to; `nil` outside of every run, or if the calling app
  /// was terminated, or its run has ended.
  static var callee: SimulatedDevice? {
    scl_concerns_runs()
    if let context = AppContext.current { return context.device }
    return AppExecutor.device
  }

  /// Returns the device that a call of the app goes to.
  ///
  /// - Returns: `nil` if there is none; a call outside of every run is a mistake, which is
  ///   reported.
  package static func called(_ call: @autoclosure () -> String) -> SimulatedDevice? {
    if let callee { return callee }
    if AppContext.current == nil {
      SimulationIssue(
        .error, "\(call()) was called outside of SimulatedDevice.run",
        help: "call it in the body of SimulatedDevice.run, or in what that starts", place: .caller
      ).report()
    }
    return nil
  }

  /// Notes that the running code makes an object of this run. A singleton that is first touched by
  /// this code belongs to the run, too.
  package static func noteConcernOfRuns() { scl_concerns_runs() }
}

/// Returns the process that a singleton is made for, if the calling code belongs to a run.
@_cdecl("simulated_core_location_process")
func currentProcess() -> SCLProcess {
  guard AppExecutor.isRunning, let context = AppExecutor.appContext, let device = context.device
  else { return SCLProcess(run: 0, start: 0, is_app: false) }
  return SCLProcess(
    run: device.number, start: UInt64(device.life.withLock { $0.terminations }),
    is_app: !context.isTests)
}
