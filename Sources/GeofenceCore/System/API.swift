/// Which of the two Core Location interfaces the app uses.
public enum API: String, CaseIterable, Hashable, Sendable {
  case clMonitor = "clmonitor"
  case clLocationManager = "cllocationmanager"
}
