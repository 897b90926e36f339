import GeofenceCore

extension CrossingReport {
  /// Returns the report of an enter that was found at `time`.
  ///
  /// - Parameter began: the time of the crossing; `nil` for a first state.
  package static func enter(
    _ region: CircularRegion, at time: Timestamp, began: Timestamp? = nil,
    state: RegionState = .satisfied
  ) -> CrossingReport {
    CrossingReport(
      condition: .region(0), id: ConditionID(region.identifier, of: ConditionOwner(.clMonitor)),
      region: region, state: state, began: began, since: time)
  }
}
