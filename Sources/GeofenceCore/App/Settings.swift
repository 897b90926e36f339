/// The distance by which the nearest regions are ranked.
package enum Ranking: String, CaseIterable, Hashable, Sendable {
  /// The distance to the centre: the usual recipe.
  case centre
  /// The signed distance to the edge, so that a circle that the device stands in outranks every one
  /// that it does not.
  case boundary
}

/// The treatment that a reselection gives to the regions that keep their slot.
package enum Renewal: String, CaseIterable, Hashable, Sendable {
  /// They stay registered: only the difference is stopped and started.
  case changed
  /// They are stopped and started like all others; pending crossings and states are lost.
  case all
}

/// Every number and choice of a simulation, with Core Location's values as defaults.
package struct Settings: Hashable, Sendable {
  package var api: API
  package var platform: DeviceState.Platform
  package var crossing: CrossingRules
  /// The number of regions that the system takes from one app.
  package var limit: Int
  /// The device's `maximumRegionMonitoringDistance`, metres; infinite where there is none. The
  /// value of Core Location is our assumption.
  package var maximumRadius: Double
  package var ranking = Ranking.centre
  package var triggers: Triggers
  package var renewal = Renewal.changed
  /// Metres of a significant change. Apple documents 500.
  package var significantDistance = 500.0
  /// The least time between significant changes. Apple documents five minutes.
  package var significantInterval = Interval(milliseconds: 300_000)
  /// The smallest circle that the app registers, metres: a smaller region is watched as one of this
  /// radius.
  package var minimumRadius = 0.0
  /// Metres.
  package var sentinelRadius = 1000.0
  /// The options of an Android app's geofences.
  package var request = GeofenceRequest()
  /// A Boolean value that indicates whether the system keeps registrations that its interface would
  /// lose, as an audit supposes to find the cause of a loss.
  package var keepsRegistrations = false

  /// Returns whether the sentinel takes the only slot, where an app has a number of regions.
  package func leavesNoSlot(of regions: Int) -> Bool {
    triggers.contains(.sentinel) && limit == 1 && regions > limit
  }

  /// Creates the settings that are usual with an interface.
  package init(_ api: API = .clMonitor) {
    let rules = api.rules
    self.api = api
    platform = rules.platforms[0]
    crossing = rules.crossing
    limit = rules.limit
    maximumRadius = rules.maximumRadius
    triggers = rules.triggers
  }
}
