import GeofenceCore

/// The whole state of a simulation in the words of state files up to version 3: times are
/// milliseconds since 1970, coordinates degrees, and lengths metres.
struct StoredSimulation: Decodable, Hashable, Sendable {
  struct Device: Decodable, Hashable, Sendable {
    var platform: String
    var app: String
    var backgroundRefresh: Bool
    var isLocked: Bool
    var isAsleep: Bool
    var authorization: String
    var fullAccuracy: Bool
    /// False where location is off; `nil` instead of true.
    var location: Bool?
    /// A Boolean value that indicates whether the user has stopped the app; `nil` instead of false.
    var isStopped: Bool?
  }

  struct Region: Decodable, Hashable, Sendable {
    var identifier: String
    var latitude: Double
    var longitude: Double
    var radius: Double
    var notifyOnEntry: Bool
    var notifyOnExit: Bool
  }

  /// The state of a condition, and the time at which a pending crossing began.
  struct Record: Decodable, Hashable, Sendable {
    var region: String?
    var state: String
    var crossedAt: Int64?
    var isDeepEnough: Bool?
    /// The time from which the dwell counts, where it is not `crossedAt`.
    var dwellStart: Int64?
  }

  struct Waiting: Decodable, Hashable, Sendable {
    /// The region; `nil` for the sentinel.
    var region: String?
    var state: String
    var crossedAt: Int64?
    var since: Int64
    /// A Boolean value that indicates whether the condition is evaluated at no fix until then;
    /// `nil` instead of false.
    var isPaused: Bool?
  }

  struct Place: Decodable, Hashable, Sendable {
    var latitude: Double
    var longitude: Double
    var time: Int64?
    var record: Record?
  }

  /// The progress of the location service and its last attempt at a location update, for a
  /// positioning that does not pass on every fix.
  struct Looks: Decodable, Hashable, Sendable {
    var fixes: Int
    var travelled: Double
    var last: Place?
    var lookTime: Int64?
    var lookTravelled: Double?
    /// The random part of the distance to the next attempt, in standard deviations.
    var lookDeviation: Double?
    /// The recorded place of that attempt, where the positioning has a grade for a device at rest.
    var lookPlace: Place?
    var sighting: Place?
    var accuracy: Double?
    var east: Double?
    var north: Double?
    var isNear: Bool
  }

  /// A region and a time: of its expiry, or of the enter that waits for its dwell.
  struct Lapse: Decodable, Hashable, Sendable {
    var region: String
    var time: Int64
  }

  /// The regions of an Android app's selection that the system does not have, or not for long.
  struct Geofences: Decodable, Hashable, Sendable {
    var lost: [String]
    var pending: [String]
    var expired: [String]
    var failed: [String]
    var expiries: [Lapse]
    /// The centre of the sentinel that the system does not have.
    var sentinel: Place?
    var isSentinelPending: Bool
  }

  /// A change of the app's set of regions that waits for the app.
  struct Change: Decodable, Hashable, Sendable {
    var add: Region?
    var remove: String?
  }

  var device: Device
  /// The app's set of regions; `nil` while it is that of the region file.
  var regions: [Region]?
  /// The regions that are registered; `nil` if the whole set is.
  var registered: [String]?
  var records: [Record]
  var isUndetermined: Bool
  var lastTold: [Record]
  var known: [Record]
  var waiting: [Waiting]
  var postponed: [Change]
  var significantChange: Place?
  var sentinel: Place?
  var isSetChanged: Bool
  var isSentinelLeft: Bool
  var hasSelected: Bool
  var reselections: Int
  var started: Int
  var stopped: Int
  var actionsTaken: Int
  var firedAlarms: [Int]
  var looks: Looks?
  /// A Boolean value that indicates whether the app has received an event to which it may respond;
  /// `nil` instead of false.
  var hasReceivedEvent: Bool?
  /// A Boolean value that indicates whether a restart has removed the registrations; `nil` instead
  /// of false.
  var hasLostRegistrations: Bool?
  /// The regions that were refused; `nil` if these are all that are not registered.
  var refused: [String]?
  /// The regions of an Android app that the system does not have, or not for long; `nil` if there
  /// are none.
  var geofences: Geofences?
  /// The regions whose enter waits for its dwell; `nil` if there are none.
  var dwells: [Lapse]?
}

