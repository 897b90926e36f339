import GeofenceCore

/// The whole state of a simulation in the words of state files up to version 3: times are
/// milliseconds since 1970, coordinates degrees, and lengths metres.
struct NamedState: Decodable, Hashable, Sendable {
  struct Device: Decodable, Hashable, Sendable {
    let platform: DeviceState.Platform
    let app: DeviceState.App
    let backgroundRefresh, isLocked, isAsleep: Bool
    let authorization: DeviceState.Authorization
    let fullAccuracy: Bool
    let location, isStopped: Bool?
  }

  struct Region: Decodable, Hashable, Sendable {
    let identifier: String
    let latitude, longitude, radius: Double
    let notifyOnEntry, notifyOnExit: Bool
  }

  /// What is said of a region, or of the sentinel where there is no region: its state, the crossing
  /// under way, what waits for the app, or a time of its own.
  struct Entry: Decodable, Hashable, Sendable {
    let region: String?
    let state: RegionState?
    let crossedAt: Int64?
    let isDeepEnough: Bool?
    /// The time from which the dwell counts, where it is not `crossedAt`.
    let dwellStart: Int64?
    /// The time at which a state that waits was found.
    let since: Int64?
    /// A Boolean value that indicates whether the condition is evaluated at no fix until then.
    let isPaused: Bool?
    /// The time of an expiry, or of the enter that waits for its dwell.
    let time: Int64?
  }

  struct Place: Decodable, Hashable, Sendable {
    let latitude, longitude: Double
    let time: Int64?
    let record: Entry?

    var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }
  }

  /// The progress of the location service and its last attempt at a location update.
  struct Looks: Decodable, Hashable, Sendable {
    let fixes: Int
    let travelled: Double
    let last: Place?
    let lookTime: Int64?
    let lookTravelled, lookDeviation: Double?
    let lookPlace, sighting: Place?
    let accuracy, east, north: Double?
    let isNear: Bool
  }

  struct Geofences: Decodable, Hashable, Sendable {
    let lost, pending, expired, failed: [String]
    let expiries: [Entry]
    let sentinel: Place?
    let isSentinelPending: Bool
  }

  struct Change: Decodable, Hashable, Sendable {
    let add: Region?
    let remove: String?
  }

  let device: Device
  /// The app's set of regions; `nil` while it is that of the region file.
  let regions: [Region]?
  let registered: [String]?
  let records: [Entry]
  let isUndetermined: Bool
  let lastTold, known, waiting: [Entry]
  let postponed: [Change]
  let significantChange, sentinel: Place?
  let isSetChanged, isSentinelLeft, hasSelected: Bool
  let reselections, started, stopped, actionsTaken: Int
  let firedAlarms: [Int]
  let looks: Looks?
  let hasReceivedEvent, hasLostRegistrations: Bool?
  let refused: [String]?
  let geofences: Geofences?
  /// The regions whose enter waits for its dwell.
  let dwells: [Entry]?
}

extension RegionState: Decodable {}
extension DeviceState.Platform: Decodable {}
extension DeviceState.App: Decodable {}
extension DeviceState.Authorization: Decodable {}

