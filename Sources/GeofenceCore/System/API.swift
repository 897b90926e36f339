/// The interface through which the app has its regions monitored.
package enum API: String, CaseIterable, Hashable, Sendable {
  case clMonitor = "clmonitor"
  case clLocationManager = "cllocationmanager"
  case geofencingClient = "geofencingclient"
}
