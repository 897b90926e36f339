/// What the simulated phone did at one fix.
public struct Event: Hashable, Sendable {
  /// The time of the fix.
  public let time: Timestamp
  /// Where the fix was.
  public let coordinate: Coordinate
  public let kind: Kind

  public init(time: Timestamp, coordinate: Coordinate, kind: Kind) {
    self.time = time
    self.coordinate = coordinate
    self.kind = kind
  }

  public enum Kind: Hashable, Sendable {
    /// The app is told of a state: `enter`, `exit`, or an initial `unsatisfied`.
    case crossing(CrossingReport)
    /// A region was registered.
    case monitor(Registration)
    /// A region gave up its slot.
    case unmonitor(Registration)
    /// The system refused a region for good.
    case failed(RegionIdentifier, RegistrationFailure)
    /// The app chose anew which regions to register.
    case reselect(Reselection)
    /// A registered region is not watched.
    case unmonitored(RegionIdentifier, DeviceState.Diagnostic)
    /// The system started the app to tell it something.
    case relaunch(RelaunchCause)
    /// The scenario did something to the device.
    case device(DeviceAction)
  }
}

/// A state the app is told of.
public struct CrossingReport: Hashable, Sendable {
  public enum Name: String, Hashable, Sendable { case enter, exit, unsatisfied }

  public let name: Name
  public let region: RegionIdentifier
  /// Metres from the boundary, negative inside.
  public let distance: Double
  /// When the crossing began; for an initial state, the time of the fix.
  public let crossedAt: Timestamp
  /// Whether this is the first determination after the registration.
  public let isInitial: Bool
  /// How long it waited for the app; `nil` when it did not, or nobody asked.
  public let waited: Interval?

  public init(
    name: Name, region: RegionIdentifier, distance: Double, crossedAt: Timestamp, isInitial: Bool,
    waited: Interval? = nil
  ) {
    self.waited = waited
    self.name = name
    self.region = region
    self.distance = distance
    self.crossedAt = crossedAt
    self.isInitial = isInitial
  }
}

/// A region's slot, taken or given up.
public struct Registration: Hashable, Sendable {
  public let region: RegionIdentifier
  /// Metres from the boundary, negative inside.
  public let distance: Double
  /// Metres from the centre.
  public let distanceFromCenter: Double
  /// What the app told the monitor to assume; `unknown` when it assumed nothing.
  public let assumed: RegionState

  /// Whether the device stands in the region.
  public var isInside: Bool { distance <= 0 }
}

/// Why a region cannot be registered, in the words of `CLError`.
public enum RegistrationFailure: String, Hashable, Sendable {
  /// Its radius is above the device's maximum.
  case radiusAboveMaximum = "regionMonitoringFailure"
  /// The app may not use locations.
  case monitoringDenied = "regionMonitoringDenied"
}

/// What the system starts an app for.
public enum RelaunchCause: String, Hashable, Sendable {
  case event
  case significantChange = "significant"
}

/// A choice of the regions to register.
public struct Reselection: Hashable, Sendable {
  /// What asked for it; empty for the choice at the first fix.
  public let causes: Triggers
  /// How far the device had gone since the last significant change, when that was a cause.
  public let significantMovement: SignificantChange.Movement?
  /// Whether a region joined or left the app's set.
  public let didChangeSet: Bool
  public let registered: Int
  public let candidates: Int
  public let started: Int
  public let stopped: Int
}
