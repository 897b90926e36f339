/// Shows the jobs of the process to `AppExecutor` through the runtime's hooks, for toolchains whose
/// executors cannot be replaced.
///
/// Jobs that a runtime hands to its executors without calling the hooks are not waited for.
func installHooks() {
  hook("swift_task_enqueueGlobal_hook", as: EnqueueHook.self) { job, original in
    if !AppExecutor.take(job, on: Runtime.genericExecutor) { original(job) }
  }
  hook("swift_task_enqueueMainExecutor_hook", as: EnqueueHook.self) { job, original in
    if !AppExecutor.take(job, on: MainActor.sharedUnownedExecutor) { original(job) }
  }
  hook("swift_task_enqueueGlobalWithDelay_hook", as: DelayHook.self) { delay, job, original in
    let left = Duration.nanoseconds(Int64(clamping: delay))
    if !AppExecutor.takeSleep(job, for: left, on: Runtime.genericExecutor) {
      original(delay, job)
    }
  }
  hook("swift_task_enqueueGlobalWithDeadline_hook", as: DeadlineHook.self) {
    seconds, nanoseconds, toleranceSeconds, toleranceNanoseconds, clock, job, original in
    var now = timespec()
    clock_gettime(clock == suspendingClock ? suspendingClockID : continuousClockID, &now)
    let left =
      Duration.seconds(seconds) + .nanoseconds(nanoseconds)
      - (.seconds(Int64(now.tv_sec)) + .nanoseconds(Int64(now.tv_nsec)))
    if !AppExecutor.takeSleep(job, for: left, on: Runtime.genericExecutor) {
      original(seconds, nanoseconds, toleranceSeconds, toleranceNanoseconds, clock, job)
    }
  }
}

private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
private typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void
private typealias Delay = @convention(thin) (UInt64, UnownedJob) -> Void
/// A hook that takes the nanoseconds from now until the job is due.
private typealias DelayHook = @convention(thin) (UInt64, UnownedJob, Delay) -> Void
private typealias Deadline =
  @convention(thin) (Int64, Int64, Int64, Int64, Int32, UnownedJob) ->
  Void
/// A hook that takes the seconds and nanoseconds of the deadline and of its tolerance, and the
/// number of a clock.
private typealias DeadlineHook =
  @convention(thin) (
    Int64, Int64, Int64, Int64, Int32, UnownedJob, Deadline
  ) -> Void

/// The runtime's number of `SuspendingClock`.
private let suspendingClock: Int32 = 2
#if canImport(Darwin)
  private let (suspendingClockID, continuousClockID) = (CLOCK_UPTIME_RAW, CLOCK_MONOTONIC_RAW)
#else
  private let (suspendingClockID, continuousClockID) = (CLOCK_MONOTONIC, CLOCK_BOOTTIME)
#endif

private func hook<Hook>(_ name: String, as type: Hook.Type, _ body: Hook) {
  dlsym(dlopen(nil, RTLD_LAZY), name)?.assumingMemoryBound(to: Hook?.self).pointee = body
}
