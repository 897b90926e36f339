/// Everything a simulation has to remember to go on with its track later: the monitor's records,
/// what the app was told, and what waits for it.
public struct SimulationSnapshot: Hashable, Sendable {
  package struct Record: Hashable, Sendable {
    package let region: RegionIdentifier
    package let crossing: Crossing

    package init(_ region: RegionIdentifier, _ crossing: Crossing) {
      self.region = region
      self.crossing = crossing
    }
  }

  /// A state that the app could not be told of.
  package struct Waiting: Hashable, Sendable {
    /// `nil` for the sentinel.
    package let region: RegionIdentifier?
    package let state: RegionState
    package let crossedAt: Timestamp?
    package let since: Timestamp

    package init(
      _ region: RegionIdentifier?, _ state: RegionState, crossedAt: Timestamp?, since: Timestamp
    ) {
      self.region = region
      self.state = state
      self.crossedAt = crossedAt
      self.since = since
    }
  }

  package struct State: Hashable, Sendable {
    package let region: RegionIdentifier
    package let state: RegionState

    package init(_ region: RegionIdentifier, _ state: RegionState) {
      self.region = region
      self.state = state
    }
  }

  package struct Sentinel: Hashable, Sendable {
    package let center: Coordinate
    package let crossing: Crossing

    package init(center: Coordinate, _ crossing: Crossing) {
      self.center = center
      self.crossing = crossing
    }
  }

  /// How far the location service has come, and what it saw last.
  package struct Looks: Hashable, Sendable {
    package let fixes: Int
    /// Metres.
    package let travelled: Double
    package let last: Coordinate?
    package let look: Positioner.Look?
    package let sighting: Positioner.Sighting?
    package let isNear: Bool

    package init(
      fixes: Int, travelled: Double, last: Coordinate?, look: Positioner.Look?,
      sighting: Positioner.Sighting?, isNear: Bool
    ) {
      self.fixes = fixes
      self.travelled = travelled
      self.last = last
      self.look = look
      self.sighting = sighting
      self.isNear = isNear
    }

    init(_ positioner: Positioner, _ odometer: Odometer) {
      self.init(
        fixes: odometer.fixes, travelled: odometer.travelled, last: odometer.last,
        look: positioner.look, sighting: positioner.sighting, isNear: positioner.isNear)
    }
  }

  package var device: DeviceState
  /// The app's set where it is no longer that of the start; of an app that does not reselect in the order
  /// in which it registers them.
  package var regions: [CircularRegion]?
  /// The registered regions; `nil` for the whole set.
  package var registered: [RegionIdentifier]?
  /// The registered regions of which something is to be remembered.
  package var records: [Record]
  /// Whether the others are of unknown state; otherwise the device is outside of them.
  package var isUndetermined: Bool
  /// What the app was told last of registered regions, where that is not their state.
  package var lastTold: [State]
  /// What the app knows of regions that are not registered.
  package var known: [State]
  package var waiting: [Waiting]
  package var postponed: [DeviceAction]
  package var significantChange: SignificantChange.Change?
  package var sentinel: Sentinel?
  package var isSetChanged: Bool
  package var isSentinelLeft: Bool
  /// Whether the app has received an event to which it may answer at the next location update.
  package var hasReceivedEvent = false
  /// Whether a restart has taken the registrations away since the last choice.
  package var hasLostRegistrations = false
  /// The regions for which there was no slot, of an app that does not reselect; `nil` for all that are
  /// not registered.
  package var refused: [RegionIdentifier]?
  package var hasSelected: Bool
  package var tally: SelectionTally
  package var actionsTaken: Int
  /// By their positions in the plan's alarms.
  package var firedAlarms: [Int]
  /// Where the phone does not see every fix.
  package var looks: Looks?

  package init(
    device: DeviceState, regions: [CircularRegion]?, registered: [RegionIdentifier]?,
    records: [Record], isUndetermined: Bool, lastTold: [State], known: [State],
    waiting: [Waiting], postponed: [DeviceAction], significantChange: SignificantChange.Change?,
    sentinel: Sentinel?, isSetChanged: Bool, isSentinelLeft: Bool, hasSelected: Bool,
    tally: SelectionTally, actionsTaken: Int, firedAlarms: [Int]
  ) {
    self.device = device
    self.regions = regions
    self.registered = registered
    self.records = records
    self.isUndetermined = isUndetermined
    self.lastTold = lastTold
    self.known = known
    self.waiting = waiting
    self.postponed = postponed
    self.significantChange = significantChange
    self.sentinel = sentinel
    self.isSetChanged = isSetChanged
    self.isSentinelLeft = isSentinelLeft
    self.hasSelected = hasSelected
    self.tally = tally
    self.actionsTaken = actionsTaken
    self.firedAlarms = firedAlarms
  }
}

