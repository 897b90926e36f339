import CLibrary
import GeofenceCore

/// The wall clock, for changes that are made now.
enum WallClock {
  /// The current time, in whole seconds since 1970.
  static var now: Timestamp { Timestamp(milliseconds: Int64(time(nil)) * 1000) }
}
