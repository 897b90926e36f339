/// A handler of a geocoder's answer: places, or the error that explains why there are none.
public typealias CLGeocodeCompletionHandler = ([CLPlacemark]?, (any Error)?) -> Void

/// A geocoder that finds the places that the test has given.
///
/// Every other request fails with `.geocodeFoundNoResult`, and with `.network` where the test has
/// given no places: the simulated device has no network.
open class CLGeocoder: NSObject, @unchecked Sendable {
  open var isGeocoding: Bool { false }

  open func cancelGeocode() {}

  open func reverseGeocodeLocation(
    _ location: CLLocation, completionHandler: @escaping CLGeocodeCompletionHandler
  ) { answer(places(near: location), completionHandler) }

  open func reverseGeocodeLocation(
    _ location: CLLocation, preferredLocale locale: Locale?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) { answer(places(near: location), completionHandler) }

  open func geocodeAddressString(
    _ addressString: String, completionHandler: @escaping CLGeocodeCompletionHandler
  ) { answer(places(at: addressString), completionHandler) }

  open func geocodeAddressString(
    _ addressString: String, in region: CLRegion?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) { answer(places(at: addressString), completionHandler) }

  open func geocodeAddressString(
    _ addressString: String, in region: CLRegion?, preferredLocale locale: Locale?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) { answer(places(at: addressString), completionHandler) }

  @available(*, deprecated, message: "Use geocodeAddressString(_:completionHandler:)")
  open func geocodeAddressDictionary(
    _ addressDictionary: [AnyHashable: Any],
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) { answer([], completionHandler) }

  open func reverseGeocodeLocation(_ location: CLLocation) async throws -> [CLPlacemark] {
    try found(places(near: location))
  }

  open func reverseGeocodeLocation(
    _ location: CLLocation, preferredLocale locale: Locale?
  ) async throws -> [CLPlacemark] { try found(places(near: location)) }

  open func geocodeAddressString(_ addressString: String) async throws -> [CLPlacemark] {
    try found(places(at: addressString))
  }

  open func geocodeAddressString(
    _ addressString: String, in region: CLRegion?
  ) async throws -> [CLPlacemark] { try found(places(at: addressString)) }

  open func geocodeAddressString(
    _ addressString: String, in region: CLRegion?, preferredLocale locale: Locale?
  ) async throws -> [CLPlacemark] { try found(places(at: addressString)) }

  /// The distance in metres within which a place is at a location. Apple does not document one.
  private static let nearness: CLLocationDistance = 100

  private func places(at address: String) -> [CLPlacemark] {
    guard let place = SimulatedDevice.current?.configuration.places?[address] else { return [] }
    return [CLPlacemark(place, address: address)]
  }

  private func places(near location: CLLocation) -> [CLPlacemark] {
    let near = (SimulatedDevice.current?.configuration.places ?? [:])
      .map { (metres: $0.value.distance(from: location), address: $0.key, place: $0.value) }
      .filter { $0.metres <= Self.nearness }
    return near.min { ($0.metres, $0.address) < ($1.metres, $1.address) }
      .map { [CLPlacemark($0.place, address: $0.address)] } ?? []
  }

  private func found(_ places: [CLPlacemark]) throws(CLError) -> [CLPlacemark] {
    guard places.isEmpty else { return places }
    guard let device = SimulatedDevice.current, device.configuration.places == nil else {
      throw CLError(.geocodeFoundNoResult)
    }
    device.warn(
      "CLGeocoder finds nothing: the simulated device has no network",
      help: "give SimulatedDevice.run the `places` that it finds")
    throw CLError(.network)
  }

  private func answer(
    _ places: [CLPlacemark], _ completion: @escaping CLGeocodeCompletionHandler
  ) {
    do throws(CLError) {
      let places = try found(places)
      SimulatedCoreLocation.answer { completion(places, nil) }
    } catch {
      SimulatedCoreLocation.answer { completion(nil, error) }
    }
  }
}
