/// The alarms of reminders, with the regions at which they fire.
package struct AlarmPlan: Sendable {
  package struct Alarm: Hashable, Sendable {
    /// The regions, at any of which it fires.
    package let regions: [RegionIdentifier]
    /// The time at which its reminder is due; `nil` where it has none.
    package let due: Timestamp?

    package init(regions: [RegionIdentifier], due: Timestamp?) {
      self.regions = regions
      self.due = due
    }
  }

  package let alarms: [Alarm]
  let alarmOfRegion: [RegionIdentifier: Int]
  /// A Boolean value that indicates whether an alarm fires each time, not only once.
  let repeats: Bool
  /// A Boolean value that indicates whether an alarm is silent before its reminder is due.
  let waitsUntilDue: Bool

  package init(_ alarms: [Alarm], repeats: Bool = false, waitsUntilDue: Bool = false) {
    self.alarms = alarms
    self.repeats = repeats
    self.waitsUntilDue = waitsUntilDue
    let pairs = alarms.enumerated().flatMap { number, alarm in alarm.regions.map { ($0, number) } }
    alarmOfRegion = Dictionary(pairs) { first, _ in first }
  }

  /// Returns the regions of a set that are those of alarms, or that are not.
  ///
  /// - Complexity: O(n log n) for n regions.
  package func regions(of set: RegionSet, ofAlarms: Bool) -> RegionSet {
    let chosen = set.asGiven.filter { (alarmOfRegion[$0.identifier] != nil) == ofAlarms }
    // The identifiers are those of a set, and so differ.
    return (try? RegionSet(chosen)) ?? .empty
  }
}
