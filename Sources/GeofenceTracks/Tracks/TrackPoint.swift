import GeofenceBytes
import GeofenceCore

/// A point before it is judged; `nan` stands for a missing or unreadable number.
struct TrackPoint: BitwiseCopyable {
  var latitude = Double.nan
  var longitude = Double.nan
  var time = TimeReading.missing
  var accuracy = Double.nan
  var altitude = Double.nan
  var speed = Double.nan
  var course = Double.nan
  /// True if there may be an altitude, a speed or a course.
  var hasDetails = true
  var device = 0
  /// The line, from 1, on which the point begins.
  var line = 0

  /// True if the place is 0,0, to a tenth of a metre.
  @inline(__always)
  var isAtZero: Bool { coordinate.isAtZero }

  /// Half the way around the Earth, in metres: no place is less certain.
  private static let worstAccuracy = 2e7

  var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }

  /// Returns this point as a fix at `time`. Impossible numbers become unknown: one that is not
  /// finite, a negative speed, a course outside 0…360 degrees.
  @inline(__always)
  func fix(at time: Timestamp) -> Fix {
    let accuracy = accuracy.isFinite ? min(accuracy, Self.worstAccuracy) : nil
    guard hasDetails else {
      return Fix(time: time, coordinate: coordinate, horizontalAccuracy: accuracy)
    }
    return Fix(
      time: time, coordinate: coordinate, horizontalAccuracy: accuracy,
      altitude: altitude.isFinite ? altitude : nil,
      speed: speed.isFinite && speed >= 0 ? speed : nil,
      course: course >= 0 && course <= 360 ? course : nil)
  }
}
