public import Foundation
import GeofenceCore

extension CLMonitor {
  /// A change of a condition's state.
  public struct Event: Sendable {
    public enum State: UInt, Hashable, Sendable {
      case unknown = 0
      case satisfied = 1
      case unsatisfied = 2
      case unmonitored = 3
    }

    public let identifier: String
    public let state: State
    /// On the simulated device's clock.
    public let date: Date
    /// Always `nil`: it is for beacons with wildcards.
    public var refinement: (any CLCondition)? { nil }
    let diagnostic: Diagnostic?

    enum Diagnostic: Hashable {
      case limit, unsupported
      case device(DeviceState.Diagnostic)
    }

    /// Precise Location is off.
    public var accuracyLimited: Bool { diagnostic == .device(.accuracyLimited) }
    public var authorizationDenied: Bool { diagnostic == .device(.authorizationDenied) }
    /// Always false: the simulated device has no switch for all apps.
    public var authorizationDeniedGlobally: Bool { false }
    public var authorizationRequestInProgress: Bool {
      diagnostic == .device(.authorizationRequestInProgress)
    }
    public var authorizationRestricted: Bool { diagnostic == .device(.authorizationRestricted) }
    /// The app may use locations only in the foreground, and is not there.
    public var insufficientlyInUse: Bool { diagnostic == .device(.insufficientlyInUse) }
    /// The app watches as many conditions as it may already.
    public var conditionLimitExceeded: Bool { diagnostic == .limit }
    /// The condition is no circle, or its radius is above the device's maximum. Our assumption.
    public var conditionUnsupported: Bool { diagnostic == .unsupported }
    /// Always false: records are kept as long as the simulated device.
    public var persistenceUnavailable: Bool { false }
    /// Always false: no session is asked for.
    public var serviceSessionRequired: Bool { false }
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

  /// What a monitor can assume; `unmonitored` is nothing to assume.
  var assumption: RegionState {
    switch self {
    case .unknown, .unmonitored: .unknown
    case .satisfied: .satisfied
    case .unsatisfied: .unsatisfied
    }
  }
}
