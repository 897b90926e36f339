/// The regions that a device may come to soon, out of many.
struct NearbyRegions: Sendable {
  /// Ascending.
  private(set) var positions: [Int32] = []
  private var center = EarthVector(x: 0, y: 0, z: 0)
  /// Metres from `center` within which every boundary is that of a nearby region.
  private var reach = 0.0
  /// The reach to try next.
  private var wish = 1000.0

  /// With fewer regions than this a look at all of them is cheaper.
  static let leastCount = 64
  /// How few let the reach grow, and how many are too many to look at.
  private static let wanted = 12...40

  /// Metres the device may move from `place` before it can come to another region.
  func slack(at place: EarthVector) -> Double {
    reach - place.squaredChord(to: center).squareRoot()
  }

  mutating func forget() { reach = 0 }

  /// Finds the regions near a device at `place`.
  ///
  /// - Parameter counts: whether a region is one of those in question.
  /// - Complexity: O(m + log n) for m of n regions.
  mutating func move(
    to place: EarthVector, in index: RegionIndex, where counts: (Int32) -> Bool
  ) {
    center = place
    reach = wish
    while true {
      positions.removeAll(keepingCapacity: true)
      index.find(within: reach, of: place, into: &positions)
      positions.removeAll { !counts($0) }
      guard positions.count > Self.wanted.upperBound, reach > 1 else { break }
      reach /= 2
    }
    wish = positions.count < Self.wanted.lowerBound ? min(reach * 2, 1e6) : reach
    positions.sort()
  }
}
