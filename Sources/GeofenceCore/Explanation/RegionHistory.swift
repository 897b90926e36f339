/// The history of a device and one region, which explains why an event was delivered or is missing.
package struct RegionHistory: Hashable, Sendable {
  /// A period during which the region belongs to the app's set.
  package struct Membership: Hashable, Sendable {
    package let from: Timestamp
    package let until: Timestamp
    /// True if it ends as the reminder of the region's alarm is completed.
    package let isCompleted: Bool

    package var isFromStart: Bool { from == .distantPast }
    package var isUntilEnd: Bool { until == .distantFuture }

    package func contains(_ time: Timestamp) -> Bool { from <= time && time < until }
  }

  /// The periods in the app's set, in the order of time.
  package internal(set) var memberships: [Membership] = []
  package internal(set) var record = RegionRecord()
  /// The crossings that the app wants to receive, each with its result, in the order of time.
  package internal(set) var crossings: [AuditedCrossing] = []
  /// The outcomes of the dwells, where the app asks for them, in the order of time.
  package internal(set) var dwells: [JudgedDwell] = []
  /// The approach of the fix nearest to the region; `nil` where a fix lies in the region while it
  /// belongs to the set.
  package internal(set) var approach: Approach?
  /// The findings about a region that is far from the track; `nil` for one that is near.
  package internal(set) var distance: Distance?

  /// The findings about a region that is far from the track, farther than `Vicinity.reach`.
  package struct Distance: Hashable, Sendable {
    /// True if every other region is far, too.
    package let isOfAll: Bool
    /// True if this region, or any where all are far, would be near if latitude and longitude were
    /// exchanged.
    package let isReachedSwapped: Bool
  }

  /// True if a fix lies in the region while it belongs to the set.
  package var isVisited: Bool { record.steps.contains { $0.side == .inside } }

  /// The times of the fixes at which the device was in the region without having crossed its
  /// boundary.
  ///
  /// The device was already there when the region was first evaluated.
  package var origins: [Timestamp] {
    let entered = Set(crossings.lazy.filter { $0.name == .enter }.map { $0.time })
    return record.stays.map { $0.from }.filter { !entered.contains($0) }
  }

  /// Returns the wanted crossing of a kind that began nearest to a time; `nil` where there is none.
  ///
  /// - Complexity: O(n) for n crossings of the region.
  package func nearestCrossing(
    _ name: AuditedCrossing.Name, to time: Timestamp,
    where isWanted: (AuditedCrossing) -> Bool = { _ in true }
  ) -> AuditedCrossing? {
    crossings.filter { $0.name == name && isWanted($0) }
      .min { $0.time.distance(to: time) < $1.time.distance(to: time) }
  }
}

extension Timestamp {
  /// Returns the time between this moment and another one, whichever is earlier.
  package func distance(to other: Timestamp) -> Interval { max(self - other, other - self) }
}
