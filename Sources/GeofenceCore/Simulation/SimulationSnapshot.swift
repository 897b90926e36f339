/// Everything a simulation has to remember to go on with its track later: the monitor's records,
/// what the app was told, and what waits for it.
///
/// Times are milliseconds since 1970.
public struct SimulationSnapshot: Hashable, Codable, Sendable {
  struct Circle: Hashable, Codable, Sendable {
    let identifier: String
    let latitude: Double
    let longitude: Double
    let radius: Double
    let notifyOnEntry: Bool
    let notifyOnExit: Bool
  }

  struct Record: Hashable, Codable, Sendable {
    let state: RegionState
    let crossedAt: Int64?
    let isDeepEnough: Bool?
  }

  struct News: Hashable, Codable, Sendable {
    let state: RegionState
    let crossedAt: Int64?
    let since: Int64
  }

  struct Place: Hashable, Codable, Sendable {
    let latitude: Double
    let longitude: Double
    let time: Int64
  }

  struct Sentinel: Hashable, Codable, Sendable {
    let latitude: Double
    let longitude: Double
    let record: Record
  }

  /// What belongs to one region. A dictionary would take two spellings of a letter for one name.
  struct Named<Value: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
    let region: String
    let value: Value
  }

  /// A change of the app's set that waits for the app.
  struct Change: Hashable, Codable, Sendable {
    var add: Circle?
    var remove: String?
  }

  var device: DeviceState
  /// The app's set where it is no longer that of the region file.
  var regions: [Circle]?
  /// The registered regions.
  var records: [Named<Record>]
  var told: [Named<RegionState>]
  var waiting: [Named<News>]
  var postponed: [Change]
  var significantChange: Place?
  var sentinel: Sentinel?
  var isSentinelCrossed: Bool
  var isSetChanged: Bool
  var hasSelected: Bool
  var tally: SelectionTally
  var timelineStart: Int64?
  var actionsTaken: Int
}

extension Simulation {
  /// What the simulation has to remember.
  public var snapshot: SimulationSnapshot {
    SimulationSnapshot(
      device: device, regions: selection.changedRegions?.map(SimulationSnapshot.Circle.init),
      records: monitor.conditions.map { named($0.region.identifier, .init($0.crossing)) },
      told: selection.told.sorted { $0.key < $1.key }.map { named($0.key, $0.value) },
      waiting: delivery.waiting.sorted { $0.key < $1.key }.map { named($0.key, .init($0.value)) },
      postponed: postponed.compactMap(SimulationSnapshot.Change.init),
      significantChange: selection.significantChange.last.map {
        .init(
          latitude: $0.place.latitude, longitude: $0.place.longitude, time: $0.time.milliseconds)
      },
      sentinel: selection.sentinel.map {
        .init(
          latitude: $0.region.center.latitude, longitude: $0.region.center.longitude,
          record: .init($0.crossing))
      },
      isSentinelCrossed: selection.isSentinelCrossed, isSetChanged: selection.isSetChanged,
      hasSelected: selection.hasSelected, tally: selection.tally,
      timelineStart: timeline.start?.milliseconds, actionsTaken: timeline.taken)
  }

  /// Goes on from `snapshot`, which was taken of a simulation of the same regions and settings.
  ///
  /// - Throws: `SnapshotMismatch` when it names a region that there is not.
  public mutating func resume(from snapshot: SimulationSnapshot) throws(SnapshotMismatch) {
    quietZone = QuietZone()
    device = snapshot.device
    postponed = snapshot.postponed.compactMap(\.action)
    timeline.resume(
      start: snapshot.timelineStart.map { Timestamp(milliseconds: $0) },
      taken: snapshot.actionsTaken)
    delivery = Delivery(
      waiting: Dictionary(
        snapshot.waiting.map { (RegionIdentifier($0.region), $0.value.news) },
        uniquingKeysWith: { $1 }))
    try selection.resume(from: snapshot)
    monitor.removeAll()
    for record in snapshot.records {
      guard let region = selection.region(named: RegionIdentifier(record.region)) else {
        throw SnapshotMismatch(region: record.region)
      }
      monitor.add(region, crossing: record.value.crossing)
    }
  }

  private func named<Value>(_ identifier: RegionIdentifier, _ value: Value)
    -> SimulationSnapshot.Named<Value>
  {
    .init(region: identifier.rawValue, value: value)
  }
}

/// A snapshot is of other regions than the simulation.
public struct SnapshotMismatch: Error, Hashable {
  public let region: String
}
