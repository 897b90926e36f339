/// The conditions that a device may come to soon, out of many.
///
/// The device is outside of every other and settled there, as long as it stays within the reach.
struct NearbyConditions: Sendable {
  /// Ascending; `nil` for all of them.
  private(set) var positions: [Int]?
  private var index: RegionIndex?
  /// Full looks since the conditions changed: an index is worth its price after a few.
  private var looks = 0
  /// Whether every condition has seen a fix since its state was unknown.
  private var isSurveyed = false
  private var center = EarthVector(x: 0, y: 0, z: 0)
  /// Metres from `center` within which every boundary is a neighbour's; 0 where all are neighbours.
  private var reach = 0.0
  /// The reach to try next.
  private var wish = 1000.0

  /// With fewer conditions than this a look at all of them is cheaper.
  static let leastCount = 64
  private static let looksBeforeIndex = 8
  /// How few newcomers let the reach grow, and how many are too many to look at.
  private static let newcomers = 12...40

  /// Metres the device may move from `place` before it can leave them.
  func slack(at place: EarthVector) -> Double {
    reach - place.squaredChord(to: center).squareRoot()
  }

  mutating func survey(_ regions: [CircularRegion]) {
    if regions.count >= Self.leastCount { index = RegionIndex(regions) }
  }

  mutating func forgetRegions() {
    index = nil
    looks = 0
    forgetStates()
  }

  mutating func forgetStates() {
    isSurveyed = false
    reach = 0
    positions = nil
  }

  /// Finds the neighbours of a device at `place`.
  ///
  /// - Complexity: O(m + log n) for m neighbours of n conditions; see `Monitor`.
  mutating func move(to place: EarthVector, _ regions: [CircularRegion], _ crossings: [Crossing]) {
    center = place
    reach = 0
    looks += 1
    if isSurveyed, index == nil, looks > Self.looksBeforeIndex { survey(regions) }
    guard isSurveyed, let index else {
      isSurveyed = true
      positions = nil
      return
    }
    var positions = positions.take() ?? regions.indices.filter { !crossings[$0].isSettledOutside }
    positions.removeAll { crossings[$0].isSettledOutside }
    let others = positions.count
    reach = wish
    while true {
      index.forEach(within: reach, of: place) { position in
        if crossings[position].isSettledOutside { positions.append(position) }
      }
      guard positions.count - others > Self.newcomers.upperBound, reach > 1 else { break }
      positions.removeSubrange(others...)
      reach /= 2
    }
    let isSparse = positions.count - others < Self.newcomers.lowerBound
    wish = isSparse ? min(reach * 2, 1e6) : reach
    positions.sort()
    self.positions = positions
  }
}
