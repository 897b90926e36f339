extension LocationSystem {
  /// Performs an action of the user or the system on the device; one on the app's set of regions is
  /// the app's to perform.
  ///
  /// `deliverWaiting` delivers the waiting events after the app has performed its postponed changes.
  package mutating func apply(_ action: DeviceAction) {
    let before = device
    device.take(action)
    if progress == .evaluated { progress = .passed }
    // A restart: every state is to be determined anew, and nothing waits any more.
    if action.isReboot { monitor.forgetStates(keepsRecords: owner.rules.records == .kept) }
    if before.monitors, !device.monitors { monitor.dropPending() }
    if device.app == .terminated, before.app != .terminated {
      if case .only = receivers { receivers = .only([]) }
      holdUnreceived()
    }
    if let diagnostic = device.diagnostic, diagnostic != before.diagnostic { diagnose(diagnostic) }
  }

  /// Starts the app in the background because it receives a broadcast.
  mutating func startApp() { device.app = .background }

  private mutating func diagnose(_ diagnostic: DeviceState.Diagnostic) {
    var ids = monitor.individuals.map(\.id)
    for position in monitor.members {
      ids.append(ConditionID(monitor.catalog.regions[Int(position)].identifier, of: owner))
    }
    notices = ids.sorted().map { .unmonitored($0, diagnostic) } + notices
  }
}

extension DeviceState {
  /// - Parameter action: what happens; those on the app's set change nothing here.
  mutating func take(_ action: DeviceAction) {
    switch action {
    case .terminate: app = .terminated
    // Bringing an app to the front that does not run starts it.
    case .launch, .foreground:
      app = .foreground
      isStopped = false
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
    case .update, .clearData: app = .terminated
    case .forceStop:
      app = .terminated
      isStopped = true
    case .location(let isOn): isLocationOn = isOn
    case .add, .remove, .complete: break
    }
  }
}
