#if canImport(Glibc) && compiler(<6.4)
  import Glibc
  @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

  /// Installs executors that show every job of the process to `AppExecutor`.
  ///
  /// They pass the jobs that it does not take to the platform's executors.
  ///
  /// `Task.yield()` and `Task.sleep` of this toolchain ask for the *executor* and bypass
  /// `swift_task_enqueueGlobal_hook`, so that the executors themselves have to be replaced.
  func installExecutors() { _createExecutors(factory: ObservedExecutors.self) }

  private struct ObservedExecutors: ExecutorFactory {
    static var mainExecutor: any MainExecutor {
      ObservedMainExecutor(PlatformExecutorFactory.mainExecutor)
    }
    static var defaultExecutor: any TaskExecutor {
      ObservedDefaultExecutor(PlatformExecutorFactory.defaultExecutor)
    }
  }

  private protocol ObservedExecutor: SchedulingExecutor {
    var platform: any Executor { get }
    var identity: UnownedSerialExecutor { get }
  }

  extension ObservedExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      if !AppExecutor.take(job, on: identity) { platform.enqueue(ExecutorJob(job)) }
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      enqueue(job, at: clock.now.advanced(by: delay), tolerance: tolerance, clock: clock)
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      let job = UnownedJob(job)
      if let left = clock.now.duration(to: instant) as? Duration,
        AppExecutor.takeSleep(job, for: left, on: identity)
      {
        return
      }
      guard let scheduler = platform as? any SchedulingExecutor else {
        preconditionFailure("the platform's executors schedule jobs")
      }
      scheduler.enqueue(ExecutorJob(job), at: instant, tolerance: tolerance, clock: clock)
    }
  }

  private final class ObservedDefaultExecutor: TaskExecutor, ObservedExecutor {
    let platform: any Executor

    init(_ platform: any TaskExecutor) { self.platform = platform }

    var identity: UnownedSerialExecutor { Runtime.genericExecutor }
  }

  private final class ObservedMainExecutor: MainExecutor, ObservedExecutor {
    private let main: any MainExecutor

    init(_ platform: any MainExecutor) { main = platform }

    var platform: any Executor { main }
    var identity: UnownedSerialExecutor { MainActor.sharedUnownedExecutor }

    var isMainExecutor: Bool { true }
    func checkIsolated() { main.checkIsolated() }
    func stop() { main.stop() }
    func runUntil(_ condition: () -> Bool) throws { try main.runUntil(condition) }

    /// Serves the main queue on the main thread, where an app's code may expect its blocks.
    ///
    /// The platform's own executor leaves the queue to any thread. A run loop would do, too, at
    /// four times the cost.
    func run() {
      var handle = pollfd(fd: mainQueueHandle(), events: Int16(POLLIN), revents: 0)
      while true {
        poll(&handle, 1, -1)
        var count: UInt64 = 0
        read(handle.fd, &count, MemoryLayout.size(ofValue: count))
        serveMainQueue(nil)
      }
    }
  }

  /// Returns a file descriptor that is readable when the main queue has blocks. Run loops use it.
  @_silgen_name("_dispatch_get_main_queue_handle_4CF")
  private func mainQueueHandle() -> Int32

  /// Runs the blocks that are in the main queue now. Run loops use it.
  @_silgen_name("_dispatch_main_queue_callback_4CF")
  private func serveMainQueue(_ message: UnsafeRawPointer?)
#endif
