/// Everything that the simulations of one run share.
///
/// Made once: a device costs what is its own.
public final class SimulationPlan: Sendable {
  public let settings: Settings
  public let catalog: RegionCatalog
  public let timeline: Timeline
  /// When reminders fire; `nil` where there are none.
  public let alarms: AlarmPlan?
  /// What the phone sees of the way; `nil` where it sees every fix as recorded.
  public let positioning: Positioning?
  /// Whose the app's regions are.
  let owner: ConditionOwner

  /// - Parameters:
  ///   - catalog: with every region that `timeline` adds.
  ///   - timeline: what happens to each device on its way.
  ///   - positioning: what the phone sees of it.
  public init(
    _ settings: Settings, _ catalog: RegionCatalog, timeline: Timeline, alarms: AlarmPlan?,
    positioning: Positioning?
  ) {
    self.settings = settings
    self.catalog = catalog
    self.timeline = timeline
    self.alarms = alarms
    self.positioning = positioning
    owner = ConditionOwner(settings.api)
  }

  /// The plan of an app's regions, none of them smaller than the settings' least radius.
  ///
  /// - Complexity: O(n log n) for n regions.
  public convenience init(
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
