/// The regions an app owns: unique identifiers, kept in the order of their identifiers.
///
/// That order is what every tie and every listing ends at.
public struct RegionSet: Hashable, Sendable {
  /// In the order of their identifiers.
  let elements: [CircularRegion]

  public static let empty = RegionSet(sorted: [])

  /// - Throws: `DuplicateIdentifier` when two regions share an identifier.
  /// - Complexity: O(n log n) for n regions.
  public init(_ regions: [CircularRegion]) throws(DuplicateIdentifier) {
    let sorted = regions.sorted { $0.identifier < $1.identifier }
    for (first, second) in zip(sorted, sorted.dropFirst())
    where first.identifier == second.identifier {
      throw DuplicateIdentifier(identifier: first.identifier)
    }
    elements = sorted
  }

  /// - Complexity: O(log n) for n regions.
  public subscript(identifier: RegionIdentifier) -> CircularRegion? {
    let index = elements.partitioningIndex { $0.identifier >= identifier }
    guard index < elements.count, elements[index].identifier == identifier else { return nil }
    return elements[index]
  }

  /// - Precondition: `regions` are in the order of their identifiers, which are unique.
  init(sorted regions: [CircularRegion]) {
    elements = regions
  }

  public struct DuplicateIdentifier: Error, Hashable {
    public let identifier: RegionIdentifier
  }
}

extension RegionSet: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { elements.count }
  public subscript(position: Int) -> CircularRegion { elements[position] }
}