extension SimulationSnapshot {
  init(_ app: App, _ system: LocationSystem, actionsTaken: Int) {
    let rows = app.plan.catalog.regions
    let monitor = system.monitor
    let records = monitor.records
    func states(_ states: some Sequence<(Int32, RegionState)>) -> [State] {
      states.sorted { $0.0 < $1.0 }.map { State(rows[Int($0.0)].identifier, $0.1) }
    }
    self.init(
      device: system.device, regions: app.hasOwnSet ? app.regions : nil,
      registered: monitor.members == app.present
        ? nil : monitor.members.map { rows[Int($0)].identifier },
      records: records.listed.map { Record(rows[Int($0.position)].identifier, $0.crossing) },
      isUndetermined: records.isUndetermined,
      lastTold: states(system.lastTold.lazy.map { ($0.key, $0.value) }),
      known: states(app.known.states),
      waiting: system.waiting.values.sorted { $0.precedes($1) }.map { told in
        Waiting(
          told.id == app.sentinelID ? nil : told.id.identifier, told.state,
          crossedAt: told.crossedAt, since: told.since)
      },
      postponed: app.postponed, significantChange: system.significantChange?.last,
      sentinel: monitor.individuals.first.map {
        Sentinel(center: $0.region.center, $0.watched.crossing)
      },
      isSetChanged: app.isSetChanged, isSentinelLeft: app.isSentinelLeft,
      hasSelected: app.hasSelected, tally: app.tally,
      actionsTaken: actionsTaken, firedAlarms: app.alarms.fired)
    hasReceivedEvent = app.heard.isEvent
    hasLostRegistrations = app.hasLostRegistrations
    if !app.reselects, system.refused != app.present.subtracting(monitor.members) {
      refused = system.refused.map { rows[Int($0)].identifier }
    }
  }
}

extension Monitor {
  /// What is to be remembered of the members, ascending, and whether those that are left out are of
  /// unknown state; otherwise the device is outside of them.
  fileprivate var records: (listed: [(position: Int32, crossing: Crossing)], isUndetermined: Bool) {
    let listed = tracked.map { ($0.position, $0.watched.crossing) }
    let all = (listed + undetermined.map { ($0, Crossing()) }).sorted { $0.0 < $1.0 }
    let isUndetermined = all.count == members.count && all.contains { $0.1 == Crossing() }
    let usual = isUndetermined ? Crossing() : .settledOutside
    return (all.filter { $0.1 != usual }, isUndetermined)
  }
}

extension LocationSystem {
  /// Takes over what another system of the same plan remembered.
  mutating func resume(from snapshot: SimulationSnapshot, _ app: App) throws(SnapshotMismatch) {
    device = snapshot.device
    if let change = snapshot.significantChange { significantChange?.note(change) }
    monitor = Monitor(rules: monitor.rules, monitor.catalog)
    if let registered = snapshot.registered {
      let positions = try registered.map { name throws(SnapshotMismatch) in
        try app.position(of: name)
      }
      monitor.watch(PositionSet(positions.sorted(), of: monitor.catalog.regions.count))
    } else if snapshot.hasSelected {
      monitor.watch(app.present)
    }
    if let names = snapshot.refused {
      for name in names { refused.insert(try app.position(of: name)) }
    } else if !app.reselects {
      refused = app.present.subtracting(monitor.members)
    }
    if !snapshot.isUndetermined { monitor.settleOutside() }
    for record in snapshot.records {
      monitor.restore(try app.position(of: record.region), record.crossing)
    }
    if let sentinel = snapshot.sentinel, let region = app.sentinel(around: sentinel.center) {
      monitor.add(app.sentinelID, region, sentinel.crossing)
    }
    for record in snapshot.lastTold { lastTold[try app.position(of: record.region)] = record.state }
    for item in snapshot.waiting {
      let reference: ConditionRef =
        if let region = item.region {
          .region(try app.position(of: region))
        } else {
          .individual(app.sentinelID)
        }
      guard let (id, region) = condition(reference) else { continue }
      waiting[reference] = Told(
        condition: reference, id: id, region: region, state: item.state,
        crossedAt: item.crossedAt, since: item.since)
    }
    pauseUnheard()
  }
}

/// A snapshot is of other regions than the simulation.
public struct SnapshotMismatch: Error, Hashable {
  public let region: String
}
