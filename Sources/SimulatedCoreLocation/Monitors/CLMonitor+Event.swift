import GeofenceCore

extension CLMonitor {
  /// A change of a condition's state, or a diagnosis of why the condition is not monitored.
  public struct Event: Sendable {
    public enum State: UInt, Hashable, Sendable {
      case unknown, satisfied, unsatisfied, unmonitored
    }

    public let identifier: String
    public let state: State
    /// The time of the event on the simulated device's clock.
    public let date: Date
    /// The refinement of a condition, which is always `nil`: it is for beacons with wildcards.
    public var refinement: (any CLCondition)? { nil }
    let diagnostic: Diagnostic?

    enum Diagnostic: Hashable {
      case limit, unsupported, sessionRequired
      case device(DeviceState.Diagnostic)
    }

    /// True if Precise Location is off.
    public var accuracyLimited: Bool { diagnostic == .device(.accuracyLimited) }
    public var authorizationDenied: Bool { diagnostic == .device(.authorizationDenied) }
    /// True if Location Services are off for all apps.
    public var authorizationDeniedGlobally: Bool { diagnostic == .device(.locationOff) }
    public var authorizationRequestInProgress: Bool {
      diagnostic == .device(.authorizationRequestInProgress)
    }
    public var authorizationRestricted: Bool { diagnostic == .device(.authorizationRestricted) }
    /// True if the app is in the background and may use locations only in the foreground.
    public var insufficientlyInUse: Bool { diagnostic == .device(.insufficientlyInUse) }
    /// True if the app already has as many conditions as the limit allows.
    public var conditionLimitExceeded: Bool { diagnostic == .limit }
    /// True if the condition is no circle on the Earth, or its radius is above the device's
    /// maximum. The latter is our assumption.
    public var conditionUnsupported: Bool { diagnostic == .unsupported }
    /// A Boolean value that is always false: records are kept as long as the simulated device.
    public var persistenceUnavailable: Bool { false }
    /// True if the app needs a `CLServiceSession` and holds none.
    public var serviceSessionRequired: Bool { diagnostic == .sessionRequired }
  }
}

extension CLMonitor.Event.State {
  init(_ state: RegionState) {
    self =
      switch state {
      case .unknown: .unknown
      case .satisfied: .satisfied
      case .unsatisfied: .unsatisfied
      }
  }

  /// The state that a monitor can assume; `unmonitored` counts as unknown.
  var assumption: RegionState {
    switch self {
    case .unknown, .unmonitored: .unknown
    case .satisfied: .satisfied
    case .unsatisfied: .unsatisfied
    }
  }
}
