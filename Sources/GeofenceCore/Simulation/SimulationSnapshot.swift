/// The state from which a simulation can be continued later.
///
/// It holds the monitor's records, the states delivered to the app, and the events that wait for
/// it.
package struct SimulationSnapshot: Hashable, Sendable {
  /// The state and the crossing of a registered region.
  package struct Record: Hashable, Sendable {
    package let region: RegionIdentifier
    package let crossing: Crossing

    package init(_ region: RegionIdentifier, _ crossing: Crossing) {
      self.region = region
      self.crossing = crossing
    }
  }

  /// A state that could not be delivered to the app.
  package struct Waiting: Hashable, Sendable {
    /// The region of the state; `nil` for the sentinel.
    package let region: RegionIdentifier?
    package let state: RegionState
    package let crossedAt: Timestamp?
    package let since: Timestamp
    /// A Boolean value that indicates whether the condition is evaluated at no fix until the app
    /// has received the state.
    package let isPaused: Bool

    package init(
      _ region: RegionIdentifier?, _ state: RegionState, crossedAt: Timestamp?, since: Timestamp,
      isPaused: Bool
    ) {
      self.region = region
      self.state = state
      self.crossedAt = crossedAt
      self.since = since
      self.isPaused = isPaused
    }
  }

  /// The known state of a region.
  package struct State: Hashable, Sendable {
    package let region: RegionIdentifier
    package let state: RegionState

    package init(_ region: RegionIdentifier, _ state: RegionState) {
      self.region = region
      self.state = state
    }
  }

  /// A region and a time at which something is due there, or from which it counts.
  package struct Lapse: Hashable, Sendable {
    package let region: RegionIdentifier
    package let time: Timestamp

    package init(_ region: RegionIdentifier, _ time: Timestamp) {
      (self.region, self.time) = (region, time)
    }
  }

  /// The regions of an Android app's selection that the system does not have, or not for long.
  package struct Geofences: Hashable, Sendable {
    package var lost: [RegionIdentifier] = []
    package var pending: [RegionIdentifier] = []
    package var expired: [RegionIdentifier] = []
    package var failed: [RegionIdentifier] = []
    /// The regions that expire, each with the time of that, in the order of these times.
    package var expiries: [Lapse] = []
    package var sentinel: Coordinate?
    package var isSentinelPending = false

    package init() {}
  }

  /// The sentinel's centre and its crossing.
  package struct Sentinel: Hashable, Sendable {
    package let center: Coordinate
    package let crossing: Crossing

    package init(center: Coordinate, _ crossing: Crossing) {
      self.center = center
      self.crossing = crossing
    }
  }

  /// The progress of the location service, and its last location update.
  package struct Looks: Hashable, Sendable {
    package let fixes: Int
    /// The metres travelled since the first fix.
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
  /// The app's regions, where they are no longer those of the start.
  ///
  /// For an app that does not reselect, they are in the order in which it registers them.
  package var regions: [CircularRegion]?
  /// The identifiers of the registered regions; `nil` for the whole set.
  package var registered: [RegionIdentifier]?
  /// The registered regions whose state or crossing must be stored.
  package var records: [Record]
  /// A Boolean value that indicates whether the other registered regions are of unknown state;
  /// otherwise the device is outside of them.
  package var isUndetermined: Bool
  /// The states of registered regions last delivered to the app, where those are not their
  /// states.
  package var lastDelivered: [State]
  /// The states that the app knows of regions that are not registered.
  package var known: [State]
  package var waiting: [Waiting]
  package var postponed: [DeviceAction]
  package var significantChange: SignificantChange.Change?
  package var sentinel: Sentinel?
  package var isSetChanged: Bool
  package var isSentinelLeft: Bool
  /// A Boolean value that indicates whether the app has received an event to which it may respond
  /// at the next location update.
  package var hasReceivedEvent = false
  /// A Boolean value that indicates whether a restart has removed the registrations since the last
  /// selection.
  package var hasLostRegistrations = false
  /// The regions for which there was no slot, of an app that does not reselect; `nil` for all
  /// regions that are not registered.
  package var refused: [RegionIdentifier]?
  /// The regions of an Android app's selection that the system does not have, or not for long.
  package var geofences = Geofences()
  /// The regions whose enter waits for its dwell, each with the time of the enter, in the order of
  /// these times.
  package var dwells: [Lapse] = []
  package var hasSelected: Bool
  package var tally: SelectionTally
  package var actionsTaken: Int
  /// The fired alarms, as positions in the plan's alarms.
  package var firedAlarms: [Int]
  /// The progress of the location service; `nil` where every fix is a location update.
  package var looks: Looks?

  package init(
    device: DeviceState, regions: [CircularRegion]?, registered: [RegionIdentifier]?,
    records: [Record], isUndetermined: Bool, lastDelivered: [State], known: [State],
    waiting: [Waiting], postponed: [DeviceAction], significantChange: SignificantChange.Change?,
    sentinel: Sentinel?, isSetChanged: Bool, isSentinelLeft: Bool, hasSelected: Bool,
    tally: SelectionTally, actionsTaken: Int, firedAlarms: [Int]
  ) {
    self.device = device
    self.regions = regions
    self.registered = registered
    self.records = records
    self.isUndetermined = isUndetermined
    self.lastDelivered = lastDelivered
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
      lastDelivered: states(monitor.delivered.lazy.map { ($0.key, $0.value) }),
      known: states(app.known.states),
      waiting: system.waitingReports.sorted { $0.precedes($1) }.map { report in
        Waiting(
          report.id == app.sentinelID ? nil : report.id.identifier, report.state,
          crossedAt: report.crossedAt, since: report.since,
          isPaused: monitor.isHeld(report.condition))
      },
      postponed: app.postponed, significantChange: system.significantChange?.last,
      sentinel: monitor.individuals.first.map {
        Sentinel(center: $0.region.center, monitor.kept[0].condition.crossing)
      },
      isSetChanged: app.isSetChanged, isSentinelLeft: app.isSentinelLeft,
      hasSelected: app.hasSelected, tally: app.tally,
      actionsTaken: actionsTaken, firedAlarms: app.alarms.fired)
    hasReceivedEvent = app.received.isEvent
    hasLostRegistrations = app.hasLostRegistrations
    func names(_ positions: PositionSet) -> [RegionIdentifier] {
      positions.map { rows[Int($0)].identifier }
    }
    geofences.lost = names(app.unregistered.lost)
    geofences.pending = names(app.unregistered.pending)
    geofences.expired = names(app.unregistered.expired)
    geofences.failed = app.unregistered.failed.sorted()
    geofences.sentinel = app.unregistered.sentinel
    geofences.isSentinelPending = app.unregistered.isSentinelPending
    geofences.expiries = app.unregistered.expiries.flatMap { expiry in
      expiry.regions.map { Lapse(rows[Int($0)].identifier, expiry.end) }
    }
    dwells = monitor.keptMembers.compactMap { kept in
      kept.condition.entered.map { Lapse(rows[Int(kept.position)].identifier, $0) }
    }.sorted { $0.time < $1.time }
    if !app.reselects, system.refused != app.present.subtracting(monitor.members) {
      refused = system.refused.map { rows[Int($0)].identifier }
    }
  }
}

