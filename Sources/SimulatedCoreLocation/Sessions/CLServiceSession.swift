import GeofenceCore

/// A session that declares the authorization that an app needs, and requests it.
public final class CLServiceSession: Sendable {
  public enum AuthorizationRequirement: Int, Hashable, Sendable {
    case none, whenInUse, always
  }

  private let authorization: AuthorizationRequirement
  private let hold: SessionHold?

  public init(authorization: AuthorizationRequirement) {
    self.authorization = authorization
    let device = SimulatedDevice.called("CLServiceSession(authorization:)")
    hold = device.map { SessionHold(on: $0) { $0.beginServiceSession() } }
    guard let device else { return }
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
  public func invalidate() { hold?.invalidate() }

  /// The session's standing: as it is, and each time that it changes.
  public var diagnostics: Diagnostics {
    Diagnostics { [authorization] in
      Diagnostic(device: $0.core.device, requirement: authorization)
    }
  }

  public struct Diagnostic: Hashable, Sendable {
    public let authorizationDenied: Bool
    /// True if Location Services are off for all apps.
    public let authorizationDeniedGlobally: Bool
    public let authorizationRestricted: Bool
    public let authorizationRequestInProgress: Bool
    public let alwaysAuthorizationDenied: Bool
    public let fullAccuracyDenied: Bool
    public let insufficientlyInUse: Bool
    /// A Boolean value that is always false: this is a session.
    public var serviceSessionRequired: Bool { false }

    fileprivate init(device: DeviceState, requirement: AuthorizationRequirement) {
      authorizationDenied = device.authorization == .denied
      authorizationDeniedGlobally = !device.isLocationOn
      authorizationRestricted = device.authorization == .restricted
      authorizationRequestInProgress = device.authorization == .notDetermined
      alwaysAuthorizationDenied = requirement == .always && device.authorization != .always
      fullAccuracyDenied = !device.hasFullAccuracy
      insufficientlyInUse = device.isInsufficientlyInUse
    }
  }

  public typealias Diagnostics = SessionDiagnostics<Diagnostic>
}
