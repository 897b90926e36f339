/// A place and its names; the simulated device knows its location, and the address that a test has
/// given it.
open class CLPlacemark: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  private let place: CLLocation?
  private let address: String?
  open var location: CLLocation? { place }
  open var region: CLRegion? { nil }
  open var timeZone: TimeZone? { nil }
  open var name: String? { address }
  open var thoroughfare: String? { nil }
  open var subThoroughfare: String? { nil }
  open var locality: String? { nil }
  open var subLocality: String? { nil }
  open var administrativeArea: String? { nil }
  open var subAdministrativeArea: String? { nil }
  open var postalCode: String? { nil }
  open var isoCountryCode: String? { nil }
  open var country: String? { nil }
  open var inlandWater: String? { nil }
  open var ocean: String? { nil }
  open var areasOfInterest: [String]? { nil }

  @available(*, deprecated, message: "Use the properties")
  open var addressDictionary: [AnyHashable: Any]? { nil }

  public init(placemark: CLPlacemark) {
    (place, address) = (placemark.location, placemark.name)
  }

  init(_ place: CLLocation, address: String) { (self.place, self.address) = (place, address) }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  private static let locationKey = "location"
  private static let nameKey = "name"

  open func encode(with coder: NSCoder) {
    coder.encode(location, forKey: Self.locationKey)
    coder.encode(name.map { $0 as NSString }, forKey: Self.nameKey)
  }

  public required init?(coder: NSCoder) {
    place = coder.decodeObject(of: CLLocation.self, forKey: Self.locationKey)
    address = coder.decodeObject(of: NSString.self, forKey: Self.nameKey).map { "\($0)" }
  }
}
