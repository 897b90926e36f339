import SimulatedCoreLocationStartup
import Synchronization

/// The blocks that the app has given to dispatch queues and that have not run to their end.
///
/// Such a block runs in its queue, as it does without a simulation, but belongs to the app, and the
/// device waits for it. A block that is given to `asyncAfter` runs when the device's clock has
/// reached its time.
enum AppQueues {
  private static let state = Mutex((last: 0, labels: [Int: String]()))

  static var isIdle: Bool { state.withLock { $0.labels.isEmpty } }

  static var busy: String? { state.withLock { $0.labels.min { $0.key < $1.key }?.value } }

  static func giveUp() { state.withLock { $0.labels = [:] } }

  /// Submits a block on the app's behalf, if it belongs to the app.
  ///
  /// - Parameter time: A dispatch time, for `asyncAfter`.
  /// - Returns: `true` if the block is the app's, and taken.
  fileprivate static func take(
    _ how: SCLSubmission, _ queue: UnsafeMutableRawPointer, _ group: UnsafeMutableRawPointer?,
    _ block: UnsafeMutableRawPointer, _ time: UInt64
  ) -> Bool {
    guard let context = AppExecutor.appContext else { return false }
    if how == .after {
      let delay = scl_delay(time)
      guard delay >= 0 else { return false }
      let block = QueuedBlock(block, queue, context)
      AppExecutor.sleep(context, for: .nanoseconds(delay)) { block.submit(.async, nil) }
    } else {
      // A work item may ask for a barrier, which a wrapper would hide.
      let how = how == .async && scl_block_is_work_item(block) ? .barrier : how
      QueuedBlock(block, queue, context).submit(how, group)
    }
    return true
  }

  static func begin(_ label: String) -> Int {
    state.withLock { state in
      state.last += 1
      state.labels[state.last] = label
      return state.last
    }
  }

  static func end(_ number: Int) {
    state.withLock { _ = $0.labels.removeValue(forKey: number) }
  }
}

private final class QueuedBlock: @unchecked Sendable {
  private let block, queue: UnsafeMutableRawPointer
  private let context: AppContext
  private var number = 0

  init(
    _ block: UnsafeMutableRawPointer, _ queue: UnsafeMutableRawPointer, _ context: AppContext
  ) {
    self.block = scl_block_copy(block)
    self.queue = scl_queue_retain(queue)
    self.context = context
  }

  deinit {
    scl_block_release(block)
    scl_queue_release(queue)
  }

  func submit(_ how: SCLSubmission, _ group: UnsafeMutableRawPointer?) {
    let label = scl_queue_label(queue).map { String(cString: $0) } ?? ""
    number = AppQueues.begin(label)
    let pointer = Unmanaged.passRetained(self).toOpaque()
    scl_submit(how, queue, group, pointer) { pointer in
      guard let pointer else { return }
      Unmanaged<QueuedBlock>.fromOpaque(pointer).takeRetainedValue().run()
    }
  }

  private func run() {
    WallClock.ofRun { AppContext.$current.withValue(context) { scl_block_call(block) } }
    AppQueues.end(number)
  }
}

@_cdecl("simulated_core_location_take_block")
func takeBlock(
  _ how: SCLSubmission, _ queue: UnsafeMutableRawPointer?, _ group: UnsafeMutableRawPointer?,
  _ block: UnsafeMutableRawPointer?, _ time: UInt64
) -> Bool {
  guard AppExecutor.isRunning, let queue, let block else { return false }
  return AppQueues.take(how, queue, group, block, time)
}