extension StoredSimulation {
  /// Returns the state as it is coded now.
  ///
  /// - Throws: an error where a region is unknown, or a word.
  func coded(_ numbering: RegionNumbering, _ settings: Settings) throws(SimulationMismatch)
    -> CodedSimulation
  {
    var names = Names(numbering.catalog, reselects: !settings.triggers.isEmpty)
    if let regions { try names.take(regions.map(\.region)) }
    let none = PositionSet(of: numbering.catalog.regions.count)
    var coder = SimulationCoder(numbering)
    var parts: Simulation.Parts = [.tally, .life, .sentinel, .members, .known, .kept]
    if significantChange != nil { parts.insert(.change) }
    if looks != nil { parts.insert(.looks) }
    var tally = SelectionTally()
    (tally.reselections, tally.started, tally.stopped) = (reselections, started, stopped)
    coder.code(&parts, &tally, 0)
    guard var device = device.state, actionsTaken >= 0 else { throw SimulationMismatch() }
    coder.code(&device)
    var taken = min(actionsTaken, numbering.schedule.entries.count)
    coder.code(&taken)
    try code(app: &coder, names, isOwn: regions != nil)
    if let significantChange {
      var change = SignificantChange.Change(
        place: significantChange.coordinate,
        time: Timestamp(milliseconds: significantChange.time ?? 0))
      coder.code(&change)
    }
    let conditions = try conditions(names)
    var center = sentinel?.coordinate
    coder.code(&center, Coordinate(latitude: 0, longitude: 0)) { coder, center in
      coder.code(&center)
      var condition = conditions.sentinel
      coder.code(&condition)
    }
    var place: Coordinate?
    coder.code(&place, Coordinate(latitude: 0, longitude: 0)) { $0.code(&$1) }
    var members = registered == nil && !hasSelected ? none : names.present
    if let registered { members = try names.set(registered) }
    coder.code(&members, usual: names.present)
    for state in [RegionState.satisfied, .unsatisfied] {
      var set = try names.set(known.filter { $0.state == state.rawValue }.compactMap(\.region))
      coder.code(&set, usual: none)
    }
    let listed = PositionSet(conditions.regions.map(\.position), of: none.universeCount)
    var undetermined = isUndetermined ? members.subtracting(listed) : none
    coder.code(&undetermined, usual: members)
    var refused =
      settings.triggers.isEmpty ? names.present.subtracting(members) : none
    if let own = self.refused { refused = try names.set(own) }
    coder.code(
      &refused, usual: settings.triggers.isEmpty ? names.present.subtracting(members) : none)
    var delivered = try lastTold.map { record throws(SimulationMismatch) in
      guard let state = RegionState(rawValue: record.state) else { throw SimulationMismatch() }
      return (position: try names.position(record.region), state: state)
    }
    coder.code(&delivered, (position: 0, state: .unknown)) { coder, entry in
      coder.code(&entry.position)
      coder.code(&entry.state)
    }
    var regions = conditions.regions
    coder.code(&regions, (position: 0, condition: Condition())) { coder, entry in
      coder.code(&entry.position)
      coder.code(&entry.condition)
    }
    if var looks = looks?.values {
      coder.code(&looks.odometer)
      coder.code(&looks.look, &looks.sighting, &looks.isNear)
    }
    return coder.coded
  }

