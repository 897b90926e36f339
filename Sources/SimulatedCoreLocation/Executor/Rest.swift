import Dispatch
import Synchronization

/// A wait for the app to come to rest; it ends at once when the waiting task is cancelled, and when
/// it has lasted longer than the test is patient.
final class Rest: Sendable {
  private struct State {
    var waiter: CheckedContinuation<Void, Never>?
    var isOver = false
    var isOverdue = false
  }

  private let state = Mutex(State())
  private let begin = ContinuousClock.now

  /// Waits until nothing of the app can go on and `mayEnd` agrees.
  ///
  /// - Returns: whether that has not come about in time.
  static func wait(
    on device: SimulatedDevice, until mayEnd: @escaping @Sendable () -> Bool,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    let rest = Rest()
    device.app.withLock { $0.rest = rest }
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
    device.app.withLock { state in
      if state.rest === rest { state.rest = nil }
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

  /// Whether it has just become longer than `patience`.
  func becomesOverdue(after patience: Duration) -> Bool {
    guard ContinuousClock.now - begin > patience else { return false }
    return state.withLock { state in
      guard !state.isOver, !state.isOverdue else { return false }
      state.isOverdue = true
      return true
    }
  }
}
