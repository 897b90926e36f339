import GeofenceCore

/// A sequence of a session's standing, delivered once: the simulated device does not change it.
public struct SessionDiagnostics<Diagnostic: Sendable>: AsyncSequence, Sendable {
  public typealias Element = Diagnostic

  /// The standing; `nil` outside of a run.
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
  /// A Boolean value that indicates whether the app is in the background and may use locations only
  /// in the foreground.
  var isInsufficientlyInUse: Bool { authorization == .whenInUse && app != .foreground }
}
