import Foundation
import SimulatedCoreLocation

/// The usual code over `CLMonitor`: the nearest 20 places are watched, and chosen anew on every event.
final class MonitorApp: Sendable {
  private let places: [Place]
  private let log: @Sendable (String) -> Void

  init(places: [Place], log: @escaping @Sendable (String) -> Void) {
    self.places = places
    self.log = log
  }

  func run() async {
    let manager = CLLocationManager()
    let monitor = await CLMonitor("Places")
    var states: [String: CLMonitor.Event.State] = [:]
    await watchNearest(to: manager.location, with: monitor, assuming: states)
    do {
      for try await event in await monitor.events {
        states[event.identifier] = event.state
        switch event.state {
        case .satisfied: log("enter \(event.identifier)")
        case .unsatisfied:
          // The first state of a place we are not in is no exit.
          if await monitor.record(for: event.identifier)?.lastEvent.state == .satisfied {
            log("exit \(event.identifier)")
          } else {
            continue
          }
        case .unknown, .unmonitored: continue
        @unknown default: continue
        }
        await watchNearest(to: manager.location, with: monitor, assuming: states)
      }
    } catch {
      log("error \(error)")
    }
  }

  private func watchNearest(
    to location: CLLocation?, with monitor: CLMonitor,
    assuming states: [String: CLMonitor.Event.State]
  ) async {
    guard let location else { return }
    let nearest = Place.nearest(of: places, to: location)
    let names = Set(nearest.map(\.name))
    let watched = await monitor.identifiers
    for name in watched where !names.contains(name) { await monitor.remove(name) }
    for place in nearest where !watched.contains(place.name) {
      await monitor.add(
        CLMonitor.CircularGeographicCondition(center: place.coordinate, radius: place.radius),
        identifier: place.name, assuming: states[place.name] ?? .unknown)
    }
  }
}
