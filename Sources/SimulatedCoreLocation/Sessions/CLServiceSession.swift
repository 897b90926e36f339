import GeofenceCore

/// Declares what an app needs, and asks for it.
public final class CLServiceSession: Sendable {
  public enum AuthorizationRequirement: Int, Hashable, Sendable {
    case none = 0
    case whenInUse = 1
    case always = 2
  }

  private let authorization: AuthorizationRequirement

  public init(authorization: AuthorizationRequirement) {
    self.authorization = authorization
    guard let device = SimulatedDevice.called("CLServiceSession(authorization:)") else { return }
    device.log(.registration, "CLServiceSession(authorization: \(authorization))")
    switch authorization {
    case .none: break
    case .whenInUse: device.system.withLock { $0.request(.authorizedWhenInUse) }
    case .always: device.system.withLock { $0.request(.authorizedAlways) }
    }
  }

  public convenience init(
    authorization: AuthorizationRequirement, fullAccuracyPurposeKey: String
  ) { self.init(authorization: authorization) }

  /// Ends the session; what was granted stays.
  public func invalidate() {}

  /// How the session stands, told once.
  public var diagnostics: Diagnostics {
    let state = SimulatedDevice.called("CLServiceSession.diagnostics")?.system.withLock {
      $0.core.device
    }
    return Diagnostics(value: state.map { Diagnostic(device: $0, requirement: authorization) })
  }

  public struct Diagnostic: Hashable, Sendable {
    fileprivate let device: DeviceState
    fileprivate let requirement: AuthorizationRequirement

    public var authorizationDenied: Bool { device.authorization == .denied }
    /// Always false: the simulated device has no switch for all apps.
    public var authorizationDeniedGlobally: Bool { false }
    public var authorizationRestricted: Bool { device.authorization == .restricted }
    public var authorizationRequestInProgress: Bool { device.authorization == .notDetermined }
    public var alwaysAuthorizationDenied: Bool {
      requirement == .always && device.authorization != .always
    }
    public var fullAccuracyDenied: Bool { !device.hasFullAccuracy }
    public var insufficientlyInUse: Bool {
      device.authorization == .whenInUse && device.app != .foreground
    }
    /// Always false: this is a session.
    public var serviceSessionRequired: Bool { false }
  }

  public struct Diagnostics: AsyncSequence, Sendable {
    public typealias Element = Diagnostic
    fileprivate let value: Diagnostic?

    public func makeAsyncIterator() -> Iterator { Iterator(value: value) }

    public struct Iterator: AsyncIteratorProtocol {
      fileprivate var value: Diagnostic?

      public mutating func next() async throws -> Diagnostic? {
        defer { value = nil }
        return value
      }
    }
  }
}

/// Keeps an app in use in the background. The simulated device does not count it.
public final class CLBackgroundActivitySession: Sendable {
  public init() {
    SimulatedDevice.called("CLBackgroundActivitySession()")?.warn(
      "CLBackgroundActivitySession has no effect: an app that may use locations \"when in use\" "
        + "hears of them in the foreground only")
  }

  public func invalidate() {}
}
