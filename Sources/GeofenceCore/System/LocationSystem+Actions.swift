extension LocationSystem {
  /// Does what the user or the system does to the device; actions on the app's set are the app's.
  ///
  /// When the app has done what it had put off, `tellWaiting` lets it hear.
  public mutating func apply(_ action: DeviceAction) {
    let before = device
    device.take(action)
    tellsForNext = hasWatched
    if action.isReboot { forget() }
    if before.monitors, !device.monitors { monitor.dropPending() }
    if device.app == .terminated, before.app != .terminated {
      if case .only = receivers { receivers = .only([]) }
      pauseUnheard()
    }
    if let diagnostic = device.diagnostic, diagnostic != before.diagnostic { diagnose(diagnostic) }
  }

  /// A restart: every state is to be determined anew, and nothing waits any more.
  private mutating func forget() {
    for position in monitor.members where owner.api == .clMonitor {
      let told = lastTold(of: .region(position))
      if told != .unknown { lastTold[position] = told }
    }
    waiting = [:]
    resuming = []
    monitor.forgetStates()
  }

  private mutating func diagnose(_ diagnostic: DeviceState.Diagnostic) {
    var ids = monitor.individuals.map(\.id)
    for position in monitor.members {
      ids.append(ConditionID(monitor.catalog.regions[Int(position)].identifier, of: owner))
    }
    outbox += ids.sorted(by: >).map { .unmonitored($0, diagnostic) }
  }
}

extension DeviceState {
  /// - Parameter action: what happens; those on the app's set change nothing here.
  mutating func take(_ action: DeviceAction) {
    switch action {
    case .terminate: app = .terminated
    // Bringing an app to the front that does not run starts it.
    case .launch, .foreground: app = .foreground
    case .background: if app != .terminated { app = .background }
    case .backgroundRefresh(let isOn): refreshesInBackground = isOn
    case .reboot, .rebootLosingRegistrations:
      isLocked = true
      app = .terminated
    case .unlock: isLocked = false
    case .authorize(let authorization): self.authorization = authorization
    case .accuracy(let isFull): hasFullAccuracy = isFull
    case .sleep: isAsleep = true
    case .wake: isAsleep = false
    case .add, .remove, .complete: break
    }
  }
}