extension NamedState {
  func coded(_ numbering: RegionNumbering, _ settings: Settings) throws(SimulationMismatch)
    -> CodedSimulation
  {
    let counts = [reselections, started, stopped, actionsTaken] + firedAlarms
    guard counts.allSatisfy({ $0 >= 0 }) else { throw SimulationMismatch() }
    var names = Names(numbering.catalog, reselects: !settings.triggers.isEmpty)
    if let regions { names.take(regions.map(\.region)) }
    let none = PositionSet(of: numbering.catalog.regions.count)
    let nowhere = Coordinate(latitude: 0, longitude: 0)
    var coder = SimulationCoder(numbering)
    var parts: Simulation.Parts = [.tally, .life, .sentinel, .members, .known, .kept]
    if significantChange != nil { parts.insert(.change) }
    if looks != nil { parts.insert(.looks) }
    var tally = SelectionTally()
    (tally.reselections, tally.started, tally.stopped) = (reselections, started, stopped)
    coder.code(&parts, &tally, 0)
    var device = device.state
    coder.code(&device)
    var taken = min(actionsTaken, numbering.schedule.entries.count)
    coder.code(&taken)
    try code(app: &coder, &names)
    if let significantChange {
      var change = SignificantChange.Change(
        place: significantChange.coordinate,
        time: Timestamp(milliseconds: significantChange.time ?? 0))
      coder.code(&change)
    }
    var conditions = try conditions(&names)
    var center = sentinel?.coordinate
    coder.code(&center, nowhere) { coder, center in
      coder.code(&center)
      coder.code(&conditions.sentinel)
    }
    var place: Coordinate?
    coder.code(&place, nowhere) { $0.code(&$1) }
    var members = registered == nil && !hasSelected ? none : names.present
    if let registered { members = names.set(registered) }
    coder.code(&members, usual: names.present)
    for state in [RegionState.satisfied, .unsatisfied] {
      var set = names.set(known.filter { $0.state == state }.map { $0.region ?? "" })
      coder.code(&set, usual: none)
    }
    let listed = PositionSet(conditions.regions.map(\.position), of: none.universeCount)
    var undetermined = isUndetermined ? members.subtracting(listed) : none
    coder.code(&undetermined, usual: members)
    let unregistered =
      settings.triggers.isEmpty ? names.present.subtracting(members) : none
    var refused = refused.map { names.set($0) } ?? unregistered
    coder.code(&refused, usual: unregistered)
    var delivered = lastTold.map { (names.position($0.region), $0.state ?? .unknown) }
    coder.code(&delivered, (0, .unknown)) { coder, entry in
      coder.code(&entry.0)
      coder.code(&entry.1)
    }
    coder.code(&conditions.regions, (position: 0, condition: Condition())) { coder, entry in
      coder.code(&entry.position)
      coder.code(&entry.condition)
    }
    if let looks {
      var odometer = Odometer(
        fixes: max(0, looks.fixes), travelled: looks.travelled, last: looks.last?.coordinate)
      var (look, sighting, isNear) = (looks.look, looks.seen, looks.isNear)
      coder.code(&odometer)
      coder.code(&look, &sighting, &isNear)
    }
    if let unknown = names.unknown { throw SimulationMismatch(region: unknown) }
    return coder.coded
  }

  private func code(app coder: inout SimulationCoder, _ names: inout Names)
    throws(SimulationMismatch)
  {
    for var flag in [
      hasSelected, isSetChanged, isSentinelLeft, hasLostRegistrations ?? false,
      hasReceivedEvent ?? false,
    ] {
      coder.code(&flag)
    }
    let schedule = coder.numbering.schedule.entries
    var actions = postponed.compactMap { change in
      schedule.firstIndex { $0.action == change.action }
    }
    if actions.count < postponed.count { throw SimulationMismatch() }
    coder.code(&actions, 0) { $0.code(&$1) }
    var fired = firedAlarms
    coder.code(&fired, 0) { $0.code(&$1) }
    var isOwn = regions != nil
    coder.code(&isOwn)
    if isOwn {
      var present = names.present
      coder.code(&present, usual: coder.numbering.catalog.initial)
      if var order = names.order { coder.code(&order, 0) { $0.code(&$1) } }
      let added = schedule.compactMap { entry in
        if case .add(let region) = entry.action { region } else { nil }
      }
      let candidates = coder.numbering.catalog.tooLarge + added
      var tooLarge = names.tooLarge.compactMap(candidates.firstIndex(of:))
      if tooLarge.count < names.tooLarge.count { throw SimulationMismatch() }
      coder.code(&tooLarge, 0) { $0.code(&$1) }
    }
    code(geofences: &coder, &names)
  }

  private func code(geofences coder: inout SimulationCoder, _ names: inout Names) {
    var isThere = geofences != nil
    coder.code(&isThere)
    guard let geofences else { return }
    let none = PositionSet(of: coder.numbering.catalog.regions.count)
    for list in [geofences.lost, geofences.pending, geofences.expired] {
      var set = names.set(list)
      coder.code(&set, usual: none)
    }
    var failed = coder.numbering.positions(of: Set(geofences.failed.map { RegionIdentifier($0) }))
    coder.code(ascending: &failed)
    var center = geofences.sentinel?.coordinate
    coder.code(&center, Coordinate(latitude: 0, longitude: 0)) { $0.code(&$1) }
    var isPending = geofences.isSentinelPending
    coder.code(&isPending)
    var expiries = geofences.expiries.map { entry in
      (Timestamp(milliseconds: entry.time ?? 0), names.set([entry.region ?? ""]))
    }
    coder.code(&expiries, (Timestamp(milliseconds: 0), none)) { coder, expiry in
      coder.code(&expiry.0)
      coder.code(&expiry.1, usual: none)
    }
  }

