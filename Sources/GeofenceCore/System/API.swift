/// The interface through which the app has its regions monitored.
public enum API: String, CaseIterable, Hashable, Sendable {
  case clMonitor = "clmonitor"
  case clLocationManager = "cllocationmanager"
}
