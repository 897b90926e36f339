/// The regions that devices passed between two fixes: both outside, and the straight line between
/// them comes inside.
package struct Passages: Hashable, Sendable {
  /// The shortest stay that a phone was seen to report (observation 26).
  package static let shortestStay = Interval(milliseconds: 13_500)

  package internal(set) var count = 0
  /// The longest time inside, at the pace of its step.
  package internal(set) var longest = Interval(milliseconds: 0)
  /// For each region, the passage nearest to its centre.
  package private(set) var byRegion: [RegionNumber: Passage] = [:]

  package init() {}

  /// The passage nearest to a centre.
  package var nearest: Passage? {
    byRegion.values.min { ($0.distance, $0.region) < ($1.distance, $1.region) }
  }

  mutating func add(_ passage: Passage) {
    count += 1
    longest = max(longest, passage.inside)
    keep(passage)
  }

  private mutating func keep(_ passage: Passage) {
    if let known = byRegion[passage.region], known.distance <= passage.distance { return }
    byRegion[passage.region] = passage
  }

  package static func += (lhs: inout Self, rhs: Self) {
    lhs.count += rhs.count
    lhs.longest = max(lhs.longest, rhs.longest)
    for passage in rhs.byRegion.values { lhs.keep(passage) }
  }
}

/// A region that a device passed between two fixes.
package struct Passage: Hashable, Sendable {
  package let region: RegionNumber
  package let from: Timestamp
  package let to: Timestamp
  /// Metres from the line to the centre.
  package let distance: Double
  /// The time of the step that falls to the part of the line inside.
  package let inside: Interval
}