  private func conditions(_ names: inout Names) throws(SimulationMismatch)
    -> (regions: [(position: Int32, condition: Condition)], sentinel: Condition)
  {
    var conditions: [Int32: Condition] = [:]
    let usual = Condition(Crossing(assuming: isUndetermined ? .unknown : .unsatisfied))
    for record in records {
      guard let crossing = record.crossing else { throw SimulationMismatch() }
      conditions[names.position(record.region)] = Condition(crossing)
    }
    var center = Condition(sentinel?.record?.crossing ?? Crossing(assuming: .satisfied))
    for item in waiting {
      guard let state = item.state, let since = item.since else { throw SimulationMismatch() }
      let position = item.region.map { names.position($0) }
      var condition = position.map { conditions[$0] ?? usual } ?? center
      condition.waiting = .init(
        state: state, crossedAt: item.crossedAt.map { Timestamp(milliseconds: $0) },
        since: Timestamp(milliseconds: since))
      if item.isPaused == true || device.app == .terminated { condition.hold = .untilDelivery }
      if let position { conditions[position] = condition } else { center = condition }
    }
    for dwell in dwells ?? [] {
      conditions[names.position(dwell.region), default: usual].entered =
        Timestamp(milliseconds: dwell.time ?? 0)
    }
    let sorted = conditions.sorted { $0.key < $1.key }
    return (sorted.map { (position: $0.key, condition: $0.value) }, center)
  }

  private struct Names {
    private let catalog: RegionCatalog
    private(set) var present: PositionSet
    /// The app's own set, in the order in which an app that does not reselect registers it.
    private(set) var order: [Int32]?
    private(set) var tooLarge: [CircularRegion] = []
    /// The first name of a region that is not there; its position is that of another one.
    private(set) var unknown: String?

    init(_ catalog: RegionCatalog, reselects: Bool) {
      self.catalog = catalog
      present = catalog.initial
      order = reselects ? nil : []
    }

    mutating func take(_ regions: [CircularRegion]) {
      present = PositionSet(of: catalog.regions.count)
      for region in regions {
        if let position = catalog.position(of: region) {
          present.insert(position)
          order?.append(position)
        } else if region.radius > catalog.maximumRadius {
          tooLarge.append(region)
        } else {
          unknown = unknown ?? region.identifier.rawValue
        }
      }
    }

    mutating func position(_ name: String?) -> Int32 {
      if let position = catalog.position(of: RegionIdentifier(name ?? ""), in: present) {
        return position
      }
      unknown = unknown ?? name ?? ""
      return 0
    }

    mutating func set(_ names: [String]) -> PositionSet {
      PositionSet(Set(names.map { position($0) }).sorted(), of: catalog.regions.count)
    }
  }
}

extension NamedState.Device {
  fileprivate var state: DeviceState {
    var state = DeviceState(platform: platform)
    (state.app, state.authorization) = (app, authorization)
    (state.isLocked, state.isAsleep) = (isLocked, isAsleep)
    (state.refreshesInBackground, state.hasFullAccuracy) = (backgroundRefresh, fullAccuracy)
    (state.isLocationOn, state.isStopped) = (location ?? true, isStopped ?? false)
    return state
  }
}

extension NamedState.Region {
  fileprivate var region: CircularRegion {
    CircularRegion(
      identifier: RegionIdentifier(identifier),
      center: Coordinate(latitude: latitude, longitude: longitude), radius: radius,
      notifyOnEntry: notifyOnEntry, notifyOnExit: notifyOnExit)
  }
}

extension NamedState.Change {
  fileprivate var action: DeviceAction? {
    add.map { .add($0.region) } ?? remove.map { .remove(RegionIdentifier($0)) }
  }
}

extension NamedState.Entry {
  fileprivate var crossing: Crossing? {
    state.map { state in
      Crossing(
        state,
        pending: crossedAt.map {
          .init(
            since: Timestamp(milliseconds: $0),
            dwellStart: isDeepEnough == true ? Timestamp(milliseconds: dwellStart ?? $0) : nil)
        })
    }
  }
}

extension NamedState.Looks {
  var look: Positioner.Look? {
    guard let lookTime, let lookTravelled, let lookDeviation else { return nil }
    return .init(
      time: Timestamp(milliseconds: lookTime), travelled: lookTravelled,
      deviation: lookDeviation, place: lookPlace?.coordinate)
  }

  var seen: Positioner.Sighting? {
    guard let sighting, let time = sighting.time, let east, let north else { return nil }
    return .init(
      time: Timestamp(milliseconds: time), place: sighting.coordinate, accuracy: accuracy,
      east: east, north: north)
  }
}
