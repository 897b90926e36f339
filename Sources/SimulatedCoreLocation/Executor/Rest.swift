import Dispatch
import Synchronization

/// A wait for the app to come to rest.
///
/// It ends at once when the waiting task is cancelled, and when it has lasted longer than the
/// device's patience.
final class Rest: Sendable {
  private struct State {
    var waiter: CheckedContinuation<Void, Never>?
    var begin = WallClock.machineTime
    var isOver = false
    /// The name of what has kept the device waiting for too long.
    var overdue: String?
  }

  private let state = Mutex(State())

  /// Waits until no code of the app can go on and `mayEnd` returns `true`.
  ///
  /// - Returns: What has made the wait last too long, if it has.
  nonisolated(nonsending) static func wait(
    on device: SimulatedDevice, until mayEnd: @escaping @Sendable (Bool) -> Bool
  ) async -> String? {
    let rest = Rest()
    device.system.withLock { $0.rest = rest }
    defer { device.system.withLock { if $0.rest === rest { $0.rest = nil } } }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = rest.state.withLock { state in
          if !state.isOver { state.waiter = continuation }
          return state.isOver
        }
        if isOver { return continuation.resume() }
        AppExecutor.whenAtRest(until: { rest.isOver || mayEnd($0) }, rest.end)
      }
    } onCancel: {
      rest.end()
    }
    return rest.state.withLock { $0.overdue }
  }

  var isOver: Bool { state.withLock { $0.isOver } }

  func end() {
    let waiter = state.withLock { state in
      state.isOver = true
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  func beginAnew() {
    let now = WallClock.machineTime
    state.withLock { $0.begin = now }
  }

  /// Ends the wait if it has lasted longer than `patience`, because of `what`.
  func end(after patience: Duration, because what: @autoclosure () -> String) {
    guard WallClock.machineTime - state.withLock({ $0.begin }) > patience, !isOver else { return }
    let reason = what()
    state.withLock { if !$0.isOver { $0.overdue = reason } }
    end()
  }
}

extension SimulatedDevice {
  /// Starts a timer that ends what keeps the device waiting for longer than its patience, and the
  /// process if the main thread does not go on.
  ///
  /// The latter takes ten seconds at least, counted in calls: a debugger may stop all threads.
  func watchRests() -> any DispatchSourceTimer {
    // None of the app's timers, which fire on the device's clock.
    let timer = WallClock.outsideOfRun { DispatchSource.makeTimerSource(queue: .global()) }
    let interval = max(.milliseconds(1), min(.seconds(1), patience / 4))
    let limit = Int(max(patience, .seconds(10)) / interval)
    let stuck = Mutex((turns: 0, calls: 0))
    timer.schedule(deadline: .now(), repeating: .milliseconds(Int(interval / .milliseconds(1))))
    timer.setEventHandler { [weak self] in
      guard let self else { return }
      let rest = system.withLock { $0.rest }
      let turns = AppExecutor.turns
      let isStuck = stuck.withLock { stuck in
        let goesOn =
          turns != stuck.turns || !WallClock.holdsMainThread && !AppThread.isRunning
          || rest == nil && !AppExecutor.isWaitedFor && system.withLock { $0.sleepers.first == nil }
        stuck = (turns, goesOn ? 0 : stuck.calls + 1)
        return stuck.calls >= limit
      }
      if isStuck { endProcess() }
      rest?.end(after: patience, because: whatLasts)
    }
    timer.activate()
    return timer
  }
}
