import GeofenceCore

/// A point as a track file has it, before it is known to be usable.
struct TrackPoint {
  enum Time {
    case absent, unreadable
    case at(Timestamp)
  }

  /// Degrees; `nil` when unreadable.
  var latitude: Double?
  var longitude: Double?
  var time = Time.absent
  /// Metres; `nil` when absent or unreadable.
  var accuracy: Double?
  var altitude: Double?
  var speed: Double?
  var course: Double?
}
