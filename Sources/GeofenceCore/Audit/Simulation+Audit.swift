/// All that an audit reads of the inside of a simulation.
extension Simulation {
  /// The location update at a fix; `nil` where there was none, or it found nothing.
  func sighting(at fix: Fix) -> Positioner.Sighting? {
    positioner?.sighting.flatMap { $0.time == fix.time ? $0 : nil }
  }

  /// The regions whose registration will have expired at a fix; `nil` where it is none.
  func expired(at time: Timestamp) -> PositionSet? {
    app.unregistered.nextExpiry <= time ? app.unregistered.ending(by: time) : nil
  }

  /// The regions whose registration the system has lost, or that have expired.
  var removed: PositionSet {
    let missing = app.unregistered
    return missing.lost.union(missing.expired)
  }

  /// Notes how a region is registered, before a crossing of it is evaluated.
  ///
  /// - Parameters:
  ///   - position: of the circle; `nil` where the system does not take it.
  ///   - setChanges: whether the app's set does.
  func note(_ position: Int32?, setChanges: Bool, in crossing: inout RowCrossing) {
    crossing.wasLostInRestart = app.hasLostRegistrations
    let watched = position.map { registration(of: $0, setChanges: setChanges) }
    let side: RegionState = crossing.isEnter ? .satisfied : .unsatisfied
    guard let watched, let held = system.monitor.crossing(of: .region(watched)) else {
      crossing.isSilent = !mayTell(later: side, of: watched)
      guard let watched else { return }
      let catalog = app.plan.catalog
      if catalog.row(of: watched, in: app.unregistered.pending) != nil {
        crossing.wasLostInRestart = true
      }
      if catalog.row(of: watched, in: removed) != nil {
        (crossing.wasRemoved, crossing.removedAt) = (true, system.fix.time)
      }
      return
    }
    crossing.registration = watched
    crossing.hadSlot = true
    crossing.held =
      switch held.state {
      case .unknown: .unknown
      case side: .newSide
      default: held.pending == nil ? .oldSide : .underWay
      }
    crossing.wasWatched = system.device.monitors
  }

  /// The row of the catalog that is registered of a circle: while an app that does not run has yet
  /// to add it, or at the fix at which it does, that is still the equal one of its name.
  ///
  /// - Complexity: O(log n) for n regions of the catalog.
  private func registration(of position: Int32, setChanges: Bool) -> Int32 {
    guard setChanges, system.monitor.crossing(of: .region(position)) == nil else {
      return position
    }
    return registered.successor(of: position) ?? position
  }

  /// Returns whether a region without a slot could still report a side if it were registered later.
  private func mayTell(later side: RegionState, of position: Int32?) -> Bool {
    let (settings, catalog) = (app.plan.settings, app.plan.catalog)
    let rules = settings.api.rules
    guard let position, rules.initialStates(settings.request).contains(side) else { return false }
    // A first state outside is an exit only where the app has asked for it.
    guard rules.firstStates == .all else { return true }
    // With a state assumed the other is delivered later, without one an enter.
    let own = catalog.row(of: position, in: app.present) ?? position
    guard app.assumesStates, let known = app.known[own] else {
      return side == .satisfied
    }
    return known != side
  }

  /// The time at which the oldest news of a region began that has not reached the app.
  func earliestNews(of position: Int32, setChanges: Bool) -> Timestamp {
    let position = registration(of: position, setChanges: setChanges)
    let pending = system.monitor.crossing(of: .region(position))?.pending?.since
    guard let waiting = system.monitor.waiting(of: .region(position)) else {
      return pending ?? .distantFuture
    }
    return min(pending ?? .distantFuture, waiting.crossedAt ?? waiting.since)
  }
}

extension RegionList {
  /// The region itself, or the equal circle that has taken its place; `nil` where neither is there.
  ///
  /// - Complexity: O(log n) for n regions of the catalog.
  func successor(of position: Int32) -> Int32? {
    guard let other = catalog.row(of: position, in: positions),
      catalog.regions[Int(other)].hasSameCircle(as: catalog.regions[Int(position)])
    else { return nil }
    return other
  }
}

extension RegionCatalog {
  fileprivate func row(of position: Int32, in set: PositionSet) -> Int32? {
    if set.contains(position) { return position }
    // Every identifier has one row unless a scenario replaces a region.
    return initial.isWhole ? nil : self.position(of: regions[Int(position)].identifier, in: set)
  }
}
