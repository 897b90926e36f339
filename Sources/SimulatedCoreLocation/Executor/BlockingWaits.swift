import Synchronization

/// The waits of the app's code off the main thread for a semaphore or a group, which look again and
/// again.
enum BlockingWaits {
  /// The number of times that something may have been signalled.
  static let changes = Atomic(0)
  /// The number of changes before the last look of each waiter.
  private static let looks = Mutex<[ObjectIdentifier: Int]>([:])

  /// Returns `true` if all of them have looked in vain since the last change.
  static func areInVain(_ waiters: Set<ObjectIdentifier>) -> Bool {
    let now = changes.load(ordering: .sequentiallyConsistent)
    return looks.withLock { looks in waiters.allSatisfy { looks[$0] == now } }
  }

  /// Waits until `isMet` returns `true`, and calls `pause` between two looks, as long as that returns
  /// `true`.
  ///
  /// - Returns: `false` if that has lasted for `limit`; `nil` if nobody waits for it any more.
  static func wait(
    as waiter: ObjectIdentifier, for limit: Duration?, until isMet: () -> Bool, pause: () -> Bool
  ) -> Bool? {
    let begin = WallClock.machineTime
    defer { changes.wrappingAdd(1, ordering: .sequentiallyConsistent) }
    while true {
      let before = changes.load(ordering: .sequentiallyConsistent)
      if isMet() { return true }
      looks.withLock { $0[waiter] = before }
      if let limit, WallClock.machineTime - begin >= limit { return false }
      if !pause() { return nil }
    }
  }
}
