import GeofenceCore

struct ManagerClient: @unchecked Sendable {
  let id: ObjectIdentifier
  weak var manager: CLLocationManager?
  var updates = false
  var isPaused = false
  var significantChanges = false
  var visits = false
  /// The time by which a request for one location is answered; `nil` if none stands.
  var request: Timestamp?
  var hasRequested = false
  var distanceFilter: Double
  var last: Coordinate?

  init(_ manager: CLLocationManager) {
    id = ObjectIdentifier(manager)
    self.manager = manager
    distanceFilter = manager.distanceFilter
  }

  mutating func take(_ fix: Fix) { (last, request) = (fix.coordinate, nil) }

  func wants(_ coordinate: Coordinate) -> Bool {
    if request != nil { return true }
    guard updates, !isPaused else { return false }
    guard distanceFilter > 0, let last else { return true }
    return Geodesic(from: last, to: coordinate).distance >= distanceFilter
  }
}

extension SimulatedSystem {
  /// Returns `true` if the app had not used the manager since it was started.
  mutating func register(_ manager: CLLocationManager) -> Bool {
    let id = ObjectIdentifier(manager)
    clients.removeAll { $0.manager == nil }
    if clients.contains(where: { $0.id == id }) { return false }
    clients.append(ManagerClient(manager))
    core.setReceiving(Self.managers, true)
    return true
  }

  mutating func update(_ manager: CLLocationManager, _ body: (inout ManagerClient) -> Void) {
    update(where: { $0.id == ObjectIdentifier(manager) }, body)
  }

  /// Updates the managers for which `isOne` returns `true`.
  ///
  /// - Returns: The identifiers of these managers.
  @discardableResult
  private mutating func update(
    where isOne: (ManagerClient) -> Bool, _ body: (inout ManagerClient) -> Void
  ) -> Set<ObjectIdentifier> {
    let indices = clients.indices.filter { isOne(clients[$0]) }
    for index in indices { body(&clients[index]) }
    return Set(indices.map { clients[$0].id })
  }

  func recipients(_ isOne: (ManagerClient) -> Bool) -> Set<ObjectIdentifier> {
    Set(clients.filter(isOne).map(\.id))
  }

  /// Delivers the authorization to a manager's delegate, as when the manager gets one.
  mutating func greet(_ manager: CLLocationManager) {
    news.append(.call(.authorization, to: [ObjectIdentifier(manager)]))
  }

  // MARK: locations

  mutating func startUpdates(_ manager: CLLocationManager) {
    cancelAnswers(to: manager)
    let id = ObjectIdentifier(manager)
    let rests = { (client: ManagerClient) in
      client.id == id && !(client.updates && !client.isPaused && client.last != nil)
    }
    let begun = update(where: rests) { ($0.updates, $0.isPaused, $0.last) = (true, false, nil) }
    if isDenied || !begun.isEmpty { answer(id) }
  }

  mutating func stopUpdates(_ manager: CLLocationManager) {
    cancelAnswers(to: manager)
    update(manager) { $0.updates = false }
  }

  /// Cancels a manager's request for one location, though it may be answered already, and what else
  /// it has not received yet of what it asked for.
  private mutating func cancelAnswers(to manager: CLLocationManager) {
    update(manager) { $0.request = nil }
    let before = news.count
    news.removeAll { news in
      guard case .call(let call, let recipients) = news else { return false }
      return call.isLocations && recipients == [ObjectIdentifier(manager)]
    }
    if news.count < before { update(manager) { $0.last = nil } }
  }

  /// The time that a request for one location may take, as long as no location is known or the
  /// manager has just received it. Apple says "several seconds"; the number is our assumption.
  private static let requestTime = Interval(seconds: 10)

  mutating func requestLocation(_ manager: CLLocationManager) {
    let end = clock + Self.requestTime
    update(manager) { ($0.request, $0.hasRequested) = (end, true) }
    answer(ObjectIdentifier(manager))
  }

  /// The time by which the next request for one location has to be answered; `nil` if none has to.
  var nextRequest: Timestamp? {
    guard hears || !core.device.isLocated else { return nil }
    return clients.compactMap { $0.manager == nil ? nil : $0.request }.min()
  }

  mutating func answerRequests(by time: Timestamp) {
    for id in clients.filter({ $0.request.map { $0 <= time } ?? false }).map(\.id) {
      answer(id)
      let unanswered = update(where: { $0.id == id && $0.request != nil }, { $0.request = nil })
      if !unanswered.isEmpty { news.append(.call(.failed(.locationUnknown), to: unanswered)) }
    }
  }

  var isDenied: Bool { authorization == .denied || authorization == .restricted }

  /// Lets what the managers have asked for fail, now that the app may not know locations any more.
  mutating func failDenied() {
    let waiting = update(where: { $0.updates || $0.request != nil }, { $0.request = nil })
    if !waiting.isEmpty { news.append(.call(.failed(.denied), to: waiting)) }
  }

  /// Answers a manager that asks for locations with the last known one, or a denial.
  ///
  /// A delegate that asks while it handles a location or a failure would otherwise receive the same
  /// one again and again at one time.
  private mutating func answer(_ id: ObjectIdentifier) {
    if answering.contains(id) { return }
    if isDenied {
      update(where: { $0.id == id }, { $0.request = nil })
      news.append(.call(.failed(.denied), to: [id]))
    } else if let fix = core.lastFix, core.device.isLocated, hears {
      offer(fix, only: id)
    }
  }

