extension LocationSystem {
  /// Returns the notice that comes next; `nil` where nothing is left to be done at the fix.
  ///
  /// First come the events, then a significant change, then the first states of conditions that
  /// were registered meanwhile.
  package mutating func next() -> Notice? {
    while true {
      if let pending = notices.popFirst() {
        if let notice = deliver(pending) { return notice }
      } else if steps.remove(.significantChange) != nil {
        if let notice = decideSignificantChange() { return notice }
      } else if steps.remove(.newConditions) != nil {
        evaluateConditions()
      } else {
        return nil
      }
    }
  }

  /// A Boolean value that indicates whether `next` certainly returns nothing, which costs less than
  /// to call it.
  var isSilent: Bool {
    guard notices.isEmpty, !steps.contains(.newConditions) else { return false }
    return !steps.contains(.significantChange) || significantChange?.isDue(fix, vector) != true
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
      case .relaunches:
        notices.insert(pending, at: notices.startIndex)
        return relaunch(for: .event)
      case .delivered:
        if !monitor.delivered.isEmpty {
          for position in positions { monitor.delivered[position] = nil }
        }
        return .deliveredOutside(RegionList(catalog: monitor.catalog, positions: positions))
      case .waits:
        for position in positions {
          if let report = report(of: .region(position), .unsatisfied) { keep(report) }
        }
        return nil
      }
    case .state(let report, let hasWaited):
      switch reach(of: report.id.owner) {
      case .relaunches:
        notices.insert(pending, at: notices.startIndex)
        return relaunch(for: .event)
      case .delivered:
        if case .region(let position) = report.condition { monitor.delivered[position] = nil }
        if hasWaited, monitor.isHeld(report.condition) {
          // It is monitored again from the fix after the one at which the report is delivered.
          let hold: Condition.Hold = progress == .passed ? .untilSecondFix : .untilNextFix
          monitor.update(report.condition) { $0.hold(hold) }
        }
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
      steps.insert(.significantChange)
      return relaunch(for: .significantChange)
    case .delivered: return .significantChange(significantChange?.take(fix, vector))
    // A change that is not delivered is none.
    case .relaunches, .waits: return nil
    }
  }

  /// Starts the app, before it receives anything more.
  private mutating func relaunch(for cause: RelaunchCause) -> Notice {
    device.app = .background
    return .relaunch(cause)
  }
}

// MARK: what waits

extension LocationSystem {
  /// Delivers a report again later that was delivered to the app and not handled.
  package mutating func putBack(_ report: CrossingReport) {
    if monitor.crossing(of: report.condition) != nil { keep(report) }
  }

  /// Delivers a report later, in place of the one that waits for the same condition.
  private mutating func keep(_ report: CrossingReport) {
    if case .region(let position) = report.condition, monitor.delivered[position] == nil {
      // Every change up to this one was delivered.
      let before: RegionState = report.state == .satisfied ? .unsatisfied : .satisfied
      monitor.delivered[position] = report.isInitial ? .unknown : before
    }
    let isHeld = !isReceiving(report.id.owner)
    monitor.update(report.condition) { condition in
      condition.waiting = .init(
        state: report.state, crossedAt: report.began, since: report.since)
      if isHeld { condition.hold(.untilDelivery) }
    }
  }

  private func isReceiving(_ owner: ConditionOwner) -> Bool {
    device.app != .terminated && receivers.contains(owner)
  }

  /// The states that wait for the app.
  var waitingReports: [CrossingReport] {
    monitor.waiting.compactMap { condition, state in
      self.condition(condition).map { id, region in
        CrossingReport(
          condition: condition, id: id, region: region, state: state.state,
          began: state.crossedAt, since: state.since)
      }
    }
  }

  /// Delivers the waiting reports that the app can receive now, before all other notices.
  ///
  /// The driver calls this after an action on the device or its app, when the app has done what it
  /// had postponed.
  package mutating func deliverWaiting() {
    let ready = waitingReports.filter { reach(of: $0.id.owner) == .delivered }
    guard !ready.isEmpty else { return }
    for report in ready { monitor.update(report.condition) { $0.waiting = nil } }
    notices = ready.sorted { $0.precedes($1) }.map { .state($0, hasWaited: true) } + notices
  }

  /// Holds the conditions with a waiting report that no receiver is there for.
  ///
  /// Apple: the system "stops monitoring conditions if an event is pending for them, and there
  /// isn't a configured CLMonitor to receive it".
  mutating func holdUnreceived() {
    for report in waitingReports where !isReceiving(report.id.owner) {
      monitor.update(report.condition) { $0.hold(.untilDelivery) }
    }
  }

  /// Opens or closes the app's receiver of `owner`.
  package mutating func setReceiving(_ owner: ConditionOwner, _ isReceiving: Bool) {
    guard case .only(var owners) = receivers else { return }
    if isReceiving { owners.insert(owner) } else { owners.remove(owner) }
    receivers = .only(owners)
    if isReceiving { deliverWaiting() } else { holdUnreceived() }
  }
}
