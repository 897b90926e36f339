public import GeofenceCore

/// The facts about a run that explain what came of it, beside the fixes of its tracks.
public struct ExplainedRun: Sendable {
  /// A device that had a fix.
  public struct Device: Hashable, Sendable {
    public let number: Int32
    /// The name where the run tells devices apart.
    public let name: String?
    /// From its first fix to its last.
    public let times: ClosedRange<Timestamp>
    /// The times that the user wanted of its track; `nil` where all.
    public let wanted: ClosedRange<Timestamp>?

    public init(
      number: Int32, name: String?, times: ClosedRange<Timestamp>,
      wanted: ClosedRange<Timestamp>? = nil
    ) {
      (self.number, self.name, self.times, self.wanted) = (number, name, times, wanted)
    }
  }

  /// Those of the app at the start.
  public let regions: RegionSet
  /// What happens to the device, and to the app's set.
  public let timeline: Timeline
  public let settings: Settings
  /// Whether a region leaves the set when its alarm has fired.
  public let hasAlarms: Bool
  public let devices: [Device]
  /// The reason for which nothing is known of the devices and their fixes; `nil` where they are known.
  public let limit: Explanation.Limit?

  public init(
    _ settings: Settings, of regions: RegionSet, timeline: Timeline = Timeline(),
    hasAlarms: Bool = false, devices: [Device], limit: Explanation.Limit? = nil
  ) {
    (self.settings, self.regions, self.timeline) = (settings, regions, timeline)
    (self.hasAlarms, self.devices, self.limit) = (hasAlarms, devices, limit)
  }

  /// Every circle that the app ever has.
  var circles: [CircularRegion] { regions + timeline.addedRegions }
}
