import GeofenceCore
import Synchronization

extension SimulatedDevice {
  // MARK: monitors

  /// Returns the session of an open monitor on this device, and opens one if there is none yet.
  ///
  /// A monitor that was opened on an earlier device continues on this one. `nil` if another monitor
  /// has the name.
  func session(of monitor: MonitorHandle) -> MonitorSession? {
    let name = monitor.name
    let session = app.withLock { state in
      let session = state.sessions[name] ?? MonitorSession(name, on: self, of: monitor)
      state.sessions[name] = session
      return session
    }
    guard session.isOf(monitor) else { return nil }
    system.withLock { $0.setReceiving(name, true) }
    return session
  }

  func admits(_ name: String) -> Bool {
    let isNamedRightly =
      !name.isEmpty
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0 == "_" || $0.properties.numericType != nil
      }
    if !isNamedRightly {
      warn(
        "a monitor's name has letters, digits and underscores only, not \"\(name)\"",
        help: "Apple documents alphanumeric characters and underscores")
    }
    guard app.withLock({ $0.sessions[name] == nil }) else {
      report(
        mistake: "a monitor named \"\(name)\" is open already",
        help: "keep one CLMonitor of a name, and let go of it before you open another")
      return false
    }
    return true
  }

  func close(_ monitor: MonitorHandle) {
    let session = app.withLock { state -> MonitorSession? in
      guard let session = state.sessions[monitor.name], session.isOf(monitor) else { return nil }
      state.sessions[monitor.name] = nil
      return session
    }
    guard let session else { return }
    system.withLock { $0.setReceiving(monitor.name, false) }
    keepUnhandled(session)
  }

  func keepUnhandled(_ session: MonitorSession) {
    for report in session.channel.finish() { system.withLock { $0.core.putBack(report) } }
  }

  func noteHandled(_ event: CLMonitor.Event, monitor name: String) {
    system.withLock {
      $0.monitors[name]?[RegionIdentifier(event.identifier)]?.lastEvent = event
    }
  }

  // MARK: managers

  /// Returns `true` if the app had not used the manager since it was started.
  @discardableResult
  func register(_ manager: CLLocationManager) -> Bool {
    system.withLock { system in
      let isNew = system.register(manager)
      if isNew, manager.delegate != nil { system.greet(manager) }
      return isNew
    }
  }
}
