#if canImport(Glibc) && compiler(>=6.3) && compiler(<6.4)
  import Glibc
  @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

  /// Shows every job of the process to `AppExecutor`, and passes on what it does not take.
  ///
  /// This toolchain's `Task.yield()` and `Task.sleep` ask for the *executor* and go around
  /// `swift_task_enqueueGlobal_hook`, so the executors themselves are put in place.
  @_cdecl("simulated_core_location_observe_executors")
  func observeExecutors() {
    _createExecutors(factory: ObservedExecutors.self)
  }

  private struct ObservedExecutors: ExecutorFactory {
    static var mainExecutor: any MainExecutor {
      ObservedMainExecutor(PlatformExecutorFactory.mainExecutor)
    }
    static var defaultExecutor: any TaskExecutor {
      ObservedDefaultExecutor(PlatformExecutorFactory.defaultExecutor)
    }
  }

  private final class ObservedDefaultExecutor: TaskExecutor, SchedulingExecutor {
    let platform: any TaskExecutor

    init(_ platform: any TaskExecutor) { self.platform = platform }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      if !AppExecutor.take(job, on: Runtime.genericExecutor) {
        platform.enqueue(ExecutorJob(job))
      }
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
      if takesSleep(job, at: instant, clock, on: Runtime.genericExecutor) { return }
      pass(job, to: platform, at: instant, tolerance, clock)
    }
  }

  private final class ObservedMainExecutor: MainExecutor, SchedulingExecutor {
    let platform: any MainExecutor

    init(_ platform: any MainExecutor) { self.platform = platform }

    var isMainExecutor: Bool { true }
    func checkIsolated() { platform.checkIsolated() }
    func stop() { platform.stop() }
    func runUntil(_ condition: () -> Bool) throws { try platform.runUntil(condition) }

    /// Serves the main queue on the main thread, where an app's code may look for it; the platform's
    /// own executor leaves it to any thread. A run loop would do, too, at four times the cost.
    func run() {
      var handle = pollfd(fd: mainQueueHandle(), events: Int16(POLLIN), revents: 0)
      while true {
        poll(&handle, 1, -1)
        var count: UInt64 = 0
        read(handle.fd, &count, MemoryLayout.size(ofValue: count))
        serveMainQueue(nil)
      }
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      if !AppExecutor.take(job, on: MainActor.sharedUnownedExecutor) {
        platform.enqueue(ExecutorJob(job))
      }
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
      if takesSleep(job, at: instant, clock, on: MainActor.sharedUnownedExecutor) { return }
      pass(job, to: platform, at: instant, tolerance, clock)
    }
  }

  /// Readable when there are blocks in the main queue. Run loops use it.
  @_silgen_name("_dispatch_get_main_queue_handle_4CF")
  private func mainQueueHandle() -> Int32

  /// Runs the blocks that are in the main queue now. Run loops use it.
  @_silgen_name("_dispatch_main_queue_callback_4CF")
  private func serveMainQueue(_ message: UnsafeRawPointer?)

  private func takesSleep<C: Clock>(
    _ job: UnownedJob, at instant: C.Instant, _ clock: C, on executor: UnownedSerialExecutor
  ) -> Bool {
    guard let duration = clock.now.duration(to: instant) as? Duration else { return false }
    return AppExecutor.takeSleep(job, until: duration, now: .zero, on: executor)
  }

  private func pass<C: Clock>(
    _ job: UnownedJob, to platform: any Executor, at instant: C.Instant,
    _ tolerance: C.Duration?, _ clock: C
  ) {
    guard let scheduler = platform as? any SchedulingExecutor else {
      preconditionFailure("the platform's executors schedule jobs")
    }
    scheduler.enqueue(ExecutorJob(job), at: instant, tolerance: tolerance, clock: clock)
  }
#endif
