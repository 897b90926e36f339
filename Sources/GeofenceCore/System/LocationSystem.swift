/// The location services of one device as an app meets them: a pure state machine.
///
/// It monitors conditions, delivers their events, keeps events that the app cannot receive, and
/// starts the app where Core Location would. Its driver moves it to fixes and applies actions, then
/// takes one notice after the other and performs it; what the app does in answer goes in between.
///
///     system.move(to: fix)
///     system.evaluate()
///     while let notice = system.next() { app.receive(notice, &system) }
///
/// The notices of a fix come first, then a significant change, then what is found of the conditions
/// that were registered meanwhile.
///
/// States change whether or not the app runs; an event that cannot be delivered to the app waits or
/// is lost, as the rules of the interface say.
package struct LocationSystem: Sendable {
  package internal(set) var device: DeviceState
  package internal(set) var monitor: Monitor
  /// The owner of the catalog's regions.
  let owner: ConditionOwner
  /// The number of conditions that the system takes from the app; Apple documents 20.
  package let limit: Int
  let request: GeofenceRequest
  /// The owners with an open monitor, or a manager with a delegate, while the app runs; `nil` where
  /// the conditions of all reach it.
  package var receivers: Set<ConditionOwner>?
  package var canRelaunch = true
  /// The service, where the app has started it; the system keeps it when the app is gone.
  package internal(set) var significantChange: SignificantChange?

  var fix = Fix(time: Timestamp(milliseconds: 0), coordinate: Coordinate(latitude: 0, longitude: 0))
  var vector = EarthVector(x: 0, y: 0, z: 0)
  private var progress = Progress.unlocated
  /// The notices that are still to be delivered at the fix, in their order.
  private var notices: ArraySlice<Notice> = []
  /// True if it is still to be decided, after the notices, if the fix is a significant change.
  private var mayBeChange = false
  /// True if conditions were registered since the last evaluation, which are evaluated in the end.
  private var hasNewConditions = false
  private var findings = Monitor.Findings()
  /// The registrations that began and ended since somebody took the changes, in their order.
  var registrationChanges: [RegistrationChange] = []
  /// True if somebody takes them.
  var keepsRegistrationChanges = false
  /// The states found at the fix that a notify flag keeps from the app.
  private(set) var suppressed: [CrossingReport] = []

  /// The conditions that a monitor lists although there was no slot for them.
  var unregistered: [ConditionID: (region: CircularRegion, assumed: RegionState)] = [:]
  /// The catalog's regions for which there was no slot, whether they wait for one or have failed.
  var refused: PositionSet
  /// The time before which no dwell is due.
  var nextDwell = Timestamp.distantFuture

  /// The progress of the system at a fix.
  private enum Progress: Sendable {
    case unlocated, moved, evaluated
    /// An action has followed the evaluation, so that deliveries belong to the fix that comes next.
    case passed
  }

  package init(
    _ device: DeviceState, rules: CrossingRules, limit: Int, of catalog: RegionCatalog,
    owner: ConditionOwner, request: GeofenceRequest = GeofenceRequest()
  ) {
    (self.device, self.owner, self.limit, self.request) = (device, owner, limit, request)
    monitor = Monitor(rules: rules, catalog)
    refused = PositionSet(of: catalog.regions.count)
  }

  /// Starts the significant-change service, unless it runs; the next location update that the app
  /// can receive is the first change.
  ///
  /// - Parameter phase: the time for which the clock has run by then.
  package mutating func startSignificantChanges(
    distance: Double, interval: Interval, phase: Interval = Interval(milliseconds: 0)
  ) {
    significantChange =
      significantChange ?? SignificantChange(distance: distance, interval: interval, phase: phase)
  }

  package mutating func stopSignificantChanges() { significantChange = nil }

  /// Lets crossings that begin at the next fix draw their rules by the number of that fix, where a
  /// model draws rules.
  package mutating func drawRules(_ positioner: Positioner?, atFix number: Int) {
    monitor.drawRules(positioner, atFix: number)
  }

  /// Moves the device; nothing is evaluated before `evaluate`.
  ///
  /// - Precondition: `fix` is not earlier than the one before, and its coordinate is valid.
  package mutating func move(to fix: Fix) { move(to: fix, EarthVector(fix.coordinate)) }

  mutating func move(to fix: Fix, _ vector: EarthVector) {
    relocate(to: fix, vector)
    progress = .moved
    (mayBeChange, hasNewConditions) = (false, false)
    if !suppressed.isEmpty { suppressed = [] }
    if monitor.mayResume { monitor.resume() }
  }

  /// Corrects the device's place at the same time.
  mutating func relocate(to fix: Fix, _ vector: EarthVector) {
    (self.fix, self.vector) = (fix, vector)
  }

  package var lastFix: Fix? { progress == .unlocated ? nil : fix }

  /// Evaluates every monitored condition at the fix, which may be a significant change, too.
  ///
  /// - Precondition: the device has moved to a fix.
  package mutating func evaluate() {
    progress = .evaluated
    (mayBeChange, hasNewConditions) = (true, false)
    evaluateConditions()
  }

  private mutating func evaluateConditions() {
    guard device.monitors else { return }
    findings.removeAll()
    monitor.observe(fix, vector, into: &findings)
    if !findings.changes.isEmpty || findings.outside != nil || nextDwell <= fix.time {
      takeFindings()
    }
  }

  /// The evaluation, if it is still to come, includes what was registered before it.
  mutating func noteNewConditions() {
    if progress == .evaluated || progress == .passed { hasNewConditions = true }
  }

  /// Returns the notice that comes next; `nil` where nothing is left to be done at the fix.
  package mutating func next() -> Notice? {
    while true {
      if let pending = notices.popFirst() {
        if let notice = deliver(pending) { return notice }
      } else if mayBeChange {
        mayBeChange = false
        if let notice = decideSignificantChange() { return notice }
      } else if hasNewConditions {
        hasNewConditions = false
        evaluateConditions()
      } else {
        return nil
      }
    }
  }

  /// True if `next` certainly returns nothing, which costs less than to call it.
  ///
  /// The system is lent for the answer, as it is too large to be copied.
  var isSilent: Bool {
    mutating get {
      guard notices.isEmpty, !hasNewConditions else { return false }
      return !mayBeChange || significantChange?.isDue(fix, vector) != true
    }
  }
}

