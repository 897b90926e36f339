import GeofenceCore
import Synchronization

/// A sequence of a session's standing: as it is, and each time that it changes.
public struct SessionDiagnostics<Diagnostic: Hashable & Sendable>: AsyncSequence, Sendable {
  public typealias Element = Diagnostic

  let read: @Sendable (SimulatedSystem) -> Diagnostic

  public func makeAsyncIterator() -> Iterator {
    let device = SimulatedDevice.called("diagnostics")
    let (stream, continuation) = AsyncStream<Diagnostic>.makeStream()
    if let device { device.show(read, to: continuation) } else { continuation.finish() }
    return Iterator(values: stream.makeAsyncIterator())
  }

  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var values: AsyncStream<Diagnostic>.Iterator

    public mutating func next() async throws -> Diagnostic? { await values.next() }
  }
}

struct Standing: Sendable {
  let show: @Sendable (SimulatedSystem) -> Void
  let finish: @Sendable () -> Void
}

extension SimulatedDevice {
  fileprivate func show<Diagnostic: Hashable & Sendable>(
    _ read: @escaping @Sendable (SimulatedSystem) -> Diagnostic,
    to continuation: AsyncStream<Diagnostic>.Continuation
  ) {
    let last = Mutex<Diagnostic?>(nil)
    let standing = Standing(
      show: { system in
        let value = read(system)
        let isNew = last.withLock { last in
          defer { last = value }
          return last != value
        }
        if isNew { continuation.yield(value) }
      }, finish: { continuation.finish() })
    let number = app.withLock { state in
      state.lastReader += 1
      state.standings[state.lastReader] = standing
      return state.lastReader
    }
    continuation.onTermination = { [weak self] _ in
      self?.app.withLock { _ = $0.standings.removeValue(forKey: number) }
    }
    system.withLock { standing.show($0) }
  }

  func showStandings() {
    let standings = app.withLock { $0.standings.sorted { $0.key < $1.key } }
    system.withLock { system in for (_, standing) in standings { standing.show(system) } }
  }
}

extension DeviceState {
  var isInsufficientlyInUse: Bool { authorization == .whenInUse && app != .foreground }
}
