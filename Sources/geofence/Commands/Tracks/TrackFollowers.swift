import GeofenceCore
import GeofenceFormats

/// What a command makes of the devices of one track.
protocol TrackFollowers: Sendable {
  /// A device comes; devices are called by numbers that count up from 0.
  ///
  /// - Parameters:
  ///   - column: the device's name in the track; `nil` where the track names none.
  ///   - name: what its events are told apart by; `nil` where there is only one device.
  ///   - start: the time of the track's first fix.
  mutating func add(_ column: String?, named name: String?, startingAt start: Timestamp)
    throws(InputError)

  /// A device is at a fix.
  ///
  /// - Parameter name: the same as when the device came.
  /// - Returns: whether there is a reason to go on.
  mutating func advance(_ device: Int, to fix: Fix, named name: @autoclosure () -> String?) -> Bool
}
