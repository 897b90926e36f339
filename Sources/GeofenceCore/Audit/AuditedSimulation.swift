/// The simulation of one strategy, and the questions that an audit asks of it.
///
/// All that an audit reads of the inside of a simulation is in this file.
struct AuditedSimulation: Sendable {
  private var simulation: Simulation
  /// A Boolean value that indicates whether the phone does not see every fix.
  let isPositioned: Bool
  /// The wait until which no fix is needed, where the phone does not see every fix.
  private(set) var wait = Positioner.Wait.none
  /// The location updates that found something, and the starts of an app that did not run.
  private(set) var (updates, starts) = (0, 0)

  init(
    _ plan: SimulationPlan, startingAt start: Timestamp, device: String?, trial: UInt64
  ) {
    isPositioned = plan.positioning != nil
    simulation = Simulation(plan, startingAt: start, device: device, trial: trial)
  }

  /// Moves the device to a fix, unless that changes nothing.
  ///
  /// - Parameter events: those at the last fix that was needed.
  /// - Returns: whether the fix was needed.
  @inline(__always)
  mutating func advance(
    to fix: Fix, _ vector: EarthVector, _ reading: Odometer.Reading?, into events: inout [Event]
  ) -> Bool {
    if isPositioned, let reading {
      guard wait.isOver(at: reading) else { return false }
      if !events.isEmpty { events.removeAll(keepingCapacity: true) }
      simulation.advance(to: reading, into: &events)
      wait = simulation.wait
      if simulation.positioner?.sighting?.time == reading.fix.time { updates += 1 }
    } else {
      if simulation.isQuiet(at: fix) { return false }
      if !events.isEmpty { events.removeAll(keepingCapacity: true) }
      simulation.advance(to: fix, vector, into: &events)
    }
    for event in events {
      if case .relaunch = event.kind { starts += 1 }
    }
    return true
  }

  /// The metres and the time that the device may move on before another fix has to be evaluated.
  @inline(__always)
  func allowance(after fix: Fix, _ vector: EarthVector) -> QuietZone.Allowance {
    simulation.allowance(after: fix, vector)
  }

  /// The zone in which a fix changes nothing, whatever its accuracy.
  var quietZone: QuietZone { simulation.goesByZone ? simulation.quietZone : QuietZone() }

  var settings: Settings { simulation.app.plan.settings }
  var device: DeviceState { simulation.system.device }
  var tally: SelectionTally { simulation.tally }
  /// The regions that are registered, in the order of their identifiers.
  var registered: RegionList { simulation.registered }
  /// A Boolean value that indicates whether the app chooses among its regions by their rank.
  var reselects: Bool { simulation.app.reselects }
  private var catalog: RegionCatalog { simulation.app.plan.catalog }

  /// The location update at a fix; `nil` where there was none, or it found nothing.
  func sighting(at fix: Fix) -> Positioner.Sighting? {
    simulation.positioner?.sighting.flatMap { $0.time == fix.time ? $0 : nil }
  }

  /// The regions whose registration will have expired at a fix; `nil` where it is none.
  func expired(at time: Timestamp) -> PositionSet? {
    let missing = simulation.app.unregistered
    return missing.nextExpiry <= time ? missing.ending(by: time) : nil
  }

  /// The states found at the fix that a notify flag keeps from the app.
  var suppressed: [CrossingReport] { simulation.system.suppressed }

  /// The regions whose registration the system has lost, or that have expired.
  var removed: PositionSet {
    let missing = simulation.app.unregistered
    return missing.lost.union(missing.expired)
  }

  /// Notes how a region is registered, before a crossing of it is evaluated.
  ///
  /// - Parameters:
  ///   - position: of the circle; `nil` where the system does not take it.
  ///   - setChanges: whether the app's set does.
  func note(_ position: Int32?, setChanges: Bool, in crossing: inout RowCrossing) {
    crossing.wasLostInRestart = simulation.app.hasLostRegistrations
    let watched = position.map { registration(of: $0, setChanges: setChanges) }
    let side: RegionState = crossing.isEnter ? .satisfied : .unsatisfied
    guard let watched, let held = simulation.system.monitor.crossing(of: .region(watched)) else {
      crossing.isSilent = !mayTell(later: side, of: watched)
      guard let watched else { return }
      if catalog.row(of: watched, in: simulation.app.unregistered.pending) != nil {
        crossing.wasLostInRestart = true
      }
      if catalog.row(of: watched, in: removed) != nil {
        (crossing.wasRemoved, crossing.removedAt) = (true, simulation.system.fix.time)
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
    crossing.wasWatched = simulation.system.device.monitors
  }

  /// The row of the catalog that is registered of a circle: while an app that does not run has yet
  /// to add it, or at the fix at which it does, that is still the equal one of its name.
  ///
  /// - Complexity: O(log n) for n regions of the catalog.
  private func registration(of position: Int32, setChanges: Bool) -> Int32 {
    guard setChanges, simulation.system.monitor.crossing(of: .region(position)) == nil else {
      return position
    }
    return registered.successor(of: position) ?? position
  }

  /// Returns whether a region without a slot could still report a side if it were registered later.
  private func mayTell(later side: RegionState, of position: Int32?) -> Bool {
    let rules = settings.api.rules
    guard let position, rules.initialStates(settings.request).contains(side) else { return false }
    // A first state outside is an exit only where the app has asked for it.
    guard rules.firstStates == .all else { return true }
    // With a state assumed the other is delivered later, without one an enter.
    let own = catalog.row(of: position, in: simulation.app.present) ?? position
    guard simulation.app.assumesStates, let known = simulation.app.known[own] else {
      return side == .satisfied
    }
    return known != side
  }

  /// The time at which the oldest news of a region began that has not reached the app.
  func earliestNews(of position: Int32, setChanges: Bool) -> Timestamp {
    let position = registration(of: position, setChanges: setChanges)
    let pending = simulation.system.monitor.crossing(of: .region(position))?.pending?.since
    guard let waiting = simulation.system.monitor.waiting(of: .region(position)) else {
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
  /// Returns the row in `set` of the region at a position, which may be another one of its name.
  ///
  /// - Complexity: O(log n) for n regions.
  fileprivate func row(of position: Int32, in set: PositionSet) -> Int32? {
    if set.contains(position) { return position }
    // Every identifier has one row unless a scenario replaces a region.
    return initial.isWhole ? nil : self.position(of: regions[Int(position)].identifier, in: set)
  }
}
