/// The regions an app owns: unique identifiers, kept in the order of their identifiers.
///
/// That order is what every tie and every listing ends at, so a region's position here stands for
/// its identifier wherever only the order matters.
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

  /// The regions that satisfy `isIncluded`.
  public func filter(_ isIncluded: (CircularRegion) -> Bool) -> RegionSet {
    RegionSet(sorted: elements.filter(isIncluded))
  }

  /// The position of the region of this name, or where it would stand.
  ///
  /// - Complexity: O(log n) for n regions.
  func position(of identifier: RegionIdentifier) -> (index: Int, isFound: Bool) {
    let index = elements.partitioningIndex { $0.identifier >= identifier }
    return (index, index < elements.count && elements[index].identifier == identifier)
  }

  public subscript(identifier: RegionIdentifier) -> CircularRegion? {
    let (index, isFound) = position(of: identifier)
    return isFound ? elements[index] : nil
  }

  /// The same with `region` in place of the one of its name, if there is one.
  func with(_ region: CircularRegion) -> RegionSet {
    let (index, isFound) = position(of: region.identifier)
    var regions = elements
    regions.replaceSubrange(index..<(isFound ? index + 1 : index), with: [region])
    return RegionSet(sorted: regions)
  }

  /// The same without the regions at these positions.
  func removing(_ positions: Set<Int>) -> RegionSet {
    RegionSet(sorted: elements.indices.filter { !positions.contains($0) }.map { elements[$0] })
  }

  /// The same with others, whose names it has not.
  func merging(_ others: [CircularRegion]) -> RegionSet {
    RegionSet(sorted: (elements + others).sorted { $0.identifier < $1.identifier })
  }

  private init(sorted regions: [CircularRegion]) {
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
