import SimulatedCoreLocationStartup
import Synchronization

/// An executor that runs the app under test, one job after the other, while a device is simulated:
/// those of the main actor on the main thread, all others on a second one (`AppThread`).
///
/// A track plays the same way every time only if the device knows when the app has come to rest.
/// Tasks and actors do not say so. But whenever one of them can go on, the runtime hands a *job* to
/// the main actor's executor or to the default one, and `ObservedExecutors` shows both here first.
/// A job of the app runs in a block of the main queue instead, or while such a block waits for it,
/// behind the jobs that were ready before. Therefore
///
/// - no part of the app runs beside another one, and the order is that in which the jobs became
///   ready, whatever the cores and their load are: it is the same every time;
/// - the blocks that the app gives to `DispatchQueue.main` stand in the same line, and the device
///   waits for those that it gives to queues of its own (`AppQueues`);
/// - the app is at rest when a block that stands behind its jobs runs and no job has been added
///   since.
///
/// The app's jobs are those of tasks that the test's body, the app's start or a call to a delegate
/// began. They are found by a task-local value or, for detached tasks, by the number of the task;
/// other code of the process (other tests) runs as usual. Code on threads of the app's own and on
/// dispatch sources other than timers is not seen, and not waited for.
enum AppExecutor {
  /// What takes its turn: a job, or a thread whose job waits for something and looks whether it can
  /// go on.
  private enum Turn {
    case job(isMain: Bool, @Sendable () -> Void)
    case thread(AppThread)

    var isJob: Bool { if case .job = self { true } else { false } }

    var isMain: Bool { if case .job(isMain: true, _) = self { true } else { false } }
  }

  private struct State {
    var device: SimulatedDevice?
    /// The app's and the test's tasks by their numbers, with the contexts of the code that began
    /// them; `nil` for code in no task.
    var tasks: [UInt64: AppContext?] = [:]
    var strangers: Set<UInt64> = []
    /// The tasks of the bodies of tests, which run on the main thread like what they launch.
    var bodies: Set<UInt64> = []
    /// The number of a task that began when jobs were shown already, so that of a later one it is
    /// known whose it is; `nil` until then.
    var firstTask: UInt64?
    /// The task that the main queue's own blocks seem to run in: XCTest turns the run loop in one.
    var ambientTask: RunningTask?
    /// The turns that a block of the main queue takes now, and those behind them.
    var round: [Turn] = []
    var ready: [Turn] = []
    /// True if a block of the main queue takes the turns, or is going to.
    var isServed = false
    var pending = 0
    var finished = 0
    /// The threads whose jobs wait for something.
    var waiting: Set<ObjectIdentifier> = []
    /// The threads for whose jobs the device does not wait any more.
    var givenUp: Set<ObjectIdentifier> = []
    var stopwatch = Stopwatch()
    /// True if the next sleep ends at once, because it is only a probe.
    var probesSleep = false

    func isNobody(_ task: RunningTask?) -> Bool { task == nil || task == ambientTask }

    func isApps(_ task: RunningTask?) -> Bool { task.map { tasks[$0.number] != nil } ?? false }

    var turns: [Turn] { round + ready }

    mutating func takeTurnOfOthers() -> Turn? {
      if let index = round.firstIndex(where: { !$0.isMain }) { return round.remove(at: index) }
      return ready.firstIndex { !$0.isMain }.map { ready.remove(at: $0) }
    }
  }

  private static let isActive = Atomic(false)
  private static let turnCount = Atomic(0)
  private static let state = Mutex(State())

  /// The device of calling code without a context: code of the app's tasks, and code in no task.
  static var device: SimulatedDevice? {
    let current = Runtime.currentTask
    return state.withLock { $0.isNobody(current) || $0.isApps(current) ? $0.device : nil }
  }

  // MARK: a run