// MARK: what is found

extension LocationSystem {
  /// Puts the findings into the order of delivery: exits first, then enters, then dwells, each by
  /// identifier.
  private mutating func takeFindings() {
    var reports: [CrossingReport] = []
    var outside = findings.outside ?? PositionSet(of: monitor.catalog.regions.count)
    for change in findings.changes {
      noteDwell(after: change)
      switch change.condition {
      case .region(let position) where change.state == .unsatisfied && change.crossedAt == nil:
        outside.insert(position)
      case let condition:
        let report = report(of: condition, change.state, began: change.crossedAt)
        if let report, isDelivered(report) {
          reports.append(report)
        } else if let report, report.id.owner.rules.suppresses(report, request) {
          suppressed.append(report)
        }
      }
    }
    let rules = owner.rules
    let deliversOutside = !outside.isEmpty && rules.initialStates(request).contains(.outside)
    // They are delivered one by one only where another report comes between them, or they are exits,
    // or tell of one.
    let tellsOfExit = monitor.delivered.contains { position, state in
      state == .satisfied && outside.contains(position)
    }
    let isMixed =
      deliversOutside
      && (tellsOfExit || rules.firstStates == .asRequested
        || reports.contains { $0.state == .unsatisfied })
    if isMixed {
      reports += outside.compactMap { report(of: .region($0), .unsatisfied) }.filter(isDelivered)
    }
    reports += takeDwells()
    reports.sort { $0.precedes($1) }
    if deliversOutside, !isMixed {
      notices.append(.outside(RegionList(catalog: monitor.catalog, positions: outside)))
    }
    notices += reports.map { .state($0) }
  }

  /// Returns the report of a state that was found at the fix; `nil` where the condition is not
  /// monitored.
  private func report(
    of condition: ConditionRef, _ state: RegionState, began: Timestamp? = nil,
    isDwell: Bool = false
  ) -> CrossingReport? {
    guard let (id, region) = self.condition(condition) else { return nil }
    return CrossingReport(
      condition: condition, id: id, region: region, state: state, began: began, since: fix.time,
      isDwell: isDwell)
  }

  /// Returns whether the interface delivers a state to the app, if the app can receive it.
  private func isDelivered(_ report: CrossingReport) -> Bool {
    let rules = report.id.owner.rules
    return rules.asks(for: report, request) && !rules.suppresses(report, request)
  }

  /// Returns the states that the system knows of regions of the catalog, for an app that asks for them
  /// and can receive them now.
  func answers(about positions: PositionSet) -> [CrossingReport] {
    guard reach(of: owner) == .delivered else { return [] }
    return positions.map { position in
      let region = monitor.catalog.regions[Int(position)]
      return CrossingReport(
        condition: .region(position), id: ConditionID(region.identifier, of: owner), region: region,
        state: monitor.crossing(of: .region(position))?.state ?? .unknown, began: nil,
        since: fix.time, isAnswer: true)
    }
  }

