/// The nearest approach of a track to any of some regions.
///
///     var approach = NearestApproach(to: regions)
///     for fix in track { approach.look(from: fix) }
///     approach.found  // region 3, 79 m outside, at 07:06:10
///
/// A fix that has not moved as far as a nearer approach would take is passed over.
package struct NearestApproach: Sendable {
  /// A fix, and the region whose boundary it lies nearest to, or deepest inside of.
  package struct Found: Hashable, Sendable {
    /// The position of the region among those given.
    package let region: Int
    /// Metres from its boundary, negative inside.
    package let distance: Double
    package let time: Timestamp
  }

  private let regions: [CircularRegion]
  private let index: RegionIndex
  private var nearest = Nearest(capacity: 1)
  /// Metres from the boundary of the nearest so far, along the chord.
  private var least = Double.infinity
  private var last: EarthVector?
  /// Metres that a device has to move from the last place before it can be nearer than ever.
  private var clearance = 0.0
  /// The first of the fixes that are equally near; `nil` without a fix or a region.
  package private(set) var found: Found?

  package init(to regions: [CircularRegion]) {
    self.regions = regions
    index = RegionIndex(regions)
  }

  /// Holds a fix against the regions.
  ///
  /// - Returns: true where it lies nearer than all before.
  /// - Complexity: O(log n) for n regions that are spread out, and O(1) for most fixes.
  @discardableResult
  package mutating func look(from fix: Fix) -> Bool {
    let here = EarthVector(fix.coordinate)
    if let last, last.squaredChord(to: here) < clearance * clearance { return false }
    index.search(from: here, by: .boundary, into: &nearest)
    guard let rank = nearest.worstRank, let region = nearest.regions.first else { return false }
    last = here
    clearance = max(rank - least, 0)
    guard rank < least else { return false }
    (least, clearance) = (rank, 0)
    found = Found(
      region: Int(region), distance: regions[Int(region)].distance(to: fix.coordinate),
      time: fix.time)
    return true
  }
}
