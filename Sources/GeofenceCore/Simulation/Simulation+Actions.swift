extension Simulation {
  /// Does what the scenario says at this fix.
  mutating func take(_ action: DeviceAction, _ step: inout Step, _ events: inout [Event]) {
    if settings.isVerbose { emit(.device(action), step.fix, &events) }
    let before = device.diagnostic
    switch action {
    case .terminate: device.app = .terminated
    case .launch, .foreground:
      // Bringing an app to the front that does not run starts it.
      device.app = .foreground
      appRuns(&step, &events)
    case .background: if device.app != .terminated { device.app = .background }
    case .backgroundRefresh(let isOn): device.refreshesInBackground = isOn
    case .reboot:
      device.isLocked = true
      device.app = .terminated
      monitor.forgetStates()
      selection.forgetSentinelState()
    case .unlock: device.isLocked = false
    case .authorize(let authorization): device.authorization = authorization
    case .accuracy(let isFull): device.hasFullAccuracy = isFull
    case .sleep: device.isAsleep = true
    case .wake: device.isAsleep = false
    case .complete(_, let regions): removeFromSet(regions)
    case .add, .remove:
      if device.app == .terminated { postponed.append(action) } else { changeSet(action) }
    }
    if let diagnostic = device.diagnostic, diagnostic != before, settings.isVerbose {
      reportUnmonitored(diagnostic, step.fix, &events)
    }
  }

  /// Takes regions out of the app's set at once, with what waits to be told of them.
  public mutating func removeFromSet(_ regions: [RegionIdentifier]) {
    quietZone = QuietZone()
    for region in regions { changeSet(.remove(region)) }
  }

  /// Adds a region to the app's set or removes one from it.
  mutating func changeSet(_ action: DeviceAction) {
    let stale: RegionIdentifier?
    switch action {
    case .add(let region): stale = selection.add(region, maximumRadius: settings.maximumRadius)
    case .remove(let identifier): stale = selection.remove(identifier)
    default: return
    }
    // The record of a region that left, or is another circle now, is gone with it.
    if let stale {
      monitor.remove(stale)
      delivery.forget(stale)
    }
  }

  private func reportUnmonitored(
    _ diagnostic: DeviceState.Diagnostic, _ fix: Fix, _ events: inout [Event]
  ) {
    for condition in monitor.conditions {
      let identifier = condition.region.identifier
      switch (settings.api, diagnostic) {
      case (.clMonitor, _): emit(.unmonitored(identifier, diagnostic), fix, &events)
      case (.clLocationManager, .authorizationDenied),
        (.clLocationManager, .authorizationRestricted):
        emit(.failed(identifier, .monitoringDenied), fix, &events)
      case (.clLocationManager, _): break
      }
    }
  }
}
