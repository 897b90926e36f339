import Dispatch
import SimulatedCoreLocationStartup
import Synchronization

/// The blocks that the app has given to dispatch queues and that have not run to their end.
///
/// Such a block runs in its queue, as it does without a simulation, but belongs to the app, and the
/// device waits for it. A block that is given to `asyncAfter` runs when the device's clock has
/// reached its time.
enum AppQueues {
  private struct Block {
    let label: String
    let queue: UInt
    /// The thread on which the block runs; `nil` before.
    var thread: ObjectIdentifier?
  }

  private struct State {
    var last = 0
    var blocks: [Int: Block] = [:]
    /// The numbers of suspensions by queue. Blocks that wait in such a queue are at rest.
    var suspensions: [UInt: Int] = [:]

    func isBusy(_ block: Block) -> Bool { block.thread != nil || suspensions[block.queue] == nil }
  }

  private static let state = Mutex(State())

  static var isIdle: Bool {
    state.withLock { state in !state.blocks.values.contains { state.isBusy($0) } }
  }

  /// The threads of the blocks that are busy; `nil` for those that have none yet.
  static var busyThreads: Set<ObjectIdentifier?> {
    state.withLock { state in
      Set(state.blocks.values.filter { state.isBusy($0) }.map(\.thread))
    }
  }

  /// Returns true if a block of the app runs on a thread, and the device has not given it up.
  static func isWaited(for thread: ObjectIdentifier) -> Bool {
    state.withLock { $0.blocks.values.contains { $0.thread == thread } }
  }

  static var busy: String? {
    state.withLock { state in
      state.blocks.filter { state.isBusy($0.value) }.min { $0.key < $1.key }?.value.label
    }
  }

  /// Returns whether a block that the calling code of a run gives to a queue is seen here.
  static func probe() -> Bool {
    let before = state.withLock { $0.last }
    DispatchQueue(label: "probe").async {}
    return state.withLock { $0.last } > before
  }

  static func giveUp() { state.withLock { $0.blocks = [:] } }

  /// Submits a block on the app's behalf, if it belongs to the app.
  ///
  /// - Parameter time: A dispatch time, for `asyncAfter`.
  /// - Returns: `true` if the block is the app's, and taken.
  fileprivate static func take(
    _ how: SCLSubmission, _ queue: UnsafeMutableRawPointer, _ group: UnsafeMutableRawPointer?,
    _ block: UnsafeMutableRawPointer, _ time: UInt64
  ) -> Bool {
    guard let context = AppExecutor.appContext ?? AppExecutor.contextBetweenTasks else {
      return false
    }
    let delay = how == .after ? scl_delay(time) : 0
    guard delay >= 0 else { return false }
    let queued = QueuedBlock(AppBlock(block, context), queue)
    if how == .after {
      AppExecutor.sleep(context, for: .nanoseconds(delay)) { queued.submit(.async, nil) }
    } else {
      // A work item may ask for a barrier, which a wrapper would hide.
      queued.submit(how == .async && scl_block_is_work_item(block) ? .barrier : how, group)
    }
    return true
  }

  /// Keeps a block that the app wants to be called when something has ended, for `submit`.
  ///
  /// - Returns: `nil` if the calling code is not the app's.
  fileprivate static func keep(
    _ queue: UnsafeMutableRawPointer, _ block: UnsafeMutableRawPointer
  ) -> QueuedBlock? {
    AppExecutor.appContext.map { QueuedBlock(AppBlock(block, $0), queue) }
  }

  static func begin(_ label: String, in queue: UnsafeMutableRawPointer? = nil) -> Int {
    state.withLock { state in
      state.last += 1
      state.blocks[state.last] = Block(label: label, queue: UInt(bitPattern: queue))
      return state.last
    }
  }

  fileprivate static func run(_ number: Int) {
    let thread = ObjectIdentifier(Thread.current)
    state.withLock { $0.blocks[number]?.thread = thread }
  }

  static func end(_ number: Int) {
    BlockingWaits.changes.wrappingAdd(1, ordering: .sequentiallyConsistent)
    state.withLock { _ = $0.blocks.removeValue(forKey: number) }
  }

  /// Counts a suspension (1) or a resumption (-1) of a queue.
  static func suspend(_ queue: UnsafeMutableRawPointer?, _ count: Int) {
    let queue = UInt(bitPattern: queue)
    state.withLock { state in
      let suspensions = state.suspensions[queue, default: 0] + count
      state.suspensions[queue] = suspensions > 0 ? suspensions : nil
    }
  }
}

/// A block of the app, which belongs to it wherever it runs.
final class AppBlock: @unchecked Sendable {
  private let block: UnsafeMutableRawPointer
  private let context: AppContext

  init(_ block: UnsafeMutableRawPointer, _ context: AppContext) {
    (self.block, self.context) = (scl_block_copy(block), context)
  }

  deinit { scl_block_release(block) }

  func call() {
    WallClock.ofRun { AppContext.$current.withValue(context) { scl_block_call(block) } }
  }
}

private final class QueuedBlock: @unchecked Sendable {
  private let block: AppBlock
  private let queue: UnsafeMutableRawPointer
  private var number = 0

  init(_ block: AppBlock, _ queue: UnsafeMutableRawPointer) {
    (self.block, self.queue) = (block, scl_queue_retain(queue))
  }

  deinit { scl_queue_release(queue) }

  func submit(_ how: SCLSubmission, _ group: UnsafeMutableRawPointer?) {
    number = AppQueues.begin(scl_queue_label(queue).map { String(cString: $0) } ?? "", in: queue)
    scl_submit(how, queue, group, Unmanaged.passRetained(self).toOpaque()) { pointer in
      guard let pointer else { return }
      let queued = Unmanaged<QueuedBlock>.fromOpaque(pointer).takeRetainedValue()
      AppQueues.run(queued.number)
      queued.block.call()
      AppQueues.end(queued.number)
    }
  }
}

@_cdecl("simulated_core_location_take_block")
func takeBlock(
  _ how: SCLSubmission, _ queue: UnsafeMutableRawPointer?, _ group: UnsafeMutableRawPointer?,
  _ block: UnsafeMutableRawPointer?, _ time: UInt64
) -> Bool {
  guard AppExecutor.isRunning, !scl_is_like_darwin(), let queue, let block else { return false }
  return AppQueues.take(how, queue, group, block, time)
}

@_cdecl("simulated_core_location_keep_block")
func keepBlock(
  _ queue: UnsafeMutableRawPointer?, _ block: UnsafeMutableRawPointer?
) -> UnsafeMutableRawPointer? {
  guard AppExecutor.isRunning, !scl_is_like_darwin(), let queue, let block else { return nil }
  return AppQueues.keep(queue, block).map { Unmanaged.passRetained($0).toOpaque() }
}

@_cdecl("simulated_core_location_submit_block")
func submitBlock(_ queued: UnsafeMutableRawPointer?) {
  guard let queued else { return }
  Unmanaged<QueuedBlock>.fromOpaque(queued).takeUnretainedValue().submit(.async, nil)
}

@_cdecl("simulated_core_location_drop_block")
func dropBlock(_ queued: UnsafeMutableRawPointer?) {
  guard let queued else { return }
  Unmanaged<QueuedBlock>.fromOpaque(queued).release()
}
