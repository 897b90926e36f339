/// Runs the structured code of an app's start behind the app's other jobs.
///
/// It needs public API alone: whatever the runtime shows, each time that code goes on, a yield
/// included, comes here. Tasks that the code begins with `Task {}`, and actors with executors of their
/// own, do not.
final class AppTaskExecutor: TaskExecutor {
  static let shared = AppTaskExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    AppExecutor.enqueue { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
