/// The simulations of the many devices of one track.
///
/// A device that is away from everything needs 60 bytes: where it may go without anything changing,
/// and where its app chose. Its simulation is made again when it leaves that, so that a million
/// parked devices fit where a thousand moving ones do.
///
/// - Complexity: a fix costs what it costs its device's simulation, and a cache line where it changes
///   nothing.
public struct Fleet: Sendable {
  private let plan: SimulationPlan
  private let schedule: Schedule
  // Each by the device's number, apart from each other: most fixes ask for the zone alone, and so more of
  // those fit into a processor's cache.
  private var zones: [QuietZone] = []
  /// What counts of a device that has no simulation.
  private var rests: [Rest] = []
  /// The place of a device's simulation in `awake`; −1 where it rests.
  private var places: [Int32] = []
  private var awake: [Awake] = []
  /// How many simulations there may be before those that can rest are let go.
  private var capacity: Int

  private struct Awake: Sendable {
    var simulation: Simulation
    let device: Int32
  }

  /// What is to be remembered of a device to which nothing has happened but its app's first choice,
  /// and which is away from everything.
  struct Rest: Hashable, Sendable {
    /// The last significant change, or the place of the choice.
    let place: Coordinate
    let time: Timestamp

    fileprivate static let none = Rest(
      place: Coordinate(latitude: 0, longitude: 0), time: Timestamp(milliseconds: 0))
  }

  /// - Parameters:
  ///   - schedule: of the plan's timeline on the track's clock.
  ///   - capacity: how many simulations there are before those that can rest are let go.
  public init(_ plan: SimulationPlan, _ schedule: Schedule, awake capacity: Int = 1 << 14) {
    self.plan = plan
    self.schedule = schedule
    self.capacity = capacity
  }

  public var count: Int { zones.count }

  /// How many devices have no simulation now.
  public var resting: Int { count - awake.count }

  /// Adds a device, which is called by the next number from 0 on.
  ///
  /// - Parameters:
  ///   - name: where it has one; what is random is another for each.
  ///   - snapshot: where it goes on.
  /// - Throws: `SnapshotMismatch` when the snapshot is of other regions.
  public mutating func add(named name: String?, after snapshot: SimulationSnapshot? = nil)
    throws(SnapshotMismatch)
  {
    var simulation = Simulation(plan, schedule, device: name)
    if let snapshot { try simulation.resume(from: snapshot) }
    if awake.count == capacity { letRest() }
    let device = Int32(count)
    zones.append(QuietZone())
    rests.append(.none)
    places.append(Int32(awake.count))
    awake.append(Awake(simulation: simulation, device: device))
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
    // Where the phone does not see every fix, each has to be counted.
    if plan.positioning == nil { zones[device] = awake[index].simulation.quietZone }
  }

  private mutating func wake(_ device: Int) {
    if awake.count == capacity { letRest() }
    places[device] = Int32(awake.count)
    awake.append(
      Awake(
        simulation: Simulation(plan, schedule, resting: rests[device]),
        device: Int32(device)))
  }

  /// Lets go of the simulations whose devices can rest.
  private mutating func letRest() {
    var kept = 0
    for index in awake.indices {
      let device = Int(awake[index].device)
      if let rest = awake[index].simulation.rest {
        rests[device] = rest
        places[device] = -1
      } else {
        places[device] = Int32(kept)
        awake.swapAt(kept, index)
        kept += 1
      }
    }
    awake.removeSubrange(kept...)
    // Looking at all of them must stay rare.
    if kept > capacity / 2 { capacity *= 2 }
  }

  /// What is to be remembered of a device.
  public func snapshot(of device: Int) -> SimulationSnapshot { simulation(of: device).snapshot }

  /// The positions in the timeline of the actions to whose time a device has not come.
  public func pendingActions(of device: Int) -> [Int] {
    schedule.entries.isEmpty ? [] : simulation(of: device).pendingActions
  }

  private func simulation(of device: Int) -> Simulation {
    let place = Int(places[device])
    return place < 0
      ? Simulation(plan, schedule, resting: rests[device]) : awake[place].simulation
  }

  /// What the choices of all devices cost so far.
  public var tally: SelectionTally {
    var tally = SelectionTally()
    for entry in awake { tally += entry.simulation.tally }
    guard let resting = places.firstIndex(where: { $0 < 0 }) else { return tally }
    // Each has chosen once, from the same regions.
    let one = Simulation(plan, schedule, resting: rests[resting]).tally
    tally.started += one.started * self.resting
    return tally
  }
}

extension Simulation {
  /// What is to be remembered of a device that is at rest; `nil` where more is.
  ///
  /// Then its app has chosen once, at the place of the first significant change, and the device is
  /// outside of everything that is watched, with nothing under way.
  var rest: Fleet.Rest? {
    guard schedule.entries.isEmpty, positioner == nil, app.isAtRest, system.isAtRest,
      let change = system.significantChange?.last
    else { return nil }
    // With a choice of regions the place of the choice tells which they were.
    guard !app.hasChoice || app.tally.reselections == 0 else { return nil }
    if let sentinel = system.monitor.individuals.first {
      guard sentinel.region.center == change.place,
        sentinel.watched.crossing == Crossing(assuming: .satisfied)
      else { return nil }
    }
    return Fleet.Rest(place: change.place, time: change.time)
  }

  /// A simulation that is as one was that rested.
  init(_ plan: SimulationPlan, _ schedule: Schedule, resting rest: Fleet.Rest) {
    self.init(plan, schedule)
    system.significantChange?.note(.init(place: rest.place, time: rest.time))
    _ = app.choose(
      because: App.Causes(), at: Fix(time: rest.time, coordinate: rest.place),
      EarthVector(rest.place), &system)
    system.settleOutside()
  }
}

extension App {
  /// Whether it has chosen, and knows nothing that its first choice does not tell.
  fileprivate var isAtRest: Bool {
    hasSelected && !isSetChanged && !isSentinelLeft && !hasOwnSet && known.isEmpty
      && postponed.isEmpty && alarms == AlarmState()
  }
}

extension LocationSystem {
  /// Whether the device is outside of everything, and nothing waits.
  fileprivate var isAtRest: Bool {
    device == DeviceState(platform: device.platform) && waiting.isEmpty && lastTold.isEmpty
      && resuming.isEmpty && monitor.tracked.isEmpty && monitor.undetermined.isEmpty
  }

  /// Takes the device to be outside of every region.
  fileprivate mutating func settleOutside() {
    monitor.settleOutside()
    hasNewConditions = false
  }
}
