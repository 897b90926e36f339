extension RegionIndex {
  /// A region as the index stores it: its centre as a vector, in metres, and its radius.
  struct Entry {
    let center: EarthVector
    /// The radius in metres.
    let radius: Double
    /// The position of the region in its set, in the order of identifiers.
    let region: Int32
  }

  /// A box along the axes, in metres.
  struct Box {
    private(set) var low = EarthVector(x: .infinity, y: .infinity, z: .infinity)
    private(set) var high = EarthVector(x: -.infinity, y: -.infinity, z: -.infinity)

    mutating func include(_ place: EarthVector) {
      low = EarthVector(x: min(low.x, place.x), y: min(low.y, place.y), z: min(low.z, place.z))
      high = EarthVector(x: max(high.x, place.x), y: max(high.y, place.y), z: max(high.z, place.z))
    }

    mutating func include(_ other: Box) {
      include(other.low)
      include(other.high)
    }

    /// Returns the point of the box that is nearest to `place`.
    func closest(to place: EarthVector) -> EarthVector {
      EarthVector(
        x: min(max(place.x, low.x), high.x), y: min(max(place.y, low.y), high.y),
        z: min(max(place.z, low.z), high.z))
    }

    var longestSide: Axis {
      let (x, y, z) = (high.x - low.x, high.y - low.y, high.z - low.z)
      if x >= y, x >= z { return .x }
      return y >= z ? .y : .z
    }

    /// Returns the part of the box up to `cut`, in metres along `axis`.
    func below(_ cut: Double, _ axis: Axis) -> Box {
      var part = self
      part.high[axis] = cut
      return part
    }

    /// Returns the part of the box from `cut`, in metres along `axis`, onwards.
    func above(_ cut: Double, _ axis: Axis) -> Box {
      var part = self
      part.low[axis] = cut
      return part
    }
  }

  /// The bounds that all regions of a subtree share.
  struct Node {
    /// The box around the centres.
    private var box = Box()
    private var largestRadius = 0.0
    private(set) var firstRegion = Int32.max

    mutating func include(_ entry: Entry) {
      box.include(entry.center)
      largestRadius = max(largestRadius, entry.radius)
      firstRegion = min(firstRegion, entry.region)
    }

    func joined(with other: Node) -> Node {
      var node = self
      node.box.include(other.box)
      node.largestRadius = max(largestRadius, other.largestRadius)
      node.firstRegion = min(firstRegion, other.firstRegion)
      return node
    }

    /// Returns a lower bound, in metres, for the ranks of the regions below this node.
    func bound(from place: EarthVector, by ranking: Ranking) -> Double {
      let chord = place.squaredChord(to: box.closest(to: place)).squareRoot()
      return ranking == .boundary ? chord - largestRadius : chord
    }
  }

  enum Axis { case x, y, z }
}

extension EarthVector {
  subscript(axis: RegionIndex.Axis) -> Double {
    get {
      switch axis {
      case .x: x
      case .y: y
      case .z: z
      }
    }
    set {
      switch axis {
      case .x: x = newValue
      case .y: y = newValue
      case .z: z = newValue
      }
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
    }
  }

  /// Reorders `range` by a key, as a quickselect around `middle`.
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
