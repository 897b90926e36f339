extension LocationSystem {
  /// Registers regions of the catalog.
  ///
  /// - Parameter states: what is assumed of them.
  mutating func start(_ positions: PositionSet, assuming states: KnownStates) {
    monitor.watch(positions, assuming: states)
    hasNewConditions = true
  }

  /// Registers a condition outside of the catalog.
  mutating func start(_ id: ConditionID, _ region: CircularRegion, assuming state: RegionState) {
    monitor.add(id, region, Crossing(assuming: state))
    hasNewConditions = true
  }

  /// Ends a registration, and with it what waits to be told of it.
  ///
  /// - Returns: the state that the app was last told of a region; `unknown` where it was told none.
  @discardableResult
  mutating func stop(_ condition: ConditionRef) -> RegionState {
    let told = lastTold(of: condition)
    monitor.remove(condition)
    if !refused.isEmpty, case .region(let position) = condition { refused.remove(position) }
    // Mostly nothing is kept of it, and a key would be hashed in vain.
    if !waiting.isEmpty { waiting[condition] = nil }
    if !resuming.isEmpty { resuming.removeAll { $0.condition == condition } }
    if !lastTold.isEmpty, case .region(let position) = condition { lastTold[position] = nil }
    guard !outbox.isEmpty else { return told }
    outbox = outbox.compactMap { $0.without(condition) }
    return told
  }

  /// Ends registrations of the catalog's regions.
  ///
  /// - Returns: the states that the app was last told of them.
  mutating func stop(_ positions: PositionSet) -> KnownStates {
    var told = monitor.states(of: positions)
    for (position, state) in lastTold where positions.contains(position) { told[position] = state }
    if waiting.isEmpty, resuming.isEmpty, lastTold.isEmpty, outbox.isEmpty {
      monitor.remove(positions)
    } else {
      for position in positions { stop(.region(position)) }
    }
    return told
  }

  /// Ends every registration of the catalog's regions.
  mutating func stopAllRegions() {
    for position in monitor.members where waiting[.region(position)] != nil {
      stop(.region(position))
    }
    monitor.removeAllRegions()
    lastTold = [:]
    resuming.removeAll { if case .region = $0.condition { true } else { false } }
  }

  /// Takes every registration away, and what a monitor lists, as a restart may.
  ///
  /// - Returns: the states that the app was last told of the catalog's regions.
  mutating func loseRegistrations() -> KnownStates {
    let told = stop(monitor.members)
    for individual in monitor.individuals { stop(.individual(individual.id)) }
    unregistered = [:]
    refused = PositionSet(of: monitor.catalog.regions.count)
    return told
  }

  /// Gives regions of the catalog slots while there are any, in the order of the list, and then those
  /// that a monitor lists from before, by their identifiers.
  ///
  /// - Returns: the regions to be registered, and those that are refused now.
  /// - Complexity: O(n) for n regions that are listed or given.
  mutating func admit(_ newcomers: [Int32]) -> (admitted: PositionSet, refused: PositionSet) {
    let universe = monitor.catalog.regions.count
    let room = max(0, limit - monitor.count)
    var admitted = Array(newcomers.prefix(room))
    let excess = PositionSet(newcomers.dropFirst(room).sorted(), of: universe)
    if owner.api == .clMonitor, !refused.isEmpty {
      let revived = Array(refused.prefix(room - admitted.count))
      refused = refused.subtracting(PositionSet(revived, of: universe))
      admitted += revived
    }
    refused = refused.union(excess)
    return (PositionSet(admitted.sorted(), of: universe), excess)
  }

  /// Watches another row of the catalog, of the same circle, in place of one.
  mutating func exchange(_ old: Int32, for new: Int32) {
    if old != new, refused.contains(old) {
      refused.remove(old)
      refused.insert(new)
    }
    guard old != new, let crossing = monitor.crossing(of: .region(old)) else { return }
    let (told, last, unsaid) = (waiting[.region(old)], lastTold[old], outbox)
    let resumption = resuming.first { $0.condition == .region(old) }
    stop(.region(old))
    monitor.add(new, crossing)
    lastTold[new] = last
    if let resumption {
      monitor.pause(.region(new))
      resuming.append((.region(new), resumption.fixes))
    }
    outbox = unsaid.map { unsaid in
      switch unsaid {
      case .state(let told, let hasWaited) where told.condition == .region(old):
        return .state(said(told, of: new), hasWaited: hasWaited)
      case .outside(var positions) where positions.contains(old):
        positions.remove(old)
        positions.insert(new)
        return .outside(positions)
      default: return unsaid
      }
    }
    guard let told else { return }
    waiting[.region(new)] = said(told, of: new)
    pauseUnheard()
  }

  /// What was found of a region, said of another row of the catalog.
  private func said(_ told: Told, of position: Int32) -> Told {
    Told(
      condition: .region(position), id: told.id, region: monitor.catalog.regions[Int(position)],
      state: told.state, crossedAt: told.crossedAt, since: told.since)
  }

  /// The state that the app was last told of a condition, or assumes; `unknown` where there is none.
  func lastTold(of condition: ConditionRef) -> RegionState {
    if case .region(let position) = condition, let state = lastTold[position] { return state }
    return monitor.crossing(of: condition)?.state ?? .unknown
  }
}

extension LocationSystem {
  /// What became of a condition that the app added.
  public enum Admission: Hashable, Sendable {
    case registered
    /// The same circle is there already.
    case unchanged
    /// There is no slot: a monitor lists it until one is free, for a manager it has failed.
    case limitExceeded
    /// The system does not take a circle of this radius.
    case radiusAboveMaximum
  }

  /// Adds a condition for the app, in place of the one of its name if there is one.
  ///
  /// Developers observed that `CLMonitor` keeps the record of an equal circle; Apple documents that
  /// `CLLocationManager` replaces a region.
  public mutating func add(
    _ id: ConditionID, _ region: CircularRegion, assuming state: RegionState = .unknown
  ) -> Admission {
    if id.owner.api == .clMonitor, self.region(named: id)?.hasSameCircle(as: region) == true {
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
    if id.owner.api == .clMonitor { unregistered[id] = (region, state) }
    return .limitExceeded
  }

  /// Ends a condition that the app added, and gives its slot to one that waits for it.
  public mutating func remove(_ id: ConditionID) { remove(id, revives: true) }

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

  /// What is known of a condition that the app added; `nil` where it has no slot.
  public func state(of id: ConditionID) -> RegionState? {
    monitor.crossing(of: .individual(id))?.state
  }
}

extension LocationSystem.Unsaid {
  fileprivate func without(_ condition: ConditionRef) -> Self? {
    switch (self, condition) {
    case (.state(let told, _), _): return told.condition == condition ? nil : self
    case (.outside(var positions), .region(let position)):
      positions.remove(position)
      return .outside(positions)
    default: return self
    }
  }
}
