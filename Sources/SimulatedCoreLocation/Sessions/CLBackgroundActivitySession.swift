import GeofenceCore

/// A session that keeps an app in use in the background, without effect on the simulated device.
public final class CLBackgroundActivitySession: Sendable {
  public init() {
    SimulatedDevice.called("CLBackgroundActivitySession()")?.warn(
      "CLBackgroundActivitySession has no effect: an app that may use locations \"when in use\" "
        + "hears of them in the foreground only")
  }

  public func invalidate() {}

  /// The session's standing, delivered once.
  public var diagnostics: Diagnostics {
    let state = SimulatedDevice.called("CLBackgroundActivitySession.diagnostics")?.system.withLock {
      $0.core.device
    }
    return Diagnostics(value: state.map(Diagnostic.init))
  }

  public typealias Diagnostics = SessionDiagnostics<Diagnostic>

  public struct Diagnostic: Hashable, Sendable {
    fileprivate let device: DeviceState

    public var authorizationDenied: Bool { device.authorization == .denied }
    /// A Boolean value that is always false: the simulated device has no switch for all apps.
    public var authorizationDeniedGlobally: Bool { false }
    public var authorizationRestricted: Bool { device.authorization == .restricted }
    public var authorizationRequestInProgress: Bool { device.authorization == .notDetermined }
    public var insufficientlyInUse: Bool { device.isInsufficientlyInUse }
    /// A Boolean value that is always false: no session is required.
    public var serviceSessionRequired: Bool { false }
  }
}
