/// An app's regions prepared for selection; made once, shared by every device that is simulated.
public struct RegionCatalog: Sendable {
  /// The regions the system would take.
  let eligible: RegionSet
  let index: RegionIndex
  /// The regions with a radius above the device's maximum: refused once, never selected.
  public let tooLarge: [CircularRegion]

  /// Every region of the app, those above the maximum included.
  public let regions: RegionSet

  /// - Complexity: O(n log n) for n regions.
  public init(_ regions: RegionSet, maximumRadius: Double) {
    self.regions = regions
    eligible = regions.filter { $0.radius <= maximumRadius }
    tooLarge = regions.filter { $0.radius > maximumRadius }
    index = RegionIndex(eligible)
  }
}
