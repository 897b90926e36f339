extension LocationSystem {
  /// Returns the notice that comes next; `nil` where nothing is left to be done at the fix.
  ///
  /// First come the events, then a significant change, then the first states of conditions that
  /// were registered meanwhile.
  package mutating func next() -> Notice? {
    while let action = phase.next() {
      switch action {
      case .deliver(let pending):
        if let notice = deliver(pending) { return notice }
      case .decideSignificantChange:
        if let notice = decideSignificantChange() { return notice }
      case .evaluateNewConditions: evaluateConditions()
      }
    }
    return nil
  }

  /// A Boolean value that indicates whether `next` certainly returns nothing, which costs less than
  /// to call it.
  var isSilent: Bool {
    guard case .silent(let stage) = phase, !stage.steps.contains(.newConditions) else {
      return false
    }
    return !stage.steps.contains(.significantChange)
      || significantChange?.isDue(fix, vector) != true
  }

  /// Returns the way in which an event of `owner` reaches the app now.
  private func reach(of owner: ConditionOwner) -> DeviceState.Reach {
    guard device.hasFullAccuracy else { return .waits }
    switch device.reach {
    case .delivered: return receivers.contains(owner) ? .delivered : .waits
    case .relaunches: return canRelaunch ? .relaunches : .waits
    case .waits: return .waits
    }
  }

  private mutating func deliver(_ pending: PendingNotice) -> Notice? {
    switch pending {
    case .unmonitored(let id, let diagnostic): return .unmonitored(id, diagnostic)
    case .outside(let positions):
      switch reach(of: owner) {
      case .relaunches: return relaunch(for: .event, before: .deliver(pending))
      case .delivered:
        if !lastDelivered.isEmpty { for position in positions { lastDelivered[position] = nil } }
        return .deliveredOutside(RegionList(catalog: monitor.catalog, positions: positions))
      case .waits:
        for position in positions {
          if let report = report(of: .region(position), .unsatisfied) { keep(report) }
        }
        return nil
      }
    case .state(let report, let hasWaited):
      switch reach(of: report.id.owner) {
      case .relaunches: return relaunch(for: .event, before: .deliver(pending))
      case .delivered:
        if case .region(let position) = report.condition { lastDelivered[position] = nil }
        if hasWaited { resumeAfterDelivery(of: report.condition) }
        return .delivered(report)
      case .waits:
        let waits = report.id.owner.rules.undelivered == .waits
        if waits { keep(report) }
        return .undelivered(report, waits: waits)
      }
    }
  }

  private mutating func decideSignificantChange() -> Notice? {
    guard device.isLocated, let service = significantChange, service.isDue(fix, vector) else {
      return nil
    }
    switch device.reach {
    case .relaunches where canRelaunch:
      return relaunch(for: .significantChange, before: .decideSignificantChange)
    case .delivered: return .significantChange(significantChange?.take(fix, vector))
    // A change that is not delivered is none.
    case .relaunches, .waits: return nil
    }
  }

  private mutating func relaunch(
    for cause: RelaunchCause, before action: FixPhase.Action
  ) -> Notice {
    phase.postpone(action)
    device.app = .background
    return .relaunch(cause)
  }
}

// MARK: what waits

extension LocationSystem {
  /// Delivers a report again later that was delivered to the app and not handled.
  package mutating func putBack(_ report: StateReport) {
    if monitor.crossing(of: report.condition) != nil { keep(report) }
  }

  /// Delivers a report later, in place of the one that waits for the same condition.
  private mutating func keep(_ report: StateReport) {
    if case .region(let position) = report.condition, lastDelivered[position] == nil {
      // Every change up to this one was delivered.
      let before: RegionState = report.state == .satisfied ? .unsatisfied : .satisfied
      lastDelivered[position] = report.crossedAt == nil ? .unknown : before
    }
    waiting[report.condition] = report
    if !isReceiving(report.id.owner) { monitor.pause(report.condition) }
  }

  /// Returns whether the app runs and has opened a receiver of `owner`.
  private func isReceiving(_ owner: ConditionOwner) -> Bool {
    device.app != .terminated && receivers.contains(owner)
  }

  /// Monitors a condition again from the fix after the one at which its report is delivered.
  private mutating func resumeAfterDelivery(of condition: ConditionRef) {
    let isOfNextFix = if case .passed = phase.stage { true } else { false }
    resuming.append((condition, isOfNextFix ? 1 : 0))
  }

  /// Evaluates a condition that was registered at this fix from the next one on.
  mutating func judgeFromNextFix(_ condition: ConditionRef) {
    monitor.pause(condition)
    resuming.append((condition, 0))
  }

  /// Delivers the waiting reports that the app can receive now, before all other notices.
  ///
  /// The driver calls this after an action on the device or its app, when the app has done what it
  /// had postponed.
  package mutating func deliverWaiting() {
    guard !waiting.isEmpty else { return }
    let ready = waiting.values.filter { reach(of: $0.id.owner) == .delivered }
    for report in ready { waiting[report.condition] = nil }
    phase.prepend(ready.sorted { $0.precedes($1) }.map { .state($0, hasWaited: true) })
  }

  /// Pauses the conditions with a waiting report that no receiver is there for.
  ///
  /// Apple: the system "stops monitoring conditions if an event is pending for them, and there
  /// isn't a configured CLMonitor to receive it".
  mutating func pauseUnreceived() {
    for report in waiting.values where !isReceiving(report.id.owner) {
      monitor.pause(report.condition)
    }
  }

  /// Opens or closes the app's receiver of `owner`.
  package mutating func setReceiving(_ owner: ConditionOwner, _ isReceiving: Bool) {
    guard case .only(var owners) = receivers else { return }
    if isReceiving { owners.insert(owner) } else { owners.remove(owner) }
    receivers = .only(owners)
    if isReceiving { deliverWaiting() } else { pauseUnreceived() }
  }
}
