import GeofenceCore
import SimulatedCoreLocationStartup
import Synchronization

/// Runs the app under test, one job after the other on the main thread, while a device is simulated.
///
/// A track plays the same way every time only if the device knows when the app has come to rest.
/// Tasks and actors do not tell. But whenever one of them can go on, the runtime hands a *job* to
/// the main actor's executor or to the default one, and `ObservedExecutors` shows both here first.
/// A job of the app runs in a block of the main queue instead, behind those that were ready before.
/// Therefore
///
/// - no part of the app runs beside another one, and the order is that in which the jobs became
///   ready, whatever the cores and their load: it is the same every time;
/// - what the app does on `DispatchQueue.main` stands in the same line, and what it does in queues of
///   its own is waited for (`AppQueues`);
/// - the app is at rest when a block that stands behind its jobs comes up and no job has come since.
///
/// The app's jobs are those of tasks that the test's body, the app's start or a call to a delegate
/// began, found by a task-local value or, for detached tasks, by the number of the task; what else
/// the process does (other tests) goes its own way. Not seen, and not waited for, is what runs on
/// threads of the app's own, on dispatch sources and the timers of a run loop.
enum AppExecutor {
  private struct State {
    /// The device of the moment.
    var device: SimulatedDevice?
    /// The numbers of the app's tasks.
    var tasks: Set<UInt64> = []
    /// Those of other tasks that were seen to begin during the run.
    var strangers: Set<UInt64> = []
    /// Every later task has a greater number.
    var firstTask: UInt64 = 0
    /// The task that the main queue's own blocks seem to run in: XCTest turns the run loop in one.
    var ambientTask: UnsafeRawPointer?
    /// The jobs that are ready, in that order.
    var ready: [@Sendable () -> Void] = []
    /// Whether a block of the main queue is to run them, or does.
    var isServed = false
    /// How many of the jobs that were taken have not run to their end.
    var pending = 0
    /// Jobs that have run.
    var finished = 0
    var stopwatch = Stopwatch()
    /// Whether the next sleep ends at once, and is only to be seen.
    var probesSleep = false
  }

  private static let isActive = Atomic(false)
  private static let state = Mutex(UncheckedState())

  /// Tasks are only compared.
  private struct UncheckedState: @unchecked Sendable { var value = State() }

  private static func withState<R>(_ body: (inout State) -> R) -> R where R: Sendable {
    state.withLock { body(&$0.value) }
  }

  /// The device of calling code that no context belongs to: of the app's tasks, and of what is in no task.
  static var device: SimulatedDevice? {
    let number = Runtime.currentTask.map(Runtime.number)
    let current = UInt(bitPattern: Runtime.currentTask)
    return withState { state in
      let isNobodys = number == nil || UnsafeRawPointer(bitPattern: current) == state.ambientTask
      return isNobodys || number.map { state.tasks.contains($0) } == true ? state.device : nil
    }
  }

  // MARK: a run

  /// Makes `device` the one of the moment and goes on in the calling task as the first of its jobs.
  ///
  /// - Returns: the device that was it before; to be given to `end`.
  static func begin(
    _ device: SimulatedDevice, isolation: isolated (any Actor)? = #isolation
  ) async -> SimulatedDevice? {
    let firstTask = await Task.detached { Runtime.currentTask.map(Runtime.number) ?? 0 }.value
    let task = Runtime.currentTask.map(Runtime.number) ?? 0
    let ambient = await withUnsafeContinuation { continuation in
      MainQueue.async { continuation.resume(returning: UInt(bitPattern: Runtime.currentTask)) }
    }
    let before = withState { state in
      let before = state.device
      if before == nil {
        (state.tasks, state.strangers) = ([], [])
        state.firstTask = firstTask
        state.ambientTask = UnsafeRawPointer(bitPattern: ambient)
      }
      state.device = device
      state.tasks.insert(task)
      return before
    }
    isActive.store(true, ordering: .releasing)
    // What comes next has to be a job. Only a way to the main thread surely is one: a continuation that
    // is resumed there before this thread waits for it goes on here. There it waits before.
    await MainActor.run {}
    await Task.yield()
    if before == nil { await tryExactness() }
    return before
  }

  static func end(returningTo before: SimulatedDevice?) {
    if before == nil { isActive.store(false, ordering: .releasing) }
    withState { $0.device = before }
  }

  // MARK: jobs

  /// Runs `job` behind the app's other jobs if it is one of the app's.
  static func take(_ job: UnownedJob, on executor: UnownedSerialExecutor) -> Bool {
    scl_concerns_runs()
    guard isActive.load(ordering: .acquiring), claims(job) else { return false }
    enqueue(job, on: executor)
    return true
  }

