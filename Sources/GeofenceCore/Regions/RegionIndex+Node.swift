extension RegionIndex {
  struct Entry {
    var center: EarthVector
    /// Metres.
    let radius: Double
    /// The region's position in its set, which is the order of identifiers.
    let region: Int32
  }

  /// What a subtree's regions have in common.
  struct Node {
    /// The corners of the box around the centres.
    private var low = EarthVector(x: .infinity, y: .infinity, z: .infinity)
    private var high = EarthVector(x: -.infinity, y: -.infinity, z: -.infinity)
    private var largestRadius = 0.0
    private(set) var firstRegion = Int32.max

    mutating func include(_ entry: Entry) {
      let center = entry.center
      low = EarthVector(x: min(low.x, center.x), y: min(low.y, center.y), z: min(low.z, center.z))
      high = EarthVector(
        x: max(high.x, center.x), y: max(high.y, center.y), z: max(high.z, center.z))
      largestRadius = max(largestRadius, entry.radius)
      firstRegion = min(firstRegion, entry.region)
    }

    /// No region below ranks better than this, metres.
    func bound(from place: EarthVector, by ranking: Ranking) -> Double {
      let closest = EarthVector(
        x: min(max(place.x, low.x), high.x), y: min(max(place.y, low.y), high.y),
        z: min(max(place.z, low.z), high.z))
      let chord = place.squaredChord(to: closest).squareRoot()
      return ranking == .boundary ? chord - largestRadius : chord
    }

    var longestSide: Axis {
      let (x, y, z) = (high.x - low.x, high.y - low.y, high.z - low.z)
      if x >= y, x >= z { return .x }
      return y >= z ? .y : .z
    }
  }

  enum Axis { case x, y, z }
}

extension EarthVector {
  fileprivate subscript(axis: RegionIndex.Axis) -> Double {
    switch axis {
    case .x: x
    case .y: y
    case .z: z
    }
  }
}

extension [RegionIndex.Entry] {
  /// Reorders `range` so that nothing before `middle` lies above it along `axis` and nothing after
  /// it below; entries at the same place end at their order.
  ///
  /// - Complexity: O(n) on average (quickselect with the median of three).
  mutating func partition(
    _ range: Range<Int>, around middle: Int, by axis: RegionIndex.Axis
  ) {
    func precedes(_ lhs: Element, _ rhs: Element) -> Bool {
      let (left, right) = (lhs.center[axis], rhs.center[axis])
      return left == right ? lhs.region < rhs.region : left < right
    }
    var (low, high) = (range.lowerBound, range.upperBound - 1)
    while low < high {
      let center = low + (high - low) / 2
      if precedes(self[center], self[low]) { swapAt(center, low) }
      if precedes(self[high], self[low]) { swapAt(high, low) }
      if precedes(self[high], self[center]) { swapAt(high, center) }
      let pivot = self[center]
      var (left, right) = (low, high)
      while left <= right {
        while precedes(self[left], pivot) { left += 1 }
        while precedes(pivot, self[right]) { right -= 1 }
        if left <= right {
          swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if middle <= right { high = right } else if middle >= left { low = left } else { return }
    }
  }
}
