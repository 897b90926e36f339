import GeofenceCore

/// What a track says about a point's time.
enum TimeReading: Hashable {
  case missing
  case unreadable
  case at(Timestamp)

  /// Milliseconds since 1970; the least number where there is no time.
  var milliseconds: Int64 { if case .at(let time) = self { time.milliseconds } else { .min } }
}

/// One point as a format gives it, not yet judged: `nan` stands for what is missing or unreadable.
struct TrackPoint {
  /// Degrees.
  var latitude = Double.nan
  /// Degrees.
  var longitude = Double.nan
  var time = TimeReading.missing
  /// Metres.
  var accuracy = Double.nan
  /// Metres.
  var altitude = Double.nan
  /// Metres per second.
  var speed = Double.nan
  /// Degrees clockwise from true north.
  var course = Double.nan
  /// The device's index.
  var device = 0
  /// The line, from one, on which the point begins.
  var line = 0
}

extension TrackPoint {
  var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }

  /// This point as a fix at `time`. What cannot be is unknown: a number that is not finite, a
  /// negative speed, a course outside 0…360.
  @inline(__always)
  func fix(at time: Timestamp) -> Fix {
    Fix(
      time: time, coordinate: coordinate,
      horizontalAccuracy: accuracy.isFinite ? accuracy : nil,
      altitude: altitude.isFinite ? altitude : nil,
      speed: speed.isFinite && speed >= 0 ? speed : nil,
      course: course >= 0 && course <= 360 ? course : nil)
  }
}
