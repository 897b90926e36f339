extension RegionIndex {
  /// A region as the index stores it: its centre as a vector, in metres, and its radius.
  struct Entry {
    let center: EarthVector
    /// The radius in metres.
    let radius: Double
    /// The position of the region in its set, in the order of identifiers.
    let region: Int32
  }

  /// A box around centres along the axes, with the range of their radii, in metres.
  struct Box {
    private var low = EarthVector(x: .infinity, y: .infinity, z: .infinity)
    private var high = EarthVector(x: -.infinity, y: -.infinity, z: -.infinity)
    private var leastRadius = Double.infinity
    private(set) var largestRadius = -Double.infinity

    mutating func include(_ entry: Entry) {
      include(
        from: entry.center, to: entry.center, leastRadius: entry.radius,
        largestRadius: entry.radius)
    }

    mutating func include(_ other: Box) {
      include(
        from: other.low, to: other.high, leastRadius: other.leastRadius,
        largestRadius: other.largestRadius)
    }

    private mutating func include(
      from one: EarthVector, to other: EarthVector, leastRadius: Double, largestRadius: Double
    ) {
      low = EarthVector(x: min(low.x, one.x), y: min(low.y, one.y), z: min(low.z, one.z))
      high = EarthVector(x: max(high.x, other.x), y: max(high.y, other.y), z: max(high.z, other.z))
      self.leastRadius = min(self.leastRadius, leastRadius)
      self.largestRadius = max(self.largestRadius, largestRadius)
    }

    func closest(to place: EarthVector) -> EarthVector {
      EarthVector(
        x: min(max(place.x, low.x), high.x), y: min(max(place.y, low.y), high.y),
        z: min(max(place.z, low.z), high.z))
    }

    /// Returns whether every circle certainly reaches some metres beyond a place, by chord.
    func covers(_ place: EarthVector, by depth: Double) -> Bool {
      // Beyond, a longer radius does not have a longer chord.
      guard leastRadius > depth, largestRadius < 1e7 else { return false }
      let farthest = EarthVector(
        x: place.x - low.x > high.x - place.x ? low.x : high.x,
        y: place.y - low.y > high.y - place.y ? low.y : high.y,
        z: place.z - low.z > high.z - place.z ? low.z : high.z)
      return place.squaredChord(to: farthest).squareRoot() + depth
        < ChordBounds(distance: leastRadius).lower
    }

    var longestSide: Axis {
      let (x, y, z) = (high.x - low.x, high.y - low.y, high.z - low.z)
      let longest = max(x, y, z)
      if largestRadius - leastRadius > longest { return .radius }
      return x == longest ? .x : y == longest ? .y : .z
    }

    /// Returns the parts of the box up to `cut`, in metres along `axis`, and from there on.
    func parts(at cut: Double, _ axis: Axis) -> (below: Box, above: Box) {
      var (below, above) = (self, self)
      switch axis {
      case .x: (below.high.x, above.low.x) = (cut, cut)
      case .y: (below.high.y, above.low.y) = (cut, cut)
      case .z: (below.high.z, above.low.z) = (cut, cut)
      case .radius: (below.largestRadius, above.leastRadius) = (cut, cut)
      }
      return (below, above)
    }
  }

  /// The bounds that all regions of a subtree share.
  struct Node {
    private var box = Box()
    private(set) var firstRegion = Int32.max

    mutating func include(_ entry: Entry) {
      box.include(entry)
      firstRegion = min(firstRegion, entry.region)
    }

    func joined(with other: Node) -> Node {
      var node = self
      node.box.include(other.box)
      node.firstRegion = min(firstRegion, other.firstRegion)
      return node
    }

    /// Returns a lower bound, in metres, for the ranks of the regions below this node.
    func bound(from place: EarthVector, by ranking: Ranking) -> Double {
      let chord = place.squaredChord(to: box.closest(to: place)).squareRoot()
      return ranking == .boundary ? chord - box.largestRadius : chord
    }

    /// Returns whether a region below this node may have a boundary at most `distance` metres beyond
    /// a place or, around it, at most `depth` metres away.
    func mayHaveBoundary(within distance: Double, depth: Double, of place: EarthVector) -> Bool {
      bound(from: place, by: .boundary) <= distance && !box.covers(place, by: depth)
    }
  }

  enum Axis { case x, y, z, radius }
}

extension RegionIndex.Entry {
  subscript(axis: RegionIndex.Axis) -> Double {
    switch axis {
    case .x: center.x
    case .y: center.y
    case .z: center.z
    case .radius: radius
    }
  }
}

extension MutableSpan<RegionIndex.Entry> {
  /// Reorders `range` so that no entry before `middle` lies above it along `axis`, and none after
  /// it below.
  ///
  /// - Complexity: O(n) on average for n entries (quickselect with the median of three).
  mutating func partition(
    _ range: Range<Int>, around middle: Int, by axis: RegionIndex.Axis
  ) {
    // Switching over the axis here keeps the switch out of every comparison.
    switch axis {
    case .x: partition(range, around: middle) { $0.center.x }
    case .y: partition(range, around: middle) { $0.center.y }
    case .z: partition(range, around: middle) { $0.center.z }
    case .radius: partition(range, around: middle) { $0.radius }
    }
  }

  @inline(__always)
  private mutating func partition(
    _ range: Range<Int>, around middle: Int, by key: (borrowing RegionIndex.Entry) -> Double
  ) {
    var (low, high) = (range.lowerBound, range.upperBound - 1)
    while low < high {
      let center = low + (high - low) / 2
      if key(self[center]) < key(self[low]) { swapAt(center, low) }
      if key(self[high]) < key(self[low]) { swapAt(high, low) }
      if key(self[high]) < key(self[center]) { swapAt(high, center) }
      let pivot = key(self[center])
      var (left, right) = (low, high)
      while left <= right {
        // The pivot itself, or what was exchanged, ends each search within the range.
        while key(self[unchecked: left]) < pivot { left &+= 1 }
        while pivot < key(self[unchecked: right]) { right &-= 1 }
        if left <= right {
          swapAt(left, right)
          left &+= 1
          right &-= 1
        }
      }
      if middle <= right { high = right } else if middle >= left { low = left } else { return }
    }
  }
}
