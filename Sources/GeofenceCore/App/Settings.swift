/// How the nearest regions are ranked.
public enum Ranking: String, CaseIterable, Hashable, Sendable {
  /// By the distance to the centre: the usual recipe.
  case centre
  /// By the signed distance to the edge, so that a circle the device stands in outranks every one
  /// it does not.
  case boundary
}

/// What a reselection does to the regions that keep their slot.
public enum Renewal: String, CaseIterable, Hashable, Sendable {
  /// Nothing: only the difference is stopped and started.
  case changed
  /// Everything is stopped and the nearest are started; pending crossings and states are lost.
  case all
}

/// Every number and choice of a simulation, with Core Location's values as defaults.
public struct Settings: Hashable, Sendable {
  public var api = API.clMonitor
  public var platform = DeviceState.Platform.ios
  public var crossing = CrossingRules()
  /// How many conditions the system takes from one app. Apple documents 20.
  public var limit = 20
  /// The device's `maximumRegionMonitoringDistance`, metres. Our assumption.
  public var maximumRadius = 100_000.0
  public var ranking = Ranking.centre
  public var triggers = Triggers.significant
  public var renewal = Renewal.changed
  /// Metres of a significant change. Apple documents 500.
  public var significantDistance = 500.0
  /// Least time between significant changes. Apple documents five minutes.
  public var significantInterval = Interval(milliseconds: 300_000)
  /// The smallest circle that the app registers, metres: a smaller region is watched as one of this
  /// radius.
  public var minimumRadius = 0.0
  /// Metres.
  public var sentinelRadius = 1000.0

  public init() {}
}
