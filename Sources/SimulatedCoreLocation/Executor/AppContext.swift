import GeofenceCore

/// Whose code a task runs: the device it belongs to, and which start of the app.
///
/// Tasks inherit it. Code that runs in no such task, a detached one or a callback of another library,
/// belongs to the device of the moment.
struct AppContext: Sendable {
  let device: SimulatedDevice
  /// The app's start, counted; `nil` for the test's own code.
  let start: Int?

  @TaskLocal static var current: AppContext?

  /// Whether the app's start, or its device, is over: what it still does has no effect.
  var isOver: Bool { device.isOver(start: start) }
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
    if let context = AppContext.current {
      return context.isOver ? .nobody : .device(context.device)
    }
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
