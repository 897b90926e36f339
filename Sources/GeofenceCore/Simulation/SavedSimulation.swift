/// The state of a device's simulation between two runs, stored in the least space.
package enum SavedSimulation: Hashable, Sendable {
  /// The device has done nothing since its app selected regions at the place of the last
  /// significant change.
  ///
  /// It is outside of every monitored region but one, if any, and no crossing is under way.
  case settled(in: RegionIdentifier?, after: SignificantChange.Change)
  /// The device has moved about and is at rest.
  ///
  /// Its state is stored as numbers, with the centre of its sentinel and its last significant
  /// change, where the plan uses these.
  case packed([UInt64], sentinel: Coordinate?, after: SignificantChange.Change?)
  /// The whole state is stored by names, as under a scenario.
  case whole(SimulationSnapshot)

  /// The times that are accepted from a file, in milliseconds since 1970: the years 0 to 9999.
  package static let times: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999
}

/// An error for a saved simulation that has other regions than the plan, or is inconsistent.
package struct SavedSimulationMismatch: Error, Hashable {
  /// The unknown region; `nil` where the saved simulation is inconsistent.
  package let region: String?

  package init(region: String?) { self.region = region }
}
