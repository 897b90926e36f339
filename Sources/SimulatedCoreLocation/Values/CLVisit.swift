import GeofenceCore

/// A stay of the device at a place.
open class CLVisit: NSObject, NSCopying, NSSecureCoding {
  private let fields: Fields

  private struct Fields {
    var coordinate = kCLLocationCoordinate2DInvalid
    var horizontalAccuracy = -1.0
    var arrival = Date.distantPast
    var departure = Date.distantFuture
  }

  open var coordinate: CLLocationCoordinate2D { fields.coordinate }
  /// The horizontal accuracy in metres; 5 if the track has none.
  open var horizontalAccuracy: CLLocationAccuracy { fields.horizontalAccuracy }
  /// The time of the arrival; the distant past if it is not known.
  open var arrivalDate: Date { fields.arrival }
  /// The time of the departure; the distant future while the device is there.
  open var departureDate: Date { fields.departure }

  /// Creates a visit nowhere, as Apple's own initializer does; for subclasses.
  public override init() { fields = Fields() }

  init(_ fix: Fix, departure: Date) {
    fields = Fields(
      coordinate: CLLocationCoordinate2D(fix.coordinate),
      horizontalAccuracy: fix.horizontalAccuracy ?? CLLocation.unknownAccuracy,
      arrival: fix.time.date, departure: departure)
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
    fields = Fields(
      coordinate: CLLocationCoordinate2D(
        latitude: coder.decodeDouble(forKey: "latitude"),
        longitude: coder.decodeDouble(forKey: "longitude")),
      horizontalAccuracy: coder.decodeDouble(forKey: "horizontalAccuracy"),
      arrival: Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "arrivalDate")),
      departure: Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "departureDate")))
  }
}
