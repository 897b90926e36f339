import GeofenceCore

/// A session that declares the authorization that an app needs, and requests it.
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

  /// Ends the session; authorizations that were granted remain.
  public func invalidate() {}

  /// The session's standing, delivered once.
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
    /// A Boolean value that is always false: the simulated device has no switch for all apps.
    public var authorizationDeniedGlobally: Bool { false }
    public var authorizationRestricted: Bool { device.authorization == .restricted }
    public var authorizationRequestInProgress: Bool { device.authorization == .notDetermined }
    public var alwaysAuthorizationDenied: Bool {
      requirement == .always && device.authorization != .always
    }
    public var fullAccuracyDenied: Bool { !device.hasFullAccuracy }
    public var insufficientlyInUse: Bool { device.isInsufficientlyInUse }
    /// A Boolean value that is always false: this is a session.
    public var serviceSessionRequired: Bool { false }
  }

  public typealias Diagnostics = SessionDiagnostics<Diagnostic>
}
