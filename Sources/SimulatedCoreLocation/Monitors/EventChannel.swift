import GeofenceCore
import Synchronization

/// A channel that carries events to the one iterator that listens, and notes which were handled.
///
/// An event is handled when the iterator that received it asks for another, or is released.
final class EventChannel: Sendable {
  final class Listener: Sendable {
    private let channel: EventChannel
    private let number: Int

    fileprivate init(_ channel: EventChannel, _ number: Int) {
      self.channel = channel
      self.number = number
    }

    /// Returns the next event; `nil` when the monitor is closed or the task cancelled.
    func next() async -> CLMonitor.Event? { await channel.next(for: number) }

    deinit { channel.stopListening(number) }
  }

  private struct Item: @unchecked Sendable {
    let event: CLMonitor.Event
    /// The state that is kept if the event is not handled; a diagnosis has none.
    let report: CrossingReport?
    /// The number of the record that the event changes when it is handled.
    let record: Int?
    weak var device: SimulatedDevice?
  }

  private typealias Waiter = UnsafeContinuation<CLMonitor.Event?, Never>

  private struct State {
    var buffer: [Item] = []
    var handling: (item: Item, listener: Int, isGivenUp: Bool)?
    /// The listeners that have not ended, with the contexts of their code, and their waits for an
    /// event; those that were replaced included.
    var listeners: [Int: (context: AppContext?, waiter: Waiter?)] = [:]
    var current: Int?
    var lastNumber = 0
    var lastBefore = 0

    mutating func takeWaiter(_ number: Int) -> Waiter? {
      guard let waiter = listeners[number]?.waiter else { return nil }
      listeners[number]?.waiter = nil
      return waiter
    }
  }

  /// The name of the monitor.
  let name: String
  private let state = Mutex(State())

  init(_ name: String) { self.name = name }

  func open() { state.withLock { $0.lastBefore = $0.lastNumber } }

  var isHandled: Bool { state.withLock { $0.handling?.isGivenUp ?? true } }

  /// The context of the code that receives the events; `nil` if there is none, or it belongs to no
  /// app.
  var listener: AppContext? {
    state.withLock { state in state.current.flatMap { state.listeners[$0]?.context } }
  }

  /// The reason why there are events that nobody asks for, with `@` for "the events".
  var reasonOfSilence: String? {
    state.withLock { state in
      guard !state.buffer.isEmpty, state.current == nil else { return nil }
      if state.lastNumber > state.lastBefore { return "the app has left its loop over @" }
      return state.lastBefore == 0
        ? "nobody listens to @"
        : "the loop over @ has ended with an earlier run or start of the app, which has begun none since"
    }
  }

  func giveUpWaiting() { state.withLock { $0.handling?.isGivenUp = true } }

  /// Sends an event to the iterator that listens; without one it waits.
  func send(_ event: CLMonitor.Event, _ report: CrossingReport?, from device: SimulatedDevice) {
    let record = device.system.withLock {
      $0.monitors[name]?[RegionIdentifier(event.identifier)]?.number
    }
    state.withLock {
      $0.buffer.append(Item(event: event, report: report, record: record, device: device))
    }
    if !serve() { device.log(.waiting, text(of: event)) }
  }

  func text(of event: CLMonitor.Event) -> String {
    "event \(event.state) of \(event.identifier) in monitor \(name)"
  }

  /// Ends all iterators.
  ///
  /// - Returns: The states of the events that were not handled.
  func finish() -> [CrossingReport] { end { _ in true } }

  /// Ends the iterators of the test's code, and drops the events that were not handled.
  ///
  /// A task of the app that listens waits for the next run that uses the monitor.
  func endRun() { _ = end { $0?.isTests ?? true } }

  private func end(_ isOver: (AppContext?) -> Bool) -> [CrossingReport] {
    let (waiters, unhandled) = state.withLock { state in
      let items = [state.handling?.item].compactMap(\.self) + state.buffer
      (state.handling, state.buffer) = (nil, [])
      let ended = state.listeners.filter { isOver($0.value.context) }
      for number in ended.keys { state.listeners[number] = nil }
      if let current = state.current, ended[current] != nil { state.current = nil }
      return (
        ended.sorted { $0.key < $1.key }.compactMap(\.value.waiter), items.compactMap(\.report)
      )
    }
    for waiter in waiters { waiter.resume(returning: nil) }
    return unhandled
  }

  func listen() -> Listener {
    let number = state.withLock { state in
      state.lastNumber += 1
      state.current = state.lastNumber
      state.listeners[state.lastNumber] = (AppContext.current, nil)
      return state.lastNumber
    }
    return Listener(self, number)
  }

  private func stopListening(_ number: Int) {
    finishHandling(by: number)
    let waiter = state.withLock { state in
      if state.current == number { state.current = nil }
      return state.listeners.removeValue(forKey: number)?.waiter
    }
    waiter?.resume(returning: nil)
  }

  private func next(for number: Int) async -> CLMonitor.Event? {
    finishHandling(by: number)
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let isOver = state.withLock { state in
          if state.listeners[number] == nil || Task.isCancelled { return true }
          state.listeners[number]?.waiter = continuation
          return false
        }
        if isOver {
          continuation.resume(returning: nil)
        } else {
          serve()
        }
      }
    } onCancel: {
      state.withLock { $0.takeWaiter(number) }?.resume(returning: nil)
    }
  }

  private func finishHandling(by number: Int) {
    let handled = state.withLock { state -> Item? in
      guard let handling = state.handling, handling.listener == number else { return nil }
      state.handling = nil
      return handling.item
    }
    guard let handled else { return }
    handled.device?.system.withLock { system in
      let identifier = RegionIdentifier(handled.event.identifier)
      guard let record = system.monitors[name]?[identifier], record.number == handled.record else {
        return
      }
      system.monitors[name]?[identifier]?.lastEvent = handled.event
    }
  }

  /// Delivers the next event to the listener if it waits for one.
  ///
  /// - Returns: `true` if it has received one.
  @discardableResult
  private func serve() -> Bool {
    let delivery = state.withLock { state -> (waiter: Waiter, item: Item)? in
      guard !state.buffer.isEmpty, let current = state.current,
        let waiter = state.takeWaiter(current)
      else { return nil }
      let item = state.buffer.removeFirst()
      state.handling = (item, current, false)
      return (waiter, item)
    }
    guard let delivery else { return false }
    delivery.item.device?.log(.delivery, text(of: delivery.item.event))
    delivery.waiter.resume(returning: delivery.item.event)
    return true
  }
}