  /// Makes `device` the current one and goes on in the calling task as the first of its jobs.
  ///
  /// - Returns: The device that was current before, which `end` takes.
  nonisolated(nonsending) static func begin(_ device: SimulatedDevice) async -> SimulatedDevice? {
    let task = Runtime.currentTask?.number ?? 0
    let ambient = await withUnsafeContinuation { continuation in
      MainQueue.async { continuation.resume(returning: Runtime.currentTask) }
    }
    let before = state.withLock { state in
      let before = state.device
      if before == nil {
        (state.tasks, state.strangers, state.bodies) = ([:], [], [])
        (state.firstTask, state.ambientTask) = (nil, ambient)
      }
      state.device = device
      state.tasks[task] = .some(AppContext.current)
      state.bodies.insert(task)
      return before
    }
    isActive.store(true, ordering: .releasing)
    // What follows has to run as a job. Only a hop to the main thread surely makes one: a
    // continuation that is resumed there before this thread waits for it would go on here without a
    // job. With the hop, this thread waits first.
    await MainActor.run {}
    await Task.yield()
    if before == nil {
      // A task of other code that begins before its job would be shown is older than this one.
      let firstTask = await Task.detached { Runtime.currentTask?.number ?? 0 }.value
      state.withLock { $0.firstTask = firstTask }
      await Platform.probe()
    }
    return before
  }

  static func end(returningTo before: SimulatedDevice?) {
    if before == nil { isActive.store(false, ordering: .releasing) }
    state.withLock { $0.device = before }
  }

  // MARK: jobs

  /// Runs `job` behind the app's other jobs if it belongs to the app.
  ///
  /// - Returns: `true` if it does.
  static func take(_ job: UnownedJob, on executor: UnownedSerialExecutor) -> Bool {
    scl_concerns_runs()
    guard isActive.load(ordering: .acquiring), let isMain = claims(job, on: executor) else {
      return false
    }
    enqueue(job, on: executor, isMain: isMain)
    return true
  }

  /// Keeps `job`, which ends a sleep, until the device's clock has reached its end, if the job
  /// belongs to the app.
  ///
  /// - Parameter left: The time from now to the end of the sleep.
  static func takeSleep(
    _ job: UnownedJob, for left: Duration, on executor: UnownedSerialExecutor
  ) -> Bool {
    guard isActive.load(ordering: .acquiring), let isMain = claims(job, on: executor) else {
      return false
    }
    let (device, stopwatch, isProbe) = state.withLock { state in
      defer { state.probesSleep = false }
      return (state.device, state.stopwatch, state.probesSleep)
    }
    if isProbe {
      enqueue(job, on: executor, isMain: isMain)
      return true
    }
    guard let device else { return false }
    let isTests = appContext?.isTests ?? true
    device.sleep(
      Sleeper(duration: stopwatch.duration(from: left, isTests: isTests), isTests: isTests) {
        enqueue(job, on: executor, isMain: isMain)
      })
    return true
  }

  /// Calls `wake` when the device's clock has moved on by about `duration`.
  ///
  /// The caller computed the duration in the current job of the app.
  static func sleep(
    _ context: AppContext, for duration: Duration, _ wake: @escaping @Sendable () -> Void
  ) {
    let stopwatch = state.withLock { $0.stopwatch }
    context.sleep(for: stopwatch.duration(from: duration, isTests: context.isTests), wake)
  }

  static var isRunning: Bool { isActive.load(ordering: .acquiring) }

  /// The context of the calling code, if that is the app's or the test's.
  static var appContext: AppContext? {
    if let context = AppContext.current { return context.run == nil ? nil : context }
    guard let number = Runtime.currentTask?.number else { return nil }
    let (isApps, context, device) = state.withLock { state in
      (state.tasks[number] != nil, state.tasks[number] ?? nil, state.device)
    }
    guard isApps else { return nil }
    return context?.run == nil ? device?.appContext : context
  }

  /// The context in which one of the app's own executors takes over a job after its task has stopped
  /// running; `nil` for other code.
  static var contextBetweenTasks: AppContext? {
    guard scl_is_of_run(), Runtime.currentTask == nil else { return nil }
    return state.withLock { $0.device }?.appContext
  }

  /// True if the calling code is the body of a test, which makes what belongs to the main thread.
  private static var isBody: Bool {
    guard let number = Runtime.currentTask?.number else { return false }
    return state.withLock { $0.bodies.contains(number) }
  }

