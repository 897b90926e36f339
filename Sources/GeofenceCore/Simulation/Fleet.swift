/// The simulations of the many devices of one track.
///
/// A device that is away from every region, or at rest in one, needs 32 bytes: its quiet zone and
/// the place where its app last selected regions. For a device that has moved about, the selection
/// and the known states are packed. Its simulation is recreated when the device leaves its quiet
/// zone, so that a million devices fit where a thousand simulations do.
///
/// - Complexity: a fix costs as much as in the device's own simulation, and one cache line where it
///   changes nothing.
@usableFromInline package struct Fleet: Sendable {
  private let plan: SimulationPlan
  private let schedule: Schedule
  /// An app that has not selected regions yet.
  private let chooser: App
  /// A Boolean value that indicates whether every fix is a location update; otherwise each one has
  /// to be counted.
  private let seesAll: Bool
  /// A Boolean value that indicates whether the zone of a device alone says that a fix changes
  /// nothing; otherwise its simulation is asked.
  private let goesByZone: Bool
  // The values of the devices are stored in separate arrays, by device number: most fixes need the
  // zone alone, and so more zones fit into a processor's cache.
  @usableFromInline var zones: [QuietZone] = []
  /// The last significant changes of resting devices.
  private var changes = ChangeList()
  /// The place of each device's simulation.
  ///
  /// A number from 0 on is an index in `awake`. For a resting device −1 means outside of every
  /// region, and −2 minus a region's position means inside that region; the numbers below these
  /// stand, downwards, for the indices in `packed`.
  private var places: [Int32] = []
  private var awake: [Awake] = []
  private var packed: [PackedSimulation?] = []
  /// The unused indices in `packed`.
  private var free: [Int32] = []
  /// The number of simulations at which those that can rest are released.
  private var capacity: Int
  private let mostAwake: Int
  /// The number of simulations that stay in a processor's cache.
  private let leastAwake: Int
  /// A Boolean value that indicates whether a resting device has moved again.
  private var hasReturns = false

  private struct Awake: Sendable {
    var simulation: Simulation
    let device: Int32
  }

  /// Creates a fleet without devices.
  ///
  /// - Parameters:
  ///   - plan: the plan that all devices share.
  ///   - schedule: the plan's timeline on the track's clock.
  ///   - mostAwake: the largest number of simulations of devices that could rest.
  package init(_ plan: SimulationPlan, _ schedule: Schedule, mostAwake: Int = 1 << 14) {
    self.plan = plan
    self.schedule = schedule
    chooser = App(plan)
    seesAll = plan.positioning == nil
    goesByZone = seesAll && plan.settings.crossing.overlap == nil
    self.mostAwake = mostAwake
    leastAwake = min(1 << 11, mostAwake)
    capacity = leastAwake
  }

  package var count: Int { zones.count }

  /// The number of devices without a simulation in memory.
  package var resting: Int { count - awake.count }

  /// Adds a device, whose number is the next one from 0 on.
  ///
  /// - Parameters:
  ///   - name: the name of the device, which makes its random numbers its own; `nil` where it has
  ///     none.
  ///   - saved: the state from which it continues; a device at rest stays so until its first fix.
  /// - Throws: `SavedSimulationMismatch` where `saved` does not belong to the plan.
  package mutating func add(named name: String?, after saved: SavedSimulation? = nil)
    throws(SavedSimulationMismatch)
  {
    let mayRest = schedule.entries.isEmpty && seesAll
    if let saved, mayRest, let (rest, change) = try rest(saved) {
      zones.append(QuietZone())
      changes.append()
      places.append(-1)
      if let change { changes[count - 1] = change }
      keep(rest, of: count - 1)
      return
    }
    let simulation = try simulation(named: name, after: saved)
    if awake.count == capacity { letRest() }
    let device = Int32(count)
    zones.append(QuietZone())
    changes.append()
    places.append(Int32(awake.count))
    awake.append(Awake(simulation: consume simulation, device: device))
  }

  /// Creates the simulation of a device, continued from a saved one where there is one.
  private func simulation(named name: String?, after saved: SavedSimulation?)
    throws(SavedSimulationMismatch) -> Simulation
  {
    if let saved, let (rest, change) = try rest(saved) {
      return Simulation(plan, schedule, rest, after: change ?? ChangeList.none)
    }
    var simulation = Simulation(plan, schedule, device: name)
    if case .whole(let snapshot) = saved {
      do {
        try simulation.resume(from: snapshot)
      } catch {
        throw SavedSimulationMismatch(region: error.region)
      }
    }
    return simulation
  }

  /// Moves a device to a fix and appends the events there.
  ///
  /// - Precondition: `fix` is not earlier than the device's previous one, and its coordinate is
  ///   valid.
  @inlinable @inline(__always)
  package mutating func advance(_ device: Int, to fix: Fix, into events: inout [Event]) {
    if zones[device].covers(fix) { return }
    step(device, to: fix, into: &events)
  }

  /// Returns the zone in which the next fixes of a device change nothing.
  @inlinable @inline(__always)
  package func quietZone(of device: Int) -> QuietZone { zones[device] }

  @usableFromInline @inline(never)
  mutating func step(_ device: Int, to fix: Fix, into events: inout [Event]) {
    if places[device] < 0 { wake(device) }
    let index = Int(places[device])
    awake[index].simulation.advance(to: fix, into: &events)
    if goesByZone { zones[device] = awake[index].simulation.quietZone }
  }

  /// Recreates the simulation of a resting device.
  private mutating func wake(_ device: Int) {
    hasReturns = true
    let simulation = simulation(of: device)
    if places[device] < lastSettled {
      let slot = lastSettled - 1 - places[device]
      packed[Int(slot)] = nil
      free.append(slot)
    }
    if awake.count == capacity { letRest() }
    places[device] = Int32(awake.count)
    awake.append(Awake(simulation: simulation, device: Int32(device)))
  }

  /// Releases the simulations of devices that can rest.
  private mutating func letRest() {
    var kept = 0
    var numbers = PackedNumbers()
    for index in awake.indices {
      let device = Int(awake[index].device)
      if let (rest, change) = awake[index].simulation.rest(&numbers) {
        if let change { changes[device] = change }
        keep(rest, of: device)
      } else {
        places[device] = Int32(kept)
        awake.swapAt(kept, index)
        kept += 1
      }
    }
    awake.removeSubrange(kept...)
    // With room for all devices, those that move again find their simulations; without it, few
    // simulations are faster than many. Checking the simulations that cannot rest must stay rare in
    // either case.
    let wanted = hasReturns && count <= mostAwake ? mostAwake : leastAwake
    capacity = max(wanted, 2 * awake.count)
    awake.reserveCapacity(capacity)
  }

  /// Stores the state of a device whose simulation is released.
  private mutating func keep(_ rest: Rest, of device: Int) {
    switch rest {
    case .settled(let region): places[device] = region.map { -2 - $0 } ?? -1
    case .packed(let simulation):
      let slot = free.popLast() ?? Int32(packed.count)
      if slot == packed.count { packed.append(nil) }
      packed[Int(slot)] = simulation
      places[device] = lastSettled - 1 - slot
    }
  }

  /// The value in `places` of a device inside the last region.
  private var lastSettled: Int32 { -1 - Int32(plan.catalog.regions.count) }

  /// Returns the stored state of a device; `nil` where its simulation is in memory.
  private func rest(of device: Int) -> Rest? {
    switch places[device] {
    case 0...: nil
    case -1: .settled(in: nil)
    case lastSettled...: .settled(in: -2 - places[device])
    default: packed[Int(lastSettled - 1 - places[device])].map(Rest.packed)
    }
  }

  /// Returns the state of a device that the next run needs.
  ///
  /// - Complexity: O(1) for a device that has not moved about, and O(k log n) otherwise, where k of
  ///   n regions are registered.
  package func saved(_ device: Int) -> SavedSimulation {
    let asks = plan.settings.triggers.contains(.significant)
    if let rest = rest(of: device) { return saved(rest, after: asks ? changes[device] : nil) }
    var simulation = awake[Int(places[device])].simulation
    var numbers = PackedNumbers()
    guard let (rest, change) = simulation.rest(&numbers) else {
      return .whole(simulation.snapshot)
    }
    return saved(rest, after: asks ? change : nil)
  }

  private func saved(_ rest: Rest, after change: SignificantChange.Change?) -> SavedSimulation {
    let regions = plan.catalog.regions
    switch (rest, change) {
    case (.settled(let region), let change?):
      return .settled(in: region.map { regions[Int($0)].identifier }, after: change)
    case (.settled, nil): preconditionFailure("a device that settled has had a change")
    case (.packed(let packed), let change):
      return packed.saved(after: change, of: regions.count, choice: choice)
    }
  }

  /// Returns the state of a resting device from a saved one; `nil` where the saved state is whole.
  private func rest(_ saved: SavedSimulation) throws(SavedSimulationMismatch)
    -> (rest: Rest, change: SignificantChange.Change?)?
  {
    switch saved {
    case .whole: return nil
    case .settled(let region, let change):
      guard plan.settings.triggers.contains(.significant) else {
        throw SavedSimulationMismatch(region: nil)
      }
      guard let region else { return (.settled(in: nil), change) }
      guard let position = plan.catalog.position(of: region, in: plan.catalog.initial) else {
        throw SavedSimulationMismatch(region: region.rawValue)
      }
      return (.settled(in: position), change)
    case .packed(let numbers, let sentinel, let change):
      guard (change != nil) == plan.settings.triggers.contains(.significant),
        let packed = PackedSimulation(
          numbers, sentinel: sentinel, in: plan.catalog,
          choice: { (sentinel ?? change?.place).flatMap(choice) })
      else { throw SavedSimulationMismatch(region: nil) }
      return (.packed(packed), change)
    }
  }

  /// Returns the regions that the app selects at a place; `nil` where all regions can be
  /// registered.
  private func choice(at place: Coordinate) -> PositionSet? {
    chooser.hasChoice ? chooser.nearest(to: EarthVector(place)) : nil
  }

  /// Returns the whole state of a device.
  package func snapshot(of device: Int) -> SimulationSnapshot { simulation(of: device).snapshot }

  /// Returns the positions in the timeline of the actions that are not yet due for a device.
  package func pendingActions(of device: Int) -> [Int] {
    schedule.entries.isEmpty ? [] : simulation(of: device).pendingActions
  }

  private func simulation(of device: Int) -> Simulation {
    guard let rest = rest(of: device) else { return awake[Int(places[device])].simulation }
    return Simulation(plan, schedule, rest, after: changes[device])
  }

  /// The number of selections of all devices so far, and of the regions that they started and
  /// stopped.
  package var tally: SelectionTally {
    var tally = SelectionTally()
    for entry in awake { tally += entry.simulation.tally }
    for simulation in packed { simulation.map { tally += $0.tally } }
    let isSettled = { lastSettled..<0 ~= places[$0] }
    guard let settled = places.indices.first(where: isSettled) else { return tally }
    // Each settled device has selected once, among the same regions.
    tally.started += simulation(of: settled).tally.started * places.indices.count(where: isSettled)
    return tally
  }
}
