/// The simulations of the many devices of one track.
///
/// Where nothing but fixes happens to devices, few of them have a simulation: of the others there is
/// the quiet zone and a coding, some dozens of bytes, from which the simulation is recreated when the
/// device leaves its zone. So a million devices fit where a thousand simulations do.
///
/// - Complexity: a fix costs as much as in the device's own simulation, and one cache line where it
///   changes nothing.
@usableFromInline package struct Fleet: Sendable {
  private let shared: Shared
  /// True if devices may be without a simulation.
  private let mayRest: Bool
  /// True if the zone of a device alone says that a fix changes nothing; otherwise its simulation
  /// is asked.
  private let goesByZone: Bool
  // The values of the devices are stored in separate arrays, by device number: most fixes need the
  // zone alone, and so more zones fit into a processor's cache.
  @usableFromInline var zones: [QuietZone] = []
  /// The coding of each device at rest.
  private var codings: [CodedSimulation?] = []
  /// The index in `awake` of each device that has a simulation.
  private var places: [Int32] = []
  private var awake: [Awake] = []
  /// The number of simulations at which all are released.
  private var capacity: Int
  private let mostAwake: Int
  /// The number of simulations that stay in a processor's cache.
  private let leastAwake: Int
  /// True if a resting device has moved again.
  private var hasReturns = false
  /// The tally of the simulations that have been released.
  private var released = SelectionTally()

  /// The values that all devices have in common.
  private final class Shared: Sendable {
    let plan: SimulationPlan
    let schedule: Schedule
    let numbering: RegionNumbering
    /// A simulation of a device that has had no fix.
    let fresh: Simulation

    init(_ plan: SimulationPlan, _ schedule: Schedule) {
      (self.plan, self.schedule) = (plan, schedule)
      numbering = RegionNumbering(plan.catalog, schedule)
      fresh = Simulation(plan, schedule)
    }
  }

  private struct Awake: Sendable {
    var simulation: Simulation
    let device: Int32
  }

  /// Creates a fleet without devices.
  ///
  /// - Parameter mostAwake: the largest number of simulations of devices that could rest.
  package init(_ plan: SimulationPlan, _ schedule: Schedule, mostAwake: Int = 1 << 14) {
    shared = Shared(plan, schedule)
    self.mostAwake = mostAwake
    mayRest = schedule.entries.isEmpty && plan.positioning == nil
    goesByZone = shared.fresh.goesByZone
    leastAwake = min(1 << 11, mostAwake)
    capacity = leastAwake
  }

  package var count: Int { zones.count }

  package var resting: Int { count - awake.count }

  /// Adds a device, whose number is the next one from 0 on.
  ///
  /// - Parameters:
  ///   - name: the name of the device, which makes its random numbers its own; `nil` where it has
  ///     none.
  ///   - saved: the state from which it continues; a device at rest stays so until its first fix.
  /// - Throws: `SimulationMismatch` where `saved` does not belong to the plan.
  package mutating func add(named name: String?, after saved: CodedSimulation? = nil)
    throws(SimulationMismatch)
  {
    var simulation =
      mayRest ? shared.fresh : Simulation(shared.plan, shared.schedule, device: name)
    if let saved { try simulation.resume(from: saved, shared.numbering) }
    zones.append(QuietZone())
    codings.append(saved)
    places.append(-1)
    if saved == nil || !mayRest { awaken(consume simulation, count - 1) }
  }

  /// Returns whether a device can continue from a state.
  package func takes(_ saved: CodedSimulation) -> Bool {
    var simulation = shared.fresh
    return (try? simulation.resume(from: saved, shared.numbering)) != nil
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

  @usableFromInline @inline(never)
  mutating func step(_ device: Int, to fix: Fix, into events: inout [Event]) {
    if codings[device] != nil {
      hasReturns = true
      awaken(simulation(of: device), device)
    }
    let index = Int(places[device])
    awake[index].simulation.advance(to: fix, into: &events)
    if goesByZone { zones[device] = awake[index].simulation.quietZone }
  }

  private mutating func awaken(_ simulation: consuming Simulation, _ device: Int) {
    if mayRest, awake.count >= capacity { letRest() }
    codings[device] = nil
    places[device] = Int32(awake.count)
    awake.append(Awake(simulation: simulation, device: Int32(device)))
  }

  /// Releases all simulations.
  private mutating func letRest() {
    var coder = SimulationCoder(shared.numbering)
    for index in awake.indices {
      coder.removeAll()
      awake[index].simulation.code(&coder)
      codings[Int(awake[index].device)] = coder.coded
      released += awake[index].simulation.tally
    }
    awake.removeAll(keepingCapacity: true)
    // With room for all devices, those that move again find their simulations; without it, few
    // simulations are faster than many.
    capacity = hasReturns && count <= mostAwake ? mostAwake : leastAwake
  }

  /// Returns the state of a device that the next run needs.
  package func saved(_ device: Int) -> CodedSimulation {
    if let coding = codings[device] { return coding }
    var simulation = awake[Int(places[device])].simulation
    var coder = SimulationCoder(shared.numbering)
    simulation.code(&coder)
    return coder.coded
  }

  package func pendingActions(of device: Int) -> [Int] {
    shared.schedule.entries.isEmpty ? [] : simulation(of: device).pendingActions
  }

  private func simulation(of device: Int) -> Simulation {
    guard let coding = codings[device] else { return awake[Int(places[device])].simulation }
    var simulation = shared.fresh
    do {
      try simulation.resume(from: coding, shared.numbering)
    } catch {
      preconditionFailure("a coding was read before, or is the fleet's own")
    }
    return simulation
  }

  /// The number of selections of all devices in this run, and of the regions that they started and
  /// stopped.
  package var tally: SelectionTally {
    awake.reduce(into: released) { $0 += $1.simulation.tally }
  }
}