  /// Returns the name and the region of a condition; `nil` where it is not monitored.
  private func condition(_ condition: ConditionRef) -> (ConditionID, CircularRegion)? {
    switch condition {
    case .region(let position):
      guard monitor.members.contains(position) else { return nil }
      let region = monitor.catalog.regions[Int(position)]
      return (ConditionID(region.identifier, of: owner), region)
    case .individual(let id):
      return monitor.individuals.first { $0.id == id }.map { ($0.id, $0.region) }
    }
  }

  /// Begins to wait for the dwell of a region that the device has entered, or ends that.
  ///
  /// Google documents that a dwell always follows an enter, and is not delivered where the device
  /// has left before. It was observed that none follows a first state without that initial trigger.
  private mutating func noteDwell(after change: Monitor.Change) {
    guard let loitering = request.loitering, case .region = change.condition else { return }
    if change.state == .unsatisfied {
      monitor.update(change.condition) { $0.entered = nil }
    } else if change.crossedAt != nil || request.initialTriggers.contains(.dwell) {
      let time = change.crossedAt ?? fix.time
      monitor.update(change.condition) { $0.entered = time }
      nextDwell = min(nextDwell, time + loitering)
    }
  }

  private mutating func takeDwells() -> [CrossingReport] {
    guard nextDwell <= fix.time, let loitering = request.loitering else { return [] }
    nextDwell = .distantFuture
    var reports: [CrossingReport] = []
    for entry in monitor.keptMembers {
      guard let entered = entry.condition.entered else { continue }
      guard entered + loitering <= fix.time else {
        nextDwell = min(nextDwell, entered + loitering)
        continue
      }
      let condition = ConditionRef.region(entry.position)
      monitor.update(condition) { $0.entered = nil }
      let report = report(of: condition, .satisfied, began: entered, isDwell: true)
      if let report { reports.append(report) }
    }
    return reports
  }
}

// MARK: delivery

extension LocationSystem {
  /// Returns the way in which an event of `owner` reaches the app now.
  private func reach(of owner: ConditionOwner) -> DeviceState.Reach {
    guard device.hasFullAccuracy else { return .waits }
    switch device.reach {
    case .delivered: return hasReceiver(for: owner) ? .delivered : .waits
    case .relaunches: return canRelaunch ? .relaunches : .waits
    case .waits: return .waits
    }
  }

  private func hasReceiver(for owner: ConditionOwner) -> Bool {
    receivers?.contains(owner) ?? true
  }

  /// Returns a notice as it reaches the app, or what comes before it; `nil` where the app cannot
  /// receive it, so that it waits or is lost, as the rules of the interface say.
  private mutating func deliver(_ pending: Notice) -> Notice? {
    switch pending {
    case .unmonitored, .relaunch, .significantChange: return pending
    case .outside(let regions):
      switch reach(of: owner) {
      case .relaunches: return relaunch(for: .event, before: pending)
      case .delivered:
        if !monitor.delivered.isEmpty {
          for position in regions.positions { monitor.delivered[position] = nil }
        }
        return pending
      case .waits:
        for position in regions.positions {
          if let report = report(of: .region(position), .unsatisfied) { keep(report) }
        }
        return nil
      }
    case .state(var report):
      switch reach(of: report.id.owner) {
      case .relaunches: return relaunch(for: .event, before: pending)
      case .delivered:
        if case .region(let position) = report.condition {
          report.tellsOfExit =
            report.name == .unsatisfied && monitor.delivered[position] == .satisfied
          monitor.delivered[position] = nil
        }
        if report.hasWaited, monitor.isHeld(report.condition) {
          // It is monitored again from the fix after the one at which the report is delivered.
          let hold: Condition.Hold = progress == .passed ? .untilSecondFix : .untilNextFix
          monitor.update(report.condition) { $0.hold(hold) }
        }
        return .state(report)
      case .waits:
        if report.id.owner.rules.keepsUndelivered { keep(report) }
        return nil
      }
    }
  }

  private mutating func decideSignificantChange() -> Notice? {
    guard device.isLocated, let service = significantChange, service.isDue(fix, vector) else {
      return nil
    }
    switch device.reach {
    case .relaunches where canRelaunch:
      mayBeChange = true
      return relaunch(for: .significantChange)
    case .delivered: return .significantChange(significantChange?.take(fix, vector))
    // A change that is not delivered is none.
    case .relaunches, .waits: return nil
    }
  }

  /// Starts the app, before it receives anything more.
  private mutating func relaunch(
    for cause: RelaunchCause, before pending: Notice? = nil
  ) -> Notice {
    if let pending { notices.insert(pending, at: notices.startIndex) }
    device.app = .background
    return .relaunch(cause)
  }

