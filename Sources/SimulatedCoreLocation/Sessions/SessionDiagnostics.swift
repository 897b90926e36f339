import GeofenceCore
import Synchronization

/// A sequence of a session's standing: as it is, and each time that it changes.
public struct SessionDiagnostics<Diagnostic: Hashable & Sendable>: AsyncSequence, Sendable {
  public typealias Element = Diagnostic

  let read: @Sendable (SimulatedSystem) -> Diagnostic

  public func makeAsyncIterator() -> Iterator {
    let device = SimulatedDevice.called("diagnostics")
    return Iterator(
      values: (device?.standing(read) ?? .init { $0.finish() }).makeAsyncIterator())
  }

  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var values: AsyncStream<Diagnostic>.Iterator

    public mutating func next() async throws -> Diagnostic? { await values.next() }
  }
}

/// A sequence that the app iterates, and that ends with the app.
struct Reader: Sendable {
  /// Shows a live update; `nil` for a session's standing.
  var update: (@Sendable (CLLocationUpdate) -> Void)?
  /// Shows the session's standing if it has changed, and returns `true` then.
  var show: (@Sendable (SimulatedSystem) -> Bool)?
  let finish: @Sendable () -> Void
}

extension SimulatedSystem {
  var readersInOrder: [Reader] { readers.sorted { $0.key < $1.key }.map(\.value) }
}

extension SimulatedDevice {
  func stream<Element: Sendable>(
    _ begin: (SimulatedSystem, AsyncStream<Element>.Continuation) -> Reader
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream<Element>.makeStream()
    let number = system.withLock { system in
      let number = system.newNumber()
      system.readers[number] = begin(system, continuation)
      return number
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.system.withLock { $0.readers.removeValue(forKey: number) }
    }
    return stream
  }

  fileprivate func standing<Diagnostic: Hashable & Sendable>(
    _ read: @escaping @Sendable (SimulatedSystem) -> Diagnostic
  ) -> AsyncStream<Diagnostic> {
    stream { system, continuation in
      let last = Mutex(read(system))
      continuation.yield(last.withLock { $0 })
      return Reader(
        show: { system in
          let value = read(system)
          let isNew = last.withLock { last in
            defer { last = value }
            return last != value
          }
          if isNew { continuation.yield(value) }
          return isNew
        }, finish: { continuation.finish() })
    }
  }

  /// - Returns: `true` if the app receives one.
  func showStandings() -> Bool {
    system.withLock { system in
      system.readersInOrder.map { $0.show?(system) ?? false }.contains(true)
    }
  }
}

extension DeviceState {
  var isInsufficientlyInUse: Bool { authorization == .whenInUse && app != .foreground }
}
