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
  /// Regions of both selections stay registered: only the difference is stopped and started.
  case changed
  /// All regions are stopped and started; pending crossings and states are lost.
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
  /// The distance, metres as the ranking counts, beyond which a region is no candidate of a selection;
  /// `nil` where every region is one.
  package var within: Double?
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
  package var request = GeofenceRequest()
  /// True if the system keeps registrations that its interface would lose, as an audit supposes to
  /// find the cause of a loss.
  package var keepsRegistrations = false

  /// Returns whether the sentinel takes the only slot, where an app has a number of regions.
  package func leavesNoSlot(of regions: Int) -> Bool {
    triggers.contains(.sentinel) && limit == 1 && (within != nil ? regions > 0 : regions > limit)
  }

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

extension Settings {
  /// Returns the settings with the rules that belong to a positioning model, but for those that are
  /// given.
  package func suited(to positioning: Positioning?, given: CrossingRules.Given = []) -> Settings {
    guard api.rules.crossing.overlap == nil else { return self }
    var settings = self
    settings.crossing.follow(positioning?.model, given: given)
    return settings
  }
}

/// The triggers that make the app reselect which regions to register; none for an app that registers
/// all of its regions once and does not know of the limit.
package struct Triggers: NamedOptions, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let significant = Self(rawValue: 1)
  /// An `enter` or `exit` delivered at the fix.
  package static let event = Self(rawValue: 2)
  /// The exit from the circle around the last reselection.
  package static let sentinel = Self(rawValue: 4)
  package static let fix = Self(rawValue: 8)

  /// Every trigger with the name users know it by, in the order of listings.
  package static let named: [(name: String, option: Triggers)] = [
    ("significant", .significant), ("event", .event), ("sentinel", .sentinel), ("fix", .fix),
  ]
}

/// A set of options, each of which has a name for users.
package protocol NamedOptions: OptionSet, Sendable where Element == Self {
  static var named: [(name: String, option: Self)] { get }
}

extension NamedOptions {
  package static var noneName: String { "none" }

  package var names: [String] { Self.named.filter { contains($0.option) }.map { $0.name } }

  package var optionNames: [String] { isEmpty ? [Self.noneName] : names }

  /// Creates the set that a comma list of names stands for, or the name of the empty set alone.
  package init?(names list: String) {
    self = []
    if list == Self.noneName { return }
    for name in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let option = Self.named.first(where: { $0.name == name })?.option else { return nil }
      formUnion(option)
    }
  }
}
