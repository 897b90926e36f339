/// Every region that an app may ever own, prepared for watching and choosing; made once and shared by
/// all devices.
///
/// A region's position stands for its identifier wherever only the order matters. Which of the
/// regions the app owns at a moment is a `PositionSet`.
public final class RegionCatalog: Sendable {
  /// The regions the system would take, in the order of their identifiers; where a scenario replaces
  /// a region, both stand here.
  package let regions: [CircularRegion]
  let circles: [Circle]
  let index: RegionIndex
  /// The app's set at the start.
  package let initial: PositionSet
  /// The same in the order in which it was given, such as a file's; `nil` where that is the order of the
  /// identifiers.
  private let givenOrder: [Int32]?
  /// The regions of the set at the start with a radius above the maximum: refused, never chosen.
  public let tooLarge: [CircularRegion]
  /// The device's largest radius, metres.
  let maximumRadius: Double

  /// - Parameters:
  ///   - regions: the app's at the start.
  ///   - maximumRadius: the device's, metres.
  ///   - timeline: may add others.
  /// - Complexity: O(n log n) for n regions.
  public init(
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
    let rows = own.map { (region: $0, isOwn: true) } + others.map { (region: $0, isOwn: false) }
    // Sorting in the standard library keeps the order of equals.
    let sorted = others.isEmpty ? rows : rows.sorted { $0.region.identifier < $1.region.identifier }
    self.regions = sorted.map(\.region)
    circles = self.regions.map(Circle.init)
    index = RegionIndex(self.regions)
    initial =
      others.isEmpty
      ? PositionSet(all: own.count)
      : PositionSet(
        sorted.indices.filter { sorted[$0].isOwn }.map(Int32.init), of: sorted.count)
    givenOrder = regions.givenOrder.map { [initial] order in
      // Of each element its row; those that are too large have none.
      var rows = Array(repeating: Int32(-1), count: order.count)
      var next = initial.makeIterator()
      for index in rows.indices where regions[index].radius <= maximumRadius {
        rows[index] = next.next() ?? -1
      }
      return order.map { rows[Int($0)] }.filter { $0 >= 0 }
    }
  }

  /// The app's set at the start in the order in which it was given.
  var initialAsGiven: [Int32] { givenOrder ?? Array(initial) }

  /// Where `region` stands; `nil` where it is not known, or too large.
  ///
  /// - Complexity: O(log n) for n regions.
  func position(of region: CircularRegion) -> Int32? {
    positions(of: region.identifier).first { regions[Int($0)] == region }
  }

  /// Where the region of this name stands in `set`.
  ///
  /// - Complexity: O(log n) for n regions.
  package func position(of identifier: RegionIdentifier, in set: PositionSet) -> Int32? {
    positions(of: identifier).first { set.contains($0) }
  }

  /// Where every region of this name stands.
  private func positions(of identifier: RegionIdentifier) -> some Sequence<Int32> {
    let first = regions.partitioningIndex { $0.identifier >= identifier }
    return (first..<regions.count).lazy.prefix { self.regions[$0].identifier == identifier }
      .map(Int32.init)
  }
}

/// Some regions of a catalog, in the order of their identifiers.
public struct RegionList: Sequence, Sendable {
  let catalog: RegionCatalog
  let positions: PositionSet

  public var count: Int { positions.count }
  public var isEmpty: Bool { positions.isEmpty }

  public func makeIterator() -> some IteratorProtocol<CircularRegion> {
    positions.lazy.map { catalog.regions[Int($0)] }.makeIterator()
  }
}

extension RegionList: Hashable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.catalog === rhs.catalog && lhs.positions == rhs.positions
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(positions) }
}
