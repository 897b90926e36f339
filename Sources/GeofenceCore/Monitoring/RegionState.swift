/// Where the device is with regard to a region, as far as the monitor has determined.
public enum RegionState: String, Hashable, Sendable {
  case unknown
  /// Inside.
  case satisfied
  /// Outside.
  case unsatisfied
}
