import Dispatch
import GeofenceCore
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
/// - what the app does on `DispatchQueue.main` stands in the same line;
/// - the app is at rest when a block that stands behind its jobs comes up and no job has come since.
///
/// The app's jobs are those of tasks that the test's body, the app's start or a call to a delegate
/// began, found by a task-local value or, for detached tasks, by the number of the task; what else
/// the process does (other tests) goes its own way. Not seen, and not waited for, is what runs on
/// threads and dispatch queues of the app's own, on timers, and on the executors of such queues.
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
    var ready: [(job: UnownedJob, executor: UnownedSerialExecutor)] = []
    /// Whether a block of the main queue is to run them, or does.
    var isServed = false
    /// How many of the jobs that were taken have not run to their end.
    var pending = 0
    /// Jobs that have run.
    var finished = 0
    /// When the current job began to run.
    var jobStart = ContinuousClock.now
  }

  private static let isActive = Atomic(false)
  private static let state = Mutex(UncheckedState())

  /// Tasks are only compared.
  private struct UncheckedState: @unchecked Sendable { var value = State() }

  private static func withState<R>(_ body: (inout State) -> R) -> R where R: Sendable {
    state.withLock { body(&$0.value) }
  }

  static var device: SimulatedDevice? { withState { $0.device } }

  /// The number of the job that runs; `nil` while no device is simulated.
  static var turn: Int? { withState { $0.device == nil ? nil : $0.finished } }

  // MARK: a run

  /// Makes `device` the one of the moment and goes on in the calling task as the first of its jobs.
  ///
  /// - Returns: the device that was it before; to be given to `end`.
  static func begin(
    _ device: SimulatedDevice, isolation: isolated (any Actor)? = #isolation
  ) async -> SimulatedDevice? {
    let firstTask = await Task.detached { Runtime.currentTask.map(Runtime.number) ?? 0 }.value
    let task = Runtime.currentTask.map(Runtime.number) ?? 0
    return await withUnsafeContinuation { continuation in
      DispatchQueue.main.async {
        let ambient = UInt(bitPattern: Runtime.currentTask)
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
        continuation.resume(returning: before)
      }
    }
  }

  static func end(returningTo before: SimulatedDevice?) {
    if before == nil { isActive.store(false, ordering: .releasing) }
    withState { $0.device = before }
  }

  // MARK: jobs

  /// Runs `job` behind the app's other jobs if it is one of the app's.
  static func take(_ job: UnownedJob, on executor: UnownedSerialExecutor) -> Bool {
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
    let (device, jobStart) = withState { ($0.device, $0.jobStart) }
    // The deadline was computed somewhere between the job's start and now.
    let least = end - now
    let duration = Duration.roundest(from: least, to: least + (ContinuousClock.now - jobStart))
    guard let device else { return false }
    device.sleep(
      Sleeper(
        job: job, executor: executor, duration: duration,
        isTests: AppContext.current?.start == nil))
    return true
  }

  static func enqueue(_ job: UnownedJob, on executor: UnownedSerialExecutor) {
    let isServed = withState { state in
      state.ready.append((job, executor))
      state.pending += 1
      defer { state.isServed = true }
      return state.isServed
    }
    if !isServed { DispatchQueue.main.async { serve() } }
  }

  /// Runs what is ready; what becomes so meanwhile stands behind the blocks that the app has put into
  /// the main queue.
  private static func serve() {
    let jobs = withState { state in
      defer { state.ready = [] }
      return state.ready
    }
    for (job, executor) in jobs {
      withState { $0.jobStart = .now }
      Runtime.run(job, executor)
      withState { state in
        state.pending -= 1
        state.finished += 1
      }
    }
    let isEmpty = withState { state in
      state.isServed = !state.ready.isEmpty
      return state.ready.isEmpty
    }
    if !isEmpty { DispatchQueue.main.async { serve() } }
  }

  private static func claims(_ job: UnownedJob) -> Bool {
    let number = Runtime.number(of: job)
    let current = UInt(bitPattern: Runtime.currentTask)
    let isInApp = AppContext.current.map { !$0.device.hasEnded } ?? false
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

  // MARK: rest

  /// Whether there is a job beside the calling one.
  static var isBusy: Bool { withState { $0.pending > 1 } }

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
    DispatchQueue.main.async {
      let (pending, now) = withState { ($0.pending, $0.finished) }
      let quiet = pending == 0 && now == finished ? count + 1 : 0
      if quiet < looks { return look(quiet, now, mayEnd, body) }
      if mayEnd() { return body() }
      // What it waits for comes from outside of the simulation, and takes its time.
      DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(1)) {
        look(0, -1, mayEnd, body)
      }
    }
  }
}

extension Duration {
  /// The value of an interval with the fewest digits; zero only where there is no other.
  static func roundest(from least: Duration, to most: Duration) -> Duration {
    var unit = Int64(3_600_000_000)
    for factor: Int64 in [60, 60, 10, 10, 10, 10, 10, 10] {
      let count = Int64(most / .microseconds(1)) / unit
      let value = Duration.microseconds(count * unit)
      if count > 0, value >= least { return value }
      unit /= factor
    }
    return max(least, .zero)
  }
}