  /// Withholds what the notices say of a condition whose registration has ended.
  mutating func omitNotices(of condition: ConditionRef) {
    if !notices.isEmpty { notices = ArraySlice(notices.compactMap { $0.omitting(condition) }) }
  }

  /// Takes another row of the catalog, of the same circle, in place of one.
  mutating func moveNotices(from old: Int32, to new: Int32) {
    if !notices.isEmpty {
      notices = ArraySlice(notices.map { $0.moved(from: old, to: new, of: monitor.catalog) })
    }
  }

  var hasNotices: Bool { !notices.isEmpty }
}

// MARK: what waits

extension LocationSystem {
  /// Delivers a report again later that was delivered to the app and not handled.
  package mutating func putBack(_ report: CrossingReport) {
    if monitor.crossing(of: report.condition) != nil { keep(report) }
  }

  /// Delivers a report later, in place of the one that waits for the same condition.
  private mutating func keep(_ report: CrossingReport) {
    if case .region(let position) = report.condition, monitor.delivered[position] == nil {
      // Every change up to this one was delivered.
      let before: RegionState = report.state == .satisfied ? .unsatisfied : .satisfied
      monitor.delivered[position] = report.isInitial ? .unknown : before
    }
    let isHeld = !isReceiving(report.id.owner)
    monitor.update(report.condition) { condition in
      condition.waiting = .init(
        state: report.state, crossedAt: report.began, since: report.since)
      if isHeld { condition.hold(.untilDelivery) }
    }
  }

  private func isReceiving(_ owner: ConditionOwner) -> Bool {
    device.app != .terminated && hasReceiver(for: owner)
  }

  private var waitingReports: [CrossingReport] {
    monitor.waiting.compactMap { condition, state in
      self.condition(condition).map { id, region in
        CrossingReport(
          condition: condition, id: id, region: region, state: state.state,
          began: state.crossedAt, since: state.since)
      }
    }
  }

  /// Delivers the waiting reports that the app can receive now, before all other notices.
  ///
  /// The driver calls this after an action on the device or its app, when the app has done what it
  /// had postponed.
  package mutating func deliverWaiting() {
    var ready = waitingReports.filter { reach(of: $0.id.owner) == .delivered }
    guard !ready.isEmpty else { return }
    for index in ready.indices {
      ready[index].hasWaited = true
      monitor.update(ready[index].condition) { $0.waiting = nil }
    }
    notices = ready.sorted { $0.precedes($1) }.map { .state($0) } + notices
  }

  /// Holds the conditions with a waiting report that no receiver is there for.
  ///
  /// Apple: the system "stops monitoring conditions if an event is pending for them, and there
  /// isn't a configured CLMonitor to receive it".
  private mutating func holdUnreceived() {
    for report in waitingReports where !isReceiving(report.id.owner) {
      monitor.update(report.condition) { $0.hold(.untilDelivery) }
    }
  }

  /// Opens or closes the app's receiver of `owner`.
  package mutating func setReceiving(_ owner: ConditionOwner, _ isReceiving: Bool) {
    guard receivers != nil else { return }
    if isReceiving {
      receivers?.insert(owner)
      deliverWaiting()
    } else {
      receivers?.remove(owner)
      holdUnreceived()
    }
  }
}

// MARK: actions

extension LocationSystem {
  /// Performs an action of the user or the system on the device; one on the app's set of regions is
  /// the app's to perform.
  ///
  /// `deliverWaiting` delivers the waiting events after the app has performed its postponed changes.
  package mutating func apply(_ action: DeviceAction) {
    let before = device
    device.take(action)
    if progress == .evaluated { progress = .passed }
    // A restart: every state is to be determined again, and nothing waits any more.
    if action.isReboot { monitor.forgetStates(keepsRecords: owner.rules.keepsRecords) }
    if before.monitors, !device.monitors { monitor.dropPending() }
    if device.app == .terminated, before.app != .terminated {
      if receivers != nil { receivers = [] }
      holdUnreceived()
    }
    if let diagnostic = device.diagnostic, diagnostic != before.diagnostic { diagnose(diagnostic) }
  }

  mutating func startApp() { device.app = .background }

  private mutating func diagnose(_ diagnostic: DeviceState.Diagnostic) {
    var ids = monitor.individuals.map { $0.id }
    for position in monitor.members {
      ids.append(ConditionID(monitor.catalog.regions[Int(position)].identifier, of: owner))
    }
    notices = ids.sorted().map { .unmonitored($0, diagnostic) } + notices
  }
}