  /// Takes note that the calling task is the body of a test: it looks at the device, or moves it.
  static func noteBody() {
    guard AppContext.current?.isTests == true, let number = Runtime.currentTask?.number else {
      return
    }
    state.withLock { _ = $0.bodies.insert(number) }
  }

  /// True if the calling code is the app's and runs on a thread that has no run loop: in a detached
  /// task, an actor, a nonisolated asynchronous function or a dispatch queue.
  static var lacksRunLoop: Bool {
    guard isRunning, Platform.hasThreads, !Thread.isMainThread, let context = appContext else {
      return false
    }
    return !context.isTests && !isBody
  }

  private static func enqueue(
    _ job: UnownedJob, on executor: UnownedSerialExecutor, isMain: Bool
  ) {
    enqueue(isMain: isMain) { Runtime.run(job, executor) }
  }

  static func enqueue(isMain: Bool = true, _ job: @escaping @Sendable () -> Void) {
    state.withLock { $0.pending += 1 }
    enqueue(.job(isMain: isMain, job))
  }

  /// Lets a thread whose job waits for something look whether it can go on.
  static func enqueue(_ thread: AppThread) { enqueue(.thread(thread)) }

  private static func enqueue(_ turn: Turn) {
    let isServed = state.withLock { state in
      state.ready.append(turn)
      defer { state.isServed = true }
      return state.isServed
    }
    if !isServed { MainQueue.async { serve() } }
  }

  /// Takes the turns that are ready; what becomes ready meanwhile stands behind the blocks that the
  /// app has put into the main queue.
  private static func serve() {
    let finished = state.withLock { state in
      (state.round, state.ready) = (state.ready, [])
      return state.finished
    }
    while let turn = state.withLock({ $0.round.isEmpty ? nil : $0.round.removeFirst() }) {
      take(turn)
    }
    let (isEmpty, isIdle) = state.withLock { state in
      state.isServed = !state.ready.isEmpty
      return (
        state.ready.isEmpty, state.finished == finished && !state.ready.contains(where: \.isJob)
      )
    }
    if !isEmpty { MainQueue.async(after: isIdle ? .microseconds(100) : .zero) { serve() } }
  }

  /// Takes one turn of what does not belong to the main thread, whose job waits for something.
  ///
  /// - Returns: `true` if it was that of a job.
  static func serveOthers() -> Bool {
    guard let turn = state.withLock({ $0.takeTurnOfOthers() }) else { return false }
    take(turn)
    return turn.isJob
  }

  private static func take(_ turn: Turn) {
    switch turn {
    case .thread(let thread): thread.goOn()
    case .job(isMain: true, let job): run(job)
    case .job(isMain: false, let job): AppThread.run { run(job) }
    }
  }

  private static func run(_ job: @Sendable () -> Void) {
    noteTurn()
    let stopwatch = WallClock.outsideOfRun { Stopwatch() }
    state.withLock { $0.stopwatch = stopwatch }
    WallClock.ofRun(job)
    BlockingWaits.changes.wrappingAdd(1, ordering: .sequentiallyConsistent)
    let thread = AppThread.current
    state.withLock { state in
      if thread.flatMap({ state.givenUp.remove(ObjectIdentifier($0)) }) == nil {
        state.pending -= 1
      }
      state.finished += 1
    }
  }

  /// Takes note that the job of a thread begins or ends to wait for something.
  static func note(_ thread: AppThread, waits: Bool) {
    let thread = ObjectIdentifier(thread)
    state.withLock { state in
      if waits { state.waiting.insert(thread) } else { state.waiting.remove(thread) }
    }
  }

  /// True if a job off the main thread is blocked, and the device has not given it up.
  static var isBlocked: Bool { state.withLock { !$0.waiting.isSubset(of: $0.givenUp) } }

