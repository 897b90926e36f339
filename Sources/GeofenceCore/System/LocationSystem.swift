/// The location services of one device as an app meets them: a pure state machine.
///
/// It monitors conditions, delivers their events, keeps those that the app cannot receive, and
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
  /// The options of the app's geofences.
  let request: GeofenceRequest
  /// The owners with an open monitor, or a manager with a delegate, while the app runs.
  package var receivers = Receivers.all
  /// A Boolean value that indicates whether there is an app that can be started.
  package var canRelaunch = true
  /// The service, where the app has started it; the system keeps it when the app is gone.
  package internal(set) var significantChange: SignificantChange?

  var fix = Fix(time: Timestamp(milliseconds: 0), coordinate: Coordinate(latitude: 0, longitude: 0))
  var vector = EarthVector(x: 0, y: 0, z: 0)
  var progress = Progress.unlocated
  /// The notices that are still to be delivered at the fix, in their order.
  var notices: ArraySlice<PendingNotice> = []
  /// The steps that follow the notices.
  var steps: Steps = []
  var findings = Monitor.Findings()
  /// The states found at the fix that a notify flag keeps from the app.
  private(set) var suppressed: [CrossingReport] = []

  /// The conditions that a monitor lists although there was no slot for them.
  var unregistered: [ConditionID: (region: CircularRegion, assumed: RegionState)] = [:]
  /// The catalog's regions for which there was no slot, whether they wait for one or have failed.
  var refused: PositionSet
  /// The time before which no dwell is due.
  var nextDwell = Timestamp.distantFuture

  /// The progress of the system at a fix.
  enum Progress: Sendable {
    /// There has been no fix.
    case unlocated
    /// The device is at a fix at which nothing has been evaluated.
    case moved
    case evaluated
    /// An action has followed the evaluation, so that deliveries belong to the fix that comes next.
    case passed
  }

  /// The steps that follow the notices of a fix, in this order.
  struct Steps: OptionSet, Sendable {
    let rawValue: UInt8

    /// The decision whether the fix is a significant change.
    static let significantChange = Self(rawValue: 1)
    /// The evaluation of the conditions that were registered since the last evaluation.
    static let newConditions = Self(rawValue: 2)
  }

  /// The owners whose conditions reach the app while it runs.
  package enum Receivers: Hashable, Sendable {
    case all
    case only(Set<ConditionOwner>)

    func contains(_ owner: ConditionOwner) -> Bool {
      switch self {
      case .all: true
      case .only(let owners): owners.contains(owner)
      }
    }
  }

  package init(
    _ device: DeviceState, rules: CrossingRules, limit: Int, of catalog: RegionCatalog,
    owner: ConditionOwner, request: GeofenceRequest = GeofenceRequest()
  ) {
    self.device = device
    self.owner = owner
    self.limit = limit
    self.request = request
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

  /// Moves the device; nothing is evaluated before `evaluate`.
  ///
  /// - Precondition: `fix` is not earlier than the one before, and its coordinate is valid.
  package mutating func move(to fix: Fix) { move(to: fix, EarthVector(fix.coordinate)) }

  mutating func move(to fix: Fix, _ vector: EarthVector) {
    relocate(to: fix, vector)
    progress = .moved
    steps = []
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
    steps = .significantChange
    evaluateConditions()
  }

  mutating func evaluateConditions() {
    guard device.monitors else { return }
    findings.removeAll()
    monitor.observe(fix, vector, into: &findings)
    if !findings.changes.isEmpty || findings.outside != nil || nextDwell <= fix.time {
      takeFindings()
    }
  }

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
    // They are delivered one by one only where another report comes between them, or they are exits.
    let isMixed =
      deliversOutside
      && (rules.firstStates == .asRequested || reports.contains { $0.state == .unsatisfied })
    if isMixed {
      reports += outside.compactMap { report(of: .region($0), .unsatisfied) }.filter(isDelivered)
    }
    reports += takeDwells()
    reports.sort { $0.precedes($1) }
    if deliversOutside, !isMixed { notices.append(.outside(outside)) }
    notices += reports.map { .state($0, hasWaited: false) }
  }

  /// Returns the report of a state that was found at the fix; `nil` where the condition is not
  /// monitored.
  func report(
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

  /// Returns the name and the region of a condition; `nil` where it is not monitored.
  func condition(_ condition: ConditionRef) -> (ConditionID, CircularRegion)? {
    switch condition {
    case .region(let position):
      guard monitor.members.contains(position) else { return nil }
      let region = monitor.catalog.regions[Int(position)]
      return (ConditionID(region.identifier, of: owner), region)
    case .individual(let id):
      return monitor.individuals.first { $0.id == id }.map { ($0.id, $0.region) }
    }
  }
}

// MARK: dwells

/// Dwells: Google Play services deliver one when the device has stayed in a geofence for a while.
///
/// Google documents that a dwell always follows an enter, and is not delivered where the device has
/// left before. It was observed that none follows a first state without that initial trigger.
extension LocationSystem {
  /// Begins to wait for the dwell of a region that the device has entered, or ends that.
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

  /// Returns the reports of the dwells that are due, which wait no longer.
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
