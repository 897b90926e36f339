/// The parts of Swift's runtime that a job can be known by and run with.
enum Runtime {
  /// No actor's executor.
  static let genericExecutor = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)

  /// The task that runs on this thread; only to be compared and numbered.
  static var currentTask: UnsafeRawPointer? {
    withUnsafeCurrentTask { $0.map { unsafeBitCast($0, to: UnsafeRawPointer.self) } }
  }

  static func number(_ task: UnsafeRawPointer) -> UInt64 {
    jobTaskID(unsafeBitCast(task, to: UnownedJob.self))
  }

  /// The number of the task that a job goes on with, counted up through the process; 0 where it is
  /// none, as of an actor that goes on or of a task that yields.
  static func number(of job: UnownedJob) -> UInt64 { jobTaskID(job) }

  static func run(_ job: UnownedJob, _ executor: UnownedSerialExecutor) { jobRun(job, executor) }
}

@_silgen_name("swift_job_run")
private func jobRun(_ job: UnownedJob, _ executor: UnownedSerialExecutor)

@_silgen_name("swift_task_getJobTaskId")
private func jobTaskID(_ job: UnownedJob) -> UInt64