  /// Codes what an app has to do, the set of its regions, and what it remembers.
  private func code(app coder: inout SimulationCoder, _ names: Names, isOwn: Bool)
    throws(SimulationMismatch)
  {
    for flag in [
      hasSelected, isSetChanged, isSentinelLeft, hasLostRegistrations ?? false,
      hasReceivedEvent ?? false,
    ] {
      var flag = flag
      coder.code(&flag)
    }
    let schedule = coder.numbering.schedule.entries
    var actions = try postponed.map { change throws(SimulationMismatch) in
      guard let number = schedule.firstIndex(where: { $0.action == change.action }) else {
        throw SimulationMismatch()
      }
      return number
    }
    coder.code(&actions, 0) { $0.code(&$1) }
    var fired = firedAlarms
    guard fired.allSatisfy({ $0 >= 0 }) else { throw SimulationMismatch() }
    coder.code(&fired, 0) { $0.code(&$1) }
    var isOwn = isOwn
    coder.code(&isOwn)
    if isOwn {
      var present = names.present
      coder.code(&present, usual: coder.numbering.catalog.initial)
      if var order = names.order { coder.code(&order, 0) { $0.code(&$1) } }
      let added = schedule.compactMap { entry in
        if case .add(let region) = entry.action { region } else { nil }
      }
      let candidates = coder.numbering.catalog.tooLarge + added
      var tooLarge = try names.tooLarge.map { region throws(SimulationMismatch) in
        guard let number = candidates.firstIndex(of: region) else {
          throw SimulationMismatch(region: region.identifier.rawValue)
        }
        return number
      }
      coder.code(&tooLarge, 0) { $0.code(&$1) }
    }
    try code(geofences: &coder, names)
  }

  /// Codes what an Android app takes for registered.
  private func code(geofences coder: inout SimulationCoder, _ names: Names)
    throws(SimulationMismatch)
  {
    var isThere = geofences != nil
    coder.code(&isThere)
    guard let geofences else { return }
    let none = PositionSet(of: coder.numbering.catalog.regions.count)
    for list in [geofences.lost, geofences.pending, geofences.expired] {
      var set = try names.set(list)
      coder.code(&set, usual: none)
    }
    var failed = coder.numbering.positions(of: Set(geofences.failed.map { RegionIdentifier($0) }))
    coder.code(ascending: &failed)
    var center = geofences.sentinel?.coordinate
    coder.code(&center, Coordinate(latitude: 0, longitude: 0)) { $0.code(&$1) }
    var isPending = geofences.isSentinelPending
    coder.code(&isPending)
    var expiries = try geofences.expiries.map { lapse throws(SimulationMismatch) in
      (end: Timestamp(milliseconds: lapse.time), regions: try names.set([lapse.region]))
    }
    coder.code(&expiries, (end: Timestamp(milliseconds: 0), regions: none)) { coder, expiry in
      coder.code(&expiry.end)
      coder.code(&expiry.regions, usual: none)
    }
  }

  /// The conditions that are kept, with what waits and the dwells that are due.
  private func conditions(_ names: Names) throws(SimulationMismatch)
    -> (regions: [(position: Int32, condition: Condition)], sentinel: Condition)
  {
    var conditions: [Int32: Condition] = [:]
    let usual = Condition(Crossing(assuming: isUndetermined ? .unknown : .unsatisfied))
    for record in records {
      guard let crossing = record.crossing else { throw SimulationMismatch() }
      conditions[try names.position(record.region)] = Condition(crossing)
    }
    var center = Condition(sentinel?.record?.crossing ?? Crossing(assuming: .satisfied))
    for item in waiting {
      guard let state = RegionState(rawValue: item.state) else { throw SimulationMismatch() }
      var condition = center
      if let region = item.region {
        condition = conditions[try names.position(region)] ?? usual
      }
      condition.waiting = .init(
        state: state, crossedAt: item.crossedAt.map { Timestamp(milliseconds: $0) },
        since: Timestamp(milliseconds: item.since))
      if item.isPaused == true || device.app == "terminated" { condition.hold = .untilDelivery }
      if let region = item.region {
        conditions[try names.position(region)] = condition
      } else {
        center = condition
      }
    }
    for dwell in dwells ?? [] {
      conditions[try names.position(dwell.region), default: usual].entered =
        Timestamp(milliseconds: dwell.time)
    }
    let sorted = conditions.sorted { $0.key < $1.key }
    return (sorted.map { (position: $0.key, condition: $0.value) }, center)
  }

