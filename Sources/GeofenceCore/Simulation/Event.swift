/// An event on the simulated phone or in its app at one fix.
public struct Event: Hashable, Sendable {
  /// The time of the fix.
  public let time: Timestamp
  /// The place of the fix, or the last place that the phone reported.
  public internal(set) var coordinate: Coordinate
  public let kind: Kind

  public init(time: Timestamp, coordinate: Coordinate, kind: Kind) {
    self.time = time
    self.coordinate = coordinate
    self.kind = kind
  }

  /// The kind of an event, with its details.
  public enum Kind: Hashable, Sendable {
    /// A state is delivered to the app: `enter`, `exit`, or an initial `unsatisfied`.
    case crossing(CrossingReport)
    /// The first state of regions is delivered to the app, with the device outside of all of them.
    case outside(RegionList)
    /// The system refused a region permanently.
    case failed(RegionIdentifier, RegistrationFailure)
    /// The app reselected the regions to register.
    case reselect(Reselection)
    /// A registered region is not monitored.
    case unmonitored(RegionIdentifier, DeviceState.Diagnostic)
    /// The system started the app to deliver something.
    case relaunch(RelaunchCause)
    /// The scenario performed an action on the device.
    case device(DeviceAction)
  }

  /// Returns the metres from the boundary of `region`, negative inside.
  public func distance(to region: CircularRegion) -> Double {
    distanceToCenter(of: region) - region.radius
  }

  /// Returns the metres from the centre of `region`.
  public func distanceToCenter(of region: CircularRegion) -> Double {
    Geodesic(from: coordinate, to: region.center).distance
  }
}

/// A state that is delivered to the app.
public struct CrossingReport: Hashable, Sendable {
  public enum Name: String, Hashable, Sendable { case enter, exit, unsatisfied }

  /// The use that the app makes of a delivered state.
  public enum Use: Hashable, Sendable {
    case reported
    /// The event is suppressed by a notify flag of the region.
    case suppressed
    /// The region belongs to an alarm that is not to fire.
    case silent
  }

  public let name: Name
  public let region: CircularRegion
  /// The time at which the crossing began or, for an initial state, at which it was determined.
  public let crossedAt: Timestamp
  /// A Boolean value that indicates whether this is the first determination after the registration.
  public let isInitial: Bool
  /// The time that the state waited for the app; 0 where it did not wait.
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

  /// Returns the event name of a delivered state: a first `unsatisfied` is no exit.
  static func name(of told: Told) -> Name {
    told.state == .satisfied ? .enter : told.crossedAt == nil ? .unsatisfied : .exit
  }
}

/// The reason why a region cannot be registered.
public enum RegistrationFailure: Hashable, Sendable {
  /// The radius exceeds the device's maximum.
  case radiusAboveMaximum
  /// The app already monitors as many regions as it may.
  case limitExceeded(limit: Int)
  /// The app is not authorized to use locations.
  case monitoringDenied

  /// The name of the reason in `CLError`.
  public var code: String {
    switch self {
    case .radiusAboveMaximum, .limitExceeded: "regionMonitoringFailure"
    case .monitoringDenied: "regionMonitoringDenied"
    }
  }
}

/// A selection of the regions to register.
public struct Reselection: Hashable, Sendable {
  /// The triggers of the selection; empty for the first one.
  public let causes: Triggers
  /// The distance and the time since the last significant change, where that was a trigger.
  public let significantMovement: SignificantChange.Movement?
  /// A Boolean value that indicates whether a region joined or left the app's set.
  public let didChangeSet: Bool
  /// A Boolean value that indicates whether a restart had removed the registrations.
  public let didLoseRegistrations: Bool
  public let registered: Int
  public let candidates: Int
  /// The regions for which there was no slot, of an app that ignores the limit.
  public let refused: RegionList
  /// The regions that are stopped before the others are started; those in both lists are renewed.
  public let stopped: RegionList
  public let started: RegionList
  /// The states that the app assumed for started regions, where it assumed any.
  public let assumed: [RegionIdentifier: RegionState]

  /// The names of all causes of the selection; none for the first one.
  public var causeNames: [String] {
    causes.names + (didChangeSet ? ["set"] : []) + (didLoseRegistrations ? ["restart"] : [])
  }
}
