/// A change of the regions of the catalog that are registered, whoever asked for it.
enum RegistrationChange: Sendable {
  case began(PositionSet)
  case ended(PositionSet)
}

extension LocationSystem {
  /// Says that registrations have changed to whoever keeps a record of them.
  private mutating func note(_ change: RegistrationChange) {
    if keepsRegistrationChanges { registrationChanges.append(change) }
  }

  mutating func start(_ positions: PositionSet, assuming states: KnownStates) {
    note(.began(positions))
    monitor.watch(positions, assuming: states)
    noteNewConditions()
  }

  mutating func start(_ id: ConditionID, _ region: CircularRegion, assuming state: RegionState) {
    monitor.add(id, region, Crossing(assuming: state))
    noteNewConditions()
  }

  /// Ends a registration, and with it the report that waits for delivery.
  ///
  /// - Returns: the state of a region that was last delivered to the app; `unknown` where none was.
  @discardableResult
  mutating func stop(_ condition: ConditionRef) -> RegionState {
    let state = monitor.lastDelivered(of: condition)
    if keepsRegistrationChanges, case .region(let position) = condition,
      monitor.members.contains(position)
    {
      note(.ended(PositionSet([position], of: monitor.catalog.regions.count)))
    }
    monitor.remove(condition)
    if !refused.isEmpty, case .region(let position) = condition { refused.remove(position) }
    omitNotices(of: condition)
    return state
  }

  /// Ends registrations of the catalog's regions.
  ///
  /// - Returns: the states of the regions that were last delivered to the app.
  mutating func stop(_ positions: PositionSet) -> KnownStates {
    let states = monitor.lastDelivered(of: positions)
    if hasNotices {
      for position in positions { stop(.region(position)) }
    } else {
      note(.ended(positions))
      monitor.remove(positions)
    }
    return states
  }

  /// Takes every registration away, and what a monitor lists, as a restart may; what was refused
  /// stays refused.
  ///
  /// - Returns: the states of the catalog's regions that were last delivered to the app.
  mutating func loseRegistrations() -> KnownStates {
    let states = stop(monitor.members)
    for individual in monitor.individuals { stop(.individual(individual.id)) }
    unregistered = [:]
    return states
  }

  /// Ends all registrations of the catalog's regions, as an app does that renews them.
  mutating func stopAllRegions() {
    note(.ended(monitor.members))
    monitor.removeAllRegions()
  }

  mutating func forgetRefusals() { refused = PositionSet(of: monitor.catalog.regions.count) }

  /// Gives regions of the catalog slots while there are any, in the order of the list, and then
  /// those that a monitor lists from before, by their identifiers.
  ///
  /// - Returns: the regions to register, and the regions that are refused now.
  /// - Complexity: O(n) for n regions that are listed or given.
  mutating func admit(_ newcomers: [Int32]) -> (admitted: PositionSet, refused: PositionSet) {
    let universe = monitor.catalog.regions.count
    let room = max(0, limit - monitor.count)
    var admitted = Array(newcomers.prefix(room))
    let excess = PositionSet(newcomers.dropFirst(room).sorted(), of: universe)
    if owner.rules.keepsRefused, !refused.isEmpty {
      let revived = Array(refused.prefix(room - admitted.count))
      refused = refused.subtracting(PositionSet(revived, of: universe))
      admitted += revived
    }
    refused = refused.union(excess)
    return (PositionSet(admitted.sorted(), of: universe), excess)
  }

  /// True if there is a slot for a region of the catalog that waits for one.
  var canRevive: Bool {
    owner.rules.keepsRefused && !refused.isEmpty && monitor.count < limit
  }

  /// Monitors another row of the catalog, of the same circle, in place of one.
  mutating func exchange(_ old: Int32, for new: Int32) {
    guard old != new else { return }
    if refused.contains(old) {
      refused.remove(old)
      refused.insert(new)
    }
    monitor.exchange(old, for: new)
    moveNotices(from: old, to: new)
  }
}

extension LocationSystem {
  /// The outcome of adding a condition.
  package enum Admission: Hashable, Sendable {
    case registered
    case unchanged
    /// There is no slot; the interface's rules say whether it waits for one.
    case limitExceeded
    /// The system does not take a circle of this radius.
    case radiusAboveMaximum
  }

  /// Adds a condition for the app, in place of the one of its name if there is one.
  ///
  /// The interface's rules say what an equal circle does, and what happens beyond the limit.
  package mutating func add(
    _ id: ConditionID, _ region: CircularRegion, assuming state: RegionState = .unknown
  ) -> Admission {
    let rules = id.owner.rules
    if rules.keepsEqualCircles,
      self.region(named: id)?.hasSameCircle(as: region) == true
    {
      return .unchanged
    }
    remove(id, revives: false)
    guard region.radius > 0, region.radius <= monitor.catalog.maximumRadius else {
      revive()
      return .radiusAboveMaximum
    }
    if monitor.count < limit {
      start(id, region, assuming: state)
      return .registered
    }
    if rules.keepsRefused { unregistered[id] = (region, state) }
    return .limitExceeded
  }

  /// Ends a condition that the app added, and gives its slot to one that waits for it.
  package mutating func remove(_ id: ConditionID) { remove(id, revives: true) }

  private mutating func remove(_ id: ConditionID, revives: Bool) {
    unregistered[id] = nil
    stop(.individual(id))
    if revives { revive() }
  }

  /// Gives the slots that are free to conditions that wait for one, in the order of their
  /// identifiers: our assumption, since nobody says in which order they revive.
  private mutating func revive() {
    for (id, entry) in unregistered.sorted(by: { $0.key < $1.key }) where monitor.count < limit {
      unregistered[id] = nil
      start(id, entry.region, assuming: entry.assumed)
    }
  }

  private func region(named id: ConditionID) -> CircularRegion? {
    unregistered[id]?.region ?? monitor.individuals.first { $0.id == id }?.region
  }

  /// Returns the state of a condition that the app added; `nil` where it has no slot.
  package func state(of id: ConditionID) -> RegionState? {
    monitor.crossing(of: .individual(id))?.state
  }
}
