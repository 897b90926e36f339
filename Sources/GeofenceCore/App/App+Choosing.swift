/// When the app chooses its regions anew, and which.
extension App {
  /// What the app has heard at one fix.
  struct Heard {
    /// An `enter` or `exit` that no flag suppresses.
    var isEvent = false
    var isSignificantChange = false
    var movement: SignificantChange.Movement?
  }

  /// Why it chooses.
  struct Causes {
    var triggers: Triggers = []
    var movement: SignificantChange.Movement?
    var didChangeSet = false
  }

  /// What asks for a choice at a fix; `nil` when nothing does, or the app does not know the place.
  ///
  /// - Parameter hearsPlace: whether the app hears where the device is.
  func causes(_ heard: Heard, hearsPlace: Bool) -> Causes? {
    // Where all fit, no place is needed.
    guard hearsPlace || !hasChoice else { return nil }
    // The first choice needs no other cause.
    guard hasSelected else { return Causes() }
    var causes = Causes(didChangeSet: isSetChanged)
    if hasChoice {
      let wanted = plan.settings.triggers
      if heard.isSignificantChange {
        causes.triggers.insert(.significant)
        causes.movement = heard.movement
      }
      if wanted.contains(.event), heard.isEvent { causes.triggers.insert(.event) }
      if isSentinelLeft { causes.triggers.insert(.sentinel) }
      if wanted.contains(.fix) { causes.triggers.insert(.fix) }
    }
    return causes.triggers.isEmpty && !causes.didChangeSet ? nil : causes
  }

  /// Registers the regions nearest to the device.
  mutating func choose(
    because causes: Causes, at fix: Fix, _ vector: EarthVector, _ system: inout LocationSystem
  ) -> Reselection {
    let isRenewed = plan.settings.renewal == .all
    let before = system.monitor.members
    let after = nearest(to: vector)
    let stopped = isRenewed ? before : before.subtracting(after)
    let started = isRenewed ? after : after.subtracting(before)
    if hasSelected { tally.reselections += 1 }
    tally.started += started.count
    tally.stopped += stopped.count
    hasSelected = true
    isSetChanged = false
    isSentinelLeft = false

    if !system.monitor.individuals.isEmpty { system.stop(.individual(sentinelID)) }
    if let sentinel = sentinel(around: fix.coordinate) {
      system.start(sentinelID, sentinel, assuming: .satisfied)
    }
    if isRenewed {
      system.stopAllRegions()
    } else if !stopped.isEmpty {
      let told = system.stop(stopped)
      if plan.settings.api == .clMonitor { known.formUnion(told) }
    }
    let states = known.intersection(started)
    system.start(started, assuming: states)
    var assumed: [RegionIdentifier: RegionState] = [:]
    if !states.isEmpty {
      known.subtract(started)
      for (position, state) in states.states {
        assumed[plan.catalog.regions[Int(position)].identifier] = state
      }
    }
    return Reselection(
      causes: causes.triggers, significantMovement: causes.movement,
      didChangeSet: causes.didChangeSet, registered: after.count, candidates: present.count,
      stopped: RegionList(catalog: plan.catalog, positions: stopped),
      started: RegionList(catalog: plan.catalog, positions: started), assumed: assumed)
  }

  private var usesSentinel: Bool { hasChoice && plan.settings.triggers.contains(.sentinel) }

  /// The regions that it chooses at a place.
  func nearest(to vector: EarthVector) -> PositionSet {
    guard hasChoice else { return present }
    var nearest = Nearest(capacity: plan.settings.limit - (usesSentinel ? 1 : 0))
    plan.catalog.index.search(
      from: vector, by: plan.settings.ranking, among: present, into: &nearest)
    return PositionSet(nearest.regions, of: plan.catalog.regions.count)
  }

  /// The exit-only region whose exit asks for a choice; `nil` where none is used.
  func sentinel(around place: Coordinate) -> CircularRegion? {
    guard usesSentinel else { return nil }
    return CircularRegion(
      identifier: sentinelID.identifier, center: place, radius: plan.settings.sentinelRadius,
      notifyOnEntry: false)
  }

  /// Of the sentinel; a region may bear the same name.
  var sentinelID: ConditionID {
    ConditionID("sentinel", of: ConditionOwner(plan.settings.api, named: "sentinel"))
  }
}
