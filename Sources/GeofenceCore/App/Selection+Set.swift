extension Selection {
  func region(named identifier: RegionIdentifier) -> CircularRegion? {
    catalog[identifier]
  }

  /// Puts `region` into the app's set, in place of the one of its name if there is one.
  ///
  /// - Returns: the identifier whose registration is void: its region is another circle now.
  /// - Complexity: O(n log n) for n regions.
  mutating func add(_ region: CircularRegion, maximumRadius: Double) -> RegionIdentifier? {
    let old = catalog[region.identifier]
    let isSameCircle = old.map { $0.hasSameCircle(as: region) } ?? false
    // CLLocationManager replaces a region even by its equal.
    let isKept = isSameCircle && settings.api == .clMonitor
    adopt(
      RegionCatalog(catalog.regions.with(region), maximumRadius: maximumRadius),
      without: isKept ? nil : region.identifier)
    return old == nil || isKept ? nil : region.identifier
  }

  /// Takes a region out of the app's set.
  ///
  /// - Returns: the identifier whose registration is void; `nil` when there is no such region.
  /// - Complexity: O(n) for n regions.
  mutating func remove(_ identifier: RegionIdentifier) -> RegionIdentifier? {
    cross(out: identifier) ? identifier : nil
  }
}

extension CircularRegion {
  /// Whether the circles agree to 1e-6 degrees and metres. Developers observed that `CLMonitor`
  /// keeps the record then.
  package func hasSameCircle(as other: CircularRegion) -> Bool {
    abs(center.latitude - other.center.latitude) <= 1e-6
      && abs(center.longitude - other.center.longitude) <= 1e-6
      && abs(radius - other.radius) <= 1e-6
  }
}