  /// The positions of the regions that a state names.
  private struct Names {
    private let catalog: RegionCatalog
    private(set) var present: PositionSet
    /// The app's own set, in the order in which an app that does not reselect registers it.
    private(set) var order: [Int32]?
    private(set) var tooLarge: [CircularRegion] = []

    init(_ catalog: RegionCatalog, reselects: Bool) {
      self.catalog = catalog
      present = catalog.initial
      order = reselects ? nil : []
    }

    mutating func take(_ regions: [CircularRegion]) throws(SimulationMismatch) {
      present = PositionSet(of: catalog.regions.count)
      for region in regions {
        if let position = catalog.position(of: region) {
          present.insert(position)
          order?.append(position)
        } else if region.radius > catalog.maximumRadius {
          tooLarge.append(region)
        } else {
          throw SimulationMismatch(region: region.identifier.rawValue)
        }
      }
    }

    func position(_ name: String?) throws(SimulationMismatch) -> Int32 {
      guard let name else { throw SimulationMismatch() }
      guard let position = catalog.position(of: RegionIdentifier(name), in: present) else {
        throw SimulationMismatch(region: name)
      }
      return position
    }

    func set(_ names: [String]) throws(SimulationMismatch) -> PositionSet {
      let positions = try names.map { name throws(SimulationMismatch) in try position(name) }
      return PositionSet(Set(positions).sorted(), of: catalog.regions.count)
    }
  }
}

extension StoredSimulation.Device {
  fileprivate var state: DeviceState? {
    guard let platform = DeviceState.Platform(rawValue: platform),
      let app = DeviceState.App(rawValue: app),
      let authorization = DeviceState.Authorization(rawValue: authorization)
    else { return nil }
    var state = DeviceState(platform: platform)
    state.app = app
    state.refreshesInBackground = backgroundRefresh
    state.isLocked = isLocked
    state.isAsleep = isAsleep
    state.authorization = authorization
    state.hasFullAccuracy = fullAccuracy
    state.isLocationOn = location ?? true
    state.isStopped = isStopped ?? false
    return state
  }
}

extension StoredSimulation.Region {
  fileprivate var region: CircularRegion {
    CircularRegion(
      identifier: RegionIdentifier(identifier),
      center: Coordinate(latitude: latitude, longitude: longitude), radius: radius,
      notifyOnEntry: notifyOnEntry, notifyOnExit: notifyOnExit)
  }
}

extension StoredSimulation.Record {
  fileprivate var crossing: Crossing? {
    RegionState(rawValue: state).map { state in
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

extension StoredSimulation.Place {
  fileprivate var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }
}

extension StoredSimulation.Looks {
  fileprivate typealias Values = (
    odometer: Odometer, look: Positioner.Look?, sighting: Positioner.Sighting?, isNear: Bool
  )

  fileprivate var values: Values {
    var look: Positioner.Look?
    if let lookTime, let lookTravelled, let lookDeviation {
      look = .init(
        time: Timestamp(milliseconds: lookTime), travelled: lookTravelled,
        deviation: lookDeviation, place: lookPlace?.coordinate)
    }
    var seen: Positioner.Sighting?
    if let sighting, let time = sighting.time, let east, let north {
      seen = .init(
        time: Timestamp(milliseconds: time), place: sighting.coordinate, accuracy: accuracy,
        east: east, north: north)
    }
    let odometer = Odometer(fixes: max(0, fixes), travelled: travelled, last: last?.coordinate)
    return (odometer, look, seen, isNear)
  }
}

extension StoredSimulation.Change {
  fileprivate var action: DeviceAction? {
    add.map { .add($0.region) } ?? remove.map { .remove(RegionIdentifier($0)) }
  }
}
