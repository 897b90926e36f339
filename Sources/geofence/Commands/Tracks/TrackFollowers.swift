import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore

protocol TrackFollowers: Sendable {
  mutating func add(_ column: String?, named name: String?, startingAt start: Timestamp)
    throws(InputError)

  mutating func advance(_ device: Int, to fix: Fix, named name: @autoclosure () -> String?) -> Bool

  /// Returns the zone in which the next fixes of a device need not be passed on; `nil` where each
  /// one is needed. This changes nothing: followers that are passed by value would be copied.
  mutating func quietZone(of device: Int) -> QuietZone?
}

extension TrackFollowers {
  mutating func quietZone(of device: Int) -> QuietZone? { nil }
}
