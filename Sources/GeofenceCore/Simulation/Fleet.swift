/// The simulations of the many devices of one track.
///
/// A device that is away from everything, or at home in one region, needs 44 bytes: where it may go
/// without anything changing, and where its app chose. Its simulation is made again when it leaves
/// that, so that a million parked devices fit where a thousand moving ones do.
///
/// - Complexity: a fix costs what it costs its device's simulation, and a cache line where it changes
///   nothing.
public struct Fleet: Sendable {
  private let plan: SimulationPlan
  private let schedule: Schedule
  /// Whether the phone sees every fix; where it does not, each has to be counted.
  private let seesAll: Bool
  // Each by the device's number, apart from each other: most fixes ask for the zone alone, and so more of
  // those fit into a processor's cache.
  private var zones: [QuietZone] = []
  /// The last significant change of a device that rests, or the place of its app's choice.
  private var changes: [SignificantChange.Change] = []
  /// The place of a device's simulation in `awake`. Where it rests, −1 outside of everything, and −2 less
  /// the position of the region that it is in.
  private var places: [Int32] = []
  private var awake: [Awake] = []
  /// How many simulations there may be before those that can rest are let go.
  private var capacity: Int

  private struct Awake: Sendable {
    var simulation: Simulation
    let device: Int32
  }

  /// What is to be remembered of a device to which nothing has happened but its app's first choice,
  /// and which is away from everything or settled in one region.
  struct Rest {
    /// The last significant change, or the place of the choice.
    let change: SignificantChange.Change
    /// The position of the region that it is in.
    let region: Int32?
  }

  /// - Parameters:
  ///   - schedule: of the plan's timeline on the track's clock.
  ///   - capacity: how many simulations there are before those that can rest are let go.
  public init(_ plan: SimulationPlan, _ schedule: Schedule, awake capacity: Int = 1 << 14) {
    self.plan = plan
    self.schedule = schedule
    seesAll = plan.positioning == nil
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
    changes.append(
      .init(place: Coordinate(latitude: 0, longitude: 0), time: Timestamp(milliseconds: 0)))
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
    if seesAll { zones[device] = awake[index].simulation.quietZone }
  }

  private mutating func wake(_ device: Int) {
    let simulation = simulation(of: device)
    if awake.count == capacity { letRest() }
    places[device] = Int32(awake.count)
    awake.append(Awake(simulation: simulation, device: Int32(device)))
  }

  /// Lets go of the simulations whose devices can rest.
  private mutating func letRest() {
    var kept = 0
    for index in awake.indices {
      let device = Int(awake[index].device)
      if let rest = awake[index].simulation.rest {
        changes[device] = rest.change
        places[device] = rest.region.map { -2 - $0 } ?? -1
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
    let place = places[device]
    if place >= 0 { return awake[Int(place)].simulation }
    let rest = Rest(change: changes[device], region: place < -1 ? -2 - place : nil)
    return Simulation(plan, schedule, resting: rest)
  }

  /// What the choices of all devices cost so far.
  public var tally: SelectionTally {
    var tally = SelectionTally()
    for entry in awake { tally += entry.simulation.tally }
    guard let resting = places.firstIndex(where: { $0 < 0 }) else { return tally }
    // Each has chosen once, from the same regions.
    let one = simulation(of: resting).tally
    tally.started += one.started * self.resting
    return tally
  }
}

extension Simulation {
  /// What is to be remembered of a device that is at rest; `nil` where more is.
  ///
  /// Then its app has chosen once, at the place of the first significant change, and the device is
  /// outside of everything that is watched but one region, with nothing under way.
  var rest: Fleet.Rest? {
    let tracked = system.monitor.tracked
    guard schedule.entries.isEmpty, positioner == nil, app.isAtRest, system.isAtRest,
      let change = system.significantChange?.last, tracked.count <= 1,
      tracked.allSatisfy({ $0.watched == Watched(.settledInside) })
    else { return nil }
    // With a choice of regions the place of the choice tells which they were.
    guard !app.hasChoice || app.tally.reselections == 0 else { return nil }
    if let sentinel = system.monitor.individuals.first {
      guard sentinel.region.center == change.place,
        sentinel.watched.crossing == .settledInside
      else { return nil }
    }
    return Fleet.Rest(change: change, region: tracked.first?.position)
  }

  /// A simulation that is as one was that rested.
  init(_ plan: SimulationPlan, _ schedule: Schedule, resting rest: Fleet.Rest) {
    self.init(plan, schedule)
    let (place, time) = (rest.change.place, rest.change.time)
    system.significantChange?.note(rest.change)
    _ = app.choose(
      because: App.Causes(), at: Fix(time: time, coordinate: place), EarthVector(place), &system)
    system.settle(in: rest.region)
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
  /// Whether every region has been looked at, and nothing waits.
  fileprivate var isAtRest: Bool {
    device == DeviceState(platform: device.platform) && waiting.isEmpty && lastTold.isEmpty
      && resuming.isEmpty && monitor.undetermined.isEmpty
  }

  /// Takes the device to be in one region, if any, and outside of every other.
  fileprivate mutating func settle(in region: Int32?) {
    monitor.settleOutside()
    if let region { monitor.restore(region, .settledInside) }
    hasNewConditions = false
  }
}
