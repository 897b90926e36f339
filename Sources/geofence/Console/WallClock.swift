import CLibrary
import GeofenceCore

/// The clock on the wall, for what is changed now.
enum WallClock {
  /// In whole seconds.
  static var now: Timestamp { Timestamp(milliseconds: Int64(time(nil)) * 1000) }
}
