import SimulatedCoreLocationStartup
import Synchronization

/// A thread for code of a run that is not isolated to the main actor.
///
/// Either it goes on or the main thread does, so that runs stay the same. There are two of them
/// only where the job of one waits for what another job has to do, as a phone would have.
final class AppThread: @unchecked Sendable {
  private static let all = Mutex<[AppThread]>([])
  private static let idle = Mutex<[AppThread]>([])
  private static let runningCount = Atomic(0)

  /// Signalled when it is the turn of this thread, and when it is the main thread's again.
  private let (turn, mainTurn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  private var job: () -> Void = {}
  private var thread: Thread?

  static var current: AppThread? {
    let threads = all.withLock { $0 }
    if threads.isEmpty { return nil }
    let current = Thread.current
    return threads.first { $0.thread === current }
  }

  /// True if the main thread waits while one of these goes on.
  static var isRunning: Bool { runningCount.load(ordering: .relaxed) > 0 }

  /// Runs a job, and returns when it has ended, or waits for something.
  static func run(_ job: @escaping () -> Void) {
    let thread = idle.withLock { $0.popLast() } ?? AppThread()
    thread.job = job
    thread.goOn()
  }

  private init() {
    let thread = Thread { self.serve() }
    self.thread = thread
    Self.all.withLock { $0.append(self) }
    thread.start()
  }

  private func serve() -> Never {
    while true {
      turn.wait()
      job()
      job = {}
      Self.idle.withLock { $0.append(self) }
      mainTurn.signal()
    }
  }

  /// Lets the thread go on until its job has ended, or waits for something.
  func goOn() {
    Self.runningCount.wrappingAdd(1, ordering: .relaxed)
    WallClock.outsideOfRun {
      turn.signal()
      mainTurn.wait()
    }
    Self.runningCount.wrappingSubtract(1, ordering: .relaxed)
  }

  /// Lets the main thread go on until this one has its turn again; called on this thread.
  func pause() {
    WallClock.outsideOfRun {
      mainTurn.signal()
      turn.wait()
    }
  }

  /// Lets the rest of the app go on until `isMet` returns `true`; called on this thread.
  ///
  /// - Returns: `false` if that has lasted for `limit`.
  fileprivate func wait(for limit: Duration?, until isMet: () -> Bool) -> Bool {
    AppExecutor.note(self, waits: true)
    defer { AppExecutor.note(self, waits: false) }
    let isMet = BlockingWaits.wait(as: ObjectIdentifier(self), for: limit, until: isMet) {
      AppExecutor.enqueue(self)
      pause()
      return true
    }
    if isMet == true { AppExecutor.noteTurn() }
    return isMet == true
  }
}

/// Waits for a semaphore or a group of dispatch in place of code of a run, the rest of which goes on
/// meanwhile: all of it where another thread than the main one waits, or what does not belong to
/// the main thread. A wait off the main thread may be one for an answer of the device.
///
/// - Parameters:
///   - pass: Dispatch's own function, which returns 0 if what it waited for has come.
///   - nanoseconds: The longest time to wait; negative for ever.
/// - Returns: What `pass` returns; -1 if the caller has to wait itself.
@_cdecl("simulated_core_location_wait")
func waitInRun(
  _ pass: @convention(c) (UnsafeMutableRawPointer?, UInt64) -> Int,
  _ object: UnsafeMutableRawPointer?, _ nanoseconds: Int64
) -> Int {
  guard AppExecutor.isRunning, Platform.hasThreads, AppExecutor.appContext != nil else { return -1 }
  let limit = nanoseconds < 0 ? nil : Duration.nanoseconds(nanoseconds)
  if let thread = AppThread.current {
    return thread.wait(for: limit) { pass(object, 0) == 0 } ? 0 : 1
  }
  let begin = WallClock.machineTime
  // Looks for as long as is left, and for a millisecond at most.
  let looks = {
    let left = limit.map { max(.zero, $0 - (WallClock.machineTime - begin)) }
    let span = Int(min(left ?? .milliseconds(1), .milliseconds(1)) / .nanoseconds(1))
    return pass(object, (DispatchTime.now() + .nanoseconds(span)).rawValue) == 0
  }
  guard Thread.isMainThread else {
    let thread = ObjectIdentifier(Thread.current)
    let isMet = BlockingWaits.wait(as: thread, for: limit, until: looks) {
      AppExecutor.isRunning && AppQueues.isWaited(for: thread)
    }
    return isMet.map { $0 ? 0 : 1 } ?? -1
  }
  return CompletionHandlers.inQueue {
    while pass(object, 0) != 0 {
      if let limit, WallClock.machineTime - begin >= limit { return 1 }
      if !AppExecutor.serveOthers(), looks() { break }
    }
    return 0
  }
}

/// Runs a block of the calling code of a run in the main queue, and returns when it has ended.
///
/// - Returns: `false` if the caller has to give it to the queue itself.
@_cdecl("simulated_core_location_sync_main")
func syncMain(_ block: UnsafeMutableRawPointer?) -> Bool {
  guard AppExecutor.isRunning, let block, let thread = AppThread.current,
    let context = AppExecutor.appContext
  else { return false }
  nonisolated(unsafe) let code = block
  MainQueue.async {
    WallClock.ofRun { AppContext.$current.withValue(context) { scl_block_call(code) } }
    AppExecutor.enqueue(thread)
  }
  thread.pause()
  return true
}
