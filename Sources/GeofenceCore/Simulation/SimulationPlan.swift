/// The settings, regions and actions that all simulations of one run share.
///
/// The plan is made once, so that a device costs only its own state.
package final class SimulationPlan: Sendable {
  package let settings: Settings
  package let catalog: RegionCatalog
  package let timeline: Timeline
  package let alarms: AlarmPlan?
  /// The model of the phone's location updates; `nil` where every fix is reported as recorded.
  package let positioning: Positioning?
  let owner: ConditionOwner
  /// True if the phone sees every fix as recorded, whether or not rules are drawn by its number.
  let seesEveryFix: Bool

  /// Creates a plan.
  ///
  /// - Parameters:
  ///   - catalog: the catalog with every region that `timeline` adds.
  ///   - positioning: the model of the phone's location updates; the settings' responsiveness makes
  ///     them rarer, with a model or without.
  package init(
    _ settings: Settings, _ catalog: RegionCatalog, timeline: Timeline, alarms: AlarmPlan?,
    positioning: Positioning?
  ) {
    self.settings = settings
    self.catalog = catalog
    self.timeline = timeline
    self.alarms = alarms
    self.positioning =
      positioning
      ?? (settings.crossing.responsiveness.milliseconds > 0 ? Positioning(.recorded) : nil)
    seesEveryFix =
      settings.crossing.responsiveness.milliseconds == 0
      && positioning.map { $0.model == .recorded } ?? true
    owner = ConditionOwner(settings.api)
  }

  /// Creates the plan of an app's regions, with at least the settings' minimum radius in metres.
  ///
  /// - Complexity: O(n log n) for n regions.
  package convenience init(
    _ settings: Settings, of regions: RegionSet, timeline: Timeline = Timeline(),
    alarms: AlarmPlan? = nil, positioning: Positioning? = nil
  ) {
    let timeline = timeline.noSmallerThan(settings.minimumRadius)
    let catalog = RegionCatalog(
      regions.noSmallerThan(settings.minimumRadius), maximumRadius: settings.maximumRadius,
      timeline: timeline)
    self.init(
      settings, catalog, timeline: timeline, alarms: alarms, positioning: positioning)
  }
}

extension CircularRegion {
  /// Returns this region with a radius of at least some metres, around the same centre.
  package func noSmallerThan(_ radius: Double) -> CircularRegion {
    var region = self
    region.radius = max(radius, region.radius)
    return region
  }
}

extension RegionSet {
  /// Returns these regions, each with a radius of at least some metres.
  func noSmallerThan(_ radius: Double) -> RegionSet {
    guard radius > 0 else { return self }
    return RegionSet(sorted: map { $0.noSmallerThan(radius) }, givenOrder: givenOrder)
  }
}

extension Timeline {
  /// Returns these actions, in which each added region has a radius of at least some metres.
  func noSmallerThan(_ radius: Double) -> Timeline {
    Timeline(
      entries.map { entry in
        guard case .add(let region) = entry.action else { return entry }
        return Entry(entry.moment, .add(region.noSmallerThan(radius)))
      })
  }
}
