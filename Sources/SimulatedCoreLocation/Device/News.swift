import GeofenceCore

/// A delivery to the app, in the order of the queue.
enum News: Sendable {
  /// A start of the app, which has to precede every later delivery.
  case relaunch(RelaunchCause)
  /// An event of a monitor, with the state that it delivers; a diagnosis delivers none.
  case event(CLMonitor.Event, CrossingReport?, monitor: String)
  case call(DelegateCall, to: Recipients)
  case update(CLLocationUpdate)
  /// A prompt that asks the user for an authorization; the app receives what follows from the
  /// answer.
  case prompt(CLAuthorizationStatus)

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
