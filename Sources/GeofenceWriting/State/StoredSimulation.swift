import GeofenceCore

/// A simulation in the words of the state file: times are milliseconds since 1970, coordinates
/// degrees, and lengths metres.
///
/// The words are the file's own, so that the simulation may rename its parts without changing the
/// file.
struct StoredSimulation: Codable, Sendable {
  struct Device: Codable, Sendable {
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

  struct Region: Codable, Sendable {
    var identifier: String
    var latitude: Double
    var longitude: Double
    var radius: Double
    var notifyOnEntry: Bool
    var notifyOnExit: Bool
  }

  /// The state of a condition, and the time at which a pending crossing began.
  struct Record: Codable, Sendable {
    var region: String?
    var state: String
    var crossedAt: Int64?
    var isDeepEnough: Bool?
    /// The time from which the dwell counts, where it is not `crossedAt`.
    var dwellStart: Int64?
  }

  struct Waiting: Codable, Sendable {
    /// The region; `nil` for the sentinel.
    var region: String?
    var state: String
    var crossedAt: Int64?
    var since: Int64
    /// A Boolean value that indicates whether the condition is evaluated at no fix until then;
    /// `nil` instead of false.
    var isPaused: Bool?
  }

  struct Place: Codable, Sendable {
    var latitude: Double
    var longitude: Double
    var time: Int64?
    var record: Record?
  }

  /// The progress of the location service and its last attempt at a location update, for a
  /// positioning that does not pass on every fix.
  struct Looks: Codable, Sendable {
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
  struct Lapse: Codable, Sendable {
    var region: String
    var time: Int64
  }

  /// The regions of an Android app's selection that the system does not have, or not for long.
  struct Geofences: Codable, Sendable {
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
  struct Change: Codable, Sendable {
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
  init(_ snapshot: SimulationSnapshot) {
    device = Device(
      platform: snapshot.device.platform.rawValue, app: snapshot.device.app.rawValue,
      backgroundRefresh: snapshot.device.refreshesInBackground,
      isLocked: snapshot.device.isLocked, isAsleep: snapshot.device.isAsleep,
      authorization: snapshot.device.authorization.rawValue,
      fullAccuracy: snapshot.device.hasFullAccuracy,
      location: snapshot.device.isLocationOn ? nil : false,
      isStopped: snapshot.device.isStopped ? true : nil)
    regions = snapshot.regions?.map(Region.init)
    registered = snapshot.registered?.map(\.rawValue)
    records = snapshot.records.map { Record($0.region, $0.crossing) }
    isUndetermined = snapshot.isUndetermined
    lastTold = snapshot.lastDelivered.map { Record($0.region, Crossing(assuming: $0.state)) }
    known = snapshot.known.map { Record($0.region, Crossing(assuming: $0.state)) }
    waiting = snapshot.waiting.map {
      Waiting(
        region: $0.region?.rawValue, state: $0.state.rawValue,
        crossedAt: $0.crossedAt?.milliseconds, since: $0.since.milliseconds,
        isPaused: $0.isPaused ? true : nil)
    }
    postponed = snapshot.postponed.compactMap(Change.init)
    significantChange = snapshot.significantChange.map {
      Place(
        latitude: $0.place.latitude, longitude: $0.place.longitude, time: $0.time.milliseconds)
    }
    sentinel = snapshot.sentinel.map {
      Place(
        latitude: $0.center.latitude, longitude: $0.center.longitude,
        record: Record(nil, $0.crossing))
    }
    isSetChanged = snapshot.isSetChanged
    isSentinelLeft = snapshot.isSentinelLeft
    hasSelected = snapshot.hasSelected
    reselections = snapshot.tally.reselections
    started = snapshot.tally.started
    stopped = snapshot.tally.stopped
    actionsTaken = snapshot.actionsTaken
    firedAlarms = snapshot.firedAlarms
    looks = snapshot.looks.map(Looks.init)
    hasReceivedEvent = snapshot.hasReceivedEvent ? true : nil
    hasLostRegistrations = snapshot.hasLostRegistrations ? true : nil
    refused = snapshot.refused?.map(\.rawValue)
    geofences =
      snapshot.geofences == SimulationSnapshot.Geofences() ? nil : Geofences(snapshot.geofences)
    dwells = Lapse.list(snapshot.dwells)
  }

