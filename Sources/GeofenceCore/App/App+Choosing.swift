extension App {
  /// The events that the app has received, and remembers for its next selection.
  struct Received {
    /// The sentinel's exit since the last selection, others since the app handled the last location
    /// update. An event is one that no flag suppresses.
    var triggers: Triggers = []
    /// The distance and the time of the significant change among them.
    var movement: SignificantChange.Movement?
  }

  struct Causes {
    var triggers: Triggers = []
    var didChangeSet = false
    var didLoseRegistrations = false
  }

  /// The time from which the app selects at a location update, whatever it receives until then; a
  /// trigger with its own time has it here.
  // Inlined, as a getter would receive a copy of the whole app.
  @inline(__always)
  var nextSelection: Timestamp {
    let isDue =
      !hasSelected || isSetChanged || hasLostRegistrations || received.triggers.contains(.sentinel)
      || hasChoice && plan.settings.triggers.contains(.fix)
    return isDue ? .distantPast : .distantFuture
  }

  /// Returns the causes of a selection at a location update; `nil` where there is none, or the app
  /// does not know the place.
  // It changes nothing. Otherwise it would receive copies of the app and of the system.
  mutating func causes(_ system: inout LocationSystem) -> Causes? {
    if received.triggers.isEmpty, nextSelection > system.fix.time { return nil }
    // A slot that is freed while the app does not run is the system's to give.
    guard system.device.app != .terminated else {
      return isSetChanged && system.canRevive ? Causes(didChangeSet: true) : nil
    }
    // Where all fit, no place is needed, nor for what joins an app that does not reselect.
    let needsPlace = hasChoice && (reselects || !hasSelected || hasLostRegistrations)
    guard system.device.reach == .delivered || !needsPlace else { return nil }
    // The first choice needs no other cause.
    guard hasSelected else { return Causes() }
    let triggers =
      hasChoice
      ? received.triggers.union(.fix).intersection(plan.settings.triggers.union(.sentinel)) : []
    return triggers.isEmpty && !isSetChanged && !hasLostRegistrations
      ? nil
      : Causes(
        triggers: triggers, didChangeSet: isSetChanged, didLoseRegistrations: hasLostRegistrations)
  }

  mutating func endUpdate() {
    received.triggers.formIntersection(.sentinel)
    received.movement = nil
  }

  /// A choice of the regions to register.
  struct Choice {
    let reselection: Reselection
    /// The regions for which there was no slot, of an app that ignores the limit.
    let refused: PositionSet
    let additions: Additions
  }

  /// Registers the regions nearest to the device; an app that does not reselect registers those that
  /// have joined, as far as there are slots.
  mutating func choose(because causes: Causes, _ system: inout LocationSystem) -> Choice {
    let none = PositionSet(of: plan.catalog.regions.count)
    var additions = Additions(added: none, refused: none, failed: none)
    if let members = unchangedChoice(causes, &system) {
      selection = (system.fix.coordinate, members)
      tally.reselections += 1
      return Choice(
        reselection: reselection(causes, members, .none), refused: none, additions: additions)
    }
    let isRunning = system.device.app != .terminated
    let isRenewed = plan.settings.renewal == .all && reselects
    let registered = system.monitor.members
    // An app takes for registered what the system has lost without saying so.
    let before =
      unregistered.isEmpty ? registered : registered.union(unregistered.believed)
    var after = before
    var refused = none
    if reselects {
      after = nearest(to: system.vector)
    } else {
      // A region that has joined is registered when the app runs.
      let joined = present.subtracting(before).subtracting(system.refused)
      let newcomers = isRunning ? joined : none
      if diagnosticOfAdds(system.device) == nil {
        let answer = system.admit(newcomers.isEmpty ? [] : inOrder.filter(newcomers.contains))
        (after, refused) = (before.union(answer.admitted), answer.refused)
        if plan.owner.rules.losesRegistrations { refused = noteFailure(of: refused) }
      } else {
        after = before.union(newcomers)
      }
    }
    let stopped = isRenewed ? registered : registered.subtracting(after)
    var started = isRenewed ? after : after.subtracting(before)
    if hasSelected { tally.reselections += 1 }
    tally.stopped += stopped.count
    hasSelected = true
    if unregistered.cleared != nil { unregistered.cleared = nil }
    // A region that has joined meanwhile is still to be registered.
    isSetChanged = !isRunning && !present.subtracting(after).subtracting(system.refused).isEmpty
    received.triggers.remove(.sentinel)
    hasLostRegistrations = false

    if !system.monitor.individuals.isEmpty { system.stop(.individual(sentinelID)) }
    // Without a region nothing else may ever tell the app that the device has moved.
    let isAlone = after.isEmpty && reselects && hasChoice
    addSentinel(around: system.fix.coordinate, isHere: true, isAlone: isAlone, &system)
    if isRenewed {
      system.stopAllRegions()
    } else if !stopped.isEmpty {
      let states = system.stop(stopped)
      if assumesStates { known.formUnion(states) }
    }
    if !unregistered.isEmpty { forgetUnselected(after) }
    let states = known.intersection(started)
    if plan.owner.rules.losesRegistrations {
      additions = add(started, &system)
      started = additions.added
    } else if !started.isEmpty {
      system.start(started, assuming: states)
    }
    tally.started += started.count
    if !states.isEmpty { known.subtract(started) }
    let isAsChosen = reselects && hasChoice && additions.diagnostic == nil && unregistered.isEmpty
    selection = isAsChosen ? (system.fix.coordinate, after) : nil
    let changes: Reselection.Changes =
      stopped.isEmpty && started.isEmpty
      ? .none
      : .lists(
        stopped: RegionList(catalog: plan.catalog, positions: stopped),
        started: RegionList(catalog: plan.catalog, positions: started), assumed: states)
    return Choice(
      reselection: reselection(causes, after, changes, registered: system.monitor.members.count),
      refused: refused, additions: additions)
  }

  /// Returns the registered regions if only the place decides which they are, and it is so near to
  /// the place of the last choice that the same one is sure; otherwise `nil`.
  // It changes nothing. Otherwise it would receive copies of the app and of the system.
  private mutating func unchangedChoice(
    _ causes: Causes, _ system: inout LocationSystem
  ) -> PositionSet? {
    guard neighbourhood?.isSure(at: system.vector) == true, let members = selection?.members,
      !members.isEmpty, !causes.didChangeSet, !causes.didLoseRegistrations,
      plan.settings.renewal == .changed, system.monitor.individuals.isEmpty, !usesSentinel,
      !received.triggers.contains(.sentinel), unregistered.isEmpty, unregistered.cleared == nil,
      system.monitor.members == members
    else { return nil }
    return members
  }

  private func reselection(
    _ causes: Causes, _ members: PositionSet, _ changes: Reselection.Changes,
    registered: Int? = nil
  ) -> Reselection {
    let chosen = members.count
    return Reselection(
      causes: causes.triggers,
      significantMovement: causes.triggers.contains(.significant) ? received.movement : nil,
      didChangeSet: causes.didChangeSet, didLoseRegistrations: causes.didLoseRegistrations,
      chosen: chosen, registered: registered ?? chosen, candidates: present.count, changes: changes)
  }

  var usesSentinel: Bool { hasChoice && plan.settings.triggers.contains(.sentinel) }

  mutating func nearest(to vector: EarthVector) -> PositionSet {
    guard hasChoice else { return present }
    var nearest = Nearest(
      capacity: plan.settings.limit - (usesSentinel ? 1 : 0), within: plan.settings.within)
    let chosen = neighbourhood?.choose(
      from: vector, by: plan.settings.ranking, among: present, of: plan.catalog, into: nearest)
    if let chosen { return chosen }
    plan.catalog.index.search(
      from: vector, by: plan.settings.ranking, among: present, into: &nearest)
    return PositionSet(nearest.regions, of: plan.catalog.regions.count)
  }

  /// The exit-only region whose exit asks for a choice.
  func sentinel(around place: Coordinate) -> CircularRegion {
    CircularRegion(
      identifier: sentinelID.identifier, center: place, radius: plan.settings.sentinelRadius,
      notifyOnEntry: false)
  }

  /// The sentinel's own identity, as a region may bear the same name.
  var sentinelID: ConditionID {
    ConditionID("sentinel", of: ConditionOwner(plan.settings.api, named: "sentinel"))
  }
}

/// The cost of an app's selections so far.
package struct SelectionTally: Hashable, Sendable {
  package var reselections = 0
  /// The registrations, including the first selection.
  package var started = 0
  package var stopped = 0

  package init() {}

  package static func += (lhs: inout Self, rhs: Self) {
    lhs.reselections += rhs.reselections
    lhs.started += rhs.started
    lhs.stopped += rhs.stopped
  }
}
