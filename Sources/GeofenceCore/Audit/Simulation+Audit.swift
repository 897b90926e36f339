/// The questions of an audit to a simulation, beside the system's state of a region (`Holding`).
extension Simulation {
  /// The location update at a fix; `nil` where there was none, or it found nothing.
  func sighting(at fix: Fix) -> Positioner.Sighting? {
    positioner?.sighting.flatMap { $0.time == fix.time ? $0 : nil }
  }

  /// The regions whose registration will have expired at a fix; `nil` where it is none. What the
  /// system has yet to take cannot expire.
  func expired(at time: Timestamp) -> PositionSet? {
    let missing = app.unregistered
    return missing.nextExpiry <= time
      ? missing.ending(by: time).subtracting(missing.pending) : nil
  }

  /// Returns the registrations that began and ended since they were taken, and lets go of them.
  mutating func takeRegistrationChanges() -> [RegistrationChange] {
    let changes = system.registrationChanges
    if !changes.isEmpty { system.registrationChanges = [] }
    return changes
  }

  /// The regions whose registration the system has lost, or that have expired.
  var removed: PositionSet {
    let missing = app.unregistered
    let removed = missing.lost.union(missing.expired)
    return missing.cleared.map(removed.union) ?? removed
  }

  /// The same without those that the app has only selected at this fix, in vain.
  var removedBeforeSelection: PositionSet {
    refusals.last { $0.taken == taken }.map { removed.subtracting($0.regions) } ?? removed
  }

  /// The regions that the system has yet to take.
  var pending: PositionSet { app.unregistered.pending }

  /// The row of a circle's identifier whose registration is removed; `nil` where that stands.
  func removedRow(of position: Int32) -> Int32? {
    app.plan.catalog.ownRow(of: position, in: removed)
  }

  /// The row of the catalog that is registered for a circle. Until the app has added a circle that
  /// replaces an equal one, and at the fix at which it does, that is the former row of its name.
  ///
  /// - Complexity: O(log n) for n regions of the catalog.
  func registration(of position: Int32, setChanges: Bool) -> Int32 {
    guard setChanges, system.monitor.crossing(of: .region(position)) == nil else {
      return position
    }
    return registered.successor(of: position) ?? position
  }

  /// Returns the row of the catalog that is registered of a circle; `nil` where none is.
  func registered(_ position: Int32?, setChanges: Bool) -> Int32? {
    guard let position else { return nil }
    let row = registration(of: position, setChanges: setChanges)
    return system.monitor.crossing(of: .region(row)) == nil ? nil : row
  }

  /// True if an event could reach the app now.
  var canDeliver: Bool { system.device.canReceive }

  /// True if no event can reach the app any more: it receives none, and no action is to follow.
  var isCutOff: Bool { taken == schedule.entries.count && !canDeliver }

  /// The time of the last action that has been taken, if it is after a time.
  func lastAction(after time: Timestamp) -> Timestamp? {
    guard taken > 0 else { return nil }
    let last = schedule.entries[taken - 1].time
    return last > time ? last : nil
  }

  /// The time at which the oldest news of a region began that may still reach the app.
  func earliestNews(of position: Int32, setChanges: Bool) -> Timestamp {
    if isCutOff { return .distantFuture }
    let position = registration(of: position, setChanges: setChanges)
    let news = system.monitor.crossing(of: .region(position))?.pending?.since ?? .distantFuture
    guard let index = system.monitor.index(of: .region(position)) else { return news }
    let condition = system.monitor.kept[index].condition
    // A dwell is news of the enter from which it counts.
    let dwell = condition.entered ?? .distantFuture
    return min(
      min(news, dwell), condition.waiting.map { $0.crossedAt ?? $0.since } ?? .distantFuture)
  }
}

extension RegionList {
  /// The region itself, or the equal circle that has taken its place; `nil` where neither is there.
  ///
  /// - Complexity: O(log n) for n regions of the catalog.
  func successor(of position: Int32) -> Int32? {
    guard let other = catalog.ownRow(of: position, in: positions),
      catalog.regions[Int(other)].hasSameCircle(as: catalog.regions[Int(position)])
    else { return nil }
    return other
  }
}
