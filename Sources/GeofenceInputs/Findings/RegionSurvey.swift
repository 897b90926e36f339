import GeofenceCore

/// A concern that a developer should know about one region before shipping it.
package enum RegionConcern: Hashable, Sendable {
  /// The circle is that of an earlier region, so that both regions report a crossing of it.
  case sameCircle(asRegion: Int)
  case sameCentre(asRegion: Int)
  /// The radius is below 100 m, where developers observed region monitoring to be unreliable.
  case smallRadius
  case aboveMaximum
  /// It asks for neither enters nor exits.
  case silent
  /// The region and its neighbours within reach number `regions`, more than can be registered.
  case crowded(regions: Int)
}

/// A survey that finds regions for which the rules of region monitoring work badly.
package struct RegionSurvey: Sendable {
  package var limit: Int
  /// The largest radius, in metres, that the device accepts.
  package var maximumRadius: Double
  /// The largest gap between two boundaries, in metres, that a device can cross without a
  /// reselection: the distance of a significant change.
  package var reach: Double

  /// The radius in metres below which developers observed circles to be unreliable.
  package static let reliableRadius = 100.0

  package init(limit: Int, maximumRadius: Double, reach: Double) {
    self.limit = limit
    self.maximumRadius = maximumRadius
    self.reach = reach
  }

  /// Returns each concern with the position of its region, in the order of the regions.
  ///
  /// Of regions that crowd the same place, the first stands for all.
  ///
  /// - Parameter regions: regions in the order of their file, with unique identifiers.
  /// - Complexity: O(n · k log n) for n regions and a limit of k where circles are of similar size.
  package func concerns(about regions: [CircularRegion]) -> [(region: Int, concern: RegionConcern)]
  {
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
      if !region.notifyOnEntry, !region.notifyOnExit { concerns.append((number, .silent)) }
      if region.radius > maximumRadius {
        concerns.append((number, .aboveMaximum))
      } else if region.radius < Self.reliableRadius {
        concerns.append((number, .smallRadius))
      }
    }
    concerns += crowds(of: regions).map { ($0.region, .crowded(regions: $0.count)) }
    // The sort of the standard library is stable, so a region's concerns stay in their order.
    return concerns.sorted { $0.region < $1.region }
  }

  /// Returns the number of regions that a device accepts; `nil` where all of them can be
  /// registered.
  package func excess(of regions: [CircularRegion]) -> Int? {
    let count = regions.count { $0.radius <= maximumRadius }
    return count > limit ? count : nil
  }

  /// Returns the places with more regions within reach than can be registered, with their counts.
  ///
  /// - Complexity: O(n · k log n) for n regions and a limit of k where circles are of similar size.
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
  /// Returns whether some crossing would be reported for both regions.
  ///
  /// A region that reports entries alone and one that reports exits alone share no event.
  fileprivate func sharesEvents(with other: CircularRegion) -> Bool {
    notifyOnEntry && other.notifyOnEntry || notifyOnExit && other.notifyOnExit
  }

  /// Returns whether this is the same circle in every digit and reports every event of the other.
  fileprivate func hasAll(of other: CircularRegion) -> Bool {
    center == other.center && radius == other.radius
      && (notifyOnEntry || !other.notifyOnEntry) && (notifyOnExit || !other.notifyOnExit)
  }
}

/// A search for regions that agree with an earlier one, as exactly as Core Location compares them.
struct RegionTwins {
  private let regions: [CircularRegion]
  private let agrees: (CircularRegion, CircularRegion) -> Bool
  /// The regions searched so far, by the cells of their centres.
  ///
  /// Regions that equal an earlier one in every digit and report no other event are left out.
  private var cells: [Cell: [Int]] = [:]

  /// The width of a cell in degrees, far wider than the compared difference, so that nearly every
  /// search needs one cell.
  private static let width = 1e-4

  private struct Cell: Hashable {
    let latitude: Int
    let longitude: Int
  }

  /// Creates a search among regions.
  ///
  /// - Parameter agrees: returns whether two regions count as one; regions that agree have centres
  ///   that agree.
  init(
    in regions: [CircularRegion], where agrees: @escaping (CircularRegion, CircularRegion) -> Bool
  ) {
    self.regions = regions
    self.agrees = agrees
  }

  /// Returns the first region that agrees with `number`, among those that were passed before.
  ///
  /// - Complexity: O(k) for k different regions within a few metres.
  mutating func twin(of number: Int) -> Int? {
    let region = regions[number]
    var first: Int?
    var isKnown = false
    for latitude in Self.cells(around: region.center.latitude) {
      for longitude in Self.cells(around: region.center.longitude) {
        for other in cells[Cell(latitude: latitude, longitude: longitude), default: []]
        where agrees(regions[other], region) {
          first = min(first ?? other, other)
          isKnown = isKnown || regions[other].hasAll(of: region)
        }
      }
    }
    if !isKnown {
      let cell = Cell(
        latitude: Self.cell(of: region.center.latitude),
        longitude: Self.cell(of: region.center.longitude))
      cells[cell, default: []].append(number)
    }
    return first
  }

  private static func cells(around degrees: Double) -> ClosedRange<Int> {
    // The margin is twice the compared difference, to be safe from rounding.
    cell(of: degrees - 2e-6)...cell(of: degrees + 2e-6)
  }

  private static func cell(of degrees: Double) -> Int { Int((degrees / width).rounded(.down)) }
}
