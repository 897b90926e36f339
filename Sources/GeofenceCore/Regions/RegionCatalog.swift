/// Every region that an app may ever own, indexed once and shared by all devices.
///
/// A region's position stands for its identifier wherever only the order matters. The regions that
/// the app owns at a given moment are a `PositionSet`.
package final class RegionCatalog: Sendable {
  /// The regions that the system accepts, in the order of their identifiers.
  ///
  /// A region that a scenario replaces stands here beside the one that replaces it.
  package let regions: [CircularRegion]
  let circles: [Circle]
  let index: RegionIndex
  /// The positions of the app's regions at the start.
  package let initial: PositionSet
  /// The app's regions at the start in the order in which they were given, such as a file's; `nil`
  /// where that is the order of the identifiers.
  private let givenOrder: [Int32]?
  /// The regions at the start whose radius exceeds the maximum, which are refused and never
  /// selected.
  package let tooLarge: [CircularRegion]
  /// The largest radius, in metres, that the device accepts.
  package let maximumRadius: Double

  /// Prepares the app's regions at the start, and those that a scenario adds, for a device's maximum
  /// radius in metres.
  ///
  /// - Complexity: O(n log n) for n regions.
  package init(
    _ regions: RegionSet, maximumRadius: Double, timeline: Timeline = Timeline()
  ) {
    self.maximumRadius = maximumRadius
    let tooLarge = regions.filter { $0.radius > maximumRadius }
    let own = tooLarge.isEmpty ? regions.elements : regions.filter { $0.radius <= maximumRadius }
    self.tooLarge = tooLarge
    var others: [CircularRegion] = []
    var known = Set<CircularRegion>()
    for region in timeline.addedRegions
    where region.radius <= maximumRadius && regions[region.identifier] != region {
      if known.insert(region).inserted { others.append(region) }
    }
    if others.isEmpty {
      self.regions = own
      initial = PositionSet(all: own.count)
    } else {
      let rows = own.map { (region: $0, isOwn: true) } + others.map { (region: $0, isOwn: false) }
      // The sort of the standard library is stable, so equal identifiers stay in their order.
      let sorted = rows.sorted { $0.region.identifier < $1.region.identifier }
      self.regions = sorted.map { $0.region }
      initial = PositionSet(
        sorted.indices.filter { sorted[$0].isOwn }.map(Int32.init), of: sorted.count)
    }
    circles = self.regions.map(Circle.init)
    index = RegionIndex(self.regions)
    givenOrder = regions.givenOrder.map { [initial] order in
      // Each element is mapped to its row; elements that are too large have none.
      var rows = Array(repeating: Int32(-1), count: order.count)
      var next = initial.makeIterator()
      for index in rows.indices where regions[index].radius <= maximumRadius {
        rows[index] = next.next() ?? -1
      }
      return order.map { rows[Int($0)] }.filter { $0 >= 0 }
    }
  }

  /// The positions of the app's regions at the start, in the order in which they were given.
  var initialAsGiven: [Int32] { givenOrder ?? Array(initial) }

  /// Returns the position of `region`; `nil` where the region is unknown or too large.
  ///
  /// - Complexity: O(log n) for n regions.
  package func position(of region: CircularRegion) -> Int32? {
    positions(of: region.identifier).first { regions[Int($0)] == region }
  }

  /// Returns the position of the region with this identifier in `set`; `nil` where there is none.
  ///
  /// - Complexity: O(log n) for n regions.
  package func position(of identifier: RegionIdentifier, in set: PositionSet) -> Int32? {
    positions(of: identifier).first { set.contains($0) }
  }

  /// Returns the positions of all regions with this identifier.
  ///
  /// - Complexity: O(log n) for n regions.
  func positions(of identifier: RegionIdentifier) -> some Sequence<Int32> {
    let first = regions.partitioningIndex { $0.identifier >= identifier }
    return (first..<regions.count).lazy.prefix { self.regions[$0].identifier == identifier }
      .map(Int32.init)
  }
}

/// A list of some regions of a catalog, in the order of their identifiers.
package struct RegionList: Sequence, Sendable {
  let catalog: RegionCatalog
  var positions: PositionSet

  static let empty = RegionList(
    catalog: RegionCatalog(RegionSet(sorted: []), maximumRadius: 0), positions: PositionSet(of: 0))

  package var count: Int { positions.count }
  package var isEmpty: Bool { positions.isEmpty }

  package func makeIterator() -> some IteratorProtocol<CircularRegion> {
    positions.lazy.map { catalog.regions[Int($0)] }.makeIterator()
  }
}

extension RegionList: Hashable {
  package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.catalog === rhs.catalog && lhs.positions == rhs.positions
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(positions) }
}