  /// True if code of the app waits in vain for a semaphore or a group, and no other goes on.
  private static var onlyWaits: Bool {
    let (waiting, pending) = state.withLock { ($0.waiting.subtracting($0.givenUp), $0.pending) }
    let queues = AppQueues.busyThreads
    let waiters = waiting.union(queues.compactMap(\.self))
    return pending == waiting.count && !queues.contains(nil) && !waiters.isEmpty
      && BlockingWaits.areInVain(waiters)
  }

  /// Does not wait any more for the jobs that wait for something.
  static func giveUp() {
    state.withLock { state in
      for thread in state.waiting where state.givenUp.insert(thread).inserted { state.pending -= 1 }
    }
  }

  /// Returns whether a job of the app belongs to the main thread; `nil` for one that is not the app's.
  private static func claims(_ job: UnownedJob, on executor: UnownedSerialExecutor) -> Bool? {
    let number = Runtime.number(of: job)
    let current = Runtime.currentTask
    let context = AppContext.current
    let isInApp = context?.run != nil
    return state.withLock { state -> Bool? in
      let isNew = state.firstTask.map { number > $0 }
      let isApps =
        isInApp || state.tasks[number] != nil
        || (state.isNobody(current)
          ? number == 0 || isNew == true && !state.strangers.contains(number)
          : state.isApps(current))
      if isApps {
        if number != 0, state.tasks[number] == nil {
          let creator = current.flatMap { state.tasks[$0.number] } ?? nil
          state.tasks[number] = .some(context ?? creator)
        }
      } else if isNew != false {
        state.strangers.insert(number)
      }
      guard isApps else { return nil }
      return !Runtime.isGeneric(executor) || state.bodies.contains(number)
        || !Platform.hasThreads
    }
  }

  static var jobs: Int { state.withLock { $0.finished + $0.pending } }

  /// Sleeps for a millisecond, to probe whether the runtime shows sleeps.
  ///
  /// - Returns: `true` if the sleep was seen.
  static func showsSleep() async -> Bool {
    state.withLock { $0.probesSleep = true }
    try? await Task.sleep(for: .milliseconds(1))
    return state.withLock { state in
      defer { state.probesSleep = false }
      return !state.probesSleep
    }
  }

  // MARK: rest

  /// The number of times that the main thread has begun something of the simulation's.
  static var turns: Int { turnCount.load(ordering: .relaxed) }

  /// True if a job waits for its turn.
  static var isWaitedFor: Bool { state.withLock { $0.turns.contains(where: \.isJob) } }

  static func noteTurn() { turnCount.wrappingAdd(1, ordering: .relaxed) }

  static var isBusy: Bool { state.withLock { $0.pending > 1 } || !AppQueues.isIdle }

  /// The number of blocks in a row that must run without a job in between.
  ///
  /// A block that the app itself has put into the main queue may put another block there, and that
  /// one a job.
  private static let looks = 3

  /// Calls `body` on the main thread when the app has come to rest and `mayEnd` returns `true`.
  ///
  /// - Parameters:
  ///   - mayEnd: Takes whether code of the app still waits for a semaphore or a group.
  ///   - count: The number of blocks in a row without a job so far.
  ///   - finished: The number of jobs that had ended before them.
  static func whenAtRest(
    until mayEnd: @escaping @Sendable (Bool) -> Bool = { !$0 }, looks count: Int = 0,
    since finished: Int = -1, _ body: @escaping @Sendable () -> Void
  ) {
    MainQueue.async {
      noteTurn()
      let (pending, now) = state.withLock { ($0.pending, $0.finished) }
      let isIdle = AppQueues.isIdle
      let onlyWaits = (pending > 0 || !isIdle) && Self.onlyWaits
      guard isIdle || onlyWaits else {
        return MainQueue.async(after: .microseconds(100)) { whenAtRest(until: mayEnd, body) }
      }
      let quiet = (pending == 0 || onlyWaits) && now == finished ? count + 1 : 0
      if quiet < looks { return whenAtRest(until: mayEnd, looks: quiet, since: now, body) }
      if mayEnd(onlyWaits) { return body() }
      // The app waits for something outside of the simulation, which takes its time.
      MainQueue.async(after: .milliseconds(1)) { whenAtRest(until: mayEnd, body) }
    }
  }
}
