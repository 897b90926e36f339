import GeofenceCore

extension API {
  /// The interfaces of Core Location, whose devices and rules of crossings are the same.
  package static let ofCoreLocation: [API] = [.clMonitor, .clLocationManager]
}
