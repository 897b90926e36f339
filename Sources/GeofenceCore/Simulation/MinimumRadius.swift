extension CircularRegion {
  /// Returns this region with a radius of at least some metres, around the same centre.
  func noSmallerThan(_ radius: Double) -> CircularRegion {
    var region = self
    region.radius = max(radius, region.radius)
    return region
  }
}

extension RegionSet {
  /// Returns these regions, each with a radius of at least some metres.
  func noSmallerThan(_ radius: Double) -> RegionSet {
    guard radius > 0 else { return self }
    return RegionSet(sorted: map { $0.noSmallerThan(radius) }, givenOrder: givenOrder)
  }
}

extension Timeline {
  /// Returns these actions, in which each added region has a radius of at least some metres.
  func noSmallerThan(_ radius: Double) -> Timeline {
    Timeline(
      entries.map { entry in
        guard case .add(let region) = entry.action else { return entry }
        return Entry(entry.moment, .add(region.noSmallerThan(radius)))
      })
  }
}
