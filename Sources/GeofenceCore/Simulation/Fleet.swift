/// The simulations of the many devices of one track.
///
/// A device that is away from everything, or at home in one region, needs 32 bytes: where it may go
/// without anything changing, and where its app chose. Of one that has been about, what its app chose
/// and knows is packed. Its simulation is made again when it leaves that, so that a million devices
/// fit where a thousand simulations do.
///
/// - Complexity: a fix costs what it costs its device's simulation, and a cache line where it changes
///   nothing.
public struct Fleet: Sendable {
  private let plan: SimulationPlan
  private let schedule: Schedule
  /// An app that has not chosen yet.
  private let chooser: App
  /// Whether the phone sees every fix; where it does not, each has to be counted.
  private let seesAll: Bool
  // Each by the device's number, apart from each other: most fixes ask for the zone alone, and so more of
  // those fit into a processor's cache.
  private var zones: [QuietZone] = []
  /// The last significant change of a device that rests.
  private var changes = ChangeList()
  /// Where a device's simulation is: from 0 on in `awake`. Where it rests, −1 outside of everything, −2
  /// less the position of the region that it is in, and below these, downwards, its place in `packed`.
  private var places: [Int32] = []
  private var awake: [Awake] = []
  private var packed: [PackedSimulation?] = []
  /// The places in `packed` that are free.
  private var free: [Int32] = []
  /// How many simulations there may be before those that can rest are let go.
  private var capacity: Int
  private let mostAwake: Int
  /// How many stay in a processor's cache.
  private let leastAwake: Int
  /// Whether a device has come back from its rest.
  private var hasReturns = false

  private struct Awake: Sendable {
    var simulation: Simulation
    let device: Int32
  }

  /// - Parameters:
  ///   - schedule: of the plan's timeline on the track's clock.
  ///   - mostAwake: how many simulations there may be of devices that could rest.
  public init(_ plan: SimulationPlan, _ schedule: Schedule, mostAwake: Int = 1 << 14) {
    self.plan = plan
    self.schedule = schedule
    chooser = App(plan)
    seesAll = plan.positioning == nil
    self.mostAwake = mostAwake
    leastAwake = min(1 << 11, mostAwake)
    capacity = leastAwake
  }

  public var count: Int { zones.count }

  /// How many devices have no simulation now.
  public var resting: Int { count - awake.count }

  /// Adds a device, which is called by the next number from 0 on.
  ///
  /// - Parameters:
  ///   - name: where it has one; what is random is another for each.
  ///   - saved: where it goes on. One at rest stays at rest until its first fix.
  /// - Throws: `SavedSimulationMismatch`.
  public mutating func add(named name: String?, after saved: SavedSimulation? = nil)
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

  /// Moves a device and appends what happens there.
  ///
  /// - Precondition: `fix` is not earlier than the device's one before, and its coordinate is valid.
  @inline(__always)
  public mutating func advance(_ device: Int, to fix: Fix, into events: inout [Event]) {
    if zones[device].covers(fix) { return }
    step(device, to: fix, into: &events)
  }

  private mutating func step(_ device: Int, to fix: Fix, into events: inout [Event]) {
    if places[device] < 0 { wake(device) }
    let index = Int(places[device])
    awake[index].simulation.advance(to: fix, into: &events)
    if seesAll { zones[device] = awake[index].simulation.quietZone }
  }

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

  /// Lets go of the simulations that can rest.
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
    // Where there is room for all of them, those that come back find their simulations; where there is
    // not, few are quicker than many. And looking at those that cannot rest must stay rare.
    let wanted = hasReturns && count <= mostAwake ? mostAwake : leastAwake
    capacity = max(wanted, 2 * awake.count)
    awake.reserveCapacity(capacity)
  }

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

  /// The place of those in the last of the regions.
  private var lastSettled: Int32 { -1 - Int32(plan.catalog.regions.count) }

  /// - Returns: `nil` where it is awake.
  private func rest(of device: Int) -> Rest? {
    switch places[device] {
    case 0...: nil
    case -1: .settled(in: nil)
    case lastSettled...: .settled(in: -2 - places[device])
    default: packed[Int(lastSettled - 1 - places[device])].map(Rest.packed)
    }
  }

  /// Everything that the next run has to know of a device.
  ///
  /// - Complexity: O(1) for a device that has not moved about, and O(k log n) otherwise, where it has k
  ///   of n regions.
  public func saved(_ device: Int) -> SavedSimulation {
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

  /// What a saved simulation says of a device at rest; `nil` where it says everything by its name.
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

  /// The regions that the app chooses at a place; `nil` where it has no choice.
  private func choice(at place: Coordinate) -> PositionSet? {
    chooser.hasChoice ? chooser.nearest(to: EarthVector(place)) : nil
  }

  /// What is to be remembered of a device.
  public func snapshot(of device: Int) -> SimulationSnapshot { simulation(of: device).snapshot }

  /// The positions in the timeline of the actions to whose time a device has not come.
  public func pendingActions(of device: Int) -> [Int] {
    schedule.entries.isEmpty ? [] : simulation(of: device).pendingActions
  }

  private func simulation(of device: Int) -> Simulation {
    guard let rest = rest(of: device) else { return awake[Int(places[device])].simulation }
    return Simulation(plan, schedule, rest, after: changes[device])
  }

  /// What the choices of all devices cost so far.
  public var tally: SelectionTally {
    var tally = SelectionTally()
    for entry in awake { tally += entry.simulation.tally }
    for simulation in packed { simulation.map { tally += $0.tally } }
    let isSettled = { lastSettled..<0 ~= places[$0] }
    guard let settled = places.indices.first(where: isSettled) else { return tally }
    // Each has chosen once, from the same regions.
    tally.started += simulation(of: settled).tally.started * places.indices.count(where: isSettled)
    return tally
  }
}
