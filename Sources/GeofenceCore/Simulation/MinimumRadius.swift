extension CircularRegion {
  /// The same around the same centre, with at least a radius in metres.
  func noSmallerThan(_ radius: Double) -> CircularRegion {
    var region = self
    region.radius = max(radius, region.radius)
    return region
  }
}

extension RegionSet {
  /// The same regions, each with at least a radius in metres.
  func noSmallerThan(_ radius: Double) -> RegionSet {
    guard radius > 0 else { return self }
    return RegionSet(sorted: map { $0.noSmallerThan(radius) }, givenOrder: givenOrder)
  }
}

extension Timeline {
  /// The same actions; each region that is added has at least a radius in metres.
  func noSmallerThan(_ radius: Double) -> Timeline {
    Timeline(
      entries.map { entry in
        guard case .add(let region) = entry.action else { return entry }
        return Entry(entry.moment, .add(region.noSmallerThan(radius)))
      })
  }
}
