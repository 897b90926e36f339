import SimulatedCoreLocationStartup

/// The parts of Swift's runtime that identify a job and run it.
enum Runtime {
  static let genericExecutor = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)

  /// Returns true if an executor is that of all code without an actor; the other one is the main actor's.
  static func isGeneric(_ executor: UnownedSerialExecutor) -> Bool {
    unsafeBitCast(executor, to: (UInt, UInt).self).0 == 0
  }

  static var currentTask: RunningTask? {
    withUnsafeCurrentTask { task in
      task.map { task in
        RunningTask(
          address: unsafeBitCast(task, to: UInt.self),
          number: jobTaskID(unsafeBitCast(task, to: UnownedJob.self)))
      }
    }
  }

  /// Returns the number of the task that a job continues, counted up through the process.
  ///
  /// The number is 0 if the job continues no task, as when an actor goes on or a task yields.
  static func number(of job: UnownedJob) -> UInt64 { jobTaskID(job) }

  static func run(_ job: UnownedJob, _ executor: UnownedSerialExecutor) { jobRun(job, executor) }
}

/// The task that runs on a thread.
struct RunningTask: Equatable, Sendable {
  fileprivate let address: UInt
  let number: UInt64
}

@_silgen_name("swift_job_run")
private func jobRun(_ job: UnownedJob, _ executor: UnownedSerialExecutor)

@_silgen_name("swift_task_getJobTaskId")
private func jobTaskID(_ job: UnownedJob) -> UInt64

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

/// The task executor that runs the structured code of an app's start behind the app's other jobs.
///
/// It needs public API alone: whatever the runtime shows, each time that code goes on, after a
/// yield too, the job is enqueued here. Tasks that the code begins with `Task {}`, and actors with
/// executors of their own, do not use it.
final class AppTaskExecutor: TaskExecutor {
  static let shared = AppTaskExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    AppExecutor.enqueue { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
