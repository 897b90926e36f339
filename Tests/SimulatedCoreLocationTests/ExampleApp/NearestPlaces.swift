import Foundation
import SimulatedCoreLocation

/// A place that the example apps want to hear of.
struct Place: Sendable {
  let name: String
  let latitude: Double
  let longitude: Double
  let radius: Double

  var coordinate: CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
  }

  /// The places nearest to `location`, as many as an app may watch.
  static func nearest(of places: [Place], to location: CLLocation) -> [Place] {
    let ranked = places.map { place in
      let center = CLLocation(latitude: place.latitude, longitude: place.longitude)
      return (place: place, distance: location.distance(from: center))
    }
    return ranked.sorted { ($0.distance, $0.place.name) < ($1.distance, $1.place.name) }
      .prefix(20).map(\.place)
  }
}
