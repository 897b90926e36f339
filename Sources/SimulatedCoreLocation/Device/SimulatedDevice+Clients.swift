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
    sendWaiting(to: session)
    return session
  }

  func closeMonitor(_ session: MonitorSession) {
    let wasOpen = app.withLock { state in
      guard state.sessions[session.name] === session else { return false }
      state.sessions[session.name] = nil
      return true
    }
    if wasOpen { keepUnhandled(of: session) }
    wakeIfReady()
  }

  func keepUnhandled(of session: MonitorSession) {
    for event in session.channel.finish() {
      system.withLock {
        $0.monitors[session.name, default: .init()].waiting[RegionIdentifier(event.identifier)] =
          event
      }
    }
  }

  /// Sends what waited for the app: exits first, each kind by identifier.
  func sendWaiting(to session: MonitorSession) {
    let waiting = system.withLock { system in
      defer { system.monitors[session.name]?.waiting = [:] }
      return system.monitors[session.name]?.waiting ?? [:]
    }
    let order = waiting.sorted {
      let (first, second) = ($0.value.state == .satisfied, $1.value.state == .satisfied)
      return first == second ? $0.key < $1.key : second
    }
    for (_, event) in order { session.channel.send(event) }
  }

  func noteListening() { wakeIfReady() }

  func noteHandled(_ event: CLMonitor.Event, monitor name: String) {
    system.withLock {
      $0.monitors[name]?.records[RegionIdentifier(event.identifier)]?.lastEvent = event
    }
  }

  /// Gives each open monitor what it has to say of its conditions.
  func sendDiagnoses() {
    let diagnoses = system.withLock { system in
      defer { system.diagnoses = [] }
      return system.diagnoses
    }
    for (event, name) in diagnoses {
      app.withLock { $0.sessions[name] }?.channel.send(event)
    }
  }

  func register(_ manager: CLLocationManager) {
    app.withLock {
      $0.managers.removeAll { $0.manager == nil }
      $0.managers.append(WeakManager(manager: manager))
    }
  }

  var managers: [CLLocationManager] {
    app.withLock { $0.managers.compactMap(\.manager) }
  }
}
