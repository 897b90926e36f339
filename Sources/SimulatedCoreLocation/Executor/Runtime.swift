/// The parts of Swift's runtime that identify a job and run it.
enum Runtime {
  static let genericExecutor = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)

  /// The task that runs on this thread; the pointer is only compared and numbered.
  static var currentTask: UnsafeRawPointer? {
    withUnsafeCurrentTask { $0.map { unsafeBitCast($0, to: UnsafeRawPointer.self) } }
  }

  static func number(_ task: UnsafeRawPointer) -> UInt64 {
    jobTaskID(unsafeBitCast(task, to: UnownedJob.self))
  }

  /// Returns the number of the task that a job continues, counted up through the process.
  ///
  /// The number is 0 if the job continues no task, as when an actor goes on or a task yields.
  static func number(of job: UnownedJob) -> UInt64 { jobTaskID(job) }

  static func run(_ job: UnownedJob, _ executor: UnownedSerialExecutor) { jobRun(job, executor) }
}

@_silgen_name("swift_job_run")
private func jobRun(_ job: UnownedJob, _ executor: UnownedSerialExecutor)

@_silgen_name("swift_task_getJobTaskId")
private func jobTaskID(_ job: UnownedJob) -> UInt64