extension Monitor {
  /// The records of members that must be stored, ascending, and whether the others are of unknown
  /// state; otherwise the device is outside of them.
  fileprivate var records: (listed: [(position: Int32, crossing: Crossing)], isUndetermined: Bool) {
    let listed = keptMembers.map { ($0.position, $0.condition.crossing) }
    let all = (listed + undetermined.map { ($0, Crossing()) }).sorted { $0.0 < $1.0 }
    let isUndetermined = all.count == members.count && all.contains { $0.1 == Crossing() }
    let usual = isUndetermined ? Crossing() : .settledOutside
    return (all.filter { $0.1 != usual }, isUndetermined)
  }
}

extension LocationSystem {
  /// Restores the state of another system of the same plan.
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
    for record in snapshot.lastDelivered {
      monitor.delivered[try app.position(of: record.region)] = record.state
    }
    for item in snapshot.waiting {
      let reference: ConditionRef =
        if let region = item.region {
          .region(try app.position(of: region))
        } else {
          .individual(app.sentinelID)
        }
      monitor.update(reference) { condition in
        condition.waiting = .init(
          state: item.state, crossedAt: item.crossedAt, since: item.since)
        if item.isPaused { condition.hold(.untilDelivery) }
      }
    }
    for dwell in snapshot.dwells {
      let position = try app.position(of: dwell.region)
      monitor.update(.region(position)) { $0.entered = dwell.time }
      // A time that has passed lets the next evaluation find the one that is right.
      nextDwell = .distantPast
    }
    holdUnreceived()
  }
}

/// An error for a snapshot with other regions than the simulation.
package struct SnapshotMismatch: Error, Hashable {
  package let region: String
}
