/// A notice of a location system, which waits there for its turn; its driver performs each one before
/// it asks for the next.
package enum Notice: Sendable {
  /// The app receives a state.
  case state(CrossingReport)
  /// The app receives the first state of regions, with the device outside of all of them.
  case outside(RegionList)
  /// The system starts the app in the background, before it delivers anything more.
  case relaunch(RelaunchCause)
  /// The app receives a significant change; the first one needs no movement.
  case significantChange(SignificantChange.Movement?)
  case unmonitored(ConditionID, DeviceState.Diagnostic)
}

/// The reason for which the system starts an app.
package enum RelaunchCause: String, Hashable, Sendable {
  case event
  case significantChange = "significant"
  /// A broadcast that the device has restarted; of Android.
  case boot
  /// A broadcast that the app was updated; of Android.
  case update
}

/// A state of a condition on its way from the system to the app, and to what is printed of it.
package struct CrossingReport: Hashable, Sendable {
  package enum Name: String, Hashable, Sendable {
    case enter, exit, dwell, unsatisfied
    /// The answers to an app that asks for a state.
    case inside, outside, unknown

    package var isAnswer: Bool { self == .inside || self == .outside || self == .unknown }
  }

  /// The use that the app makes of a delivered state.
  package enum Use: Hashable, Sendable {
    case reported
    /// The event is suppressed by a notify flag of the region.
    case suppressed
    /// The region belongs to an alarm that is not to fire.
    case silent
  }

  package internal(set) var condition: ConditionRef
  package let id: ConditionID
  package internal(set) var region: CircularRegion
  package let state: RegionState
  /// The name of the event; a first `unsatisfied` is an exit only where the app has asked for it.
  package let name: Name
  /// The time at which the crossing began; `nil` for a first determination.
  package let began: Timestamp?
  /// The time at which the state was found; the report may have waited for the app since.
  package let since: Timestamp
  package internal(set) var use = Use.reported
  /// True if the app could not receive the state when it was found.
  var hasWaited = false
  /// True if a first state outside tells the app that it has left: the last state that it received,
  /// before a restart, was inside.
  package internal(set) var tellsOfExit = false
  /// The regions that left the app's set with this event, because it finished their alarm.
  package internal(set) var finished: [RegionIdentifier] = []

  /// - Parameters:
  ///   - isDwell: whether the device has stayed inside since `began`.
  ///   - isAnswer: whether the app has asked for the state.
  package init(
    condition: ConditionRef, id: ConditionID, region: CircularRegion, state: RegionState,
    began: Timestamp?, since: Timestamp, isDwell: Bool = false, isAnswer: Bool = false
  ) {
    (self.condition, self.id, self.region, self.state) = (condition, id, region, state)
    (self.began, self.since) = (began, since)
    name =
      if isAnswer {
        state == .satisfied ? .inside : state == .unsatisfied ? .outside : .unknown
      } else if isDwell {
        .dwell
      } else if state == .satisfied {
        .enter
      } else {
        began != nil || id.owner.rules.firstStates == .asRequested ? .exit : .unsatisfied
      }
  }

  /// True if this is the first determination after the registration.
  package var isInitial: Bool { began == nil && !name.isAnswer }

  /// The time at which the crossing began or, for an initial state, at which it was determined.
  package var crossedAt: Timestamp { began ?? since }

  /// Returns whether the report is delivered before another one: exits first, then enters, then
  /// dwells, each by identifier.
  func precedes(_ other: CrossingReport) -> Bool {
    if state != other.state { return state == .unsatisfied }
    if (name == .dwell) != (other.name == .dwell) { return other.name == .dwell }
    return id < other.id
  }
}

extension Notice {
  /// Returns the notice without what it says of a condition; `nil` where nothing is left.
  func omitting(_ condition: ConditionRef) -> Self? {
    switch (self, condition) {
    case (.state(let report), _): return report.condition == condition ? nil : self
    case (.outside(var regions), .region(let position)):
      regions.positions.remove(position)
      return .outside(regions)
    default: return self
    }
  }

  /// Returns the notice with another row of the catalog, of the same circle, in place of one.
  func moved(from old: Int32, to new: Int32, of catalog: RegionCatalog) -> Self {
    switch self {
    case .state(var report) where report.condition == .region(old):
      (report.condition, report.region) = (.region(new), catalog.regions[Int(new)])
      return .state(report)
    case .outside(var regions) where regions.positions.contains(old):
      regions.positions.remove(old)
      regions.positions.insert(new)
      return .outside(regions)
    default: return self
    }
  }
}
