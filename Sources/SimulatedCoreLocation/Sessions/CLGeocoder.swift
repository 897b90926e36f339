public import Foundation

/// A handler of a geocoder's answer: places, or the error that explains why there are none.
public typealias CLGeocodeCompletionHandler = ([CLPlacemark]?, (any Error)?) -> Void

/// A geocoder whose every request fails with `.network`, because the simulated device has no
/// network.
open class CLGeocoder: NSObject, @unchecked Sendable {
  open var isGeocoding: Bool { false }

  open func cancelGeocode() {}

  open func reverseGeocodeLocation(
    _ location: CLLocation, completionHandler: @escaping CLGeocodeCompletionHandler
  ) { fail(completionHandler) }

  open func reverseGeocodeLocation(
    _ location: CLLocation, preferredLocale locale: Locale?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) { fail(completionHandler) }

  open func geocodeAddressString(
    _ addressString: String, completionHandler: @escaping CLGeocodeCompletionHandler
  ) { fail(completionHandler) }

  open func geocodeAddressString(
    _ addressString: String, in region: CLRegion?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) { fail(completionHandler) }

  open func geocodeAddressString(
    _ addressString: String, in region: CLRegion?, preferredLocale locale: Locale?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) { fail(completionHandler) }

  @available(*, deprecated, message: "Use geocodeAddressString(_:completionHandler:)")
  open func geocodeAddressDictionary(
    _ addressDictionary: [AnyHashable: Any],
    completionHandler: @escaping CLGeocodeCompletionHandler
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

  open func geocodeAddressString(
    _ addressString: String, in region: CLRegion?
  ) async throws -> [CLPlacemark] { throw failure }

  open func geocodeAddressString(
    _ addressString: String, in region: CLRegion?, preferredLocale locale: Locale?
  ) async throws -> [CLPlacemark] { throw failure }

  private var failure: CLError {
    SimulatedDevice.current?.warn("CLGeocoder finds nothing: the simulated device has no network")
    return CLError(.network)
  }

  private func fail(_ completion: @escaping CLGeocodeCompletionHandler) {
    let error = failure
    answer { completion(nil, error) }
  }
}
