public import Foundation
import GeofenceCore

/// A fix as an app sees it.
public final class CLLocation: NSObject, Sendable {
  public let coordinate: CLLocationCoordinate2D
  /// Metres; 0 when the track has none.
  public let altitude: CLLocationDistance
  /// Metres; 0 when the track has none, so that the place counts as valid.
  public let horizontalAccuracy: CLLocationAccuracy
  /// Metres; −1, since tracks do not have it.
  public let verticalAccuracy: CLLocationAccuracy
  /// Degrees; −1 when unknown.
  public let course: CLLocationDirection
  /// Metres per second; −1 when unknown.
  public let speed: CLLocationSpeed
  public let timestamp: Date

  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection,
    speed: CLLocationSpeed, timestamp: Date
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    horizontalAccuracy = hAccuracy
    verticalAccuracy = vAccuracy
    self.course = course
    self.speed = speed
    self.timestamp = timestamp
  }

  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy,
      verticalAccuracy: vAccuracy, course: -1, speed: -1, timestamp: timestamp)
  }

  /// A place without a time: that of the simulated device, or 1970.
  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
      horizontalAccuracy: 0, verticalAccuracy: -1,
      timestamp: SimulatedDevice.current?.now ?? Date(timeIntervalSince1970: 0))
  }

  convenience init(_ fix: Fix) {
    self.init(
      coordinate: CLLocationCoordinate2D(fix.coordinate), altitude: fix.altitude ?? 0,
      horizontalAccuracy: fix.horizontalAccuracy ?? 0, verticalAccuracy: -1,
      course: fix.course ?? -1, speed: fix.speed ?? -1, timestamp: fix.time.date)
  }

  /// Metres along the geodesic.
  public func distance(from location: CLLocation) -> CLLocationDistance {
    Geodesic(from: location.coordinate.core, to: coordinate.core).distance
  }
}

extension Timestamp {
  var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  init(_ date: Date) {
    self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
  }
}
