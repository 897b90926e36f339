/// The regions, out of many, that a device may reach soon.
struct NearbyRegions: Sendable {
  /// The positions of the nearby regions, ascending.
  private(set) var positions: [Int32] = []
  private var center = EarthVector(x: 0, y: 0, z: 0)
  /// The metres from `center` within which every boundary belongs to a nearby region.
  private var reach = 0.0
  /// True if the device may be within a region that is not among the nearby ones, however deep.
  private(set) var isForgotten = true
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

  /// Forgets the regions, because others are to be considered, wherever the device is.
  mutating func forget() {
    isForgotten = true
    restart()
  }

  /// Sets the reach to zero metres, so that the next evaluation is preceded by a search.
  mutating func restart() { reach = 0 }

  /// Searches for the regions near a device at `place`.
  ///
  /// - Parameters:
  ///   - outward: the metres that the device may have moved out of a region.
  ///   - inward: the metres that the device may have moved into a region; infinite where that is
  ///     not known.
  /// - Complexity: O(m + log n) for m nearby regions of n; O(n) where `inward` is infinite.
  mutating func move(
    to place: EarthVector, in index: RegionIndex, outward: Double, inward: Double,
    where counts: (Int32) -> Bool
  ) {
    center = place
    reach = wish
    isForgotten = false
    // A reach below the movement would be used up by the next.
    let least = max(1, outward, inward.isFinite ? inward : 0)
    while true {
      positions.removeAll(keepingCapacity: true)
      index.find(
        within: max(reach, outward), depth: max(reach, inward), of: place, into: &positions)
      positions.removeAll { !counts($0) }
      guard positions.count > Self.wanted.upperBound, reach > least else { break }
      reach /= 2
    }
    wish = positions.count < Self.wanted.lowerBound ? min(reach * 2, 1e6) : reach
    positions.sort()
  }
}
