import GeofenceCore

/// The facts about a run that explain its events, besides the fixes of its tracks.
package struct ExplainedRun: Sendable {
  /// A device that had a fix.
  package struct Device: Hashable, Sendable {
    package let number: Int32
    /// The name, if the run has several devices.
    package let name: String?
    /// The times from its first fix to its last.
    package let times: ClosedRange<Timestamp>
    /// The times of its track that the user asked for; `nil` for all.
    package let wanted: ClosedRange<Timestamp>?

    package init(
      number: Int32, name: String?, times: ClosedRange<Timestamp>,
      wanted: ClosedRange<Timestamp>? = nil
    ) {
      (self.number, self.name, self.times, self.wanted) = (number, name, times, wanted)
    }
  }

  /// The regions of the app at the start.
  package let regions: RegionSet
  /// The actions of the device, and the changes of the app's set of regions.
  package let timeline: Timeline
  package let settings: Settings
  /// A Boolean value indicating whether a region leaves the set once its alarm has fired.
  package let hasAlarms: Bool
  /// A Boolean value indicating whether the phone does not see every fix as recorded.
  package let isPositioned: Bool
  package let devices: [Device]
  /// The reason for which the devices and their fixes are not known; `nil` if they are.
  package let limit: Explanation.Limit?

  package init(
    _ settings: Settings, of regions: RegionSet, timeline: Timeline = Timeline(),
    hasAlarms: Bool = false, isPositioned: Bool = false, devices: [Device],
    limit: Explanation.Limit? = nil
  ) {
    (self.settings, self.regions, self.timeline) = (settings, regions, timeline)
    (self.hasAlarms, self.isPositioned) = (hasAlarms, isPositioned)
    (self.devices, self.limit) = (devices, limit)
  }

  /// The circles that the app has at any time.
  var circles: [CircularRegion] { regions + timeline.addedRegions }
}
