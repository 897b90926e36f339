import Dispatch
import Synchronization

/// Independent pieces of work on several threads.
enum Jobs {
  /// Gives `work` each number below `count` once, the lower ones first, up to `width` at a time.
  static func perform(_ count: Int, width: Int, _ work: @Sendable (Int) -> Void) {
    guard width > 1, count > 1 else { return (0..<count).forEach { work($0) } }
    let next = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: min(width, count)) { _ in
      while true {
        let number = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard number < count else { return }
        work(number)
      }
    }
  }
}
