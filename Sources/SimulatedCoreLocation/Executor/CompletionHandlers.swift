import Dispatch
import Synchronization

/// The app's completion handlers that are to be called.
///
/// A handler is called in a task of the main actor, in the order of the calls, as delegates are. An
/// app that blocks the main thread until a handler has signalled a semaphore, or left a dispatch
/// group, gets the handlers in a queue instead: there Apple's frameworks call them, too.
enum CompletionHandlers {
  private struct Handler: @unchecked Sendable { let call: () -> Void }

  private struct State {
    var last = 0
    var waiting: [Int: Handler] = [:]
    var blocks = 0
  }

  private static let state = Mutex(State())
  private static let queue = DispatchQueue(label: "completion handlers")

  static func call(_ body: @escaping () -> Void) {
    let handler = Handler(call: body)
    let number = state.withLock { state -> Int? in
      guard state.blocks == 0 else { return nil }
      state.last += 1
      state.waiting[state.last] = handler
      return state.last
    }
    guard let number else { return queue.async { handler.call() } }
    Task { @MainActor in
      // Those before it were called, or are in the queue.
      state.withLock { $0.waiting.removeValue(forKey: number) }?.call()
    }
  }

  /// Calls the waiting handlers in the queue while `wait` blocks the main thread.
  static func inQueue<R>(during wait: () -> R) -> R {
    let waiting = state.withLock { state in
      state.blocks += 1
      defer { state.waiting = [:] }
      return state.waiting.sorted { $0.key < $1.key }
    }
    for (_, handler) in waiting { queue.async { handler.call() } }
    defer { state.withLock { $0.blocks -= 1 } }
    return wait()
  }
}

/// Calls an app's completion handler on the main actor, as Core Location does.
package func answer(_ completion: @escaping () -> Void) { CompletionHandlers.call(completion) }
