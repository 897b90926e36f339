/// What the simulated phone or its app did at one fix.
public struct Event: Hashable, Sendable {
  /// The time of the fix.
  public let time: Timestamp
  /// Where the fix was, or where the phone saw it last.
  public internal(set) var coordinate: Coordinate
  public let kind: Kind

  public init(time: Timestamp, coordinate: Coordinate, kind: Kind) {
    self.time = time
    self.coordinate = coordinate
    self.kind = kind
  }

  public enum Kind: Hashable, Sendable {
    /// The app is told of a state: `enter`, `exit`, or an initial `unsatisfied`.
    case crossing(CrossingReport)
    /// The app is told that the device is outside of regions, each for the first time.
    case outside(RegionList)
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

  /// Metres from the boundary of `region`, negative inside.
  public func distance(to region: CircularRegion) -> Double {
    distanceToCenter(of: region) - region.radius
  }

  /// Metres from the centre of `region`.
  public func distanceToCenter(of region: CircularRegion) -> Double {
    Geodesic(from: coordinate, to: region.center).distance
  }
}

/// A state the app is told of.
public struct CrossingReport: Hashable, Sendable {
  public enum Name: String, Hashable, Sendable { case enter, exit, unsatisfied }

  /// What the app makes of it.
  public enum Use: Hashable, Sendable {
    case reported
    /// A notify flag of the region suppresses it.
    case suppressed
    /// The region is an alarm's that is not to fire.
    case silent
  }

  public let name: Name
  public let region: CircularRegion
  /// When the crossing began; for an initial state, when it was determined.
  public let crossedAt: Timestamp
  /// Whether this is the first determination after the registration.
  public let isInitial: Bool
  /// How long it waited for the app; 0 when it did not.
  public let waited: Interval
  public let use: Use

  public init(
    name: Name, region: CircularRegion, crossedAt: Timestamp, isInitial: Bool,
    waited: Interval = Interval(milliseconds: 0), use: Use = .reported
  ) {
    self.name = name
    self.region = region
    self.crossedAt = crossedAt
    self.isInitial = isInitial
    self.waited = waited
    self.use = use
  }

  init(_ told: Told, at time: Timestamp, use: Use) {
    self.init(
      name: Self.name(of: told), region: told.region, crossedAt: told.crossedAt ?? told.since,
      isInitial: told.crossedAt == nil, waited: time - told.since, use: use)
  }

  static func name(of told: Told) -> Name {
    told.state == .satisfied ? .enter : told.crossedAt == nil ? .unsatisfied : .exit
  }
}

/// The reason that a region cannot be registered.
public enum RegistrationFailure: Hashable, Sendable {
  /// Its radius is above the device's maximum.
  case radiusAboveMaximum
  /// The app watches as many regions as it may already.
  case limitExceeded(limit: Int)
  /// The app may not use locations.
  case monitoringDenied

  /// The word of `CLError` for it.
  public var code: String {
    switch self {
    case .radiusAboveMaximum, .limitExceeded: "regionMonitoringFailure"
    case .monitoringDenied: "regionMonitoringDenied"
    }
  }
}

/// A choice of the regions to register.
public struct Reselection: Hashable, Sendable {
  /// What asked for it; empty for the first choice.
  public let causes: Triggers
  /// How far the device had gone since the last significant change, when that was a cause.
  public let significantMovement: SignificantChange.Movement?
  /// Whether a region joined or left the app's set.
  public let didChangeSet: Bool
  /// Whether a restart had taken the registrations away.
  public let didLoseRegistrations: Bool
  public let registered: Int
  public let candidates: Int
  /// Regions for which there was no slot, of an app that does not know of the limit.
  public let refused: RegionList
  /// Stopped before the others are started; those in both lists are renewed.
  public let stopped: RegionList
  public let started: RegionList
  /// What the app told the monitor to assume of those started, where it assumed something.
  public let assumed: [RegionIdentifier: RegionState]

  /// The words for everything that asked for it; none for the first choice.
  public var causeNames: [String] {
    causes.names + (didChangeSet ? ["set"] : []) + (didLoseRegistrations ? ["restart"] : [])
  }
}
