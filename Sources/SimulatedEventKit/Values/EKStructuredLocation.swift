public import Foundation
import GeofenceReminders
public import SimulatedCoreLocation

/// A location with a name, and the radius of a geofence around it.
open class EKStructuredLocation: EKObject, NSCopying {
  open var title: String?
  /// The place; without it an alarm does not depend on the location.
  open var geoLocation: CLLocation?
  /// The radius in metres; 0 for the default of 100 m.
  ///
  /// Apple: "To use the default radius, set this property to `0`." The default itself is our
  /// assumption.
  open var radius: Double = 0

  public override init() { super.init() }

  public convenience init(title: String) {
    self.init()
    self.title = title
  }

  /// Returns a copy, since an alarm keeps its location as it was when it was set.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = EKStructuredLocation()
    (copy.title, copy.geoLocation, copy.radius) = (title, geoLocation, radius)
    return copy
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? EKStructuredLocation else { return false }
    return title == other.title && radius == other.radius
      && geoLocation?.coordinate.latitude == other.geoLocation?.coordinate.latitude
      && geoLocation?.coordinate.longitude == other.geoLocation?.coordinate.longitude
  }

  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(title)
    hasher.combine(radius)
    return hasher.finalize()
  }
}

extension EKStructuredLocation {
  convenience init(_ place: LocationAlarm.Place) {
    self.init()
    title = place.name
    geoLocation = CLLocation(
      latitude: place.coordinate.latitude, longitude: place.coordinate.longitude)
    radius = place.givenRadius ?? 0
  }

  var place: LocationAlarm.Place? {
    guard let coordinate = geoLocation?.coordinate, CLLocationCoordinate2DIsValid(coordinate),
      radius.isFinite, radius >= 0
    else { return nil }
    return LocationAlarm.Place(name: title, coordinate: coordinate.core, radius: radius)
  }
}
