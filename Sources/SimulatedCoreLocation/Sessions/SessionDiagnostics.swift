import GeofenceCore

/// How a session stands, told once: the simulated device does not change a session's standing.
public struct SessionDiagnostics<Diagnostic: Sendable>: AsyncSequence, Sendable {
  public typealias Element = Diagnostic

  /// `nil` outside of a run.
  let value: Diagnostic?

  public func makeAsyncIterator() -> Iterator { Iterator(value: value) }

  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var value: Diagnostic?

    public mutating func next() async throws -> Diagnostic? {
      defer { value = nil }
      return value
    }
  }
}

extension DeviceState {
  /// Whether the app may use locations in the foreground only, and is not there.
  var isInsufficientlyInUse: Bool { authorization == .whenInUse && app != .foreground }
}
