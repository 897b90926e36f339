import GeofenceCore

/// Keeps an app in use in the background. The simulated device does not count it.
public final class CLBackgroundActivitySession: Sendable {
  public init() {
    SimulatedDevice.called("CLBackgroundActivitySession()")?.warn(
      "CLBackgroundActivitySession has no effect: an app that may use locations \"when in use\" "
        + "hears of them in the foreground only")
  }

  public func invalidate() {}

  /// How the session stands, told once.
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
    /// Always false: the simulated device has no switch for all apps.
    public var authorizationDeniedGlobally: Bool { false }
    public var authorizationRestricted: Bool { device.authorization == .restricted }
    public var authorizationRequestInProgress: Bool { device.authorization == .notDetermined }
    public var insufficientlyInUse: Bool { device.isInsufficientlyInUse }
    /// Always false: no session is asked for.
    public var serviceSessionRequired: Bool { false }
  }
}
