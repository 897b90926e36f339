/// The regions, out of many, that a device may reach soon.
struct NearbyRegions: Sendable {
  /// The positions of the nearby regions, ascending.
  private(set) var positions: [Int32] = []
  private var center = EarthVector(x: 0, y: 0, z: 0)
  /// The metres from `center` within which every boundary belongs to a nearby region.
  private var reach = 0.0
  /// The reach in metres to try at the next search.
  private var wish = 1000.0

  /// The number of regions below which checking all of them is cheaper than a search.
  static let leastCount = 64
  /// The desired number of nearby regions: with fewer the reach grows, with more it shrinks.
  private static let wanted = 4...12

  /// Returns the metres that the device may move from `place` before it can reach another region.
  func slack(at place: EarthVector) -> Double {
    reach - place.squaredChord(to: center).squareRoot()
  }

  /// Sets the reach to zero metres, so that the next evaluation is preceded by a search.
  mutating func forget() { reach = 0 }

  /// Searches for the regions near a device at `place`.
  ///
  /// - Parameters:
  ///   - place: the device's place.
  ///   - index: the index of all regions.
  ///   - counts: returns whether a region is to be considered.
  /// - Complexity: O(m + log n) for m nearby regions of n.
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
