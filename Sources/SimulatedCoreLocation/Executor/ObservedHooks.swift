import Foundation

/// Shows the jobs of the process to `AppExecutor` through the runtime's hooks, where the executors
/// themselves cannot be put in place.
///
/// What a runtime hands to its executors without asking the hooks is not waited for.
func installHooks() {
  hook("swift_task_enqueueGlobal_hook", as: EnqueueHook.self) { job, original in
    if !AppExecutor.take(job, on: Runtime.genericExecutor) { original(job) }
  }
  hook("swift_task_enqueueMainExecutor_hook", as: EnqueueHook.self) { job, original in
    if !AppExecutor.take(job, on: MainActor.sharedUnownedExecutor) { original(job) }
  }
  hook("swift_task_enqueueGlobalWithDelay_hook", as: DelayHook.self) { delay, job, original in
    let end = Duration.nanoseconds(Int64(clamping: delay))
    if !AppExecutor.takeSleep(job, until: end, now: .zero, on: Runtime.genericExecutor) {
      original(delay, job)
    }
  }
  hook("swift_task_enqueueGlobalWithDeadline_hook", as: DeadlineHook.self) {
    seconds, nanoseconds, toleranceSeconds, toleranceNanoseconds, clock, job, original in
    var now = timespec()
    clock_gettime(clock == suspendingClock ? suspendingClockID : continuousClockID, &now)
    let end = Duration.seconds(seconds) + .nanoseconds(nanoseconds)
    let start = Duration.seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
    if !AppExecutor.takeSleep(job, until: end, now: start, on: Runtime.genericExecutor) {
      original(seconds, nanoseconds, toleranceSeconds, toleranceNanoseconds, clock, job)
    }
  }
}

private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
private typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void
private typealias Delay = @convention(thin) (UInt64, UnownedJob) -> Void
/// Nanoseconds from now.
private typealias DelayHook = @convention(thin) (UInt64, UnownedJob, Delay) -> Void
private typealias Deadline =
  @convention(thin) (Int64, Int64, Int64, Int64, Int32, UnownedJob) ->
  Void
/// Seconds and nanoseconds of the deadline and of its tolerance, and the number of a clock.
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
