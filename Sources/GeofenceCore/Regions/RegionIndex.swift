/// An index that finds the regions nearest to a place.
///
/// It is a tree of boxes over Earth-centred vectors and radii: every node halves its regions along
/// the longest side of their box, and a leaf holds a handful. For vectors neither the antimeridian
/// nor a pole is a special case, and by radii concentric circles lie apart.
///
/// The index never changes: each search takes the set of the regions that count.
package struct RegionIndex: Sendable {
  /// The entries of all regions, leaf by leaf.
  private var entries: [Entry]
  /// The nodes of a complete binary tree, with the root at 1 and the children of node n at 2n and
  /// 2n + 1.
  private var nodes: [Node]

  private static let leafSize = 16

  /// Creates an index of regions, in which a region's number is its position in the array.
  ///
  /// - Complexity: O(n log n) for n regions.
  package init(_ regions: [CircularRegion]) {
    self.init(
      regions.enumerated().map { position, region in
        Entry(center: EarthVector(region.center), radius: region.radius, region: Int32(position))
      })
  }

  /// Creates an index of places without a radius.
  ///
  /// - Complexity: O(n log n) for n places.
  init(centers: [EarthVector]) {
    self.init(
      centers.enumerated().map { Entry(center: $1, radius: 0, region: Int32($0)) })
  }

  private init(_ entries: [Entry]) {
    self.entries = entries
    var leaves = 1
    while leaves * Self.leafSize < entries.count { leaves *= 2 }
    nodes = Array(repeating: Node(), count: 2 * leaves)
    var box = Box()
    for entry in entries { box.include(entry) }
    build(1, entries.startIndex..<entries.endIndex, in: box)
  }

  /// Builds the subtree of a node.
  ///
  /// - Parameter box: a box around the centres of `range`; it need not be tight.
  private mutating func build(_ node: Int, _ range: Range<Int>, in box: Box) {
    guard 2 * node < nodes.count else {
      for entry in entries[range] { nodes[node].include(entry) }
      return
    }
    let middle = range.lowerBound + range.count / 2
    let axis = box.longestSide
    var span = entries.mutableSpan
    span.partition(range, around: middle, by: axis)
    let cut = range.isEmpty ? 0 : entries[min(middle, range.upperBound - 1)][axis]
    let parts = box.parts(at: cut, axis)
    build(2 * node, range.lowerBound..<middle, in: parts.below)
    build(2 * node + 1, middle..<range.upperBound, in: parts.above)
    nodes[node] = nodes[2 * node].joined(with: nodes[2 * node + 1])
  }

  /// The memory that the index takes, in bytes.
  package var footprint: Int {
    entries.count * MemoryLayout<Entry>.stride + nodes.count * MemoryLayout<Node>.stride
  }

  /// Puts the best regions for `ranking` as seen from `place` into `nearest`, as many as it has
  /// room for.
  ///
  /// Regions are stored as positions in the set, ascending; equal ranks are ordered by identifier.
  ///
  /// - Parameter set: the regions that may be selected; `nil` for all of them.
  /// - Complexity: O(k log n) for k regions out of n when they are spread out.
  package func search(
    from place: EarthVector, by ranking: Ranking, among set: PositionSet? = nil,
    into nearest: inout Nearest
  ) {
    nearest.removeAll()
    guard nearest.capacity > 0, !entries.isEmpty else { return }
    let set = set?.isWhole == true ? nil : set
    visit(1, entries.startIndex..<entries.endIndex, place, ranking, set, &nearest)
  }

  /// Offers the regions below a node to `nearest`, the nearer half first.
  private func visit(
    _ node: Int, _ range: Range<Int>, _ place: EarthVector, _ ranking: Ranking,
    _ set: PositionSet?, _ nearest: inout Nearest
  ) {
    guard 2 * node < nodes.count else {
      let entries = entries.span
      for position in range {
        let region = entries[unchecked: position].region
        if let set, !set.contains(region) { continue }
        let chord = place.squaredChord(to: entries[unchecked: position].center).squareRoot()
        let radius = ranking == .boundary ? entries[unchecked: position].radius : 0
        nearest.offer(chord - radius, region)
      }
      return
    }
    let middle = range.lowerBound + range.count / 2
    let bounds = (
      nodes[2 * node].bound(from: place, by: ranking),
      nodes[2 * node + 1].bound(from: place, by: ranking)
    )
    let nearer = bounds.0 <= bounds.1 ? 0 : 1
    for turn in 0...1 {
      let side = nearer ^ turn
      let child = 2 * node + side
      guard nearest.mayTake(side == 0 ? bounds.0 : bounds.1, nodes[child].firstRegion)
      else { continue }
      visit(
        child, side == 0 ? range.lowerBound..<middle : middle..<range.upperBound, place, ranking,
        set, &nearest)
    }
  }

  /// Appends the positions of the regions whose boundary lies at most `distance` metres beyond
  /// `place`, and, around it, at most `depth` metres away.
  ///
  /// The distances are chord lengths, and the positions are in no particular order.
  ///
  /// - Complexity: O(m + log n) for m of n regions.
  package func find(
    within distance: Double, depth: Double = .infinity, of place: EarthVector,
    into positions: inout [Int32]
  ) {
    _ = contains(within: distance, depth: depth, of: place) { position in
      positions.append(position)
      return false
    }
  }

  /// Returns whether a region satisfies a condition whose boundary lies at most `distance` metres
  /// beyond `place` and, around it, at most `depth` metres away, by chord.
  ///
  /// - Complexity: as `find`, up to the first such region.
  func contains(
    within distance: Double, depth: Double = .infinity, of place: EarthVector,
    where isWanted: (Int32) -> Bool
  ) -> Bool {
    guard !entries.isEmpty else { return false }
    let (nodes, entries) = (nodes.span, entries.span)
    var node = 1
    repeat {
      if nodes[node].mayHaveBoundary(within: distance, depth: depth, of: place) {
        if 2 * node < nodes.count {
          node *= 2
          continue
        }
        for index in range(ofLeaf: node) {
          let chord = place.squaredChord(to: entries[index].center).squareRoot()
          let radius = entries[index].radius
          if chord - radius <= distance, chord + depth >= ChordBounds(distance: radius).lower,
            isWanted(entries[index].region)
          {
            return true
          }
        }
      }
      // The next node to the right, on the way up from a right one.
      node = (node + 1) >> (node + 1).trailingZeroBitCount
    } while node > 1
    return false
  }

  private func range(ofLeaf leaf: Int) -> Range<Int> {
    var range = entries.indices
    var path = leaf << (leaf.leadingZeroBitCount + 1)
    for _ in 0..<leaves.trailingZeroBitCount {
      let middle = range.lowerBound + range.count / 2
      range = path < 0 ? middle..<range.upperBound : range.lowerBound..<middle
      path <<= 1
    }
    return range
  }

  /// The number of leaves, a power of two.
  private var leaves: Int { nodes.count / 2 }
}
