import CLibrary
import GeofenceBase

package enum WallClock {
  /// The current time, in whole seconds since 1970.
  package static var now: Timestamp { Timestamp(milliseconds: Int64(time(nil)) * 1000) }
}
