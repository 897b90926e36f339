public import Foundation
import GeofenceCore

/// A stay of the device at a place.
open class CLVisit: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  public let coordinate: CLLocationCoordinate2D
  /// Metres; 0 when the track has none.
  public let horizontalAccuracy: CLLocationAccuracy
  /// The distant past where it is not known.
  public let arrivalDate: Date
  /// The distant future while the device is there.
  public let departureDate: Date

  /// Nowhere, as Apple's own initializer makes it; for subclasses.
  public override init() {
    coordinate = kCLLocationCoordinate2DInvalid
    horizontalAccuracy = -1
    arrivalDate = .distantPast
    departureDate = .distantFuture
  }

  init(_ fix: Fix, departure: Date) {
    coordinate = CLLocationCoordinate2D(fix.coordinate)
    horizontalAccuracy = fix.horizontalAccuracy ?? 0
    arrivalDate = fix.time.date
    departureDate = departure
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  open func encode(with coder: NSCoder) {
    coder.encode(coordinate.latitude, forKey: "latitude")
    coder.encode(coordinate.longitude, forKey: "longitude")
    coder.encode(horizontalAccuracy, forKey: "horizontalAccuracy")
    coder.encode(arrivalDate.timeIntervalSinceReferenceDate, forKey: "arrivalDate")
    coder.encode(departureDate.timeIntervalSinceReferenceDate, forKey: "departureDate")
  }

  public required init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "latitude") else { return nil }
    coordinate = CLLocationCoordinate2D(
      latitude: coder.decodeDouble(forKey: "latitude"),
      longitude: coder.decodeDouble(forKey: "longitude"))
    horizontalAccuracy = coder.decodeDouble(forKey: "horizontalAccuracy")
    arrivalDate = Date(
      timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "arrivalDate"))
    departureDate = Date(
      timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "departureDate"))
  }
}
