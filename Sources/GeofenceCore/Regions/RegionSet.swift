/// The regions of an app, with unique identifiers and in the order of those identifiers.
///
/// Ties and listings are resolved by that order.
package struct RegionSet: Hashable, Sendable {
  /// The regions in the order of their identifiers.
  package let elements: [CircularRegion]
  /// The positions of the elements in the order in which they were given; `nil` where both orders
  /// are the same.
  let givenOrder: [Int32]?

  package static let empty = RegionSet(sorted: [])

  /// Creates a set from regions in any order.
  ///
  /// - Throws: `DuplicateIdentifier` when two regions share an identifier.
  /// - Complexity: O(n log n) for n regions; O(n), without a copy, for those that are in order.
  package init(_ regions: [CircularRegion]) throws(DuplicateIdentifier) {
    let follows = { regions[$0].identifier < regions[$0 + 1].identifier }
    if regions.indices.dropLast().allSatisfy(follows) {
      self.init(sorted: regions)
      return
    }
    let order = regions.indices.sorted { regions[$0].identifier < regions[$1].identifier }
    let sorted = order.map { regions[$0] }
    for (first, second) in zip(sorted, sorted.dropFirst())
    where first.identifier == second.identifier {
      throw DuplicateIdentifier(identifier: first.identifier)
    }
    self.init(sorted: sorted, givenOrder: Self.inverse(of: order))
  }

  private static func inverse(of order: [Int]) -> [Int32] {
    var inverse = Array(repeating: Int32(0), count: order.count)
    for (place, index) in order.enumerated() { inverse[index] = Int32(place) }
    return inverse
  }

  /// The regions in the order in which they were given, such as a file's.
  package var asGiven: [CircularRegion] {
    givenOrder.map { $0.map { elements[Int($0)] } } ?? elements
  }

  /// The region with the given identifier; `nil` where the set has none.
  ///
  /// - Complexity: O(log n) for n regions.
  package subscript(identifier: RegionIdentifier) -> CircularRegion? {
    let index = elements.partitioningIndex { $0.identifier >= identifier }
    guard index < elements.count, elements[index].identifier == identifier else { return nil }
    return elements[index]
  }

  /// Creates a set from regions that are already sorted.
  ///
  /// - Precondition: `regions` are in the order of their identifiers, which are unique.
  init(sorted regions: [CircularRegion], givenOrder: [Int32]? = nil) {
    elements = regions
    self.givenOrder = givenOrder
  }

  package struct DuplicateIdentifier: Error, Hashable {
    package let identifier: RegionIdentifier
  }
}

extension RegionSet: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { elements.count }
  package subscript(position: Int) -> CircularRegion { elements[position] }
}

extension RegionSet {
  /// Returns whether the regions are equal, regardless of the order in which they were given.
  package static func == (lhs: Self, rhs: Self) -> Bool { lhs.elements == rhs.elements }

  package func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}
