import GeofenceCore
import Synchronization

/// Carries events to the one iterator that listens, and tells the device when each was handled.
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
    var isFinished = false
    var lastNumber = 0
    /// The listener that gets the events, and whether it has asked for one yet.
    var current: (number: Int, hasAsked: Bool)?
    /// Everyone who waits for an event, the listeners that were replaced included.
    var waiters: [Int: Waiter] = [:]
    /// Who waits until everything has been handled.
    var idleWaiters: [CheckedContinuation<Void, Never>] = []

    var isIdle: Bool {
      if isFinished { return true }
      if handling != nil { return false }
      return current.map { $0.hasAsked && buffer.isEmpty } ?? true
    }
  }

  private let state = Mutex(State())
  /// Called with each event once it has been handled.
  private let onHandled: @Sendable (CLMonitor.Event) -> Void
  /// Called when a listener asks for its first event.
  private let onListening: @Sendable () -> Void

  init(
    onHandled: @escaping @Sendable (CLMonitor.Event) -> Void,
    onListening: @escaping @Sendable () -> Void
  ) {
    self.onHandled = onHandled
    self.onListening = onListening
  }

  /// Whether an iterator waits for events or handles one.
  var isListenedTo: Bool { state.withLock { $0.current?.hasAsked ?? false } }

  /// - Parameter told: what is kept where the event is not handled.
  func send(_ event: CLMonitor.Event, _ told: Told?) {
    state.withLock { $0.buffer.append((event, told)) }
    serve()
  }

  /// Waits until the listener, if there is one, has handled everything.
  func untilIdle() async {
    if state.withLock({ $0.isIdle }) { return }
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if !state.isIdle { state.idleWaiters.append(continuation) }
        return state.isIdle
      }
      if isIdle { continuation.resume() }
    }
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
    for waiter in waiters.values { waiter.resume(returning: nil) }
    wakeIfIdle()
    return unhandled
  }

  func listen() -> Listener {
    let number = state.withLock { state in
      state.lastNumber += 1
      state.current = (state.lastNumber, hasAsked: false)
      return state.lastNumber
    }
    return Listener(self, number)
  }

  private func stopListening(_ number: Int) {
    finishHandling(by: number)
    let waiter = state.withLock { state in
      if state.current?.number == number { state.current = nil }
      return state.waiters.removeValue(forKey: number)
    }
    waiter?.resume(returning: nil)
    wakeIfIdle()
  }

  private func next(for number: Int) async -> CLMonitor.Event? {
    finishHandling(by: number)
    noteAsking(number)
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
      return handling.item.event
    }
    if let handled { onHandled(handled) }
  }

  private func noteAsking(_ number: Int) {
    let isFirst = state.withLock { state in
      guard let current = state.current, current.number == number, !current.hasAsked else {
        return false
      }
      state.current = (number, hasAsked: true)
      return true
    }
    if isFirst { onListening() }
  }

  /// Gives the next event to the listener if it waits for one, and wakes who waits for idleness.
  private func serve() {
    let delivery = state.withLock { state -> (waiter: Waiter, event: CLMonitor.Event)? in
      guard !state.buffer.isEmpty, let current = state.current,
        let waiter = state.waiters.removeValue(forKey: current.number)
      else { return nil }
      let item = state.buffer.removeFirst()
      state.handling = (item, current.number)
      return (waiter, item.event)
    }
    if let delivery { delivery.waiter.resume(returning: delivery.event) }
    wakeIfIdle()
  }

  private func wakeIfIdle() {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      guard state.isIdle else { return [] }
      defer { state.idleWaiters = [] }
      return state.idleWaiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
