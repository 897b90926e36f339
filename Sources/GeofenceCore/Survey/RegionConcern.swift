/// What a developer should know about one region before shipping it.
public enum RegionConcern: Hashable, Sendable {
  /// The circle is that of an earlier region, and a crossing of it is reported by both.
  case sameCircle(asRegion: Int)
  /// The centre is that of an earlier region that reports what this one does.
  case sameCentre(asRegion: Int)
  /// Below 100 m developers found region monitoring unreliable.
  case smallRadius
  /// The device refuses it.
  case aboveMaximum
  /// As many regions, itself included, lie within reach of it, more than can be registered.
  case crowded(regions: Int)
}

/// Looks for regions that the rules of region monitoring do not favour.
public struct RegionSurvey: Sendable {
  public var limit: Int
  /// The device's largest radius, metres.
  public var maximumRadius: Double
  /// How far apart two boundaries may be for a device to go from one to the other without a chance
  /// to choose anew, metres: a significant change.
  public var reach: Double

  /// Metres. Developers observed that smaller circles are unreliable.
  public static let reliableRadius = 100.0

  public init(limit: Int, maximumRadius: Double, reach: Double) {
    self.limit = limit
    self.maximumRadius = maximumRadius
    self.reach = reach
  }

  /// - Parameter regions: in the order of their file, identifiers unique.
  /// - Returns: each concern with the position of its region, in the order of the regions. Of
  ///   regions that crowd the same place, the first stands for all.
  /// - Complexity: O(n · k log n) for n regions and a limit of k where circles are of like size.
  public func concerns(about regions: [CircularRegion]) -> [(region: Int, concern: RegionConcern)] {
    var centres = RegionTwins(in: regions) { $0.hasSameCentre(as: $1) && $0.sharesEvents(with: $1) }
    var circles = RegionTwins(in: regions) { $0.hasSameCircle(as: $1) && $0.sharesEvents(with: $1) }
    var concerns: [(region: Int, concern: RegionConcern)] = []
    for (number, region) in regions.enumerated() {
      let (circle, centre) = (circles.twin(of: number), centres.twin(of: number))
      if let circle {
        concerns.append((number, .sameCircle(asRegion: circle)))
      } else if let centre {
        concerns.append((number, .sameCentre(asRegion: centre)))
      }
      if region.radius > maximumRadius {
        concerns.append((number, .aboveMaximum))
      } else if region.radius < Self.reliableRadius {
        concerns.append((number, .smallRadius))
      }
    }
    concerns += crowds(of: regions).map { ($0.region, .crowded(regions: $0.count)) }
    // Sorting in the standard library keeps the order of equals.
    return concerns.sorted { $0.region < $1.region }
  }

  /// How many regions a device would take, where those are more than can be registered at a time.
  public func excess(of regions: [CircularRegion]) -> Int? {
    let count = regions.count { $0.radius <= maximumRadius }
    return count > limit ? count : nil
  }

  private func crowds(of regions: [CircularRegion]) -> [(region: Int, count: Int)] {
    let eligible = regions.indices.filter { regions[$0].radius <= maximumRadius }
    guard eligible.count > limit else { return [] }
    let index = RegionIndex(eligible.map { regions[$0] })
    var nearest = Nearest(capacity: limit + 1)
    var isCovered = Array(repeating: false, count: eligible.count)
    var crowds: [(region: Int, count: Int)] = []
    for (position, number) in eligible.enumerated() where !isCovered[position] {
      let region = regions[number]
      let place = EarthVector(region.center)
      index.search(from: place, by: .boundary, into: &nearest)
      guard let worst = nearest.worstRank, worst <= region.radius + reach else { continue }
      var neighbours: [Int32] = []
      index.find(within: region.radius + reach, of: place, into: &neighbours)
      for neighbour in neighbours { isCovered[Int(neighbour)] = true }
      crowds.append((number, neighbours.count))
    }
    return crowds
  }
}

extension CircularRegion {
  /// Whether some crossing would be reported for both: an arrival at a place and a departure from it
  /// share none.
  fileprivate func sharesEvents(with other: CircularRegion) -> Bool {
    notifyOnEntry && other.notifyOnEntry || notifyOnExit && other.notifyOnExit
  }
}