  /// Keeps `job`, which ends a sleep, until the device's clock has come to it, if it is the app's.
  ///
  /// - Parameter end: when the sleep ends on the clock `now` belongs to.
  static func takeSleep(
    _ job: UnownedJob, until end: Duration, now: Duration, on executor: UnownedSerialExecutor
  ) -> Bool {
    guard isActive.load(ordering: .acquiring), claims(job) else { return false }
    let (device, stopwatch, isProbe) = withState { state in
      defer { state.probesSleep = false }
      return (state.device, state.stopwatch, state.probesSleep)
    }
    if isProbe {
      enqueue(job, on: executor)
      return true
    }
    guard let device else { return false }
    device.sleep(
      Sleeper(
        duration: stopwatch.duration(from: end - now), isTests: AppContext.current?.isTests ?? true
      ) { enqueue(job, on: executor) })
    return true
  }

  /// Calls `wake` when the device's clock has moved on by about `duration`, which was reckoned in the
  /// current job of the app.
  static func sleep(
    _ context: AppContext, for duration: Duration, _ wake: @escaping @Sendable () -> Void
  ) {
    let stopwatch = withState { $0.stopwatch }
    context.run?.sleep(
      Sleeper(duration: stopwatch.duration(from: duration), isTests: context.isTests, wake: wake))
  }

  /// Whether a device is simulated.
  static var isRunning: Bool { isActive.load(ordering: .acquiring) }

  /// What the calling code runs in, if it is the app's or the test's.
  static var appContext: AppContext? {
    if let context = AppContext.current { return context.run == nil ? nil : context }
    guard let number = Runtime.currentTask.map(Runtime.number) else { return nil }
    return withState { $0.tasks.contains(number) ? $0.device : nil }?.appContext
  }

  static func enqueue(_ job: UnownedJob, on executor: UnownedSerialExecutor) {
    enqueue { Runtime.run(job, executor) }
  }

  /// - Parameter job: runs a job of the app.
  static func enqueue(_ job: @escaping @Sendable () -> Void) {
    let isServed = withState { state in
      state.ready.append(job)
      state.pending += 1
      defer { state.isServed = true }
      return state.isServed
    }
    if !isServed { MainQueue.async { serve() } }
  }

  /// Runs what is ready; what becomes so meanwhile stands behind the blocks that the app has put into
  /// the main queue.
  private static func serve() {
    let jobs = withState { state in
      defer { state.ready = [] }
      return state.ready
    }
    for job in jobs {
      withState { $0.stopwatch = Stopwatch() }
      job()
      withState { state in
        state.pending -= 1
        state.finished += 1
      }
    }
    let isEmpty = withState { state in
      state.isServed = !state.ready.isEmpty
      return state.ready.isEmpty
    }
    if !isEmpty { MainQueue.async { serve() } }
  }

  private static func claims(_ job: UnownedJob) -> Bool {
    let number = Runtime.number(of: job)
    let current = UInt(bitPattern: Runtime.currentTask)
    let isInApp = AppContext.current?.run != nil
    return withState { state in
      let current = UnsafeRawPointer(bitPattern: current)
      let isNobody = current == nil || current == state.ambientTask
      let isApps =
        isInApp || state.tasks.contains(number)
        || (isNobody
          ? number == 0 || number > state.firstTask && !state.strangers.contains(number)
          : current.map { state.tasks.contains(Runtime.number($0)) } ?? false)
      if isApps {
        if number != 0 { state.tasks.insert(number) }
      } else if number > state.firstTask {
        state.strangers.insert(number)
      }
      return isApps
    }
  }

  /// How many jobs of the app were taken.
  static var jobs: Int { withState { $0.finished + $0.pending } }

  /// Sleeps for a moment.
  ///
  /// - Returns: whether the sleep was seen.
  static func showsSleep() async -> Bool {
    withState { $0.probesSleep = true }
    try? await Task.sleep(for: .milliseconds(1))
    return withState { state in
      defer { state.probesSleep = false }
      return !state.probesSleep
    }
  }

  // MARK: rest

  /// Whether there is work beside the calling job.
  static var isBusy: Bool { withState { $0.pending > 1 } || !AppQueues.isIdle }

  /// How often a block must come up without a job in between: what the app put into the main queue
  /// itself may put another block there, and that one a job.
  private static let looks = 3

  /// Calls `body` on the main thread when the app has come to rest and `mayEnd` agrees.
  static func whenAtRest(
    until mayEnd: @escaping @Sendable () -> Bool = { true }, _ body: @escaping @Sendable () -> Void
  ) {
    look(0, -1, mayEnd, body)
  }

  private static func look(
    _ count: Int, _ finished: Int, _ mayEnd: @escaping @Sendable () -> Bool,
    _ body: @escaping @Sendable () -> Void
  ) {
    MainQueue.async {
      let (pending, now) = withState { ($0.pending, $0.finished) }
      guard AppQueues.isIdle else {
        return MainQueue.async(after: .microseconds(100)) { look(0, -1, mayEnd, body) }
      }
      let quiet = pending == 0 && now == finished ? count + 1 : 0
      if quiet < looks { return look(quiet, now, mayEnd, body) }
      if mayEnd() { return body() }
      // What it waits for comes from outside of the simulation, and takes its time.
      MainQueue.async(after: .milliseconds(1)) {
        look(0, -1, mayEnd, body)
      }
    }
  }
}