  mutating func offer(_ fix: Fix, only id: ObjectIdentifier? = nil) {
    let served = served
    let takers = update(
      where: { ($0.id == id || id == nil) && $0.wants(fix.coordinate) && !served.contains($0.id) },
      { $0.take(fix) })
    if !takers.isEmpty { news.append(.call(.locations([CLLocation(fix)]), to: takers)) }
    if id == nil, !sessions.areMissing { showLive(fix) }
  }

  mutating func startSignificantChanges(_ manager: CLLocationManager) {
    update(manager) { $0.significantChanges = true }
    core.startSignificantChanges(
      distance: settings.significantDistance, interval: settings.significantInterval)
  }

  mutating func stopSignificantChanges(_ manager: CLLocationManager) {
    update(manager) { $0.significantChanges = false }
    if recipients({ $0.significantChanges }).isEmpty { core.stopSignificantChanges() }
  }

  mutating func significantChange(at fix: Fix) -> News {
    let asked = recipients { $0.significantChanges }
    served = asked.isEmpty ? recipients { _ in true } : asked
    let served = served
    update(where: { served.contains($0.id) }, { $0.take(fix) })
    return .call(.locations([CLLocation(fix)]), to: asked.isEmpty ? nil : asked)
  }

  mutating func setMonitoringVisits(_ isOn: Bool, of manager: CLLocationManager) {
    update(manager) { $0.visits = isOn }
    monitorsVisits = isOn || !recipients { $0.visits }.isEmpty
  }

  mutating func pauseUpdates(_ isPaused: Bool) {
    let told = update(
      where: {
        $0.updates && $0.isPaused != isPaused
          && $0.manager?.pausesLocationUpdatesAutomatically == true
      }, { $0.isPaused = isPaused })
    if !told.isEmpty { news.append(.call(.paused(isPaused), to: told)) }
  }

  /// Queues a live update if the app reads them.
  mutating func showLive(_ fix: Fix?) {
    if readers.values.contains(where: { $0.update != nil }) {
      news.append(.update(liveUpdate(fix)))
    }
  }

  /// Queues a live update if the app, which was in use enough for locations, is not any more, or is
  /// again.
  mutating func showUse(since before: DeviceState) {
    let isInsufficient = core.device.isInsufficientlyInUse
    if isInsufficient == before.isInsufficientlyInUse { return }
    if isInsufficient {
      showLive(nil)
    } else if core.device.isLocated, hears, let fix = core.lastFix {
      showLive(fix)
    }
  }

  func liveUpdate(_ fix: Fix?) -> CLLocationUpdate {
    CLLocationUpdate(
      location: sessions.areMissing ? nil : fix.map(CLLocation.init), device: core.device,
      serviceSessionRequired: sessions.areMissing)
  }

  // MARK: authorization

  /// The app's authorization: denied where Location Services are off for all apps.
  var authorization: CLAuthorizationStatus {
    core.device.isLocationOn ? CLAuthorizationStatus(core.device.authorization) : .denied
  }

  /// Queues the app's request for an authorization; the app goes on before the user answers.
  mutating func request(_ wish: CLAuthorizationStatus) { news.append(.prompt(wish)) }

  /// Answers the prompt for an authorization, if the system shows one.
  ///
  /// It shows one when nothing was decided, and once more for an app that has "when in use" and
  /// asks for "always".
  mutating func answerPrompt(_ wish: CLAuthorizationStatus) {
    let before = core.device.authorization
    guard core.device.isLocationOn,
      before == .notDetermined || before == .whenInUse && wish == .authorizedAlways
    else { return }
    // The user cannot grant more than was asked for.
    let answer = configuration.answer
    let given = answer == .authorizedAlways ? wish : answer
    guard given != authorization, before == .notDetermined || given == .authorizedAlways else {
      return
    }
    apply(.authorize(.init(given)))
    core.deliverWaiting()
  }
}

extension CLAuthorizationStatus {
  init(_ authorization: DeviceState.Authorization) {
    self =
      switch authorization {
      case .always: .authorizedAlways
      case .whenInUse: .authorizedWhenInUse
      case .denied: .denied
      case .restricted: .restricted
      case .notDetermined: .notDetermined
      }
  }
}

extension DeviceState.Authorization {
  init(_ status: CLAuthorizationStatus) {
    self = Self.allCases.first { CLAuthorizationStatus($0) == status } ?? .notDetermined
  }
}

/// A detector of the places where a device stays.
///
/// Apple does not document what a visit is. Our assumption: a visit begins with the first fix of a
/// stay of at least five minutes within 100 metres of that fix, is delivered when the five minutes
/// are over, and again when the device has left the 100 metres.
struct VisitDetector {
  private static let radius = 100.0
  private static let stay = Interval(seconds: 300)

  private var anchor: Fix?
  private var isVisit = false

  mutating func take(_ fix: Fix) -> [CLVisit] {
    guard let anchor else {
      self.anchor = fix
      return []
    }
    if Geodesic(from: anchor.coordinate, to: fix.coordinate).distance <= Self.radius {
      guard !isVisit, fix.time - anchor.time >= Self.stay else { return [] }
      isVisit = true
      return [CLVisit(anchor, departure: .distantFuture)]
    }
    defer { (self.anchor, isVisit) = (fix, false) }
    return isVisit ? [CLVisit(anchor, departure: fix.time.date)] : []
  }
}
