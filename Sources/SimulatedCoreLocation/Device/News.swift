import GeofenceCore

/// Something the app is to hear, in order.
enum News: Sendable {
  /// The app has to be started before anything more is told.
  case relaunch(RelaunchCause)
  /// An event of a monitor; a diagnosis tells of no state.
  case event(CLMonitor.Event, Told?, monitor: String)
  case call(DelegateCall, to: Recipients)
  case update(CLLocationUpdate)
  /// The user is asked, and answers; the app hears what comes of it.
  case prompt(CLAuthorizationStatus)

  /// Whose delegates are called.
  enum Recipients: Sendable {
    case all
    case only(Set<ObjectIdentifier>)

    func contains(_ manager: CLLocationManager) -> Bool {
      switch self {
      case .all: true
      case .only(let managers): managers.contains(ObjectIdentifier(manager))
      }
    }
  }
}
