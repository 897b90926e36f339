/// An app's regions prepared for selection; made once, shared by every device that is simulated.
///
/// A region that leaves the app's set is crossed out and not looked at again, so that positions stay
/// what they are and nothing is built anew.
public struct RegionCatalog: Sendable {
  /// The regions the system would take, those included that have left since.
  let eligible: RegionSet
  private var index: RegionIndex
  /// The positions in `eligible` of those that have left.
  private var removed: Set<Int> = []
  /// The regions with a radius above the device's maximum: refused once, never selected.
  public private(set) var tooLarge: [CircularRegion]

  /// - Complexity: O(n log n) for n regions.
  public init(_ regions: RegionSet, maximumRadius: Double) {
    tooLarge = regions.filter { $0.radius > maximumRadius }.map { $0 }
    eligible = tooLarge.isEmpty ? regions : regions.filter { $0.radius <= maximumRadius }
    index = RegionIndex(eligible)
  }

  /// Every region of the app, those above the maximum included.
  ///
  /// - Complexity: O(n) for n regions; O(1) while none is too large or has left.
  public var regions: RegionSet {
    if tooLarge.isEmpty, removed.isEmpty { return eligible }
    return eligible.removing(removed).merging(tooLarge)
  }

  /// How many regions the system would take.
  var count: Int { eligible.count - removed.count }

  /// Where the regions that the system would take stand in `eligible`, ascending.
  var positions: [Int] { eligible.indices.filter { !removed.contains($0) } }

  /// Where the region of this name stands in `eligible`; `nil` where the system would not take it.
  ///
  /// - Complexity: O(log n) for n regions.
  func position(of identifier: RegionIdentifier) -> Int? {
    let (index, isFound) = eligible.position(of: identifier)
    return isFound && !removed.contains(index) ? index : nil
  }

  subscript(identifier: RegionIdentifier) -> CircularRegion? {
    position(of: identifier).map { eligible[$0] }
      ?? tooLarge.first { $0.identifier == identifier }
  }

  /// Takes the region of this name out.
  ///
  /// - Returns: whether there was one.
  /// - Complexity: O(n) for n regions, at the pace of a look at each.
  mutating func remove(_ identifier: RegionIdentifier) -> Bool {
    if let position = position(of: identifier) {
      removed.insert(position)
      index.remove(position)
      return true
    }
    guard let large = tooLarge.firstIndex(where: { $0.identifier == identifier })
    else { return false }
    tooLarge.remove(at: large)
    return true
  }

  /// Leaves in `nearest` the best regions that the system would take; see `RegionIndex.search`.
  ///
  /// - Precondition: there are at least as many as `nearest` has room for.
  func search(from place: EarthVector, by ranking: Ranking, into nearest: inout Nearest) {
    index.search(from: place, by: ranking, into: &nearest)
  }
}
