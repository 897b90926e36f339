/// An event on the simulated phone or in its app at one fix.
@usableFromInline package struct Event: Hashable, Sendable {
  package let time: Timestamp
  /// The place of the fix, or the last place that the phone reported.
  package internal(set) var coordinate: Coordinate
  package let kind: Kind

  package init(time: Timestamp, coordinate: Coordinate, kind: Kind) {
    self.time = time
    self.coordinate = coordinate
    self.kind = kind
  }

  package enum Kind: Hashable, Sendable {
    /// A state is delivered to the app: `enter`, `exit`, or an initial `unsatisfied`.
    case crossing(CrossingReport)
    /// The first state of regions is delivered to the app, with the device outside of all of them.
    case outside(RegionList)
    /// The system refused a region permanently.
    case failed(RegionIdentifier, RegistrationFailure)
    /// The app reselected the regions to register.
    case reselect(Reselection)
    case registered(RegionList)
    case unmonitored(RegionIdentifier, DeviceState.Diagnostic)
    case relaunch(RelaunchCause)
    case device(DeviceAction)
  }

  /// Returns the metres from the boundary of `region`, negative inside.
  package func distance(to region: CircularRegion) -> Double {
    distanceToCenter(of: region) - region.radius
  }

  /// Returns the metres from the centre of `region`.
  package func distanceToCenter(of region: CircularRegion) -> Double {
    Geodesic(from: coordinate, to: region.center).distance
  }
}

/// The reason why a region cannot be registered.
package enum RegistrationFailure: Hashable, Sendable {
  /// The radius exceeds the device's maximum.
  case radiusAboveMaximum
  /// The app already monitors as many regions as it may.
  case limitExceeded(limit: Int)
  /// The app is not authorized to use locations.
  case monitoringDenied
  /// The app already monitors as many geofences as it may; of Android.
  case tooManyGeofences
  /// The app lacks a permission for locations; of Android.
  case insufficientPermission
  /// Location is off; of Android.
  case notAvailable

  /// The name of the reason in `CLError`, or among Google's status codes for geofences.
  package var code: String {
    switch self {
    case .radiusAboveMaximum, .limitExceeded: "regionMonitoringFailure"
    case .monitoringDenied: "regionMonitoringDenied"
    case .tooManyGeofences: "tooManyGeofences"
    case .insufficientPermission: "insufficientLocationPermission"
    case .notAvailable: "geofenceNotAvailable"
    }
  }
}

/// A selection of the regions to register.
package struct Reselection: Hashable, Sendable {
  /// The triggers of the selection; empty for the first one.
  package let causes: Triggers
  /// The distance and the time since the last significant change, where that was a trigger.
  package let significantMovement: SignificantChange.Movement?
  package let didChangeSet: Bool
  package let didLoseRegistrations: Bool
  /// The regions that the app has chosen, whether or not the system has them.
  let chosen: Int
  package let registered: Int
  package let candidates: Int
  let changes: Changes

  /// The changes of what is registered; most selections of an app that selects often make none.
  indirect enum Changes: Hashable, Sendable {
    case none
    case lists(stopped: RegionList, started: RegionList, assumed: KnownStates)
  }

  /// The regions that are stopped before the others are started; those in both lists are renewed.
  package var stopped: RegionList {
    if case .lists(let stopped, _, _) = changes { stopped } else { .empty }
  }

  package var started: RegionList {
    if case .lists(_, let started, _) = changes { started } else { .empty }
  }

  /// Returns the state that the app assumed for a started region; `nil` where it assumed none.
  package func assumed(for region: CircularRegion) -> RegionState? {
    guard case .lists(_, let started, let assumed) = changes else { return nil }
    return started.catalog.position(of: region.identifier, in: started.positions)
      .flatMap { assumed[$0] }
  }

  package var causeNames: [String] {
    causes.names + (didChangeSet ? ["set"] : []) + (didLoseRegistrations ? ["restart"] : [])
  }
}

extension InterfaceRules {
  /// Returns the event with which the interface reports that a region is not monitored; `nil` where
  /// it reports nothing.
  func refusal(
    of region: RegionIdentifier, _ diagnostic: DeviceState.Diagnostic, limit: Int
  ) -> Event.Kind? {
    switch refusals {
    case .events: .unmonitored(region, diagnostic)
    case .errors(let errors):
      (errors[diagnostic]
        ?? (diagnostic == .conditionLimitExceeded ? .limitExceeded(limit: limit) : nil))
        .map { .failed(region, $0) }
    }
  }
}

extension Event.Kind {
  package static let names = [
    "enter", "exit", "dwell", "inside", "outside", "unknown", "unsatisfied", "monitor", "unmonitor",
    "failed", "reselect",
    "unmonitored",
    "relaunch", "device",
  ]

  package var name: String {
    switch self {
    case .crossing(let report): report.name.rawValue
    case .outside: CrossingReport.Name.unsatisfied.rawValue
    case .failed: "failed"
    case .reselect: "reselect"
    case .registered: "monitor"
    case .unmonitored: "unmonitored"
    case .relaunch: "relaunch"
    case .device: "device"
    }
  }
}

extension [Event] {
  /// Returns the events of a device at one fix: its app's, and the events of the system's
  /// Reminders, which watches the alarms.
  ///
  /// Exits come first, then enters, each by identifier, as those of one app do; what follows a
  /// selection comes after what precedes it. Reminders repeats no action on the device.
  package static func joining(_ own: [Event], _ alarms: [Event]) -> [Event] {
    let own = own.filter { !$0.isEmptySelection }
    let (before, after) = (own.halves, alarms.filter { !$0.isAction }.halves)
    return ordered(before.head, after.head) + ordered(before.tail, after.tail)
  }

  /// The events before the first selection, and those from there on.
  private var halves: (head: ArraySlice<Event>, tail: ArraySlice<Event>) {
    let start = firstIndex { if case .reselect = $0.kind { true } else { false } } ?? endIndex
    return (self[..<start], self[start...])
  }

  private static func ordered(_ own: ArraySlice<Event>, _ alarms: ArraySlice<Event>) -> [Event] {
    // The events that an action delivers come after it, before the fix's own.
    let events = Array(own + alarms)
    if own.isEmpty || alarms.isEmpty || own.contains(where: { $0.isAction }) { return events }
    let crossings = events.filter { $0.rank != nil }.sorted { one, other in
      guard let one = one.rank, let other = other.rank else { return false }
      return one < other
    }
    return events.filter { $0.rank == nil } + crossings
  }
}

extension Event {
  var isAction: Bool { if case .device = kind { true } else { false } }

  /// True if an app without regions has selected.
  var isEmptySelection: Bool {
    if case .reselect(let reselection) = kind { reselection.candidates == 0 } else { false }
  }

  /// The place of a crossing among the crossings of one fix; `nil` for other events.
  fileprivate var rank: (kind: Int, identifier: RegionIdentifier)? {
    guard case .crossing(let report) = kind else { return nil }
    let kinds: [CrossingReport.Name] = [
      .exit, .enter, .dwell, .unsatisfied, .inside, .outside, .unknown,
    ]
    return (kinds.firstIndex(of: report.name) ?? 0, report.region.identifier)
  }
}
