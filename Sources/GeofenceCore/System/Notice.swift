/// A notice of a location system; its driver performs each one before it asks for the next.
package enum Notice: Sendable {
  /// The app receives a state.
  case delivered(CrossingReport)
  /// The app receives the first state of regions, with the device outside of all of them.
  case deliveredOutside(RegionList)
  /// The system starts the app in the background, before it delivers anything more.
  case relaunch(RelaunchCause)
  /// The app receives a significant change; the first one comes without a movement.
  case significantChange(SignificantChange.Movement?)
  /// A condition is not monitored.
  case unmonitored(ConditionID, DeviceState.Diagnostic)
  /// A state cannot be delivered: it waits or is lost, as the rules of the interface say.
  case undelivered(CrossingReport, waits: Bool)
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

/// A notice that is to be delivered, before it is known whether it reaches the app.
enum PendingNotice: Sendable {
  /// A state of a condition.
  ///
  /// - Parameter hasWaited: `true` if the app could not receive it before.
  case state(CrossingReport, hasWaited: Bool)
  /// The first state of regions, with the device outside of all of them.
  case outside(PositionSet)
  /// The reason why a condition is not monitored.
  case unmonitored(ConditionID, DeviceState.Diagnostic)

  /// Returns the notice without what it says of a condition; `nil` where nothing is left.
  func omitting(_ condition: ConditionRef) -> Self? {
    switch (self, condition) {
    case (.state(let report, _), _): return report.condition == condition ? nil : self
    case (.outside(var positions), .region(let position)):
      positions.remove(position)
      return .outside(positions)
    default: return self
    }
  }

  /// Returns the notice with another row of the catalog, of the same circle, in place of one.
  func moved(from old: Int32, to new: Int32, of catalog: RegionCatalog) -> Self {
    switch self {
    case .state(let report, let hasWaited) where report.condition == .region(old):
      let moved = CrossingReport(
        condition: .region(new), id: report.id, region: catalog.regions[Int(new)],
        state: report.state, began: report.began, since: report.since)
      return .state(moved, hasWaited: hasWaited)
    case .outside(var positions) where positions.contains(old):
      positions.remove(old)
      positions.insert(new)
      return .outside(positions)
    default: return self
    }
  }
}
