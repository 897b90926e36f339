/// The side of a region's boundary on which the monitor has determined the device to be.
package enum RegionState: String, Hashable, Sendable {
  case unknown
  /// The device is inside.
  case satisfied
  /// The device is outside.
  case unsatisfied
}
