import GeofenceCore

/// The monitors and managers that the app has opened.
extension SimulatedDevice {
  func openMonitor(_ name: String) -> MonitorSession {
    let isNamedRightly =
      !name.isEmpty
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0 == "_" || $0.properties.numericType != nil
      }
    let session = MonitorSession(name, on: self, isValid: isNamedRightly)
    let (isFree, onMisuse) = app.withLock { state in
      let isFree = state.sessions[name] == nil
      if isFree, isNamedRightly {
        state.sessions[name] = session
        state.openedSinceLaunch.insert(name)
      }
      return (isFree, state.onMisuse)
    }
    guard isNamedRightly else {
      onMisuse("a monitor's name has letters, digits and underscores only, not \"\(name)\"")
      return session
    }
    guard isFree else {
      onMisuse("a monitor named \"\(name)\" is open already")
      return MonitorSession(name, on: self, isValid: false)
    }
    system.withLock { $0.core.setReceiving(SimulatedSystem.owner(name), true) }
    return session
  }

  func closeMonitor(_ session: MonitorSession) {
    let wasOpen = app.withLock { state in
      guard state.sessions[session.name] === session else { return false }
      state.sessions[session.name] = nil
      return true
    }
    if wasOpen {
      system.withLock { $0.core.setReceiving(SimulatedSystem.owner(session.name), false) }
      keepUnhandled(of: session)
    }
    wakeIfReady()
  }

  func keepUnhandled(of session: MonitorSession) {
    for told in session.channel.finish() { system.withLock { $0.core.putBack(told) } }
  }

  func noteListening() { wakeIfReady() }

  func noteHandled(_ event: CLMonitor.Event, monitor name: String) {
    system.withLock {
      $0.monitors[name]?[RegionIdentifier(event.identifier)]?.lastEvent = event
    }
  }

  func register(_ manager: CLLocationManager) {
    app.withLock {
      $0.managers.removeAll { $0.manager == nil }
      $0.managers.append(WeakManager(manager: manager))
    }
    system.withLock { $0.noteManager() }
  }

  var managers: [CLLocationManager] {
    app.withLock { $0.managers.compactMap(\.manager) }
  }
}
