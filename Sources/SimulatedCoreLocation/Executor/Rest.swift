import Dispatch
import Synchronization

/// A wait for the app to come to rest.
///
/// It ends at once when the waiting task is cancelled, and when it has lasted longer than the
/// device's patience.
final class Rest: Sendable {
  private struct State {
    var waiter: CheckedContinuation<Void, Never>?
    var isOver = false
    var isOverdue = false
  }

  private let state = Mutex(State())
  private let begin = ContinuousClock.now

  /// Waits until no code of the app can go on and `mayEnd` returns `true`.
  ///
  /// - Returns: `true` if the wait has lasted too long.
  nonisolated(nonsending) static func wait(
    on device: SimulatedDevice, until mayEnd: @escaping @Sendable () -> Bool
  ) async -> Bool {
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
        AppExecutor.whenAtRest(until: { rest.isOver || mayEnd() }, rest.end)
      }
    } onCancel: {
      rest.end()
    }
    return rest.state.withLock { $0.isOverdue }
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

  /// Returns `true` if the wait has lasted longer than `patience`, once.
  func becomesOverdue(after patience: Duration) -> Bool {
    guard ContinuousClock.now - begin > patience else { return false }
    return state.withLock { state in
      guard !state.isOver, !state.isOverdue else { return false }
      state.isOverdue = true
      return true
    }
  }
}

extension SimulatedDevice {
  /// Starts a timer that reports what keeps the device waiting for longer than its patience, and
  /// lets it move on.
  func watchRests() -> any DispatchSourceTimer {
    // None of the app's timers, which fire on the device's clock.
    let timer = WallClock.outsideOfRun { DispatchSource.makeTimerSource(queue: .global()) }
    let interval = max(.milliseconds(1), min(.seconds(1), patience / 4))
    timer.schedule(deadline: .now(), repeating: .milliseconds(Int(interval / .milliseconds(1))))
    timer.setEventHandler { [weak self] in
      guard let self, let rest = system.withLock({ $0.rest }), rest.becomesOverdue(after: patience)
      else { return }
      nameWhatLasts()
      // A job that blocks the main thread still stops the device; other waits end here.
      rest.end()
    }
    timer.activate()
    return timer
  }
}
