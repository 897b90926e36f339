public import Foundation

/// Names places; the simulated device has no network, and every request fails with `.network`.
open class CLGeocoder: NSObject, @unchecked Sendable {
  public typealias Completion = @Sendable ([CLPlacemark]?, (any Error)?) -> Void

  public var isGeocoding: Bool { false }

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
  public let location: CLLocation?
  public var region: CLRegion? { nil }
  public var timeZone: TimeZone? { nil }
  public var name: String? { nil }
  public var thoroughfare: String? { nil }
  public var subThoroughfare: String? { nil }
  public var locality: String? { nil }
  public var subLocality: String? { nil }
  public var administrativeArea: String? { nil }
  public var subAdministrativeArea: String? { nil }
  public var postalCode: String? { nil }
  public var isoCountryCode: String? { nil }
  public var country: String? { nil }
  public var inlandWater: String? { nil }
  public var ocean: String? { nil }
  public var areasOfInterest: [String]? { nil }

  public init(placemark: CLPlacemark) { location = placemark.location }
}
