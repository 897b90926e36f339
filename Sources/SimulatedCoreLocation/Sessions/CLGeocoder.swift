public import Foundation

/// Names places; the simulated device has no network, and every request fails with `.network`.
open class CLGeocoder: NSObject, @unchecked Sendable {
  public typealias Completion = @Sendable ([CLPlacemark]?, (any Error)?) -> Void

  open var isGeocoding: Bool { false }

  open func cancelGeocode() {}

  open func reverseGeocodeLocation(
    _ location: CLLocation, completionHandler: @escaping Completion
  ) { fail(completionHandler) }

  open func reverseGeocodeLocation(
    _ location: CLLocation, preferredLocale locale: Locale?, completionHandler: @escaping Completion
  ) { fail(completionHandler) }

  open func geocodeAddressString(
    _ addressString: String, completionHandler: @escaping Completion
  ) { fail(completionHandler) }

  open func geocodeAddressString(
    _ addressString: String, in region: CLRegion?, completionHandler: @escaping Completion
  ) { fail(completionHandler) }

  open func reverseGeocodeLocation(_ location: CLLocation) async throws -> [CLPlacemark] {
    throw failure
  }

  open func reverseGeocodeLocation(
    _ location: CLLocation, preferredLocale locale: Locale?
  ) async throws -> [CLPlacemark] { throw failure }

  open func geocodeAddressString(_ addressString: String) async throws -> [CLPlacemark] {
    throw failure
  }

  private var failure: CLError {
    SimulatedDevice.current?.warn("CLGeocoder finds nothing: the simulated device has no network")
    return CLError(.network)
  }

  private func fail(_ completion: @escaping Completion) {
    let error = failure
    Task { @MainActor in completion(nil, error) }
  }
}

/// A place and its names; the simulated device knows none but its location.
open class CLPlacemark: NSObject, @unchecked Sendable {
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

  public init(placemark: CLPlacemark) { place = placemark.location }
}
