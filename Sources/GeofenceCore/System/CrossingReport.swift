/// A state of a condition on its way from the system to the app, and to what is printed of it.
package struct CrossingReport: Hashable, Sendable {
  package enum Name: String, Hashable, Sendable { case enter, exit, dwell, unsatisfied }

  /// The use that the app makes of a delivered state.
  package enum Use: Hashable, Sendable {
    case reported
    /// The event is suppressed by a notify flag of the region.
    case suppressed
    /// The region belongs to an alarm that is not to fire.
    case silent
  }

  package let condition: ConditionRef
  package let id: ConditionID
  package let region: CircularRegion
  package let state: RegionState
  /// The name of the event; a first `unsatisfied` is an exit only where the app has asked for it.
  package let name: Name
  /// The time at which the crossing began; `nil` for a first determination.
  package let began: Timestamp?
  /// The time at which the state was found; the report may have waited for the app since.
  package let since: Timestamp
  package internal(set) var use = Use.reported
  /// The regions that left the app's set with this event, because it finished their alarm.
  package internal(set) var finished: [RegionIdentifier] = []

  /// - Parameter isDwell: a Boolean value that indicates whether the device has stayed inside since
  ///   `began`.
  package init(
    condition: ConditionRef, id: ConditionID, region: CircularRegion, state: RegionState,
    began: Timestamp?, since: Timestamp, isDwell: Bool = false
  ) {
    (self.condition, self.id, self.region, self.state) = (condition, id, region, state)
    (self.began, self.since) = (began, since)
    name =
      isDwell
      ? .dwell
      : state == .satisfied
        ? .enter
        : began != nil || id.owner.rules.firstStates == .asRequested ? .exit : .unsatisfied
  }

  /// A Boolean value that indicates whether this is the first determination after the registration.
  package var isInitial: Bool { began == nil }

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
