public import Foundation

/// A place and its names; the simulated device knows its location alone.
open class CLPlacemark: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  private let place: CLLocation?
  open var location: CLLocation? { place }
  open var region: CLRegion? { nil }
  open var timeZone: TimeZone? { nil }
  open var name: String? { nil }
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

  public init(placemark: CLPlacemark) { place = placemark.location }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  private static let locationKey = "location"

  open func encode(with coder: NSCoder) { coder.encode(location, forKey: Self.locationKey) }

  public required init?(coder: NSCoder) {
    place = coder.decodeObject(of: CLLocation.self, forKey: Self.locationKey)
  }
}
