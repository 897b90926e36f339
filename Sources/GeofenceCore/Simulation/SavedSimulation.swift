/// Everything that is kept of a device's simulation between two runs, in the least room.
public enum SavedSimulation: Hashable, Sendable {
  /// Nothing has happened but the app's choice at the place of the last significant change: the device
  /// is outside of everything that is watched but one region, if any, with nothing under way.
  case settled(in: RegionIdentifier?, after: SignificantChange.Change)
  /// A device at rest that has been about, as numbers, with the centre of its sentinel and its last
  /// significant change, where the plan asks for these.
  case packed([UInt64], sentinel: Coordinate?, after: SignificantChange.Change?)
  /// Everything by its name, as under a scenario.
  case whole(SimulationSnapshot)

  /// The times that are taken from a file, milliseconds since 1970: the years 0 to 9999.
  package static let times: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999
}

/// A saved simulation is of other regions than the plan, or makes no sense.
public struct SavedSimulationMismatch: Error, Hashable {
  /// A region that there is not; `nil` where what was saved makes no sense.
  public let region: String?

  public init(region: String?) { self.region = region }
}
