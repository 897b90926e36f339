import SimulatedCoreLocationStartup

/// The main dispatch queue, for the simulation's own blocks: `AppQueues` does not count them.
enum MainQueue {
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  static func async(after delay: Duration = .zero, _ body: @escaping @Sendable () -> Void) {
    let nanoseconds = Int64(min(delay, .seconds(1 << 30)) / .nanoseconds(1))
    scl_submit_main(nanoseconds, Unmanaged.passRetained(Work(body)).toOpaque()) { pointer in
      guard let pointer else { return }
      Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
    }
  }
}
