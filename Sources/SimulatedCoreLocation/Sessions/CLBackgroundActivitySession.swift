import GeofenceCore

/// A session that keeps an app in use in the background: with the authorization "when in use" it
/// receives events and locations there, too.
///
/// Apple: it begins in the foreground, and an app that was terminated begins it again at once when it
/// is started.
public final class CLBackgroundActivitySession: Sendable {
  private let hold: SessionHold?

  public init() {
    let device = SimulatedDevice.called("CLBackgroundActivitySession()")
    hold = device.map { device in
      device.log(.registration, "CLBackgroundActivitySession()")
      let hold = SessionHold(on: device) { $0.beginActivity() }
      if !hold.hasBegun {
        device.warn(
          "a CLBackgroundActivitySession that begins in the background has no effect",
          help: "begin it while the app is in the foreground")
      }
      return hold
    }
  }

  public func invalidate() { hold?.invalidate() }

  /// The session's standing: as it is, and each time that it changes.
  public var diagnostics: Diagnostics {
    Diagnostics {
      Diagnostic(device: $0.core.device, serviceSessionRequired: $0.sessions.areMissing)
    }
  }

  public typealias Diagnostics = SessionDiagnostics<Diagnostic>

  public struct Diagnostic: Hashable, Sendable {
    /// True if the app needs a `CLServiceSession` and holds none.
    public let serviceSessionRequired: Bool
    public let authorizationDenied: Bool
    /// True if Location Services are off for all apps.
    public let authorizationDeniedGlobally: Bool
    public let authorizationRestricted: Bool
    public let authorizationRequestInProgress: Bool
    public let insufficientlyInUse: Bool

    fileprivate init(device: DeviceState, serviceSessionRequired: Bool) {
      self.serviceSessionRequired = serviceSessionRequired
      authorizationDenied = device.authorization == .denied
      authorizationDeniedGlobally = !device.isLocationOn
      authorizationRestricted = device.authorization == .restricted
      authorizationRequestInProgress = device.authorization == .notDetermined
      insufficientlyInUse = device.isInsufficientlyInUse
    }
  }
}