  /// The simulation's own values; `nil` if a word is not known.
  var snapshot: SimulationSnapshot? {
    var tally = SelectionTally()
    (tally.reselections, tally.started, tally.stopped) = (reselections, started, stopped)
    guard let device = device.state, let records = records.allValues(\.namedCrossing),
      let lastDelivered = lastTold.allValues(\.namedState),
      let known = known.allValues(\.namedState), let waiting = waiting.allValues(\.value),
      let postponed = postponed.allValues(\.action)
    else { return nil }
    var center: SimulationSnapshot.Sentinel?
    if let sentinel {
      guard let crossing = sentinel.record?.crossing else { return nil }
      center = .init(center: sentinel.coordinate, crossing)
    }
    var snapshot = SimulationSnapshot(
      device: device, regions: regions?.map(\.region),
      registered: registered?.map { RegionIdentifier($0) }, records: records,
      isUndetermined: isUndetermined, lastDelivered: lastDelivered, known: known, waiting: waiting,
      postponed: postponed,
      significantChange: significantChange.map {
        .init(place: $0.coordinate, time: Timestamp(milliseconds: $0.time ?? 0))
      },
      sentinel: center, isSetChanged: isSetChanged, isSentinelLeft: isSentinelLeft,
      hasSelected: hasSelected, tally: tally,
      actionsTaken: actionsTaken, firedAlarms: firedAlarms)
    snapshot.looks = looks?.value
    snapshot.hasReceivedEvent = hasReceivedEvent ?? false
    snapshot.hasLostRegistrations = hasLostRegistrations ?? false
    snapshot.refused = refused?.map { RegionIdentifier($0) }
    if let geofences { snapshot.geofences = geofences.value }
    snapshot.dwells = (dwells ?? []).map(\.value)
    return snapshot
  }
}

extension Array {
  /// Returns the value of each element; `nil` if an element has none.
  fileprivate func allValues<Value>(_ value: (Element) -> Value?) -> [Value]? {
    let values = compactMap(value)
    return values.count == count ? values : nil
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

extension StoredSimulation.Geofences {
  fileprivate init(_ geofences: SimulationSnapshot.Geofences) {
    self.init(
      lost: geofences.lost.map(\.rawValue), pending: geofences.pending.map(\.rawValue),
      expired: geofences.expired.map(\.rawValue), failed: geofences.failed.map(\.rawValue),
      expiries: StoredSimulation.Lapse.list(geofences.expiries) ?? [],
      sentinel: geofences.sentinel.map { .init(latitude: $0.latitude, longitude: $0.longitude) },
      isSentinelPending: geofences.isSentinelPending)
  }

  fileprivate var value: SimulationSnapshot.Geofences {
    func names(_ list: [String]) -> [RegionIdentifier] { list.map { RegionIdentifier($0) } }
    var geofences = SimulationSnapshot.Geofences()
    (geofences.lost, geofences.pending) = (names(lost), names(pending))
    (geofences.expired, geofences.failed) = (names(expired), names(failed))
    geofences.expiries = expiries.map(\.value)
    geofences.sentinel = sentinel?.coordinate
    geofences.isSentinelPending = isSentinelPending
    return geofences
  }
}

extension StoredSimulation.Lapse {
  /// Returns the list as it is stored, which an empty one is not.
  fileprivate static func list(_ lapses: [SimulationSnapshot.Lapse]) -> [Self]? {
    lapses.isEmpty
      ? nil : lapses.map { Self(region: $0.region.rawValue, time: $0.time.milliseconds) }
  }

  fileprivate var value: SimulationSnapshot.Lapse {
    .init(RegionIdentifier(region), Timestamp(milliseconds: time))
  }
}

extension StoredSimulation.Region {
  fileprivate init(_ region: CircularRegion) {
    self.init(
      identifier: region.identifier.rawValue, latitude: region.center.latitude,
      longitude: region.center.longitude, radius: region.radius,
      notifyOnEntry: region.notifyOnEntry, notifyOnExit: region.notifyOnExit)
  }

  fileprivate var region: CircularRegion {
    CircularRegion(
      identifier: RegionIdentifier(identifier),
      center: Coordinate(latitude: latitude, longitude: longitude), radius: radius,
      notifyOnEntry: notifyOnEntry, notifyOnExit: notifyOnExit)
  }
}

extension StoredSimulation.Record {
  fileprivate init(_ region: RegionIdentifier?, _ crossing: Crossing) {
    self.init(
      region: region?.rawValue, state: crossing.state.rawValue,
      crossedAt: crossing.pending?.since.milliseconds,
      isDeepEnough: crossing.pending.map { $0.dwellStart != nil },
      dwellStart: crossing.pending?.ownDwellStart?.milliseconds)
  }

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

  fileprivate var namedCrossing: SimulationSnapshot.Record? {
    guard let region, let crossing else { return nil }
    return .init(RegionIdentifier(region), crossing)
  }

  fileprivate var namedState: SimulationSnapshot.State? {
    guard let region, let state = RegionState(rawValue: state) else { return nil }
    return .init(RegionIdentifier(region), state)
  }
}

extension StoredSimulation.Waiting {
  fileprivate var value: SimulationSnapshot.Waiting? {
    RegionState(rawValue: state).map { state in
      .init(
        region.map { RegionIdentifier($0) }, state,
        crossedAt: crossedAt.map { Timestamp(milliseconds: $0) },
        since: Timestamp(milliseconds: since), isPaused: isPaused ?? false)
    }
  }
}

extension StoredSimulation.Place {
  fileprivate var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }
}

extension StoredSimulation.Looks {
  fileprivate init(_ looks: SimulationSnapshot.Looks) {
    self.init(
      fixes: looks.fixes, travelled: looks.travelled,
      last: looks.last.map { .init(latitude: $0.latitude, longitude: $0.longitude) },
      lookTime: looks.look?.time.milliseconds, lookTravelled: looks.look?.travelled,
      lookDeviation: looks.look?.deviation,
      lookPlace: looks.look?.place.map { .init(latitude: $0.latitude, longitude: $0.longitude) },
      sighting: looks.sighting.map {
        .init(
          latitude: $0.place.latitude, longitude: $0.place.longitude, time: $0.time.milliseconds)
      },
      accuracy: looks.sighting?.accuracy, east: looks.sighting?.east, north: looks.sighting?.north,
      isNear: looks.isNear)
  }

  fileprivate var value: SimulationSnapshot.Looks {
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
    return .init(
      fixes: fixes, travelled: travelled, last: last?.coordinate, look: look, sighting: seen,
      isNear: isNear)
  }
}

extension StoredSimulation.Change {
  fileprivate init?(_ action: DeviceAction) {
    switch action {
    case .add(let region): self.init(add: .init(region))
    case .remove(let identifier): self.init(remove: identifier.rawValue)
    default: return nil
    }
  }

  fileprivate var action: DeviceAction? {
    add.map { .add($0.region) } ?? remove.map { .remove(RegionIdentifier($0)) }
  }
}
