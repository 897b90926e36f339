import GeofenceCore
import SimulatedCoreLocationStartup
import Synchronization

/// The owner of a task's code: the test of a device, or one start of its app.
///
/// Tasks inherit it. Detached tasks are known by their numbers, and what runs in no task, as a callback
/// of another library, belongs to the device of the moment.
final class AppContext: Sendable {
  private struct Owner {
    weak var device: SimulatedDevice?
    /// The app's start, counted; `nil` for the test's own code.
    var start: Int?
  }

  private let owner: Mutex<Owner>
  let isTests: Bool

  @TaskLocal static var current: AppContext?

  init(device: SimulatedDevice, start: Int?) {
    owner = Mutex(Owner(device: device, start: start))
    isTests = start == nil
  }

  /// The device, until its run has ended.
  var run: SimulatedDevice? { owner.withLock { $0.device }.flatMap { $0.hasEnded ? nil : $0 } }

  /// The device, until its run or this start of the app is over: what is done later has no effect.
  var device: SimulatedDevice? {
    let (device, start) = owner.withLock { ($0.device, $0.start) }
    return device.flatMap { $0.isOver(start: start) ? nil : $0 }
  }

  /// Belongs to the app that runs on `device` from now on, if its own run has ended.
  ///
  /// A singleton's task that has listened since an earlier run is the app's in the run that it hears in.
  func goOn(on device: SimulatedDevice) {
    guard !isTests, run == nil else { return }
    let start = device.app.withLock { $0.starts }
    owner.withLock { $0 = Owner(device: device, start: start) }
  }
}

extension SimulatedDevice {
  /// Where a call into the library ends up.
  enum Callee {
    case device(SimulatedDevice)
    /// The app that calls was terminated, or its run has ended.
    case nobody
    case outside
  }

  static var callee: Callee {
    scl_concerns_runs()
    if let context = AppContext.current { return context.device.map { .device($0) } ?? .nobody }
    return AppExecutor.device.map { .device($0) } ?? .outside
  }

  /// The device that a call of the app goes to.
  ///
  /// - Returns: `nil` where there is none; outside of every run that is a mistake, which is reported.
  static func called(_ call: @autoclosure () -> String) -> SimulatedDevice? {
    switch callee {
    case .device(let device): return device
    case .nobody: return nil
    case .outside:
      SimulationIssue(
        .error, "\(call()) was called outside of SimulatedDevice.run",
        help: "call it in the body of SimulatedDevice.run, or in what that starts", place: .caller
      ).report()
      return nil
    }
  }
}

/// The process that a singleton is made for, where the calling code is of a run.
@_cdecl("simulated_core_location_process")
func currentProcess() -> SCLProcess {
  guard AppExecutor.isRunning, let context = AppExecutor.appContext, let device = context.device
  else { return SCLProcess(run: 0, start: 0, is_app: false) }
  return SCLProcess(
    run: device.number, start: UInt64(device.app.withLock { $0.terminations }),
    is_app: !context.isTests)
}
