import GeofenceCore
import Synchronization

/// Carries events to the one iterator that listens, and knows which were handled.
///
/// An event is handled when the iterator that got it asks for another, or goes away.
final class EventChannel: Sendable {
  /// An iterator's end of the channel; the last one made gets the events.
  final class Listener: Sendable {
    private let channel: EventChannel
    private let number: Int

    fileprivate init(_ channel: EventChannel, _ number: Int) {
      self.channel = channel
      self.number = number
    }

    /// - Returns: `nil` when the monitor is closed or the task cancelled.
    func next() async -> CLMonitor.Event? { await channel.next(for: number) }

    deinit { channel.stopListening(number) }
  }

  /// An event, and the state it tells of; a diagnosis tells of none.
  private typealias Item = (event: CLMonitor.Event, told: Told?)

  private typealias Waiter = CheckedContinuation<CLMonitor.Event?, Never>

  private struct State {
    var buffer: [Item] = []
    var handling: (item: Item, listener: Int)?
    /// Whether the device has waited for that long enough.
    var isGivenUp = false
    var isFinished = false
    var lastNumber = 0
    /// The listener that gets the events.
    var current: Int?
    /// Everyone who waits for an event, the listeners that were replaced included.
    var waiters: [Int: Waiter] = [:]
  }

  private let state = Mutex(State())
  /// Called with each event once it has been handled.
  private let onHandled: @Sendable (CLMonitor.Event) -> Void

  init(onHandled: @escaping @Sendable (CLMonitor.Event) -> Void) {
    self.onHandled = onHandled
  }

  /// Whether every event that was taken has been handled.
  var isHandled: Bool { state.withLock { $0.handling == nil || $0.isGivenUp } }

  /// Whether there are events and nobody who would ask for them.
  var isUnheard: Bool { state.withLock { !$0.buffer.isEmpty && $0.current == nil } }

  var wasListenedTo: Bool { state.withLock { $0.lastNumber > 0 } }

  /// Waits no more for the event that is being handled.
  func giveUpWaiting() { state.withLock { $0.isGivenUp = $0.handling != nil } }

  /// - Parameter told: what is kept where the event is not handled.
  func send(_ event: CLMonitor.Event, _ told: Told?) {
    state.withLock { $0.buffer.append((event, told)) }
    serve()
  }

  /// Ends every iterator.
  ///
  /// - Returns: what was not handled.
  func finish() -> [Told] {
    let (waiters, unhandled) = state.withLock { state in
      state.isFinished = true
      defer {
        state.waiters = [:]
        state.buffer = []
        state.handling = nil
      }
      return (
        state.waiters, ([state.handling?.item].compactMap(\.self) + state.buffer).compactMap(\.told)
      )
    }
    for (_, waiter) in waiters.sorted(by: { $0.key < $1.key }) { waiter.resume(returning: nil) }
    return unhandled
  }

  func listen() -> Listener {
    let number = state.withLock { state in
      state.lastNumber += 1
      state.current = state.lastNumber
      return state.lastNumber
    }
    return Listener(self, number)
  }

  private func stopListening(_ number: Int) {
    finishHandling(by: number)
    let waiter = state.withLock { state in
      if state.current == number { state.current = nil }
      return state.waiters.removeValue(forKey: number)
    }
    waiter?.resume(returning: nil)
  }

  private func next(for number: Int) async -> CLMonitor.Event? {
    finishHandling(by: number)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.isFinished || Task.isCancelled { return true }
          state.waiters[number] = continuation
          return false
        }
        if isOver {
          continuation.resume(returning: nil)
        } else {
          serve()
        }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(returning: nil)
    }
  }

  private func finishHandling(by number: Int) {
    let handled = state.withLock { state -> CLMonitor.Event? in
      guard let handling = state.handling, handling.listener == number else { return nil }
      state.handling = nil
      state.isGivenUp = false
      return handling.item.event
    }
    if let handled { onHandled(handled) }
  }

  /// Gives the next event to the listener if it waits for one.
  private func serve() {
    let delivery = state.withLock { state -> (waiter: Waiter, event: CLMonitor.Event)? in
      guard !state.buffer.isEmpty, let current = state.current,
        let waiter = state.waiters.removeValue(forKey: current)
      else { return nil }
      let item = state.buffer.removeFirst()
      state.handling = (item, current)
      return (waiter, item.event)
    }
    if let delivery { delivery.waiter.resume(returning: delivery.event) }
  }
}
