import Dispatch
import Synchronization

/// A wait for the app to come to rest.
///
/// It ends at once when the waiting task is cancelled, and when it has lasted longer than the
/// device's patience.
final class Rest: Sendable {
  private enum State {
    case begun
    case waiting(CheckedContinuation<Bool, Never>)
    case over
  }

  private let state = Mutex(State.begun)
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
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = rest.state.withLock { state in
          if case .over = state { return true }
          state = .waiting(continuation)
          return false
        }
        if isOver { return continuation.resume(returning: false) }
        AppExecutor.whenAtRest(until: { rest.isOver || mayEnd() }, { rest.end() })
      }
    } onCancel: {
      rest.end()
    }
  }

  var isOver: Bool { state.withLock { if case .over = $0 { true } else { false } } }

  func isOverdue(after patience: Duration) -> Bool {
    !isOver && ContinuousClock.now - begin > patience
  }

  func end(isOverdue: Bool = false) {
    let before = state.withLock { state in
      defer { state = .over }
      return state
    }
    if case .waiting(let waiter) = before { waiter.resume(returning: isOverdue) }
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
      guard let self, let rest = system.withLock({ $0.rest }), rest.isOverdue(after: patience)
      else { return }
      nameWhatLasts()
      // A job that blocks the main thread still stops the device; other waits end here.
      rest.end(isOverdue: true)
    }
    timer.activate()
    return timer
  }
}
