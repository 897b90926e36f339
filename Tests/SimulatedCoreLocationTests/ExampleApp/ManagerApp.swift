import Foundation
import SimulatedCoreLocation

/// The usual code over `CLLocationManager`: the nearest 20 places are watched, and chosen anew on
/// every significant change.
final class ManagerApp: NSObject, CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  private let places: [Place]
  private let log: (String) -> Void

  init(places: [Place], log: @escaping (String) -> Void) {
    self.places = places
    self.log = log
    super.init()
    manager.delegate = self
    manager.startMonitoringSignificantLocationChanges()
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    guard let location = locations.last else { return }
    let nearest = Place.nearest(of: places, to: location)
    let names = Set(nearest.map(\.name))
    for region in manager.monitoredRegions where !names.contains(region.identifier) {
      manager.stopMonitoring(for: region)
    }
    let watched = Set(manager.monitoredRegions.map(\.identifier))
    for place in nearest where !watched.contains(place.name) {
      manager.startMonitoring(
        for: CLCircularRegion(
          center: place.coordinate, radius: place.radius, identifier: place.name))
    }
  }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    log("enter \(region.identifier)")
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    log("exit \(region.identifier)")
  }
}
