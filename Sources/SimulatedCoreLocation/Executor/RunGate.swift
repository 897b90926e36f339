import Synchronization

/// A gate that lets one run at a time pass; the others wait in line.
///
/// There is one run at a time in a process, because a call of an app from a detached task or from a
/// callback of another library has no way to say which device it means.
enum RunGate {
  private static let state = Mutex((isTaken: false, waiters: [CheckedContinuation<Void, Never>]()))

  static func enter(isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        defer { state.isTaken = true }
        if state.isTaken { state.waiters.append(continuation) }
        return !state.isTaken
      }
      if isFree { continuation.resume() }
    }
  }

  static func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.waiters.isEmpty {
        state.isTaken = false
        return nil
      }
      return state.waiters.removeFirst()
    }
    next?.resume()
  }
}
