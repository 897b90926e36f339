/// What a location system has to say, in order; whoever drives it performs each before the next.
public enum Notice: Sendable {
  /// The app hears of a state.
  case told(Told)
  /// The app hears that the device is outside of regions of which nothing was known.
  case toldOutside(RegionList)
  /// The app is started in the background, before anything more is told.
  case relaunch(RelaunchCause)
  /// The app hears of a significant change; no movement comes with the first.
  case significantChange(SignificantChange.Movement?)
  /// A condition is not watched.
  case unmonitored(ConditionID, DeviceState.Diagnostic)
  /// Nobody received a state: it waits or is lost, as the rules of the interface say.
  case unheard(Told, waits: Bool)
}

/// A state that an app is told of.
public struct Told: Hashable, Sendable {
  package let condition: ConditionRef
  public let id: ConditionID
  public let region: CircularRegion
  public let state: RegionState
  /// When the crossing began; `nil` for a first determination.
  public let crossedAt: Timestamp?
  /// When it was found.
  public let since: Timestamp
}

/// What the system starts an app for.
public enum RelaunchCause: String, Hashable, Sendable {
  case event
  case significantChange = "significant"
}
