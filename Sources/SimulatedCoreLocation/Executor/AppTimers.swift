import SimulatedCoreLocationStartup
import Synchronization

/// A `Timer` that the app has added to the main run loop: it fires as a job of the app when the
/// device's clock has reached its time.
private final class RunLoopTimer: @unchecked Sendable {
  private struct Weak { weak var timer: RunLoopTimer? }

  private static let all = Mutex<[ObjectIdentifier: Weak]>([:])

  private let timer: Timer
  private let context: AppContext
  /// The number of the timer's dates, of which the last is valid.
  private let dates = Atomic(0)

  static func find(_ timer: Timer) -> RunLoopTimer? {
    all.withLock { $0[ObjectIdentifier(timer)]?.timer }
  }

  init(_ timer: Timer, _ context: AppContext) {
    (self.timer, self.context) = (timer, context)
    Self.all.withLock { $0[ObjectIdentifier(timer)] = Weak(timer: self) }
    // Foundation of Linux begins a repeating timer at once that Apple's begins after an interval.
    if timer.timeInterval > 0, timer.fireDate <= Date() { putOff() } else { wait() }
  }

  deinit { _ = Self.all.withLock { $0.removeValue(forKey: ObjectIdentifier(timer)) } }

  func wait() {
    let date = dates.wrappingAdd(1, ordering: .relaxed).newValue
    // A date is no exact number of seconds.
    let left = Duration.microseconds((max(0, timer.fireDate.timeIntervalSinceNow) * 1e6).rounded())
    // The reading is the timer's, as were Foundation's readings when it made the timer.
    context.run?.forgetEarlyReading()
    AppExecutor.sleep(context, for: left) {
      AppExecutor.enqueue { AppContext.$current.withValue(self.context) { self.ring(date) } }
    }
  }

  private func ring(_ date: Int) {
    guard timer.isValid, dates.load(ordering: .relaxed) == date else { return }
    timer.fire()
    if timer.isValid, dates.load(ordering: .relaxed) == date { putOff() }
  }

  // The timer then waits for its new date.
  private func putOff() { timer.fireDate = Date(timeIntervalSinceNow: timer.timeInterval) }
}

/// The timer of a dispatch source of the app: it fires in its queue when the device's clock has
/// reached its time, and the device waits for its handler.
private final class SourceTimer: @unchecked Sendable {
  private struct State {
    var handler: AppBlock?
    var suspensions = 1
    var isDue = false
    var schedule = 0
    var call: Int?
  }

  private static let all = Mutex<[UInt: SourceTimer]>([:])

  private let source: UnsafeMutableRawPointer
  private let context: AppContext
  private let state = Mutex(State())

  static func find(_ source: UnsafeMutableRawPointer?) -> SourceTimer? {
    all.withLock { $0.isEmpty ? nil : $0[UInt(bitPattern: source)] }
  }

  private static func drop(_ source: UnsafeMutableRawPointer?) {
    // What it holds is released outside of the lock.
    _ = all.withLock { $0.removeValue(forKey: UInt(bitPattern: source)) }
  }

  init(_ source: UnsafeMutableRawPointer, _ context: AppContext) {
    (self.source, self.context) = (source, context)
    Self.all.withLock { $0[UInt(bitPattern: source)] = self }
    scl_source_keep(source, source, { SourceTimer.drop($0) }, { SourceTimer.find($0)?.handle() })
  }

  deinit { if let call = state.withLock({ $0.call }) { AppQueues.end(call) } }

  func setHandler(_ block: UnsafeMutableRawPointer?) {
    let handler = block.map { AppBlock($0, context) }
    // The old one is released outside of the lock.
    _ = state.withLock { state in
      defer { state.handler = handler }
      return state.handler
    }
  }

  func set(_ delay: Int64, _ interval: UInt64) {
    let schedule = state.withLock { state in
      state.schedule += 1
      state.isDue = false
      return state.schedule
    }
    guard delay >= 0 else { return }
    AppExecutor.sleep(context, for: .nanoseconds(delay), wake(schedule, interval))
  }

  private func wake(_ schedule: Int, _ interval: UInt64) -> @Sendable () -> Void {
    { [weak self] in self?.ring(schedule, interval) }
  }

  private func ring(_ schedule: Int, _ interval: UInt64) {
    guard !scl_source_is_cancelled(source), state.withLock({ $0.schedule == schedule }) else {
      return
    }
    fire()
    guard let interval = Int64(exactly: interval), interval < .max else { return }
    context.sleep(for: .nanoseconds(interval), wake(schedule, interval.magnitude))
  }

  private func fire() {
    let fires = state.withLock { state in
      state.isDue = state.suspensions > 0
      if !state.isDue, state.call == nil { state.call = AppQueues.begin("of a timer") }
      return !state.isDue
    }
    if fires { scl_source_fire(source) }
  }

  /// Counts a suspension (1) or a resumption (-1), or activates the source (0).
  func suspend(_ count: Int) {
    let isDue = state.withLock { state in
      state.suspensions = count == 0 ? 0 : state.suspensions + count
      return state.isDue && state.suspensions == 0
    }
    if isDue { fire() }
  }

  private func handle() {
    let (handler, call) = state.withLock { state in
      defer { state.call = nil }
      return (state.handler, state.call)
    }
    handler?.call()
    if let call { AppQueues.end(call) }
  }
}

/// Takes a timer that the calling code of a run adds to a run loop.
@_cdecl("simulated_core_location_take_timer")
func takeTimer(_ timer: UnsafeMutableRawPointer?, _ isOfMainLoop: Bool) -> Bool {
  guard AppExecutor.isRunning, let timer, let context = AppExecutor.appContext else { return false }
  if !isOfMainLoop {
    if AppExecutor.lacksRunLoop {
      context.run?.reportMadeOffMainThread("the app has scheduled a Timer", "it never fires")
    }
    return false
  }
  let object = Unmanaged<Timer>.fromOpaque(timer).takeUnretainedValue()
  // One that is added for a further mode of the run loop is taken already.
  if RunLoopTimer.find(object) == nil { _ = RunLoopTimer(object, context) }
  return true
}

@_cdecl("simulated_core_location_move_timer")
func moveTimer(_ timer: UnsafeMutableRawPointer?) {
  guard let timer else { return }
  RunLoopTimer.find(Unmanaged<Timer>.fromOpaque(timer).takeUnretainedValue())?.wait()
}

@_cdecl("simulated_core_location_take_source")
func takeSource(_ source: UnsafeMutableRawPointer?) {
  guard AppExecutor.isRunning, let source, let context = AppExecutor.appContext else { return }
  _ = SourceTimer(source, context)
}

@_cdecl("simulated_core_location_set_timer")
func setTimer(_ source: UnsafeMutableRawPointer?, _ start: UInt64, _ interval: UInt64) -> Bool {
  guard let timer = SourceTimer.find(source) else { return false }
  timer.set(start == .max ? -1 : max(0, scl_delay(start)), interval)
  return true
}

@_cdecl("simulated_core_location_set_handler")
func setHandler(_ source: UnsafeMutableRawPointer?, _ block: UnsafeMutableRawPointer?) -> Bool {
  guard let timer = SourceTimer.find(source) else { return false }
  timer.setHandler(block)
  return true
}

@_cdecl("simulated_core_location_suspends")
func suspends(_ source: UnsafeMutableRawPointer?, _ count: Int32) {
  guard let timer = SourceTimer.find(source) else { return AppQueues.suspend(source, Int(count)) }
  timer.suspend(Int(count))
}
